"""The step that shows the plan: duration, safety, and what is compared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import QLocale, QTime, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
)

from storage_tuner.bench.planning import estimate_seconds
from storage_tuner.client.connecting import asks_for_password
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan, Protocol, TargetKind, Thoroughness
from storage_tuner.present.blocks import Fact
from storage_tuner.present.numbers import decimal_bytes
from storage_tuner.present.plan import compared, plan_facts, written
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.plan.comparison_choice import ComparedKind, ComparisonChoice
from storage_tuner.ui.assistant.plan.conditions import ConditionsCard
from storage_tuner.ui.assistant.plan.measurement_choice import MeasuredKind, MeasurementChoice
from storage_tuner.ui.assistant.plan.overwriting import OverwritingOffer
from storage_tuner.ui.assistant.plan.plan_files import PlanFiles
from storage_tuner.ui.assistant.plan.published_card import PublishedCard
from storage_tuner.ui.assistant.plan.resume_offer import ResumeOffer
from storage_tuner.ui.assistant.plan.workload_choice import WorkloadChoice
from storage_tuner.ui.assistant.steps.step import Page
from storage_tuner.ui.widgets.elements import SPACE, Banner, Card, Text, Tone
from storage_tuner.ui.widgets.facts import Facts
from storage_tuner.ui.widgets.fold import Fold
from storage_tuner.ui.widgets.layouts import Stretch, row_of
from storage_tuner.ui.widgets.wheel_guard import SpinBox

MOST_RUNS = 99
"""The most runs per test that can be chosen here; the terminal allows more."""


class PlanStep(Page):
    """``effort_chosen`` is emitted when another thoroughness is chosen."""

    effort_chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title.setText(tr("Check the plan"))
        self.offer = ResumeOffer()
        self.safety = Banner()
        self.overwriting = OverwritingOffer()
        self._slowness = Banner()
        self.conditions = ConditionsCard()
        self.summary = Text()
        self.notes = Text(tone=Tone.SUBTLE)
        self.facts = Facts()
        self.published = PublishedCard()
        self.measurement = MeasurementChoice()
        self.comparison = ComparisonChoice()
        self.workloads = WorkloadChoice()
        self.files = PlanFiles()
        self.advanced = Fold(tr("Advanced: measurement, comparison, plan files"))
        self._refused = ""
        self._following = False
        self.verticalScrollBar().rangeChanged.connect(self._follow)
        self._build()

    def thoroughness(self) -> Thoroughness:
        """The chosen thoroughness; it doesn't apply to the sequential protocol."""
        return next(effort for effort, button in self.buttons.items() if button.isChecked())

    def protocol(self) -> Protocol:
        if self.measurement.kind() is MeasuredKind.SUSTAINED:
            return Protocol.SUSTAINED
        if self.measurement.kind() is MeasuredKind.MAP:
            return Protocol.MAP
        return Protocol.ARTICLE if self.article.isChecked() else Protocol.ADAPTIVE

    def repeats(self) -> int | None:
        """The chosen number of runs per test; None: as many as a decision needs."""
        return self.runs.value() if self.article.isChecked() else None

    @property
    def problem(self) -> str:
        """Why the choices can't be measured; empty if they can."""
        kind = self.measurement.kind()
        workloads = self.workloads.problem if kind is MeasuredKind.WORKLOADS else ""
        compared = self.comparison.problem if kind is not MeasuredKind.SUSTAINED else ""
        return self.measurement.problem or workloads or compared or self._refused

    def show_refused(self, error: StorageTunerError) -> None:
        """Show why no plan can be made of the choices."""
        self._refused = str(error.summary)
        self.summary.hide()
        self._show_notes([self._refused, str(error.remedy)])
        self.advanced.set_open(True)

    def choose(self, effort: Thoroughness, protocol: Protocol, repeats: int | None = None) -> None:
        self.buttons[effort].setChecked(True)
        self.runs.setValue(repeats or 1)
        self.article.setChecked(protocol is Protocol.ARTICLE)

    def show_below(self) -> None:
        """Open Advanced and scroll to its end once what was added there is laid out."""
        self.advanced.set_open(True)
        self._following = True
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _follow(self, _: int, most: int) -> None:
        if self._following:
            self._following = False
            self.verticalScrollBar().setValue(most)

    def show_plan(
        self,
        device: Device | None,
        plans: dict[Thoroughness, Plan],
        article: Plan,
        notes: Sequence[str],
        sustained: Plan | None = None,
    ) -> None:
        """Describe the plan of the chosen thoroughness, and the duration of each, or the plan of
        ``sustained`` writes if those are chosen. ``notes`` are about what can't be detected or is
        left out."""
        names: dict[QAbstractButton, tuple[str, Plan]] = {
            self.buttons[choice]: (wording.thoroughness(choice), plans[choice])
            for choice in Thoroughness
        }
        names[self.article] = (tr("Sequential protocol"), article)
        for button, (name, offered) in names.items():
            duration = wording.minutes(estimate_seconds(offered))
            button.setText(tr("{name} ({duration})", name=name, duration=duration))
        plan = article if self.article.isChecked() else plans[self.thoroughness()]
        plan = sustained or plan
        self._show_safety(plan)
        self._show_slowness(device)
        self.facts.show_rows(self._rows(plan))
        self.summary.setText(
            tr("Compared: {compared}. {time}.", compared=str(compared(plan)), time=self._time(plan))
        )
        self.summary.show()
        self._show_notes(notes)
        self._refused = ""
        if self.problem or not self._is_usual:
            self.advanced.set_open(True)

    @property
    def _is_usual(self) -> bool:
        """Whether all choices in Advanced are the defaults."""
        scheduled = self.comparison.kind() is ComparedKind.SCHEDULERS
        plain = self.measurement.kind() is MeasuredKind.WORKLOADS and not self.article.isChecked()
        return scheduled and plain and not self.workloads.is_chosen

    def _build(self) -> None:
        time = Card(tr("Duration"))
        time.body.addLayout(self._efforts())
        time.body.addWidget(self.summary)
        time.body.addWidget(self.notes)
        self.notes.hide()
        article = Card(tr("Method"))
        article.body.addLayout(self._article_row())
        about = tr(
            "Runs each scheduler for one minute, one after the other, with pauses. Use it to "
            "compare your results with published articles."
        )
        article.body.addWidget(Text(about, tone=Tone.SUBTLE))
        plan = Card(tr("Plan"))
        for inner in (self.facts, self.workloads, self.files):
            plan.body.addWidget(inner)
        self.advanced.body.setContentsMargins(0, SPACE, 0, 0)
        self.advanced.body.setSpacing(12)
        self.measurement.kind_changed.connect(self._show_possible)
        for card in (self.measurement, self.comparison, self.published, article, plan):
            self.advanced.body.addWidget(card)
        start = tr("Choose how long to measure, check the points below, then start.")
        for widget in (
            Text(start, tone=Tone.SUBTLE),
            self.offer,
            time,
            self.safety,
            self.overwriting,
            self._slowness,
            self.conditions,
            self.advanced,
        ):
            self.column.addWidget(widget)
        self.column.addStretch(1)

    def _show_notes(self, notes: Sequence[str]) -> None:
        self.notes.setText("\n".join(dict.fromkeys(note for note in notes if note)))
        self.notes.setVisible(bool(self.notes.text()))

    def _efforts(self) -> QVBoxLayout:
        self._group = QButtonGroup(self)
        self.buttons: dict[Thoroughness, QRadioButton] = {}
        column = QVBoxLayout()
        column.setSpacing(6)
        for number, choice in enumerate(Thoroughness):
            button = QRadioButton(wording.thoroughness(choice))
            self._group.addButton(button, number)
            self.buttons[choice] = button
            column.addWidget(button)
        self.buttons[Thoroughness.NORMAL].setChecked(True)
        self._group.idToggled.connect(lambda _, on: self.effort_chosen.emit() if on else None)
        return column

    def _article_row(self) -> QHBoxLayout:
        self.article = QCheckBox()
        self.runs = SpinBox()
        self.runs.setRange(1, MOST_RUNS)
        self.runs.setAccessibleName(tr("Runs per test"))
        self.runs.setToolTip(tr("Runs per test; a verdict needs at least three"))
        self.runs.setEnabled(False)
        self.article.toggled.connect(self.runs.setEnabled)
        self.article.toggled.connect(self._note_article)
        self.runs.valueChanged.connect(lambda _: self.effort_chosen.emit())
        return row_of(self.article, self.runs, Stretch())

    def _note_article(self) -> None:
        self._show_possible()
        self.effort_chosen.emit()

    def _show_possible(self) -> None:
        """The sequential protocol has its own duration, a map its own loads, and sustained writes
        have both and the current settings."""
        kind = self.measurement.kind()
        has_workloads = kind in (MeasuredKind.WORKLOADS, MeasuredKind.START)
        if not has_workloads:
            self.article.setChecked(False)
        self.article.setEnabled(has_workloads)
        self.workloads.setEnabled(kind is MeasuredKind.WORKLOADS)
        self.comparison.setEnabled(kind is not MeasuredKind.SUSTAINED)
        has_time = kind is not MeasuredKind.SUSTAINED and not self.article.isChecked()
        for button in self.buttons.values():
            button.setEnabled(has_time)

    def _show_safety(self, plan: Plan) -> None:
        if plan.protocol is Protocol.SUSTAINED:
            self._show_wear(plan)
            return
        if plan.target.kind is TargetKind.PRACTICE:
            self.safety.show_message(
                Tone.GOOD,
                tr("No data can be lost"),
                tr(
                    "The practice disk is a 1 GB file on your system disk. It is created for the "
                    "measurement and removed afterwards."
                ),
            )
            return
        if plan.target.kind is TargetKind.FILE:
            self._show_files_are_safe(plan)
            return
        self.safety.setVisible(not plan.overwrites_device)
        if plan.overwrites_device:
            return
        self.safety.show_message(
            Tone.GOOD,
            tr("Your files stay untouched"),
            tr(
                "The disk is only read. Its settings change only briefly and are always "
                "restored, even if this program or the computer crashes."
            ),
        )

    def _show_wear(self, plan: Plan) -> None:
        """Show how much is written."""
        self.safety.show_message(
            Tone.CAUTION,
            tr("{size} will be written", size=decimal_bytes(plan.target.size_bytes or 0)),
            tr(
                "Writing wears out flash memory by as much. It ends after {duration} at the "
                "latest; you can stop it earlier and keep the curve so far.",
                duration=wording.minutes(estimate_seconds(plan)),
            ),
        )

    def _show_files_are_safe(self, plan: Plan) -> None:
        """Show that a folder only gets a test file, and a file is only read."""
        if any(workload.writes for workload in plan.workloads):
            remedy = tr(
                "A 1 GB test file is written to {path} and removed afterwards. Settings are "
                "always restored, even if this program or the computer crashes."
            )
        else:
            remedy = tr(
                "{path} is only read. Settings are always restored, even if this program or the "
                "computer crashes."
            )
        summary = tr("Your files stay untouched")
        if any(workload.command for workload in plan.workloads):
            summary = tr("Your files stay untouched, unless the program changes them")
        self.safety.show_message(Tone.GOOD, summary, remedy.format(path=plan.target.path or ""))

    def _show_slowness(self, device: Device | None) -> None:
        if device is None:
            summary = tr("The computer will feel slow")
            remedy = tr("The practice disk is on your system disk, which will be busy.")
        elif device.in_use:
            summary = tr("Programs using this disk will feel slow")
            remedy = tr(
                "Leave the computer idle if you can: other programs interfere with the "
                "measurement. You can stop at any time."
            )
        else:
            summary = tr("The disk will be busy")
            remedy = tr(
                "No program is using it now, so you will hardly notice. You can stop at any time."
            )
        self._slowness.show_message(Tone.CAUTION, summary, remedy)

    def _rows(self, plan: Plan) -> list[Fact]:
        password = tr("Asked for once, at the start") if asks_for_password() else tr("Not needed")
        return [
            *plan_facts(plan),
            Fact(tr("Time"), self._time(plan)),
            Fact(tr("Written"), written(plan)),
            Fact(tr("Password"), password),
        ]

    def _time(self, plan: Plan) -> str:
        seconds = estimate_seconds(plan)
        text = tr("Done around {end} ({duration})")
        if plan.protocol in (Protocol.ADAPTIVE, Protocol.SUSTAINED):
            text = tr("Done by {end} ({duration} at most)")
        return text.format(duration=wording.minutes(seconds), end=_clock_after(seconds))


def _clock_after(seconds: float) -> str:
    end = datetime.now() + timedelta(seconds=seconds)
    return QLocale().toString(QTime(end.hour, end.minute), QLocale.FormatType.ShortFormat)
