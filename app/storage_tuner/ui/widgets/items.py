"""The items of lists and trees, which Qt gives one by one, and their places in models."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QTreeWidgetItem

Index = QModelIndex | QPersistentModelIndex
"""What models and delegates are given."""


def items_of(box: QListWidget) -> list[QListWidgetItem]:
    """From the top to the bottom."""
    return [box.item(row) for row in range(box.count())]


def items_below(parent: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Without those further below; the topmost ones are below a tree's ``invisibleRootItem``."""
    found = (parent.child(number) for number in range(parent.childCount()))
    return [item for item in found if item is not None]
