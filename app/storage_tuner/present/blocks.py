"""The blocks of all output for people; window, terminal and reports render them. Texts are
complete, with units, minus signs and names, and translated where they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.message import Text, sentence, tr
from storage_tuner.present.wording import printable


class Tone(StrEnum):
    """DECIDED is the only green one; STOPPED: the measurement ended early."""

    DECIDED = "decided"
    OPEN = "open"
    STOPPED = "stopped"
    NOTE = "note"
    WARNING = "warning"


class Mark(StrEnum):
    """How a figure compares with the reference. NONE: it is the reference, or wasn't compared."""

    FASTER = "▲"
    SLOWER = "▼"
    SAME = "="
    INCONCLUSIVE = "?"
    NONE = ""


@dataclass(frozen=True)
class Headline:
    """The answer: one sentence on what to do, then what it means in numbers."""

    tone: Tone
    text: str
    details: tuple[str, ...] = ()


_FIGURE = re.compile(r"[+−–×]?\d|–|$")


@dataclass(frozen=True)
class TableCell:
    """``tip`` is shown on hover, and where there is room: the interval, the absolute value."""

    text: str
    mark: Mark = Mark.NONE
    tip: str = ""

    @property
    def is_figure(self) -> bool:
        return bool(self.mark or _FIGURE.match(self.text))


@dataclass(frozen=True)
class Table:
    """``rows`` have one cell for each of ``heads``; the first is the row's name. ``legend`` has the
    marks that are used, with their meaning."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    legend: tuple[tuple[Mark, str], ...] = ()

    @property
    def figures(self) -> frozenset[int]:
        """The columns that hold nothing else, which are aligned to the right."""
        return frozenset(
            column
            for column in range(1, len(self.heads))
            if all(row[column].is_figure for row in self.rows)
        )


@dataclass(frozen=True)
class Dot:
    """``low`` to ``high`` is the interval, None where there is none; in percent."""

    label: str
    mean: float
    low: float | None
    high: float | None
    mark: Mark
    text: str

    @property
    def words(self) -> str:
        return f"{self.label}: {self.text}"


@dataclass(frozen=True)
class DotPlot:
    """Differences from the reference with their intervals, in percent; within ±``band`` they count
    as the same."""

    title: str
    dots: tuple[Dot, ...]
    band: float

    @property
    def description(self) -> str:
        """The whole plot in words."""
        return "; ".join(dot.words for dot in self.dots)

    @property
    def ends(self) -> tuple[float, float]:
        """What is shown, in percent: all means, and intervals as far as they don't hide these."""
        means = [dot.mean for dot in self.dots]
        least = 2 * self.band or 1.0
        room = 2 * max([least, *map(abs, means)])
        lows = [max(dot.low, -room) for dot in self.dots if dot.low is not None]
        highs = [min(dot.high, room) for dot in self.dots if dot.high is not None]
        return min([-least, *means, *lows]), max([least, *means, *highs])


def cells_of(*texts: str) -> tuple[TableCell, ...]:
    """A row of names and values from outside."""
    return tuple(TableCell(printable(text)) for text in texts)


UNKNOWN = sentence("unknown")


@dataclass(frozen=True)
class Fact:
    """A name and its value, None where it's unknown: then ``hint`` says why, else it adds to the
    value. Line breaks separate the lines of a value. ``lists_unknown``: the value names what is
    unknown, the lines of the hint do so with the reasons."""

    name: str
    value: str | None
    hint: str = ""
    lists_unknown: bool = False

    @property
    def is_unknown(self) -> bool:
        return self.value is None or self.lists_unknown

    @property
    def text(self) -> str:
        """The value in one line, with the reason why it's unknown."""
        if self.lists_unknown:
            return "; ".join(self.hint.splitlines())
        if self.value is None:
            return str(f"{UNKNOWN} ({self.hint})" if self.hint else UNKNOWN)
        return "; ".join(self.value.splitlines())


def known_facts(found: Iterable[tuple[Text, Text | None]]) -> tuple[Fact, ...]:
    """Names with their values, without those that have none."""
    return tuple(Fact(str(name), str(value)) for name, value in found if value)


def fact_or_reason(name: str, value: Text | None, reason: Text) -> Fact:
    """A value from outside, or the ``reason`` why it's unknown."""
    return Fact(name, printable(value)) if value else Fact(name, None, printable(reason))


def yes_or_no(value: bool | None) -> str | None:
    return None if value is None else tr("yes") if value else tr("no")


@dataclass(frozen=True)
class Facts:
    title: str
    rows: tuple[Fact, ...]


@dataclass(frozen=True)
class Notice:
    tone: Tone
    text: str


@dataclass(frozen=True)
class Section:
    """Blocks that are initially folded where folding is possible."""

    title: str
    blocks: tuple[Block, ...]


Block = Headline | Table | DotPlot | Facts | Notice | Section
