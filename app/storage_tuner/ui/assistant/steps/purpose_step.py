"""The step that asks for the disk's main use and the priorities."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton

from storage_tuner.core.knowledge import Aim
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Use
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.plan.priorities_choice import AimsChoice
from storage_tuner.ui.assistant.plan.resume_offer import ResumeOffer
from storage_tuner.ui.assistant.steps.step import Page
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, heading, in_bold
from storage_tuner.ui.widgets.layouts import column_of


class PurposeStep(Page):
    def __init__(self) -> None:
        super().__init__()
        self.title.setText(tr("Purpose of this disk"))
        self.offer = ResumeOffer()
        self.column.addWidget(self.offer)
        self.column.addWidget(
            Text(
                tr("Choose its main use: that sets how much each operation counts."),
                tone=Tone.SUBTLE,
            )
        )
        self._group = QButtonGroup(self)
        self.buttons: dict[Use, QRadioButton] = {}
        self._uses = QGridLayout()
        self._uses.setHorizontalSpacing(3 * SPACE)
        self._uses.setVerticalSpacing(12)
        for column in range(2):
            self._uses.setColumnStretch(column, 1)
        for number, use in enumerate(Use):
            self._add(number, use)
        self.column.addLayout(self._uses)
        self.buttons[Use.DESKTOP].setChecked(True)
        self.aims = AimsChoice()
        self.column.addSpacing(SPACE)
        self.column.addWidget(heading(tr("Priorities"), points=2))
        self.column.addWidget(self.aims)
        self.column.addStretch(1)

    def use(self) -> Use:
        return list(Use)[self._group.checkedId()]

    def choose_use(self, use: Use) -> None:
        self.buttons[use].setChecked(True)

    def choose(self, use: Use, aims: tuple[Aim, ...]) -> None:
        self.choose_use(use)
        self.aims.choose(aims)

    def _add(self, number: int, use: Use) -> None:
        name, detail = wording.use_choice(use)
        button = QRadioButton(name)
        button.setFont(in_bold(button.font()))
        button.setAccessibleDescription(detail)
        self.buttons[use] = button
        self._group.addButton(button, number)
        text = Text(detail, tone=Tone.SUBTLE)
        text.setIndent(0)
        text.setContentsMargins(26, 0, 0, 0)
        both = column_of(button, text, spacing=2)
        rows = (len(Use) + 1) // 2
        self._uses.addLayout(both, number % rows, number // rows, Qt.AlignmentFlag.AlignTop)
