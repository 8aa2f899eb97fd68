"""The measurement under way: where it is, what runs, what the disk does, who leads."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy

from storage_tuner.core.errors import Cancelled, Dismissed, StorageTunerError
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, RunSpecification
from storage_tuner.services.progress import Phase, Progress
from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.standings import Standings
from storage_tuner.ui.assistant.steps import Page
from storage_tuner.ui.charts.library import ChartLibrary
from storage_tuner.ui.elements import Message, Text, Tone, heading
from storage_tuner.ui.live_panel import LiveCharts

_STEPS = 1000


class MeasureStep(Page):
    """``pause_asked`` carries True for a pause, False for going on."""

    pause_asked = Signal(bool)

    def __init__(self, monitor: LiveMonitor, library: ChartLibrary) -> None:
        super().__init__("")
        self._where = heading(points=0)
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the measurement"))
        self._now = Text(tone=Tone.SUBTLE)
        self.pause = QPushButton(self.tr("&Pause"))
        self.pause.setCheckable(True)
        self.pause.setAutoDefault(False)
        self.pause.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.pause.toggled.connect(self._show_pause)
        self.message = Message()
        self.charts = LiveCharts(monitor, library)
        self.charts.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.standings = Standings()
        for widget in (self.message, self._where, self.bar, self._now, self.pause):
            self.column.addWidget(widget)
        self.column.addWidget(self.charts, 1)
        self.column.addWidget(self.standings)
        self.column.addStretch(0)

    def begin(self) -> None:
        """Show a measurement that has just been asked for."""
        self.pause.setChecked(False)
        self.pause.setEnabled(False)
        self.title.setText(self.tr("Measuring"))
        self.message.hide()
        self._show_work(True)
        self.bar.setRange(0, 0)
        self._where.setText(self.tr("Getting ready …"))
        self._now.setText("")
        self.standings.clear()
        self.standings.hide()
        self.charts.show_device("", self.tr("Starts with the measurement."))

    def show_plan(self, device: str, plan: Plan) -> None:
        self.standings.show_plan(plan)
        self.standings.show()
        self.charts.show_device(device)

    def show_progress(self, progress: Progress) -> None:
        self.pause.setEnabled(progress.phase in (Phase.MEASURING, Phase.PAUSED))
        if progress.phase is Phase.PAUSED:
            self._where.setText(progress.sentence)
            return
        if progress.phase in (Phase.CONNECTING, Phase.PREPARING, Phase.RESTORING):
            self.bar.setRange(0, 0)
        else:
            self.bar.setRange(0, _STEPS)
            self.bar.setValue(round(progress.fraction * _STEPS))
        self._where.setText(self._where_text(progress))
        self._now.setText(self._now_text(progress))

    def add(self, measurement: Measurement) -> None:
        self.standings.add(measurement)

    def _show_pause(self, paused: bool) -> None:
        """The unfinished block is measured anew, so going on costs a few seconds only."""
        self.pause.setText(self.tr("&Go on") if paused else self.tr("&Pause"))
        if paused:
            self._where.setText(self.tr("Pausing, and putting the settings back …"))
            self._now.setText("")
        self.pause_asked.emit(paused)

    def show_stopping(self) -> None:
        self.pause.setEnabled(False)
        self._where.setText(self.tr("Stopping, and putting the settings back …"))
        self._now.setText("")
        self.bar.setRange(0, 0)

    def show_error(self, error: StorageTunerError) -> None:
        """Say what happened; the work is over and the settings are back."""
        self._show_work(False)
        if isinstance(error, Cancelled):
            self.title.setText(self.tr("Stopped"))
            self.message.say(Tone.PLAIN, error.summary, error.remedy)
        else:
            self.title.setText(self.tr("This could not be measured"))
            tone = Tone.PLAIN if isinstance(error, Dismissed) else Tone.BAD
            self.message.say(tone, error.summary, error.remedy)

    def _show_work(self, shown: bool) -> None:
        for widget in (
            self._where,
            self.bar,
            self._now,
            self.pause,
            self.charts,
            self.standings,
        ):
            widget.setVisible(shown)

    def _where_text(self, progress: Progress) -> str:
        if progress.phase is not Phase.MEASURING:
            return progress.sentence
        template = (
            self.tr("Run {run} of {runs}")
            if progress.block is None
            else self.tr("Test {run} of {runs}")
        )
        text = template.format(run=progress.run, runs=progress.runs)
        if progress.remaining_s is None:
            return text
        return f"{text} · {wording.remaining(progress.remaining_s)}"

    def _now_text(self, progress: Progress) -> str:
        if progress.phase is Phase.CONNECTING:
            return self.tr("You may be asked for your password.")
        run = progress.specification
        if run is None:
            return ""
        if progress.block is not None:
            return self._block_text(progress, run, progress.block)
        return self.tr("Now: {scheduler}, {operation}, {threads}").format(
            scheduler=run.variant.name,
            operation=run.operation.label.lower(),
            threads=wording.threads(run.threads),
        )

    def _block_text(self, progress: Progress, run: RunSpecification, block: int) -> str:
        """Which test is under way, how often each scheduler had its turn, and who leads."""
        text = self.tr("Now: {operation}, {threads}, block {block}").format(
            operation=run.operation.label.lower(),
            threads=wording.threads(run.threads),
            block=block,
        )
        if progress.leader is None or progress.lead_percent is None:
            return text
        return self.tr("{now}; {scheduler} ahead by {percent} %").format(
            now=text, scheduler=progress.leader, percent=round(progress.lead_percent)
        )
