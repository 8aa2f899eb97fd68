"""Maps the values of a result chart to its area; each kind of chart fills it in."""

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
    """``series`` are the colours of variants, ``font`` is that of all words."""

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
    """``shown`` is the part of the chart, in its own units, that fills ``area``; ``across`` and
    ``up`` are the ticks at its axes."""

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
    """One chart, ready to be drawn. Its units are those of its axes, upwards and to the right."""

    @property
    def home(self) -> QRectF:
        """Initially visible part, and the largest possible one."""

    @property
    def zooms_up(self) -> bool:
        """Whether it can also be zoomed vertically."""

    def height(self, width: float, look: ChartStyle) -> float:
        """Required size in device-independent pixels."""

    def area(self, size: QSizeF, look: ChartStyle) -> QRectF:
        """Where its values are; the axes and all words are around it."""

    def ticks_across(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        """Of the part from ``low`` to ``high``, as many as ``room`` pixels have room for."""

    def ticks_up(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]: ...
    def places(self, frame: ResultFrame) -> list[QPointF]:
        """Where the values are drawn that can be read."""

    def paint(self, painter: QPainter, frame: ResultFrame) -> None:
        """The values, cut off at the edges of the area."""

    def paint_around(self, painter: QPainter, frame: ResultFrame, size: QSizeF) -> None:
        """Grid, names, titles, legend."""
