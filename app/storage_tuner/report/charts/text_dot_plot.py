"""A dot plot in plain characters: a line a variant, its interval around a dot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.present import numbers
from storage_tuner.present.blocks import Dot, DotPlot, Mark
from storage_tuner.report.text.line_breaking import WIDTH, columns

_LONGEST_NAME = 20
_WIDEST_PLOT = 38
_BESIDE = 3


@dataclass(frozen=True)
class PercentScale:
    """Percent from ``low`` to ``high``, on ``width`` columns."""

    low: float
    high: float
    width: int

    def column(self, percent: float) -> int:
        share = (percent - self.low) / (self.high - self.low)
        return round(min(max(share, 0), 1) * (self.width - 1))

    def holds(self, percent: float) -> bool:
        return self.low <= percent <= self.high


def dot_lines(plot: DotPlot) -> Iterator[str]:
    """The title, the ends of the scale, and the variants; no wider than a terminal."""
    names = [_cut(dot.label) for dot in plot.dots]
    beginning = max(map(columns, names))
    texts = max(columns(_text(dot)) for dot in plot.dots)
    width = min(_WIDEST_PLOT, WIDTH - beginning - texts - 2 * _BESIDE)
    scale = PercentScale(*plot.ends, width)
    yield f"{plot.title}:"
    yield f"{' ' * (beginning + _BESIDE)}{_ends(scale)}"
    for name, dot in zip(names, plot.dots, strict=True):
        between = " " * (beginning - columns(name) + _BESIDE)
        yield f"{name}{between}{_line(dot, plot.band, scale)}{' ' * _BESIDE}{_text(dot)}"


def _line(dot: Dot, band: float, scale: PercentScale) -> str:
    """The band shaded, the zero within it, the interval and the mean over both."""
    cells = [" "] * scale.width
    for column in range(scale.column(-band), scale.column(band) + 1):
        cells[column] = "░"
    cells[scale.column(0)] = "│"
    if dot.low is not None and dot.high is not None:
        first, last = scale.column(dot.low), scale.column(dot.high)
        cells[first : last + 1] = "─" * (last - first + 1)
        cells[first] = "├" if scale.holds(dot.low) else "◄"
        cells[last] = "┤" if scale.holds(dot.high) else "►"
    cells[scale.column(dot.mean)] = "●"
    return "".join(cells)


def _ends(scale: PercentScale) -> str:
    """The lowest and the highest percentage, and zero where there is room between."""
    low, high = (numbers.signed_percent(each) for each in (scale.low, scale.high))
    line = low.ljust(scale.width - len(high)) + high
    zero = scale.column(0)
    around = line[max(zero - 1, 0) : zero + 2]
    return line if around.strip() else f"{line[:zero]}0{line[zero + 1 :]}"


def _text(dot: Dot) -> str:
    return f"{dot.text} {dot.mark}" if dot.mark in (Mark.FASTER, Mark.SLOWER) else dot.text


def _cut(name: str) -> str:
    while columns(name) > _LONGEST_NAME:
        name = f"{name.rstrip('…')[:-1]}…"
    return name
