"""A field for searching."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QToolButton

from storage_tuner.core.message import tr


class SearchField(QLineEdit):
    """A search field with a clear button. ``hint`` is its placeholder, ``name`` its accessible name
    where no label names it."""

    def __init__(self, hint: str, name: str = "") -> None:
        super().__init__()
        self.setPlaceholderText(hint)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Clear"))
