"""Maps the values of a result chart to its area, for every kind of chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from storage_tuner.ui.charts.frame import Tick
from storage_tuner.ui.style.theme import Colours
from storage_tuner.ui.widgets.elements import in_bold


@dataclass(frozen=True)
class ChartStyle:
    """Fonts and colours: ``series`` are the colours of variants, ``font`` is that of all words."""

    colours: Colours
    series: tuple[str, ...]
    font: QFont

    @property
    def line(self) -> float:
        return QFontMetricsF(self.font).height()

    def width(self, text: str, *, bold: bool = False) -> float:
        return QFontMetricsF(self.written(bold=bold)).horizontalAdvance(text) + 1

    def written(self, *, bold: bool = False) -> QFont:
        return in_bold(self.font, bold)


@dataclass(frozen=True)
class ResultFrame:
    """The visible part: ``shown``, in the chart's own units, fills ``area``; ``across`` and ``up``
    are the ticks of its axes."""

    area: QRectF
    shown: QRectF
    look: ChartStyle
    across: tuple[Tick, ...] = ()
    up: tuple[Tick, ...] = ()

    def x(self, value: float) -> float:
        share = (value - self.shown.left()) / self.shown.width()
        return self.area.left() + share * self.area.width()

    def y(self, value: float) -> float:
        share = (value - self.shown.top()) / self.shown.height()
        return self.area.bottom() - share * self.area.height()


class ResultDrawing(Protocol):
    """A chart, ready to be drawn. Its units are those of its axes, upwards and to the right."""

    @property
    def home(self) -> QRectF:
        """The initially visible part, which is also the largest."""

    @property
    def zooms_up(self) -> bool:
        """Whether it can also be zoomed vertically."""

    def height(self, width: float, look: ChartStyle) -> float:
        """The required height in device-independent pixels."""

    def area(self, size: QSizeF, look: ChartStyle) -> QRectF:
        """The area of the values; the axes and all words are around it."""

    def ticks_across(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        """The ticks from ``low`` to ``high``, as many as fit in ``room`` pixels."""

    def ticks_up(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]: ...
    def places(self, frame: ResultFrame) -> list[QPointF]:
        """The positions of the values that can be read."""

    def paint(self, painter: QPainter, frame: ResultFrame) -> None:
        """Paint the values, clipped to the area."""

    def paint_around(self, painter: QPainter, frame: ResultFrame, size: QSizeF) -> None:
        """Paint grid, names, titles and legend."""
