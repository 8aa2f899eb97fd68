"""Lists of the items that Qt returns one by one, and a type for positions in models."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QTreeWidgetItem

Index = QModelIndex | QPersistentModelIndex
"""The type of index that models and delegates receive."""


def items_of(box: QListWidget) -> list[QListWidgetItem]:
    """The items from top to bottom."""
    return [box.item(row) for row in range(box.count())]


def items_below(parent: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """The direct children; top-level items are those of a tree's ``invisibleRootItem``."""
    found = (parent.child(number) for number in range(parent.childCount()))
    return [item for item in found if item is not None]
