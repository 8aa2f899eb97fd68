"""The last half minute of a device's throughput, small enough for a row of the tree.

Read grows upwards from the middle, written downwards. Each device has a scale of its own, up to
the next of 10, 20, 50, 100 … MB/s, so that the shape can be seen and noise stays flat.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter

from storage_tuner.ui.charts.scales import top_above
from storage_tuner.ui.live.recent_history import History

BARS = 30
BAR_S = 1.0
LEVELS = 10
"""The steps of a bar; a shape that is equal to the last one needn't be painted again."""

_LEAST_MB_S = 0.05
_LOWEST_TOP_MB_S = 10.0

Shape = tuple[tuple[int, int], ...]
"""The levels of reading and writing of each bar, oldest first."""

FLAT: Shape = ((0, 0),) * BARS


def level(mb_s: float, top_mb_s: float) -> int:
    """0 for nothing, else 1 … ``LEVELS``."""
    if not mb_s >= _LEAST_MB_S:
        return 0
    return max(1, min(LEVELS, math.ceil(mb_s / top_mb_s * LEVELS)))


def shape(history: History | None) -> Shape:
    """The greatest rates of each second, for the seconds that there are."""
    if history is None or not len(history):
        return FLAT
    per_bar = max(1, round(BAR_S / history.interval_s))
    view = history.view(BARS * BAR_S)
    # a bar always holds the same samples, so that it doesn't change while it moves
    begin = -view.first % per_bar if len(view.times) >= BARS * per_bar else 0
    starts = range(begin, len(view.times), per_bar)
    read, write = (
        [max(view.series[key][at : at + per_bar]) for at in starts][-BARS:]
        for key in ("read_mb_s", "write_mb_s")
    )
    top = top_above(max(_LOWEST_TOP_MB_S, *read, *write))
    bars = [(level(up, top), level(down, top)) for up, down in zip(read, write, strict=True)]
    return (*FLAT[len(bars) :], *bars)


def paint(painter: QPainter, area: QRect, bars: Shape, read: QColor, write: QColor) -> None:
    """Fill ``area``; what is quiet is a line in the middle."""
    middle = area.center().y()
    half = max(1, min(middle - area.top(), area.bottom() - middle))
    quiet = QColor(read)
    quiet.setAlphaF(0.35)
    painter.fillRect(QRect(area.left(), middle, area.width(), 1), quiet)
    for number, (up, down) in enumerate(bars):
        left = area.left() + number * area.width() // BARS
        width = area.left() + (number + 1) * area.width() // BARS - left
        if up:
            height = max(1, up * half // LEVELS)
            painter.fillRect(QRect(left, middle - height, width, height), read)
        if down:
            height = max(1, down * half // LEVELS)
            painter.fillRect(QRect(left, middle + 1, width, height), write)
