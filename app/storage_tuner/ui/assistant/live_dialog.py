"""Dialog of a live workload comparison: choices, standings, stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.errors import HelperGone, NotRestored, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Progress
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.live import LiveEvents, LiveJob
from storage_tuner.jobs.live_session import LiveComparison
from storage_tuner.jobs.requests import LiveRequest
from storage_tuner.present.decision import named
from storage_tuner.present.live import COLUMNS, FigureRow
from storage_tuner.present.result import result_headline
from storage_tuner.present.wording import prose, variant_label
from storage_tuner.ui import wording
from storage_tuner.ui.blocks.messages import TONES
from storage_tuner.ui.jobs import Jobs, with_remedy
from storage_tuner.ui.widgets.elements import (
    SPACE,
    Banner,
    Card,
    Text,
    Tone,
    heading,
    label_for,
    open_with_size,
    primary_button,
)
from storage_tuner.ui.widgets.layouts import Stretch, row_of
from storage_tuner.ui.widgets.table import TableWidget
from storage_tuner.ui.widgets.wheel_guard import SpinBox

_MINUTES = 10
_MOST_MINUTES = 24 * 60


class LiveDialog(QDialog):
    """Observes ``device`` without reading from it or writing to it. Closing it first stops the
    comparison; ``end`` also closes it once the settings are restored. ``stayed`` is emitted if it
    stays open because they may not be restored or the result isn't saved."""

    stayed = Signal()

    def __init__(
        self,
        parent: QWidget | None,
        device: str,
        schedulers: Sequence[str],
        connect: Callable[[], HelperConnection],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Live workload comparison"))
        self._device = device
        self._closing = False
        self._may_be_left = False
        self._not_saved = ""
        self._connect_helper = connect
        back = tr("The previous settings were restored. See the log for details.")
        self.jobs = Jobs("live comparison", self, with_remedy(back))
        self._job: LiveJob | None = None
        self.schedulers = {name: QCheckBox(name) for name in schedulers}
        self.minutes = SpinBox()
        self.message = Banner()
        self.now = Text(tone=Tone.SUBTLE)
        self.bar = QProgressBar()
        self.table = TableWidget(
            tr("Results under the same load"),
            [tr("Scheduler"), *(str(column) for column in COLUMNS)],
            tr("No requests observed yet"),
        )
        self.start = primary_button(tr("&Start"))
        self.close_button = QPushButton()
        self._build()
        self._connect()
        self._show_state()

    def reject(self) -> None:
        """Stop the comparison first, if one is running."""
        if not self.jobs.is_busy:
            super().reject()
            return
        if self._job is not None:
            self._job.cancel()
        self.close_button.setEnabled(False)
        self.now.setText(tr("Restoring settings …"))

    def end(self) -> None:
        """Stop, then close."""
        self._closing = True
        self.reject()

    def _build(self) -> None:
        explained = tr(
            "Use your programs as usual while the schedulers take turns. Storage Tuner only "
            "observes how long requests take; it reads and writes nothing. Each switch delays "
            "requests for a moment, and the previous settings are restored at the end."
        )
        ticks = QHBoxLayout()
        ticks.setSpacing(2 * SPACE)
        for tick in self.schedulers.values():
            tick.setChecked(True)
            tick.toggled.connect(self._show_state)
            ticks.addWidget(tick)
        ticks.addStretch(1)
        self.minutes.setRange(1, _MOST_MINUTES)
        self.minutes.setValue(_MINUTES)
        self.minutes.setSuffix(tr(" min"))
        label = label_for(self.minutes, tr("Time &limit"))
        ticks.addWidget(label)
        ticks.addWidget(self.minutes)
        standings = Card(tr("Results under the same load"))
        standings.body.addWidget(self.table)
        standings.body.addWidget(self.now)
        standings.body.addWidget(self.bar)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setAccessibleName(tr("Progress"))
        foot = row_of(Stretch(), self.close_button, self.start)
        self.close_button.setAutoDefault(False)
        title = tr("Live workload comparison on {device}", device=self._device)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE, 20, 3 * SPACE, 2 * SPACE)
        column.setSpacing(12)
        column.addWidget(heading(title, points=4))
        column.addWidget(Text(explained))
        column.addLayout(ticks)
        column.addWidget(self.message)
        column.addWidget(standings)
        column.addStretch(1)
        column.addLayout(foot)
        open_with_size(self, 130, 76)

    def _connect(self) -> None:
        self.start.clicked.connect(self._watch)
        self.close_button.clicked.connect(self.reject)
        self.jobs.idle.connect(self._note_end)

    def _ticked(self) -> tuple[str, ...]:
        return tuple(name for name, tick in self.schedulers.items() if tick.isChecked())

    def _watch(self) -> None:
        self.message.hide()
        self._may_be_left = False
        self._not_saved = ""
        self.table.show_rows(())
        self.now.setText(tr("Starting …"))
        relay = self.jobs.relay
        events = LiveEvents(
            relay(self._show_begun),
            relay(self._show_progress),
            relay(self.show_figures),
            relay(self.show_judged),
            relay(self.note_not_saved),
        )
        request = LiveRequest(
            self._device, LiveComparison(self._ticked()), 60.0 * self.minutes.value()
        )
        self._job = LiveJob(self._connect_helper, events)
        self.jobs.start(partial(self._job.carry_out, request), failed=self._show_failed)
        self._show_state()

    def _show_begun(self, plan: Plan) -> None:
        names = wording.joined([str(named(variant.name)) for variant in plan.variants])
        self.now.setText(tr("Observing: {names} alternate.", names=names))

    def _show_progress(self, progress: Progress) -> None:
        text = prose(progress.sentence)
        if progress.remaining_s is not None:
            text = f"{text} · {wording.remaining(progress.remaining_s)}"
        if self.close_button.isEnabled():
            self.now.setText(text)
        self.bar.setValue(round(1000 * progress.fraction))

    def show_figures(self, rows: Sequence[FigureRow]) -> None:
        """Show the latencies and throughput so far."""
        self.table.show_rows(
            [(variant_label(row.variant), *((str(value)) for value in row.values)) for row in rows]
        )

    def show_judged(self, record: SessionRecord, judgement: Judgement) -> None:
        """Show the verdict; it's also in the disk's history unless saving failed."""
        headline = result_headline(record, judgement)
        tone, symbol = TONES[headline.tone]
        kept = self._not_saved or tr("The result is saved in this disk's history.")
        self.message.show_message(
            Tone.CAUTION if self._not_saved else tone,
            headline.text,
            "\n".join((*headline.details, kept)),
            symbol=symbol,
        )

    def note_not_saved(self, error: StorageTunerError) -> None:
        """The result is shown, but isn't kept."""
        self._not_saved = tr("Couldn't save the result: {reason}", reason=str(error.summary))

    def _show_failed(self, error: StorageTunerError) -> None:
        self._may_be_left = isinstance(error, NotRestored | HelperGone)
        self.show_error(error)

    def show_error(self, error: StorageTunerError) -> None:
        self.message.show_error(error)

    def _note_end(self) -> None:
        back = tr("The previous settings were restored.")
        self.now.setText("" if self._may_be_left else back)
        self.bar.setValue(0)
        self._show_state()
        if not self._closing:
            return
        if self._may_be_left or self._not_saved:
            self.stayed.emit()
        else:
            super().reject()

    def _show_state(self) -> None:
        busy = self.jobs.is_busy
        for widget in (*self.schedulers.values(), self.minutes):
            widget.setEnabled(not busy)
        self.start.setEnabled(not busy and len(self._ticked()) > 1)
        self.start.setToolTip(
            "" if len(self._ticked()) > 1 else tr("Tick at least two schedulers.")
        )
        self.close_button.setEnabled(True)
        self.close_button.setText(tr("S&top") if busy else tr("&Close"))
        (self.close_button if busy else self.start).setFocus(Qt.FocusReason.OtherFocusReason)
