"""A dot plot: differences with their intervals, in the window and for files."""

from __future__ import annotations

import re

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QSizePolicy

from storage_tuner.present.blocks import Dot, DotPlot
from storage_tuner.ui import theme
from storage_tuner.ui.charts.dot_drawing import DotFrame, Spot, paint_dots
from storage_tuner.ui.charts.exporting import painted_svg
from storage_tuner.ui.charts.read_chart import ReadChart
from storage_tuner.ui.theme import Colours

_INSET = 4
_MARGIN = 12.0
_LEAST_WIDTH = 480


class DotChart(ReadChart):
    """As high as its dots need; ``plot`` is in the window's language."""

    def __init__(self, plot: DotPlot) -> None:
        super().__init__()
        self.plot = plot
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._name(plot.title, "; ".join(map(dot_words, plot.dots)))

    @property
    def frame_shown(self) -> DotFrame:
        return self._frame(self.width())

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        return round(self._frame(width).height + 2 * _INSET)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(560, self.heightForWidth(560))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(160, self.heightForWidth(max(self.width(), 160)))

    def as_file(self) -> DotPlotFile:
        colours = theme.colours(self.palette())
        return DotPlotFile(self.plot, self.font(), colours, self.width())

    def _frame(self, width: float) -> DotFrame:
        """Beside the button in the corner, and within the frame that shows the focus."""
        room = width - self._button.sizeHint().width() - _INSET
        return DotFrame(self.plot, self.font(), room)

    def _draw(self) -> None:
        spots = self.frame_shown.spots
        self._spots = [Spot(spot.x + _INSET, spot.y + _INSET) for spot in spots]
        self.updateGeometry()

    def _paint(self, painter: QPainter) -> None:
        painter.save()
        painter.translate(_INSET, _INSET)
        paint_dots(painter, self.frame_shown, theme.colours(self.palette()))
        painter.restore()

    def _words(self, number: int) -> str:
        return dot_words(self.plot.dots[number])


class DotPlotFile:
    def __init__(self, plot: DotPlot, font: QFont, colours: Colours, width: int) -> None:
        self._plot = plot
        self._colours = colours
        self._width = max(_LEAST_WIDTH, width)
        self._frame = DotFrame(plot, font, self._width - 2 * _MARGIN)

    @property
    def title(self) -> str:
        return self._plot.title

    @property
    def description(self) -> str:
        return "; ".join(map(dot_words, self._plot.dots))

    @property
    def name(self) -> str:
        title = self._plot.title.lower()
        return re.sub(r"[^a-z0-9]+", "-", f"storage-tuner {title}").strip("-")

    @property
    def size(self) -> QSize:
        return QSize(self._width, round(self._frame.height + 3 * _MARGIN + self._frame.line))

    def paint(self, painter: QPainter, ratio: float, *, vector: bool) -> None:  # noqa: ARG002
        whole = QRectF(0, 0, self.size.width(), self.size.height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(whole, QColor(self._colours.base))
        painter.save()
        painter.translate(_MARGIN, _MARGIN)
        painter.setFont(self._frame.font)
        painter.setPen(QColor(self._colours.text))
        painter.drawText(QRectF(0, 0, self._frame.width, self._frame.line), 0, self._plot.title)
        painter.translate(0, self._frame.line + _MARGIN)
        paint_dots(painter, self._frame, self._colours)
        painter.restore()

    def svg(self) -> bytes:
        return painted_svg(self)

    def rows(self) -> list[list[str]]:
        """One row a dot, with a head, in percent."""
        values = ((dot, (dot.mean, dot.low, dot.high)) for dot in self._plot.dots)
        return [
            ["setting", "percent", "low", "high"],
            *(
                [dot.label, *("" if value is None else f"{value:.6g}" for value in found)]
                for dot, found in values
            ),
        ]


def dot_words(dot: Dot) -> str:
    return f"{dot.label}: {dot.text}"
