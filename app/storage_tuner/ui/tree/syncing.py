"""Synchronises the rows of a tree with entries, touching only changed ones.

Filling a tree of a thousand disks anew takes a tenth of a second for one more of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from PySide6.QtWidgets import QTreeWidgetItem

from storage_tuner.ui.tree.order import TreeEntry
from storage_tuner.ui.tree.row_painting import key_of

Make = Callable[[TreeEntry, str], QTreeWidgetItem]
"""A new item with all that is below it; the second is the key of what is above."""

Renew = Callable[[QTreeWidgetItem, TreeEntry, str], None]
"""Lets an item say what is new of it, without what is below."""


class Syncing:
    """``kept`` are keys of items that stay without an entry."""

    def __init__(self, make: Make, renew: Renew, kept: Collection[str]) -> None:
        self._make = make
        self._renew = renew
        self._kept = kept

    def bring(self, parent: QTreeWidgetItem, entries: Iterable[TreeEntry], above: str = "") -> None:
        """Make ``entries`` the children of ``parent`` in this order, before the fixed ones."""
        wanted = tuple(entries)
        self._drop(parent, {entry.key for entry in wanted})
        for number, entry in enumerate(wanted):
            item = self._at(parent, number, entry)
            if item is None:
                made = self._make(entry, above)
                parent.insertChild(number, made)
                made.setExpanded(True)
            else:
                self._renew(item, entry, above)
                self.bring(item, entry.entries, entry.key)

    def _drop(self, parent: QTreeWidgetItem, wanted: set[str]) -> None:
        for number in reversed(range(parent.childCount())):
            key = key_of(parent.child(number))
            if key not in wanted and key not in self._kept:
                parent.takeChild(number)

    def _at(self, parent: QTreeWidgetItem, number: int, entry: TreeEntry) -> QTreeWidgetItem | None:
        """The item of ``entry``, brought to its place; None if there is none yet."""
        present = parent.child(number)
        if present is not None and key_of(present) == entry.key:
            return present
        for place in range(number + 1, parent.childCount()):
            if key_of(parent.child(place)) == entry.key:
                return self._moved(parent, place, number)
        return None

    def _moved(self, parent: QTreeWidgetItem, place: int, number: int) -> QTreeWidgetItem | None:
        item = parent.takeChild(place)
        if item is not None:
            parent.insertChild(number, item)
            item.setExpanded(True)
        return item
