"""The legend of a result chart in the window, with its marks and lines, which are those of the
report's charts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from storage_tuner.present.wording import printable
from storage_tuner.report.charts.svg import DASHES, MARKERS, STYLES, ChartLine
from storage_tuner.ui.charts.frame import GAP
from storage_tuner.ui.charts.result_frame import ChartStyle

_PEN = 1.5
_ROUND = 2.7
_SAMPLE = 2.8
"""Width of a line's sample in the legend, in line heights."""


def legend_rows(lines: Sequence[ChartLine], width: float, look: ChartStyle) -> int:
    places = {place.y() for _, _, place in _legend(lines, width, look)}
    return len(places)


def paint_legend(
    painter: QPainter, lines: Sequence[ChartLine], width: float, look: ChartStyle
) -> None:
    """Paint the names of ``lines`` below the title, in as many rows as needed."""
    for line, name, place in _legend(lines, width, look):
        colour = QColor(colour_of(line.style, look))
        middle = place + QPointF(0, look.line / 2)
        painter.setPen(line_pen(line.style, colour))
        painter.drawLine(middle, middle + QPointF(_SAMPLE * look.line, 0))
        paint_mark(painter, middle + QPointF(_SAMPLE * look.line / 2, 0), line.style, colour)
        painter.setPen(QColor(look.colours.text))
        left = place + QPointF((_SAMPLE + 0.4) * look.line, 0)
        painter.drawText(QRectF(left, QSizeF(look.width(name), look.line)), 0, name)


def colour_of(style: int, look: ChartStyle) -> str:
    return look.series[style % len(look.series)]


def line_pen(style: int, colour: QColor) -> QPen:
    pen = QPen(colour, _PEN)
    if dash := DASHES[style % STYLES]:
        pen.setDashPattern([float(part) / _PEN for part in dash.split()])
    return pen


def paint_mark(painter: QPainter, place: QPointF, style: int, colour: QColor) -> None:
    """Paint a mark like those in the report's charts."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if style % STYLES == 0:
        painter.drawEllipse(place, _ROUND, _ROUND)
    else:
        corners = (place + QPointF(*corner) for corner in MARKERS[style % STYLES - 1])
        painter.drawPolygon(QPolygonF([*corners]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _legend(
    lines: Sequence[ChartLine], width: float, look: ChartStyle
) -> list[tuple[ChartLine, str, QPointF]]:
    """Each line's name and the position of its sample."""
    room = width / 2 - (_SAMPLE + 1) * look.line
    found: list[tuple[ChartLine, str, QPointF]] = []
    x, row = 0.0, 0
    metrics = QFontMetricsF(look.font)
    for line in lines:
        name = metrics.elidedText(printable(line.name), Qt.TextElideMode.ElideMiddle, room)
        needed = (_SAMPLE + 0.4) * look.line + look.width(name)
        if x and x + needed > width:
            x, row = 0.0, row + 1
        found.append((line, name, QPointF(x, (1.3 + row) * look.line + GAP)))
        x += needed + look.line
    return found
