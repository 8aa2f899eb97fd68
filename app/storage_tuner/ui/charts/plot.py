"""The drawing part of a live chart: pyqtgraph for the axes, an own item for the curves.

Imports pyqtgraph and numpy, so nothing may import it before ``ChartLibrary`` is ready. What makes
it cheap: fixed ranges, axes that are only painted anew when their range changes, curves thinned
to one least and one greatest value per pixel column, and polylines of one device pixel (wider pens
and antialiasing cost ten to thirty times as much in the raster engine). A thicker line is the same
line drawn again, one device pixel below.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget
from shiboken6 import VoidPtr

from storage_tuner.ui.charts.decimation import Values, decimate, stretches, zigzag
from storage_tuner.ui.charts.scales import linear_ticks, logarithmic_ticks
from storage_tuner.ui.theme import Colours

_MARK = 3.5
"""Half the edge of the mark at a curve's newest value, in device-independent pixels."""

_ROOM = 32
"""How far an axis' label may stand beyond it."""


@dataclass(frozen=True)
class Recording:
    """Samples of one series; ``ages`` in seconds, negative and rising to now. ``first`` is the
    number of the first sample since the recording began, ``interval_s`` the time between two."""

    ages: Values
    values: Values
    first: int
    interval_s: float


@dataclass(frozen=True)
class Stroke:
    """How a series is drawn: device pixels of thickness, and a round or a square mark."""

    thickness: int
    round_mark: bool


STROKES = (Stroke(2, True), Stroke(1, False), Stroke(2, False), Stroke(1, True))


def polygon(x: Values, y: Values) -> QPolygonF:
    """A polygon from two arrays of equal length, without a Python loop."""
    result = QPolygonF()
    result.resize(len(x))
    # PySide's stubs don't know that a polygon's memory can be reached this way
    memory: Any = VoidPtr(result.data(), len(x) * 16, True)  # type: ignore[call-arg, arg-type]
    points = np.frombuffer(memory, dtype=np.float64).reshape(-1, 2)
    points[:, 0] = x
    points[:, 1] = y
    return result


class CurveItem(pg.GraphicsObject):  # type: ignore[misc]
    """One curve in a view whose range is [-span, 0] × [low, high]."""

    def __init__(self, stroke: Stroke) -> None:
        super().__init__()
        self._stroke = stroke
        self._colour = QColor()
        self._recording: Recording | None = None
        self._bounds = QRectF(-1, 0, 1, 1)

    def show_recording(self, recording: Recording) -> None:
        self._recording = recording
        self.update()

    def set_colour(self, colour: QColor) -> None:
        self._colour = colour
        self.update()

    def set_bounds(self, bounds: QRectF) -> None:
        self.prepareGeometryChange()
        self._bounds = bounds

    def boundingRect(self) -> QRectF:  # noqa: N802
        return self._bounds

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002
        widget: QWidget | None = None,
    ) -> None:
        recording = self._recording
        if recording is None or not len(recording.ages):
            return
        area = painter.worldTransform().mapRect(self._bounds)
        ratio = widget.devicePixelRatioF() if widget is not None else 1.0
        painter.save()
        painter.resetTransform()
        painter.scale(1 / ratio, 1 / ratio)
        device = QRectF(
            area.x() * ratio, area.y() * ratio, area.width() * ratio, area.height() * ratio
        )
        self._draw(painter, recording, device, ratio)
        painter.restore()

    def _draw(self, painter: QPainter, recording: Recording, area: QRectF, ratio: float) -> None:
        bounds = self._bounds
        samples_shown = bounds.width() / recording.interval_s
        per_column = max(1, math.ceil(samples_shown / max(1.0, area.width() / 2)))
        columns = decimate(recording.ages, recording.values, recording.first, per_column)
        painter.setPen(QPen(self._colour, 0))
        for begin, end in stretches(columns):
            x, y = zigzag(columns, begin, end)
            x = area.left() + (x - bounds.left()) * (area.width() / bounds.width())
            y = area.bottom() - (y - bounds.top()) * (area.height() / bounds.height())
            if end - begin == 1:
                x[1] += ratio  # a lone value would be a line of no length
            self._stroke_line(painter, polygon(x, y), ratio)
        self._mark_newest(painter, recording, area, ratio)

    def _stroke_line(self, painter: QPainter, line: QPolygonF, ratio: float) -> None:
        for _ in range(max(1, round(self._stroke.thickness * ratio))):
            painter.drawPolyline(line)
            line.translate(0, 1)

    def _mark_newest(
        self, painter: QPainter, recording: Recording, area: QRectF, ratio: float
    ) -> None:
        value = float(recording.values[-1])
        if not math.isfinite(value):
            return
        bounds = self._bounds
        height = (value - bounds.top()) * (area.height() / bounds.height())
        half = _MARK * ratio
        centre = QPointF(area.right() - half, area.bottom() - height)
        draw_mark(painter, centre, half, self._colour, self._stroke)


def draw_mark(
    painter: QPainter, centre: QPointF, half: float, colour: QColor, stroke: Stroke
) -> None:
    """A round or a square mark, the second thing by which two curves differ."""
    box = QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if stroke.round_mark:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.drawEllipse(box)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    else:
        painter.drawRect(box)


class _FixedTicks(pg.AxisItem):  # type: ignore[misc]
    """An axis whose ticks are told, not found."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self.setStyle(tickLength=0, tickAlpha=255, hideOverlappingLabels=False)

    def boundingRect(self) -> QRectF:  # noqa: N802
        """With room for the outermost labels, half of which stands beyond the axis: pyqtgraph
        leaves out what doesn't fit in here."""
        room: QRectF = super().boundingRect()
        return room.adjusted(-_ROOM, -_ROOM / 2, _ROOM, _ROOM / 2)

    def show_ticks(self, ticks: Sequence[tuple[float, str]], low: float, high: float) -> None:
        """``low`` and ``high`` are the ends of the axis: a tick there would fall victim to
        rounding, so it's moved inside by less than can be seen."""
        hair = (high - low) * 1e-6
        inside = [(min(max(value, low + hair), high - hair), text) for value, text in ticks]
        self.setTicks([inside])


class PlotView(pg.PlotWidget):  # type: ignore[misc]
    """Axes with a grid, and one curve per series."""

    def __init__(self, series: int, logarithmic: bool) -> None:
        self._logarithmic = logarithmic
        self._values: tuple[float, float, Callable[[float], str]] | None = None
        self._left = _FixedTicks("left")
        self._bottom = _FixedTicks("bottom")
        super().__init__(axisItems={"left": self._left, "bottom": self._bottom})
        self._range = (0.0, 1.0)
        self._span: tuple[float, Callable[[float], str]] = (60.0, str)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(self.Shape.NoFrame)
        self.setAntialiasing(False)
        item = self.getPlotItem()
        item.hideButtons()
        item.layout.setContentsMargins(0, 8, 20, 0)  # half a label stands beyond either axis
        item.setMenuEnabled(False)
        item.setMouseEnabled(False, False)
        item.disableAutoRange()
        item.getViewBox().setDefaultPadding(0)
        self._left.setGrid(255)
        self._bottom.setStyle(tickTextOffset=8)  # clear of the lowest label at the left
        self.curves = [CurveItem(STROKES[number]) for number in range(series)]
        for curve in self.curves:
            item.addItem(curve, ignoreBounds=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(320, 130)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(160, 80)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        if self._values is not None:
            # how many ticks fit depends on the size
            self.set_values(*self._values)
            self.set_span(*self._span)

    def wheelEvent(self, event: object) -> None:  # noqa: N802
        """The range is fixed, so scrolling belongs to whatever is around the chart."""
        event.ignore()  # type: ignore[attr-defined]

    def set_colours(self, colours: Colours) -> None:
        self.setBackground(QColor(colours.base))
        for axis in (self._left, self._bottom):
            axis.setPen(pg.mkPen(QColor(colours.grid)))
            axis.setTextPen(pg.mkPen(QColor(colours.subtle)))
        for curve, colour in zip(self.curves, colours.series, strict=False):
            curve.set_colour(QColor(colour))

    def set_tick_font(self, widget: QWidget) -> None:
        for axis in (self._left, self._bottom):
            axis.setStyle(tickFont=widget.font())
        self._left.setWidth(widget.fontMetrics().horizontalAdvance("1000 ms") + 12)

    def set_span(self, span_s: float, word: Callable[[float], str]) -> None:
        """Show the last ``span_s`` seconds; ``word`` names an age in seconds."""
        self._span = (span_s, word)
        steps = 3 if self.width() < 50 * self.fontMetrics().averageCharWidth() else 6
        if span_s == 600:
            steps = 2 if steps == 3 else 5
        ages = [-span_s * (steps - number) / steps for number in range(steps + 1)]
        self._bottom.show_ticks([(age, word(age)) for age in ages], -span_s, 0)
        self._apply()

    def set_values(self, low: float, high: float, word: Callable[[float], str]) -> None:
        """Show values from ``low`` to ``high``; ``word`` names a value at a tick."""
        self._values = (low, high, word)
        most = max(3, self.height() // 28)
        if self._logarithmic:
            ticks = logarithmic_ticks(low, high, most)
            self._range = (math.log10(low), math.log10(high))
            places = [(math.log10(tick), word(tick)) for tick in ticks]
        else:
            self._range = (low, high)
            places = [(tick, word(tick)) for tick in linear_ticks(high, min(5, most))]
        self._left.show_ticks(places, *self._range)
        self._apply()

    def _apply(self) -> None:
        low, high = self._range
        span_s, _ = self._span
        bounds = QRectF(-span_s, low, span_s, high - low)
        self.setRange(bounds, padding=0)
        for curve in self.curves:
            curve.set_bounds(bounds)
