"""Large numbers with bars: one row per test, one column each for reads and writes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QLineF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QSizePolicy, QWidget

from storage_tuner.core.message import tr
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.quick_test.request import Figure
from storage_tuner.present import numbers
from storage_tuner.ui.benchmark import text as words
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, clear, heading
from storage_tuner.ui.widgets.layouts import Stretch, column_in

_LOWEST, _HIGHEST = 0.1, 10_000.0
"""MB/s at the ends of a bar, from small reads of a slow disk to the fastest NVMe disks."""


def share(mb_s: float) -> float:
    """The length of a bar, 0 to 1, on a logarithmic scale."""
    if mb_s <= _LOWEST:
        return 0.0
    span = math.log10(_HIGHEST / _LOWEST)
    return min(1.0, math.log10(mb_s / _LOWEST) / span)


class RateBar(QWidget):
    """Throughput on a logarithmic scale with a gap at each power of ten; whiskers show the
    interval, a vertical mark the last result. It needs no accessible name beside the numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._figure: Figure | None = None
        self._earlier: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(12 * SPACE, max(12, self.fontMetrics().height() * 3 // 4))

    def show_figure(self, figure: Figure | None, earlier: float | None) -> None:
        self._figure = figure
        self._earlier = earlier
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        colours = theme.colours(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        track = QRectF(0, 2, self.width(), self.height() - 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.grid))
        painter.drawRoundedRect(track, 3, 3)
        if self._figure is not None:
            self._paint_rate(painter, track, colours)
        painter.setPen(QPen(QColor(colours.base), 1))
        for decade in range(5):
            at = round(self.width() * share(10.0**decade)) + 0.5
            painter.drawLine(QLineF(at, track.top(), at, track.bottom()))
        self._paint_earlier(painter, colours)

    def _paint_rate(self, painter: QPainter, track: QRectF, colours: theme.Colours) -> None:
        assert self._figure is not None
        rate = self._figure.rate
        series = colours.series[1 if self._figure.operation.writes else 0]
        filled = QRectF(track)
        filled.setWidth(max(2.0, track.width() * share(rate.mean)))
        painter.setBrush(QColor(series))
        painter.drawRoundedRect(filled, 3, 3)
        if rate.low is None or rate.high is None:
            return
        low, high = (track.width() * share(value) for value in (rate.low, rate.high))
        middle = track.center().y()
        painter.setPen(QPen(QColor(colours.text), 1))
        painter.drawLine(QLineF(low, middle, high, middle))
        for end in (low, high):
            painter.drawLine(QLineF(end, middle - 2, end, middle + 2))
        painter.setPen(Qt.PenStyle.NoPen)

    def _paint_earlier(self, painter: QPainter, colours: theme.Colours) -> None:
        if self._earlier is None:
            return
        at = min(self.width() - 2.0, max(2.0, self.width() * share(self._earlier)))
        painter.setPen(QPen(QColor(colours.base), 4))
        painter.drawLine(QLineF(at, 0, at, self.height()))
        painter.setPen(QPen(QColor(colours.text), 2))
        painter.drawLine(QLineF(at, 0, at, self.height()))


class Tile(QFrame):
    """One large number with its bar, IOPS and latency; the interval is a tooltip, or the reason why
    there is none a line below."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._rate = Text(points=6, bold=True, wrap=False)
        self._bar = RateBar()
        self._details = Text()
        self._certainty = Text(tone=Tone.SUBTLE)
        self._compared = Text()
        parts = (self._rate, self._bar, self._details, self._certainty, self._compared)
        column_in(self, *parts, Stretch(), spacing=2)
        self.show_figure(None)

    @property
    def text(self) -> str:
        """All displayed text."""
        labels = (self._rate, self._details, self._certainty, self._compared)
        return "; ".join(label.text() for label in labels if label.text())

    def show_figure(
        self, figure: Figure | None, compared: str = "", earlier: float | None = None
    ) -> None:
        self._bar.show_figure(figure, earlier)
        self._rate.setText(numbers.NOTHING if figure is None else words.rate(figure))
        self._details.setText("" if figure is None else words.details(figure))
        unsure = figure is not None and (bool(figure.disturbed) or figure.rate.low is None)
        self._certainty.setText(words.certainty(figure) if figure and unsure else "")
        self._certainty.setVisible(bool(self._certainty.text()))
        self.setToolTip("" if figure is None else words.certainty(figure))
        self._compared.setText(compared)
        self._compared.setVisible(bool(compared))
        unmeasured = tr("{test}: not measured", test=self._name)
        said = unmeasured if figure is None else words.spoken(figure, compared)
        self.setAccessibleName(said)


class FigureGrid(QWidget):
    """One row per test; the write column is shown if writes are tested. ``asked`` carries a single
    test to run."""

    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        self.tiles: dict[tuple[str, bool], Tile] = {}
        self._can_be_asked = True
        self._shape: tuple[tuple[str, ...], bool] | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * SPACE)
        self._grid.setVerticalSpacing(2 * SPACE)

    def show_tests(self, tests: Sequence[str], *, writing: bool) -> None:
        """Show empty tiles for these tests; existing tiles are reused."""
        if self._shape != (tuple(tests), writing):
            self._shape = (tuple(tests), writing)
            self._build(tests, (False, True) if writing else (False,))
        for tile in self.tiles.values():
            tile.show_figure(None)

    def set_enabled(self, enabled: bool) -> None:
        """Set whether single tests can be started."""
        self._can_be_asked = enabled
        for button in self.buttons.values():
            button.setEnabled(enabled)

    def show_figures(
        self,
        figures: Sequence[Figure],
        compared: Mapping[Operation, str] | None = None,
        earlier: Mapping[Operation, float] | None = None,
    ) -> None:
        """``earlier`` is the throughput of the last result."""
        for figure in figures:
            operation = figure.operation
            tile = self.tiles.get((words.test_of(operation), operation.writes))
            if tile is not None:
                tile.show_figure(
                    figure, (compared or {}).get(operation, ""), (earlier or {}).get(operation)
                )

    def _build(self, tests: Sequence[str], ways: Sequence[bool]) -> None:
        clear(self._grid)
        self.tiles = {}
        self.buttons = {}
        for column, writes in enumerate(ways, start=1):
            self._grid.addWidget(heading(words.direction(writes=writes), points=0), 0, column)
        for row, test in enumerate(tests, start=1):
            button = self.buttons[test] = _button_of(test)
            button.setEnabled(self._can_be_asked)
            button.clicked.connect(partial(self.asked.emit, test))
            self._grid.addWidget(button, row, 0, Qt.AlignmentFlag.AlignTop)
            for column, writes in enumerate(ways, start=1):
                name = " ".join((*words.test_name(test), words.direction(writes=writes)))
                tile = self.tiles[test, writes] = Tile(name)
                self._grid.addWidget(tile, row, column)
        for column in (1, 2):
            self._grid.setColumnStretch(column, 3 if column <= len(ways) else 0)


def _button_of(test: str) -> QPushButton:
    title, detail = words.test_name(test)
    button = QPushButton(f"{title}\n{words.abbreviated(test)}")
    only = tr("Run only this test: {how}", how=detail)
    button.setToolTip(only)
    button.setAccessibleName(f"{title}, {words.abbreviated(test)}")
    button.setAccessibleDescription(only)
    return button
