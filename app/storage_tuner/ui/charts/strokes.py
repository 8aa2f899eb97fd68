"""Distinguishes curves without colour: by thickness, and by marks along them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

MARK = 3.5
"""Half the edge of a mark, in device-independent pixels."""


class LineMarker(Enum):
    ROUND = auto()
    SQUARE = auto()
    TRIANGLE = auto()
    DIAMOND = auto()


@dataclass(frozen=True)
class Stroke:
    """The thickness in device pixels, and the mark."""

    thickness: int
    mark: LineMarker


STROKES = (
    Stroke(2, LineMarker.ROUND),
    Stroke(1, LineMarker.SQUARE),
    Stroke(2, LineMarker.TRIANGLE),
    Stroke(1, LineMarker.DIAMOND),
)


def draw_mark(painter: QPainter, centre: QPointF, colour: QColor, stroke: Stroke) -> None:
    """Draw a mark around ``centre`` with antialiasing; ``MARK`` is half its edge."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if stroke.mark is LineMarker.ROUND:
        painter.drawEllipse(centre, MARK, MARK)
    elif stroke.mark is LineMarker.SQUARE:
        painter.drawRect(QRectF(centre.x() - MARK + 0.5, centre.y() - MARK + 0.5, 6, 6))
    else:
        painter.drawPolygon(_corners(centre, stroke.mark))
    painter.restore()


def draw_sample(painter: QPainter, left: QPointF, width: float, colour: QColor, of: Stroke) -> None:
    """A piece of line with its mark in the middle, for legends."""
    painter.setPen(QPen(colour, of.thickness))
    painter.drawLine(left, QPointF(left.x() + width, left.y()))
    draw_mark(painter, QPointF(left.x() + width / 2, left.y()), colour, of)


def _corners(centre: QPointF, mark: LineMarker) -> QPolygonF:
    x, y, half = centre.x(), centre.y(), MARK + 0.5
    if mark is LineMarker.TRIANGLE:
        places = ((x, y - half), (x + half, y + half - 1), (x - half, y + half - 1))
    else:
        places = ((x, y - half), (x + half, y), (x, y + half), (x - half, y))  # type: ignore[assignment]
    return QPolygonF([QPointF(*place) for place in places])
