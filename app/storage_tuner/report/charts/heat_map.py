"""Heat maps as values: cells coloured by the logarithm of their value."""

from __future__ import annotations

import math
from dataclasses import dataclass

DARK_HALF = 0.55
"""Up to this place of the colour map, white text has more contrast than black."""


@dataclass(frozen=True)
class HeatCell:
    """``row`` and ``column`` count from 0, from below and from the left. ``text`` is in the cell;
    ``words`` describe it. ``value`` is None where there is none, which has no colour."""

    row: int
    column: int
    value: float | None
    text: str
    words: str


@dataclass(frozen=True)
class HeatMap:
    """Cells over two axes. Colours go from ``low`` (bright) to ``high`` (dark), by the logarithm;
    several maps with the same ends are comparable. ``ends`` are their texts, ``note`` explains
    cells without a value."""

    title: str
    description: str
    x_title: str
    y_title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[HeatCell, ...]
    low: float
    high: float
    ends: tuple[str, str]
    note: str = ""

    def place(self, value: float) -> float:
        """The place of ``value`` in the colour map: 1 for ``low``, 0 for ``high``."""
        if self.high <= self.low:
            return 1.0
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return 1 - min(max(share, 0.0), 1.0)
