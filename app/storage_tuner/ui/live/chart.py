"""A card with the curves of one quantity: legend, figures, axes.

Everything except the plot area works without numpy; until that is loaded, and while there is no
sample, a text in the area says so.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QStackedLayout

from storage_tuner.core.message import tr
from storage_tuner.ui.charts.exporting import ChartActions
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.live.chart_text import cursor_words, described, head_words, legend_lines
from storage_tuner.ui.live.legend import Legend
from storage_tuner.ui.live.quantities import Quantity
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.live.time_window import TimeWindow
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone
from storage_tuner.ui.widgets.layouts import Placed, column_in

if TYPE_CHECKING:
    from storage_tuner.ui.charts.frame import AxisScale
    from storage_tuner.ui.live.chart_file import LiveChartFile
    from storage_tuner.ui.live.cursor_reading import Reading
    from storage_tuner.ui.live.plot import Plot
    from storage_tuner.ui.live.value_axis import CurveSummary

_FIGURES_S = 0.5
"""Figures that change more often can't be read."""

_DESCRIPTION_S = 5.0
"""Shortest interval between descriptions: screen readers may read each change."""


class LiveChart(QFrame):
    """Curves of a ``Quantity``; ``full`` with mean and maximum, else with the newest value only.

    Its signals are those of ``Plot``. The axes, which take tens of milliseconds, are built when the
    chart is first seen; if it is seen before pyqtgraph is loaded, ``delay_ms`` after that, so that
    several charts needn't be built at once.
    """

    pointed = Signal(object)
    chosen = Signal(float, float)
    zoomed = Signal(float, object)
    moved = Signal(float)
    stepped = Signal(int, int)
    reset = Signal()

    def __init__(
        self, quantity: Quantity, library: ChartLibrary, *, full: bool = False, delay_ms: int = 0
    ) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setAccessibleName(quantity.title)
        self.quantity = self._usual = quantity
        self.plot: Plot | None = None
        self.legend = Legend(quantity.title, quantity.figure(88.8), full=full)
        self.actions_menu = ChartActions(self, self.as_file)
        self._full = full
        self._device = ""
        self.history: History | None = None
        self._window = TimeWindow(60.0)
        self._scale: AxisScale | None = None
        self._summaries: tuple[CurveSummary, ...] = ()
        self._cursor: float | None = None
        self._reads_here = False
        self._wheel_zooms = True
        self._no_data = tr("Waiting for data …")
        self._figures_at = self._described_at = 0.0
        self._build()
        self._library = library
        self._creating = QTimer(self)
        self._creating.setSingleShot(True)
        self._creating.setInterval(delay_ms)
        self._creating.timeout.connect(self._create_visible_plot)
        library.ready.connect(self._creating.start)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(420, 220)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        lines = 14 if self._full else 9
        return QSize(280, lines * self.fontMetrics().height())

    def show_history(self, history: History | None, no_data: str = "", device: str = "") -> None:
        """Show this recording; ``no_data`` is shown while it's empty."""
        if device != self._device or history is None or self.history is None:
            self._scale = None
        if history is not self.history:
            self._figures_at = self._described_at = 0.0
        self.history = history
        self._device = device
        self._no_data = no_data or tr("Waiting for data …")
        self.refresh()

    def show_window(self, window: TimeWindow) -> None:
        if window != self._window:
            self._window = window
            self._scale = None
            self._figures_at = 0.0
            self.refresh()

    def show_cursor(self, moment: float | None, *, reads_here: bool) -> None:
        """Mark a moment; with ``reads_here``, also show its values."""
        if (moment, reads_here) != (self._cursor, self._reads_here):
            self._cursor, self._reads_here = moment, reads_here
            self._figures_at = 0.0
            self.refresh()

    def set_logarithmic(self, logarithmic: bool) -> None:
        """Switch between a logarithmic scale and the usual one."""
        by_powers = self._usual.logarithmic or (logarithmic and not self._usual.fixed)
        self.quantity = replace(self._usual, logarithmic=by_powers)
        self._scale = None
        self.refresh()

    def set_wheel_zooms(self, zooms: bool) -> None:
        self._wheel_zooms = zooms
        if self.plot is not None:
            self.plot.wheel_zooms = zooms

    def refresh(self) -> None:
        """Draw the current content of the history."""
        history = self.history
        if history is None or not len(history) or self.plot is None:
            self.message.setText(self._no_data)
            self._stack.setCurrentIndex(0)
            self._described_at = 0.0
            self._show_text(None)
            return
        self._stack.setCurrentIndex(1)
        self._show_text(self._draw(history, self.plot))

    def summary(self) -> str:
        """A description of the chart, for screen readers and tests."""
        history = self.history
        if history is None or not len(history):
            return self._no_data
        return described(self.quantity, history, self._window, self._summaries)

    def as_file(self) -> LiveChartFile | None:
        """The drawing to copy or save; None when empty."""
        if self.plot is None or self.plot.drawing is None or self._stack.currentIndex() == 0:
            return None
        from storage_tuner.ui.live.chart_file import LiveChartFile

        return LiveChartFile(self._device, self.quantity, self.plot, self.legend)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        if not self._creating.isActive():
            self._create_visible_plot()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Recompute the ticks for this size; unchanged ones aren't redrawn."""
        super().resizeEvent(event)
        if self.isVisible():
            QTimer.singleShot(0, self, self.refresh)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.refresh()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE if self._full else 2)
        head.addWidget(self.legend, 1)
        head.addWidget(self.actions_menu.button(), 0, Qt.AlignmentFlag.AlignTop)
        self._stack = QStackedLayout()
        self.message = Text(self._no_data, tone=Tone.SUBTLE)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack.addWidget(self.message)
        column_in(self, head, Placed(self._stack, 1), margins=(12, 8, 8, SPACE), spacing=4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def _create_visible_plot(self) -> None:
        if self.plot is None and self._library.is_ready and self.isVisible():
            self._create_plot()

    def _create_plot(self) -> None:
        from storage_tuner.ui.live.plot import Plot

        plot = self.plot = Plot()
        plot.wheel_zooms = self._wheel_zooms
        plot.setAccessibleName(self.quantity.title)
        for ours, its in (
            (self.pointed, plot.pointed),
            (self.chosen, plot.chosen),
            (self.zoomed, plot.zoomed),
            (self.moved, plot.moved),
            (self.stepped, plot.stepped),
            (self.reset, plot.reset),
        ):
            its.connect(ours)
        self._stack.addWidget(plot)
        self.refresh()

    def _draw(self, history: History, plot: Plot) -> Reading | None:
        """Draw the curves and return the reading at the cursor."""
        from storage_tuner.ui.live import chart_content as live_drawing
        from storage_tuner.ui.live.chart_drawing import Cursor

        drawing = live_drawing.make(self.quantity, history, self._window, self._scale, plot)
        self._scale = drawing.axes.scale
        now = time.monotonic()
        if now - self._figures_at >= _FIGURES_S:
            self._figures_at = now
            self._summaries = live_drawing.summaries(self.quantity, history, self._window)
        reading = cursor = None
        if self._cursor is not None:
            reading = live_drawing.read_at(self.quantity, drawing, self._cursor)
        if reading is not None:
            words = cursor_words(self.quantity, reading, drawing.marks) if self._reads_here else ()
            cursor = Cursor(reading.moment, reading.means, words)
        means = tuple(found.mean for found in self._summaries) if self._full else ()
        plot.show_drawing(replace(drawing, means=means), cursor)
        return reading

    def _show_text(self, reading: Reading | None) -> None:
        lines = legend_lines(
            self.quantity, self.history, self._summaries if self._full else None, reading
        )
        self.legend.show_message(head_words(reading) if self._full else ("",), lines)
        now = time.monotonic()
        if reading is not None and self._reads_here:
            self._described_at = 0.0
            self._describe("; ".join(cursor_words(self.quantity, reading)))
        elif now - self._described_at >= _DESCRIPTION_S:
            empty = self.history is None or not len(self.history)
            self._described_at = 0.0 if empty else now
            self._describe(self.summary())

    def _describe(self, text: str) -> None:
        for widget in (self, self.plot):
            if widget is not None and widget.accessibleDescription() != text:
                widget.setAccessibleDescription(text)
