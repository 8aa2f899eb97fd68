"""Charts of one device's current and recent activity, and their options."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.live import quantities
from storage_tuner.ui.live import time_axis as moments
from storage_tuner.ui.live.chart_set import LiveCharts
from storage_tuner.ui.live.monitor import LiveMonitor
from storage_tuner.ui.live.time_window import SPANS_S
from storage_tuner.ui.widgets import icons
from storage_tuner.ui.widgets.cards import Scrolling
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, label_for
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_in, row_of
from storage_tuner.ui.widgets.wheel_guard import ComboBox

_CHARTS = "live/charts"
_SPAN = "live/span_s"
_LOGARITHMIC = "live/logarithmic"
_USUAL_CHARTS = ("throughput", "iops", "latency", "queue")
_USUAL_SPAN_S = 60.0


class LivePanel(QWidget):
    """Time range, choice of charts and pause above the charts; all except the pause is
    remembered."""

    def __init__(
        self, monitor: LiveMonitor, library: ChartLibrary, settings: QSettings | None = None
    ) -> None:
        super().__init__()
        self._settings = settings
        self._name = ""
        self._is_gone = False
        self.charts = LiveCharts(monitor, library, quantities.all_quantities(), full=True)
        self.range = ComboBox()
        for text, seconds in zip(self._span_names(), SPANS_S, strict=True):
            self.range.addItem(text, seconds)
        self.logarithmic = QAction(tr("&Logarithmic scales"), self)
        self.logarithmic.setCheckable(True)
        self.logarithmic.toggled.connect(self._set_logarithmic)
        self.choose = QPushButton(tr("&Charts"))
        self.choose.setMenu(self._chart_menu())
        self.reset = QPushButton(tr("Reset &zoom"))
        self.reset.clicked.connect(self.charts.reset_zoom)
        self.pause = QPushButton(tr("&Pause"))
        self.pause.setCheckable(True)
        self.pause.toggled.connect(self._set_paused)
        self.state = Text(tone=Tone.SUBTLE)
        self._build()
        self._remember()
        self.range.currentIndexChanged.connect(self._set_range)
        self.charts.window_changed.connect(self._show_state)
        self._show_state()
        self._dress()

    def show_device(self, name: str) -> None:
        if name == self._name and not self._is_gone:
            return
        self._name = name
        self._is_gone = False
        self.pause.setEnabled(True)
        self.pause.setChecked(False)
        self.charts.show_device(name)
        self._show_state()

    def show_gone(self) -> None:
        """Keep the last recording of a removed device visible, and label it."""
        self._is_gone = True
        self.charts.set_paused(True)
        self.pause.setEnabled(False)
        self._show_state()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _span_names(self) -> tuple[str, ...]:
        return (
            tr("Last 10 seconds"),
            tr("Last minute"),
            tr("Last 5 minutes"),
            tr("Last 15 minutes"),
            tr("Last hour"),
        )

    def _chart_menu(self) -> QMenu:
        menu = QMenu(self)
        for key, chart in self.charts.charts.items():
            action = menu.addAction(chart.quantity.title)
            action.setCheckable(True)
            action.setData(key)
            action.toggled.connect(self._choose_charts)
        menu.addSeparator()
        menu.addAction(self.logarithmic)
        return menu

    def _build(self) -> None:
        label = label_for(self.range, tr("Ti&me range"))
        self.range.setAccessibleName(tr("Time range"))
        self.choose.setAccessibleName(tr("Visible charts"))
        head = row_of(
            label, self.range, self.choose, Stretch(), self.reset, self.pause, spacing=SPACE
        )
        scroll = Scrolling(self.charts)
        scroll.verticalScrollBar().rangeChanged.connect(
            lambda _, most: self.charts.set_wheel_zooms(most == 0)
        )
        column_in(self, head, self.state, Placed(scroll, 1), spacing=SPACE)

    def _remember(self) -> None:
        keys: tuple[str, ...] = _USUAL_CHARTS
        span_s = _USUAL_SPAN_S
        if self._settings is not None:
            keys = _known_keys(self._settings.value(_CHARTS), (*self.charts.charts,))
            span_s = _number(self._settings.value(_SPAN))
            self.logarithmic.setChecked(self._settings.value(_LOGARITHMIC) == "yes")
        for action in self._chart_actions():
            action.blockSignals(True)
            action.setChecked(action.data() in keys)
            action.blockSignals(False)
        self.range.setCurrentIndex(SPANS_S.index(span_s if span_s in SPANS_S else _USUAL_SPAN_S))
        self.charts.show_only(keys)
        self.charts.set_span(self.range.currentData())

    def _choose_charts(self) -> None:
        keys = [str(each.data()) for each in self._chart_actions() if each.isChecked()]
        self.charts.show_only(keys)
        self._show_state()
        if self._settings is not None:
            self._settings.setValue(_CHARTS, ",".join(keys))

    def _chart_actions(self) -> list[QAction]:
        return [action for action in self.choose.menu().actions() if action.data()]

    def _set_logarithmic(self, on: bool) -> None:
        self.charts.set_logarithmic(on)
        if self._settings is not None:
            self._settings.setValue(_LOGARITHMIC, "yes" if on else "no")

    def _set_range(self) -> None:
        span_s = float(self.range.currentData(Qt.ItemDataRole.UserRole))
        self.charts.set_span(span_s)
        if self._settings is not None:
            self._settings.setValue(_SPAN, span_s)

    def _set_paused(self, paused: bool) -> None:
        self.pause.setText(tr("&Resume") if paused else tr("&Pause"))
        self.charts.set_paused(paused)
        self._show_state()
        self._dress()

    def _show_state(self) -> None:
        """Pause automatically when zoomed into the past."""
        window = self.charts.window_shown
        if not window.follows and not self._is_gone and not self.pause.isChecked():
            self.pause.setChecked(True)
            return
        self.reset.setEnabled(self.charts.is_zoomed)
        self.reset.setVisible(self.charts.is_zoomed)
        self.state.setText(self._state_words())

    def _state_words(self) -> str:
        if not any(action.isChecked() for action in self._chart_actions()):
            return tr("No charts selected. Select some under “Charts”.")
        window, history = self.charts.window_shown, self.charts.history
        if self._is_gone:
            if history is None or not len(history):
                return tr("The device was disconnected before any data was recorded.")
            return tr("The device was disconnected. These are the last recorded values.")
        if not window.follows and history is not None:
            return tr(
                "Paused at {moment}, showing {span}. Recording continues; press Resume "
                "to catch up.",
                moment=moments.clock(history.newest_time),
                span=moments.span(window.span_s),
            )
        if self.pause.isChecked():
            return tr("Paused before any data arrived.")
        if self.charts.is_zoomed:
            return tr("Showing the last {span}.", span=moments.span(window.span_s))
        return tr("Drag or scroll to zoom; use the arrow keys to read values.")

    def _dress(self) -> None:
        name = "resume" if self.pause.isChecked() else "pause"
        self.pause.setIcon(icons.icon(name, self.palette(), 16))


def _known_keys(value: object, known: tuple[str, ...]) -> tuple[str, ...]:
    """The remembered keys that are known; the defaults if nothing was remembered."""
    if not isinstance(value, str):
        return _USUAL_CHARTS
    return tuple(key for key in value.split(",") if key in known)


def _number(value: object) -> float:
    try:
        return float(str(value))
    except ValueError:
        return _USUAL_SPAN_S
