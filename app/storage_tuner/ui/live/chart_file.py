"""A live chart as shown at one moment, for the clipboard and for files. Imports pyqtgraph."""

from __future__ import annotations

import math
import re
import time

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from storage_tuner.ui.charts.exporting import painted_svg
from storage_tuner.ui.live import time_axis as moments
from storage_tuner.ui.live.chart_drawing import CurvesDrawing
from storage_tuner.ui.live.legend import Legend
from storage_tuner.ui.live.plot import Plot
from storage_tuner.ui.live.plot_view import unseen
from storage_tuner.ui.live.quantities import Quantity
from storage_tuner.ui.style import theme

_MARGIN = 12.0


class LiveChartFile:
    """Freezes the current drawing while recording continues."""

    def __init__(self, device: str, quantity: Quantity, plot: Plot, legend: Legend) -> None:
        assert plot.drawing is not None
        self._device = device
        self._quantity = quantity
        self._drawing: CurvesDrawing = plot.drawing
        self._plot = plot
        self._legend = legend

    @property
    def title(self) -> str:
        return self._quantity.title

    @property
    def description(self) -> str:
        return self._plot.accessibleDescription()

    @property
    def name(self) -> str:
        """A file name without suffix."""
        moment = time.localtime(moments.wall_time(self._drawing.axes.end))
        parts = ("storage-tuner", self._device, self._quantity.key)
        text = "-".join(part for part in parts if part)
        day = time.strftime("%Y-%m-%d-%H%M%S", moment)
        return re.sub(r"[^A-Za-z0-9-]+", "-", f"{text}-{day}")

    @property
    def size(self) -> QSize:
        shown = self._plot.size()
        room = self._legend.sizeHint().height() + 2 * _MARGIN + self._caption_height()
        return QSize(max(480, shown.width()), max(200, shown.height()) + round(room))

    def paint(self, painter: QPainter, ratio: float, *, vector: bool) -> None:  # noqa: ARG002
        """Paint the chart with its labels, and device and time below."""
        colours = theme.colours(self._plot.palette())
        font = self._plot.font()
        whole = QRectF(0, 0, self.size.width(), self.size.height())
        painter.fillRect(whole, QColor(colours.base))
        inside = whole.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        self._legend.paint_into(painter, inside)
        top = self._legend.sizeHint().height() + 4.0
        box = inside.adjusted(0, top, 0, -self._caption_height())
        view = unseen(box.size().toSize(), vector=vector)
        view.show(self._drawing, None, colours, font)
        view.paint_into(painter, box)
        painter.setFont(font)
        painter.setPen(QColor(colours.subtle))
        painter.drawText(inside.bottomLeft(), self._caption())

    def svg(self) -> bytes:
        return painted_svg(self)

    def rows(self) -> list[list[str]]:
        """One row per visible interval, after a header; numbers in a form for programs, empty where
        there was no value. Condensed intervals have their mean, minimum and maximum."""
        axes, stretch = self._drawing.axes, self._drawing.stretch
        head = ["time", "seconds"]
        coarse = any(stretch.curves[key].high is not stretch.curves[key].low for key in self._keys)
        for key in self._keys:
            head += [key, f"{key}_least", f"{key}_greatest"] if coarse else [key]
        rows = [head]
        for place, moment in enumerate(stretch.times):
            if axes.begin <= moment <= axes.end and stretch.seconds[place]:
                rows.append([_stamp(moment), f"{stretch.seconds[place]:.3f}"])
                for key in self._keys:
                    curve = stretch.curves[key]
                    values = (curve.mean, curve.low, curve.high) if coarse else (curve.mean,)
                    rows[-1] += [_number(each[place]) for each in values]
        return rows

    @property
    def _keys(self) -> tuple[str, ...]:
        return self._drawing.keys

    def _caption(self) -> str:
        axes = self._drawing.axes
        day = time.strftime("%Y-%m-%d", time.localtime(moments.wall_time(axes.begin)))
        when = f"{day} {moments.clock(axes.begin)} – {moments.clock(axes.end)}"
        return f"{self._device} · {when}" if self._device else when

    def _caption_height(self) -> float:
        return QFontMetricsF(self._plot.font()).height() + 6


def _stamp(moment: float) -> str:
    """Local time in ISO 8601, to the millisecond."""
    wall = moments.wall_time(moment)
    local = time.localtime(wall)
    zone = time.strftime("%z", local)
    thousandths = math.floor(wall % 1 * 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', local)}.{thousandths:03}{zone[:3]}:{zone[3:]}"


def _number(value: float) -> str:
    return f"{value:.6g}" if math.isfinite(value) else ""
