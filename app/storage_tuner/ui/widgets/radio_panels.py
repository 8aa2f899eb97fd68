"""Radio buttons, each above a panel that is shown only while it is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from storage_tuner.ui.widgets.elements import SPACE
from storage_tuner.ui.widgets.layouts import column_in, column_of


class RadioPanels(QWidget):
    """``changed`` is emitted when another button is chosen."""

    changed = Signal()

    def __init__(self, choices: Sequence[tuple[str, str, QWidget]]) -> None:
        """``choices`` are keys, labels and panels; the first one is chosen."""
        super().__init__()
        self.buttons: dict[str, QRadioButton] = {}
        self._panels: dict[str, QWidget] = {}
        self._group = QButtonGroup(self)
        column = column_in(self, spacing=SPACE)
        for key, text, panel in choices:
            button = QRadioButton(text)
            self.buttons[key], self._panels[key] = button, panel
            self._group.addButton(button)
            column.addWidget(button)
            column.addLayout(column_of(panel, margins=(3 * SPACE, 0, 0, 0)))
        self.buttons[choices[0][0]].setChecked(True)
        self._group.buttonToggled.connect(self._note)
        self._show_panels()

    @property
    def chosen(self) -> str:
        """The key of the chosen button."""
        return next(key for key, button in self.buttons.items() if button.isChecked())

    def _note(self, _: object, on: bool) -> None:
        if on:
            self._show_panels()
            self.changed.emit()

    def _show_panels(self) -> None:
        for key, panel in self._panels.items():
            panel.setVisible(key == self.chosen)
