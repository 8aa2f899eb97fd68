"""Live throughput and latency of one device, with pause and time range."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.report import numbers
from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.ui import icons, wording
from storage_tuner.ui.card_row import CardRow
from storage_tuner.ui.charts.library import ChartLibrary
from storage_tuner.ui.charts.live_chart import LiveChart, Series
from storage_tuner.ui.elements import SPACE, heading
from storage_tuner.ui.live_figures import LiveFigures


class LiveCharts(QWidget):
    """The two charts, fed by a monitor; nothing is drawn while they can't be seen."""

    def __init__(self, monitor: LiveMonitor, library: ChartLibrary) -> None:
        super().__init__()
        self._monitor = monitor
        self._device = ""
        self._paused = False
        self._no_data = ""
        read, write = self.tr("read"), self.tr("write")
        self.throughput = LiveChart(
            self.tr("Throughput (MB/s)"),
            (Series("read_mb_s", read), Series("write_mb_s", write)),
            wording.rate,
            library,
            legend_word=wording.rate_number,
            tick_word=wording.short_number,
        )
        self.latency = LiveChart(
            self.tr("Latency"),
            (Series("read_latency_ms", read), Series("write_latency_ms", write)),
            numbers.milliseconds,
            library,
            legend_word=numbers.milliseconds,
            tick_word=wording.latency_tick,
            logarithmic=True,
            delay_ms=100,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        row = CardRow((self.throughput, self.latency), least_width=62)
        row.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column.addWidget(row, 1)
        monitor.ticked.connect(self._tick)

    def show_device(self, name: str, no_data: str = "") -> None:
        """Show this device from now on; ``no_data`` is said until there is a value."""
        self._device = name
        self._no_data = no_data
        self._show()

    def set_span(self, seconds: float) -> None:
        for chart in self._charts():
            chart.set_span(seconds)

    def set_paused(self, paused: bool) -> None:
        self._paused = paused
        if not paused:
            self._show()

    def _charts(self) -> tuple[LiveChart, LiveChart]:
        return (self.throughput, self.latency)

    def _tick(self) -> None:
        if not self._paused and self.isVisible() and not self.window().isMinimized():
            self._show()

    def _show(self) -> None:
        history = self._monitor.history(self._device)
        for chart in self._charts():
            chart.show_history(history, self._no_data)


class LivePanel(QWidget):
    """Heading, time range and pause above the figures and charts."""

    def __init__(self, monitor: LiveMonitor, library: ChartLibrary) -> None:
        super().__init__()
        self.charts = LiveCharts(monitor, library)
        self.figures = LiveFigures(monitor)
        self.range = QComboBox()
        for text, seconds in (
            (self.tr("Last minute"), 60),
            (self.tr("Last 5 minutes"), 300),
            (self.tr("Last 10 minutes"), 600),
        ):
            self.range.addItem(text, seconds)
        self.range.currentIndexChanged.connect(self._set_range)
        label = QLabel(self.tr("Time &range"))
        label.setBuddy(self.range)
        self.range.setAccessibleName(self.tr("Time range"))
        self.pause = QPushButton(self.tr("&Pause"))
        self.pause.setCheckable(True)
        self.pause.toggled.connect(self._set_paused)
        head = QHBoxLayout()
        head.setSpacing(SPACE)
        head.addWidget(heading(self.tr("Live activity")))
        head.addStretch(1)
        for widget in (label, self.range, self.pause):
            head.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE)
        column.addLayout(head)
        column.addWidget(self.figures)
        column.addWidget(self.charts, 1)
        self._dress()

    def show_device(self, name: str) -> None:
        self.figures.show_device(name)
        self.charts.show_device(name)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _dress(self) -> None:
        name = "resume" if self.pause.isChecked() else "pause"
        self.pause.setIcon(icons.icon(name, self.palette(), 16))

    def _set_range(self) -> None:
        self.charts.set_span(float(self.range.currentData(Qt.ItemDataRole.UserRole)))

    def _set_paused(self, paused: bool) -> None:
        self.pause.setText(self.tr("&Resume") if paused else self.tr("&Pause"))
        self.figures.set_paused(paused)
        self.charts.set_paused(paused)
        self._dress()
