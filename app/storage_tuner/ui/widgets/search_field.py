"""Fields to search with."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QToolButton

from storage_tuner.core.message import tr


class SearchField(QLineEdit):
    """``name`` is what is searched: said in the empty field, and by screen readers."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        allow_clearing(self)


def allow_clearing(field: QLineEdit) -> None:
    """Give it a button that empties it, with a name for screen readers."""
    field.setClearButtonEnabled(True)
    for button in field.findChildren(QToolButton):
        button.setAccessibleName(tr("Clear the field"))
