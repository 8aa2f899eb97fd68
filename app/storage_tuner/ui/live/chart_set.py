"""Several live charts of one device that show the same period: zoom, pause and cursor are
shared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.live import quantities
from storage_tuner.ui.live.chart import LiveChart
from storage_tuner.ui.live.cursor_reading import stepped
from storage_tuner.ui.live.monitor import LiveMonitor
from storage_tuner.ui.live.quantities import Quantity
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.live.time_window import RecordedRange, TimeWindow, chosen
from storage_tuner.ui.widgets.card_row import CardRow
from storage_tuner.ui.widgets.layouts import Placed, column_in

_DELAY_MS = 60
"""Delay from one chart's axes to the next one's, so that they needn't be built at once."""


class LiveCharts(QWidget):
    """Charts fed by a monitor; hidden ones aren't drawn.

    A frozen chart shows a copy while recording continues. ``window_changed``: another period is
    shown, or it was frozen or resumed.
    """

    window_changed = Signal()

    def __init__(
        self,
        monitor: LiveMonitor,
        library: ChartLibrary,
        shown: Sequence[Quantity] = (),
        *,
        full: bool = False,
    ) -> None:
        super().__init__()
        self._monitor = monitor
        self._device = ""
        self._no_data = ""
        self._standing: History | None = None
        self._span_s = 60.0
        self.window_shown = TimeWindow(self._span_s)
        self._read_in: LiveChart | None = None
        self._age_s = 0.0
        what = shown or tuple(
            map(quantities.of_reads_and_writes, (quantities.throughput(), quantities.latency()))
        )
        self.charts = {
            quantity.key: LiveChart(quantity, library, full=full, delay_ms=number * _DELAY_MS)
            for number, quantity in enumerate(what)
        }
        for chart in self.charts.values():
            self._connect(chart)
        self._row = CardRow((*self.charts.values(),), least_width=50 if full else 62)
        self._row.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column_in(self, Placed(self._row, 1))
        monitor.ticked.connect(self._tick)

    @property
    def throughput(self) -> LiveChart:
        return self.charts["throughput"]

    @property
    def latency(self) -> LiveChart:
        return self.charts["latency"]

    @property
    def history(self) -> History | None:
        """The displayed recording, or its frozen copy."""
        return self._standing or self._monitor.history(self._device)

    @property
    def is_zoomed(self) -> bool:
        return self.window_shown != self._whole()

    def show_device(self, name: str, no_data: str = "") -> None:
        """Show this device; ``no_data`` is shown until there is a value."""
        self._device = name
        self._no_data = no_data
        self._standing = None
        self._read_in = None
        self._show_window(TimeWindow(self._span_s))

    def show_only(self, keys: Sequence[str]) -> None:
        self._row.show_only([chart for key, chart in self.charts.items() if key in keys])
        self._show()

    def set_logarithmic(self, logarithmic: bool) -> None:
        """Use logarithmic scales, or each quantity's usual one."""
        for chart in self.charts.values():
            chart.set_logarithmic(logarithmic)

    def set_span(self, seconds: float) -> None:
        self._span_s = seconds
        self._show_window(self._whole())

    def set_paused(self, paused: bool) -> None:
        """Freeze the charts now, or follow the recording again."""
        history = self._monitor.history(self._device)
        if not paused:
            self._standing = None
            self._show_window(TimeWindow(self._span_s))
        elif self._standing is None and history is not None and len(history):
            self._standing = history.copy()
            self._show_window(self.window_shown.standing(history.newest_time))

    def reset_zoom(self) -> None:
        self._show_window(self._whole())

    def set_wheel_zooms(self, zooms: bool) -> None:
        for chart in self.charts.values():
            chart.set_wheel_zooms(zooms)

    def _connect(self, chart: LiveChart) -> None:
        chart.pointed.connect(partial(self._point, chart))
        chart.stepped.connect(partial(self._step, chart))
        chart.zoomed.connect(self._zoom)
        chart.chosen.connect(self._choose)
        chart.moved.connect(self._move)
        chart.reset.connect(self.reset_zoom)

    def _whole(self) -> TimeWindow:
        """The chosen span up to now, or to the moment of freezing."""
        return TimeWindow(self._span_s, self._standing.newest_time if self._standing else None)

    def _known(self) -> RecordedRange | None:
        history = self.history
        if history is None or not len(history):
            return None
        return RecordedRange(history.oldest_time - history.interval_s, history.newest_time)

    def _zoom(self, factor: float, anchor: float | None) -> None:
        if (known := self._known()) is None:
            return
        if anchor is None and self._read_in is not None:
            anchor = self._moment_read()
        self._show_window(self.window_shown.zoomed(factor, known, anchor))

    def _choose(self, begin: float, end: float) -> None:
        self.set_paused(True)
        if (known := self._known()) is not None:
            self._show_window(chosen(begin, end, known))

    def _move(self, by: float) -> None:
        if self.window_shown.follows and by >= 0:
            return
        self.set_paused(True)
        if (known := self._known()) is not None:
            self._show_window(self.window_shown.moved(by * self.window_shown.span_s, known))

    def _point(self, chart: LiveChart, moment: float | None) -> None:
        if moment is not None:
            self._read_in = chart
            self._age_s = self._end() - moment
        elif self._read_in is chart:
            self._read_in = None
        self._show_cursor()

    def _step(self, chart: LiveChart, steps: int, to_end: int) -> None:
        if chart.plot is None or chart.plot.drawing is None or not chart.plot.drawing.stretch:
            return
        stretch, axes = chart.plot.drawing.stretch, chart.plot.drawing.axes
        if to_end:
            moment = axes.end if to_end > 0 else axes.begin
        elif self._read_in is None:
            moment = axes.end
        else:
            moment = stepped(stretch, self._moment_read(), steps)
        self._point(chart, min(max(moment, axes.begin), axes.end))

    def _end(self) -> float:
        known = self._known()
        return self.window_shown.bounds(known.newest if known else 0.0)[1]

    def _moment_read(self) -> float:
        return self._end() - self._age_s

    def _show_cursor(self) -> None:
        moment = None if self._read_in is None else self._moment_read()
        for chart in self.charts.values():
            chart.show_cursor(moment, reads_here=chart is self._read_in)

    def _show_window(self, window: TimeWindow) -> None:
        """Show this period; the cursor stays at its moment if that is still visible."""
        moment = self._moment_read() if self._read_in is not None else None
        self.window_shown = window
        if moment is not None:
            self._age_s = min(max(self._end() - moment, 0.0), window.span_s)
        for chart in self.charts.values():
            chart.show_window(window)
        self._show()
        self.window_changed.emit()

    def _tick(self) -> None:
        if self._standing is None and self.isVisible() and not self.window().isMinimized():
            self._show()

    def _show(self) -> None:
        history = self.history
        for chart in self.charts.values():
            if not chart.isHidden():
                chart.show_history(history, self._no_data, self._device)
        if self._read_in is not None:
            self._show_cursor()
