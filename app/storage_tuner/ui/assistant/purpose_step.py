"""What the disk is mostly used for."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout

from storage_tuner.core.plan import Use
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.steps import Page
from storage_tuner.ui.elements import Text, Tone


class PurposeStep(Page):
    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("What is this disk mostly used for?"))
        self.column.addWidget(
            Text(self.tr("It decides how much each measurement counts."), tone=Tone.SUBTLE)
        )
        self._group = QButtonGroup(self)
        self.buttons: dict[Use, QRadioButton] = {}
        for number, use in enumerate(Use):
            self._add(number, use)
        self.buttons[Use.DESKTOP].setChecked(True)
        self.column.addStretch(1)

    def use(self) -> Use:
        return list(Use)[self._group.checkedId()]

    def _add(self, number: int, use: Use) -> None:
        name, detail = wording.use_choice(use)
        button = QRadioButton(name)
        font = button.font()
        font.setBold(True)
        button.setFont(font)
        button.setAccessibleDescription(detail)
        self.buttons[use] = button
        self._group.addButton(button, number)
        text = Text(detail, tone=Tone.SUBTLE)
        text.setIndent(0)
        text.setContentsMargins(26, 0, 0, 0)
        both = QVBoxLayout()
        both.setSpacing(2)
        both.addWidget(button)
        both.addWidget(text)
        self.column.addLayout(both)
