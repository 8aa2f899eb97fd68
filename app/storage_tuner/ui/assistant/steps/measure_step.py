"""The running measurement: progress, current test, live charts, standings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QWidget

from storage_tuner.core.errors import Cancelled, Dismissed, NotRestored, StorageTunerError
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.present.blocks import Fact
from storage_tuner.present.wording import prose
from storage_tuner.ui.assistant.measure.progress_text import now_text, where_text
from storage_tuner.ui.assistant.measure.slice_charts import Race
from storage_tuner.ui.assistant.measure.standing_text import disturbance_words, temperature_words
from storage_tuner.ui.assistant.measure.standings import StandingsCard
from storage_tuner.ui.assistant.steps.step import Page
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.live.chart_set import LiveCharts
from storage_tuner.ui.live.monitor import LiveMonitor
from storage_tuner.ui.widgets.elements import SPACE, Banner, Card, Text, Tone, heading
from storage_tuner.ui.widgets.facts import Facts
from storage_tuner.ui.widgets.layouts import Placed, row_in

_MOST_OF_IT = 100
_STEPS = 1000


class MeasureStep(Page):
    """``pause_asked`` carries True to pause, False to resume."""

    pause_asked = Signal(bool)

    def __init__(self, monitor: LiveMonitor, library: ChartLibrary) -> None:
        super().__init__()
        self.where = heading(points=0)
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress of the measurement"))
        self.now = Text(tone=Tone.SUBTLE)
        self.notice = Text(tone=Tone.SUBTLE)
        self.facts = Facts()
        self._slice_s: float | None = None
        self._others_share = 0.0
        self._may_pause = True
        self.pause = QPushButton(tr("&Pause"))
        self.pause.setCheckable(True)
        self.pause.setAutoDefault(False)
        self.pause.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.pause.toggled.connect(self._show_pause)
        self.message = Banner()
        self.ways_on = Text(
            tr("“Try again” repeats the measurement; “Back” returns to the plan."),
            tone=Tone.SUBTLE,
        )
        self.charts = LiveCharts(monitor, library)
        self.charts.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.race = Race()
        self.standings = StandingsCard()
        self._build()

    def begin(self, *, confirming: bool = False) -> None:
        """Show a measurement that was just requested."""
        self.pause.setChecked(False)
        self.pause.setEnabled(False)
        self._slice_s = None
        self._others_share = 0.0
        self.title.setText(tr("Verifying with separate runs") if confirming else tr("Measuring"))
        self.message.hide()
        self.ways_on.hide()
        self._show_work(True)
        self.bar.setRange(0, 0)
        self.where.setText(tr("Preparing …"))
        self.now.setText("")
        self._show_notice("")
        self.standings.clear()
        self._show_tests(False)
        self._conditions.hide()
        self.charts.show_device("", tr("Charts start with the measurement."))

    def show_plan(self, device: str, plan: Plan) -> None:
        """``device`` is the one the charts show; "" if unknown."""
        self.race.show_so_far(self.standings.show_plan(plan))
        self._may_pause = plan.protocol is not Protocol.SUSTAINED
        # the loads of a map are known only once they are measured
        self._show_tests(plan.protocol not in (Protocol.SUSTAINED, Protocol.MAP))
        self._conditions.show()
        self._show_conditions()
        if device:
            self.charts.show_device(device)

    def show_progress(self, progress: Progress) -> None:
        pausable = progress.phase in (Phase.MEASURING, Phase.PAUSED)
        self.pause.setEnabled(pausable and self._may_pause)
        if progress.phase is Phase.PAUSED:
            self.where.setText(str(progress.sentence))
            return
        if progress.phase in (Phase.CONNECTING, Phase.PREPARING, Phase.RESTORING):
            self.bar.setRange(0, 0)
        else:
            self.bar.setRange(0, _STEPS)
            self.bar.setValue(round(progress.fraction * _STEPS))
        self.where.setText(where_text(progress))
        self.now.setText(now_text(progress, self._slice_s))
        self.standings.show_running(progress.specification)
        self._others_share = progress.others_share
        self._show_conditions()
        if progress.notice:
            self._show_notice(prose(progress.notice))

    def add_before(self, measurements: Sequence[Measurement]) -> None:
        """Add the measurements from before the interruption."""
        self._add(measurements)

    def add(self, measurement: Measurement) -> None:
        self._slice_s = measurement.duration_s
        self._add((measurement,))

    def show_stopping(self) -> None:
        self.pause.setEnabled(False)
        self.where.setText(tr("Stopping and restoring settings …"))
        self.now.setText("")
        self.bar.setRange(0, 0)

    def show_error(self, error: StorageTunerError) -> None:
        """Show the error; the work is over and the settings are restored."""
        self._show_work(False)
        self.ways_on.show()
        self._conditions.hide()
        self._show_tests(False)
        if isinstance(error, Cancelled):
            self.title.setText(tr("Stopped"))
            self.message.show_message(Tone.PLAIN, str(error.summary), str(error.remedy))
        else:
            dismissed = isinstance(error, Dismissed)
            self.title.setText(tr("Not started") if dismissed else tr("Measurement failed"))
            tone = Tone.PLAIN if dismissed else Tone.BAD
            self.message.show_message(tone, str(error.summary), str(error.remedy))

    def show_not_restored(self, left: NotRestored) -> None:
        """Show that a setting is still changed after the work is over."""
        self.show_error(left)
        self.ways_on.hide()
        self.title.setText(tr("Settings not fully restored"))

    def _build(self) -> None:
        head = QWidget()
        row_in(head, Placed(self.where, 1), self.pause, spacing=2 * SPACE)
        self._conditions = Card()
        self._conditions.body.addWidget(self.facts)
        self._conditions.body.addWidget(self.notice)
        self._work = (head, self.bar, self.now, self.charts)
        self.column.addWidget(self.message)
        self.column.addWidget(self.ways_on)
        for widget in (head, self.bar, self.now, self._conditions):
            self.column.addWidget(widget)
        self.column.addWidget(self.race)
        self.column.addWidget(self.charts, _MOST_OF_IT)
        self.column.addWidget(self.standings)
        self.column.addStretch(1)

    def _show_pause(self, paused: bool) -> None:
        """Resuming repeats the unfinished block, which costs only a few seconds."""
        self.pause.setText(tr("&Resume") if paused else tr("&Pause"))
        if paused:
            self.where.setText(tr("Pausing and restoring settings …"))
            self.now.setText("")
        self.pause_asked.emit(paused)

    def _add(self, measurements: Sequence[Measurement]) -> None:
        for test in self.standings.add_all(measurements):
            self.race.update_test(test)
        self._show_conditions()

    def _show_tests(self, shown: bool) -> None:
        for card in (self.race, self.standings):
            card.setVisible(shown)

    def _show_work(self, shown: bool) -> None:
        for widget in self._work:
            widget.setVisible(shown)

    def _show_notice(self, sentence: str) -> None:
        self.notice.setText(sentence)
        self.notice.setVisible(bool(sentence))

    def _show_conditions(self) -> None:
        """Show interference and temperature."""
        said = disturbance_words(self.standings.disturbances, self._others_share)
        rows = [Fact(tr("Other programs"), said)]
        if temperatures := self.standings.temperatures:
            rows.append(Fact(tr("Temperature"), temperature_words(temperatures)))
        self.facts.show_rows(rows)
