"""The measurement under way: where it is, what runs, what the disk does, who leads."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar, QSizePolicy

from storage_tuner.core.errors import Cancelled, Dismissed, StorageTunerError
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan
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
    def __init__(self, monitor: LiveMonitor, library: ChartLibrary) -> None:
        super().__init__("")
        self._where = heading(points=0)
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the measurement"))
        self._now = Text(tone=Tone.SUBTLE)
        self.message = Message()
        self.charts = LiveCharts(monitor, library)
        self.charts.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.standings = Standings()
        for widget in (self.message, self._where, self.bar, self._now):
            self.column.addWidget(widget)
        self.column.addWidget(self.charts, 1)
        self.column.addWidget(self.standings)
        self.column.addStretch(0)

    def begin(self) -> None:
        """Show a measurement that has just been asked for."""
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
        if progress.phase in (Phase.CONNECTING, Phase.PREPARING, Phase.RESTORING):
            self.bar.setRange(0, 0)
        else:
            self.bar.setRange(0, _STEPS)
            self.bar.setValue(round(progress.fraction * _STEPS))
        self._where.setText(self._where_text(progress))
        self._now.setText(self._now_text(progress))

    def add(self, measurement: Measurement) -> None:
        self.standings.add(measurement)

    def show_stopping(self) -> None:
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
        for widget in (self._where, self.bar, self._now, self.charts, self.standings):
            widget.setVisible(shown)

    def _where_text(self, progress: Progress) -> str:
        if progress.phase is not Phase.MEASURING:
            return progress.sentence
        text = self.tr("Run {run} of {runs}").format(run=progress.run, runs=progress.runs)
        if progress.remaining_s is None:
            return text
        return f"{text} · {wording.remaining(progress.remaining_s)}"

    def _now_text(self, progress: Progress) -> str:
        if progress.phase is Phase.CONNECTING:
            return self.tr("You may be asked for your password.")
        run = progress.specification
        if run is None:
            return ""
        return self.tr("Now: {scheduler}, {operation}, {threads}").format(
            scheduler=run.variant.name,
            operation=run.operation.label.lower(),
            threads=wording.threads(run.threads),
        )
