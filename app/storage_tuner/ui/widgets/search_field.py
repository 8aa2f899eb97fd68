"""Fields to search with."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QToolButton

from storage_tuner.core.message import tr


class SearchField(QLineEdit):
    """With a button that empties it. ``hint`` is said in the empty field, ``name`` by screen
    readers where no label names it."""

    def __init__(self, hint: str, name: str = "") -> None:
        super().__init__()
        self.setPlaceholderText(hint)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Clear"))
