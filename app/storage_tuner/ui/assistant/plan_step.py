"""What will happen, why it's safe, and how long it takes."""

from __future__ import annotations

from datetime import datetime, timedelta

from PySide6.QtCore import QLocale, QTime, Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout

from storage_tuner.bench.planning import estimate_seconds
from storage_tuner.core.device import Device
from storage_tuner.core.plan import Plan, Protocol, TargetKind, Thoroughness
from storage_tuner.services.connecting import asks_for_password
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.steps import Page
from storage_tuner.ui.elements import Card, Message, Tone
from storage_tuner.ui.facts import Facts


class PlanStep(Page):
    """``effort_chosen`` is emitted when another thoroughness is chosen."""

    effort_chosen = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("What will happen"))
        self._safety = Message()
        self._slowness = Message()
        self.column.addWidget(self._safety)
        self.column.addWidget(self._slowness)
        card = Card(self.tr("Plan"))
        card.body.addLayout(self._efforts())
        card.body.addSpacing(4)
        self._facts = Facts()
        card.body.addWidget(self._facts)
        self.column.addWidget(card)
        self.column.addStretch(1)

    def thoroughness(self) -> Thoroughness:
        return list(Thoroughness)[self._group.checkedId()]

    def show_plan(self, device: Device | None, plans: dict[Thoroughness, Plan]) -> None:
        """Describe the plan of the chosen thoroughness, and how long each would take."""
        for choice, button in self.buttons.items():
            duration = wording.minutes(estimate_seconds(plans[choice]))
            button.setText(
                self.tr("{name} ({duration})").format(
                    name=wording.thoroughness(choice), duration=duration
                )
            )
        plan = plans[self.thoroughness()]
        self._say_safety(plan)
        self._say_slowness(device)
        self._facts.show_rows(self._rows(plan))

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

    def _say_safety(self, plan: Plan) -> None:
        if plan.target.kind is TargetKind.PRACTICE:
            self._safety.say(
                Tone.GOOD,
                self.tr("Nothing can be lost"),
                self.tr(
                    "A practice disk is made for this: a file of 1 GB on your system disk. It is "
                    "written and read, and removed afterwards."
                ),
            )
            return
        self._safety.say(
            Tone.GOOD,
            self.tr("Your files stay untouched"),
            self.tr(
                "The disk is only read. Its settings change for seconds and always come back, "
                "even if this program or the computer stops."
            ),
        )

    def _say_slowness(self, device: Device | None) -> None:
        if device is None:
            summary = self.tr("The computer will feel slower meanwhile")
            remedy = self.tr("The practice disk lies on your system disk, which will be busy.")
        elif device.in_use:
            summary = self.tr("Programs that use this disk will feel slow")
            remedy = self.tr(
                "Leave the computer alone if you can: other programs disturb the measurement. "
                "You can stop at any time."
            )
        else:
            summary = self.tr("The disk will be busy")
            remedy = self.tr("Nothing uses it now, so you will hardly notice. Stop at any time.")
        self._slowness.say(Tone.CAUTION, summary, remedy)

    def _rows(self, plan: Plan) -> list[tuple[str, str]]:
        operations = [operation.label.lower() for operation in plan.operations]
        counts = [str(count) for count in plan.threads]
        seconds = estimate_seconds(plan)
        password = (
            self.tr("Asked once, at the start") if asks_for_password() else self.tr("Not needed")
        )
        return [
            (self.tr("Schedulers"), wording.joined([variant.name for variant in plan.variants])),
            (self.tr("Operations"), wording.joined(operations)),
            (self.tr("At once"), self.tr("{counts} threads").format(counts=wording.joined(counts))),
            (self.tr("Repeats"), self._repeats(plan)),
            (
                self.tr("Time"),
                self._time_template(plan).format(
                    duration=wording.minutes(seconds), end=_clock_after(seconds)
                ),
            ),
            (self.tr("Password"), password),
        ]

    def _repeats(self, plan: Plan) -> str:
        if plan.protocol is Protocol.ADAPTIVE:
            return self.tr("Until it is decided, in random order")
        return self.tr("{count} of each, in random order").format(count=plan.repeats)

    def _time_template(self, plan: Plan) -> str:
        if plan.protocol is Protocol.ADAPTIVE:
            return self.tr("At most {duration}, done around {end} or sooner")
        return self.tr("{duration}, done around {end}")


def _clock_after(seconds: float) -> str:
    end = datetime.now() + timedelta(seconds=seconds)
    return QLocale().toString(QTime(end.hour, end.minute), QLocale.FormatType.ShortFormat)
