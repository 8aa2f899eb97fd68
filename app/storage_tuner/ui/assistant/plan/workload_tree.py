"""The catalogue's workloads in groups; possible ones can be ticked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Target
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.plan_building import require_possible
from storage_tuner.jobs.planning.workload_catalogue import STARTS, CatalogueEntry
from storage_tuner.ui.widgets.elements import in_bold
from storage_tuner.ui.widgets.items import items_below

_NAME = Qt.ItemDataRole.UserRole


class WorkloadTree(QTreeWidget):
    """``ticked_anew`` is emitted when a person sets or clears a tick. It carries whether it's a
    group's tick, which also reaches impossible workloads."""

    ticked_anew = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._workloads: dict[str, Workload] = {}
        self._words: list[str] = []
        self.setColumnCount(2)
        self.setHeaderLabels([tr("Workload"), tr("Purpose")])
        self.setAccessibleName(tr("Workloads to measure"))
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.header().setAccessibleName(tr("Columns"))
        self.itemChanged.connect(lambda item: self.ticked_anew.emit(item.parent() is None))

    def fill(self, entries: Sequence[CatalogueEntry]) -> None:
        """List these, none of them ticked."""
        self._workloads = {entry.workload.name: entry.workload for entry in entries}
        with QSignalBlocker(self):
            self.clear()
            groups: dict[str, QTreeWidgetItem] = {}
            for entry in entries:
                title = group_title(entry)
                if title not in groups:
                    groups[title] = self._group(title)
                self._add(groups[title], entry.workload)
        self.search(self._words)

    def tick(self, chosen: frozenset[str], target: Target, *, overwriting: bool) -> None:
        """Tick the ``chosen`` ones that ``target`` allows, and disable what it doesn't."""
        with QSignalBlocker(self):
            for group in self._groups():
                items = items_below(group)
                for item in items:
                    self._tick(item, chosen, target, overwriting)
                group.setDisabled(all(item.isDisabled() for item in items))
                if any(item.checkState(0) == Qt.CheckState.Checked for item in items):
                    group.setExpanded(True)

    def ticked(self) -> frozenset[str]:
        """The names of those that are ticked and possible."""
        return frozenset(
            _name(item)
            for group in self._groups()
            for item in items_below(group)
            if item.checkState(0) == Qt.CheckState.Checked and not item.isDisabled()
        )

    def search(self, words: Sequence[str]) -> None:
        """Show only workloads with every one of ``words`` in their name or purpose."""
        self._words = list(words)
        for group in self._groups():
            items = items_below(group)
            for item in items:
                item.setHidden(not _has(item, words))
            found = any(not item.isHidden() for item in items)
            group.setHidden(not found)
            if words and found:
                group.setExpanded(True)

    def shown(self) -> list[str]:
        """The labels of the workloads that the search shows."""
        return [
            item.text(0)
            for group in self._groups()
            for item in items_below(group)
            if not item.isHidden()
        ]

    def _group(self, title: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self, [title])
        item.setFlags(
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsUserCheckable
            | Qt.ItemFlag.ItemIsAutoTristate
        )
        item.setFont(0, in_bold(item.font(0)))
        return item

    def _add(self, group: QTreeWidgetItem, workload: Workload) -> None:
        item = QTreeWidgetItem(group, [str(workload.label), str(workload.purpose)])
        item.setData(0, _NAME, workload.name)
        item.setCheckState(0, Qt.CheckState.Unchecked)

    def _tick(
        self, item: QTreeWidgetItem, chosen: frozenset[str], target: Target, overwriting: bool
    ) -> None:
        workload = self._workloads[_name(item)]
        refusal = str(refusal_of(workload, target, overwriting=overwriting))
        ticked = workload.name in chosen and not refusal
        item.setDisabled(bool(refusal))
        item.setCheckState(0, Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        purposes = (str(text) for text in (workload.purpose, workload.simulates) if text)
        hint = refusal or "\n".join(purposes)
        for column in range(2):
            item.setToolTip(column, hint)
        item.setData(0, Qt.ItemDataRole.AccessibleDescriptionRole, hint)

    def _groups(self) -> list[QTreeWidgetItem]:
        return items_below(self.invisibleRootItem())


def group_title(entry: CatalogueEntry) -> str:
    """The title of the group that the entry belongs to."""
    if entry.file is not None:
        return tr("Your workloads")
    titles = {
        "classical": tr("Single operations"),
        "crystaldiskmark": "CrystalDiskMark",
        "iozone": "IOzone",
        "mixes": tr("Application mixes"),
        "places": tr("Disk regions"),
        "side_by_side": tr("Concurrent workloads"),
        STARTS: tr("Recorded program starts"),
        "trees": tr("Folders and files"),
    }
    return titles.get(entry.group, entry.group)


def refusal_of(workload: Workload, target: Target, *, overwriting: bool) -> str:
    """Why the workload can't be measured there; empty if it can."""
    try:
        require_possible(workload, target, overwriting=overwriting)
    except InvalidInput as error:
        return str(error.summary)
    return ""


def _name(item: QTreeWidgetItem) -> str:
    return str(item.data(0, _NAME))


def _has(item: QTreeWidgetItem, words: Sequence[str]) -> bool:
    text = " ".join((item.text(0), item.text(1), _name(item))).casefold()
    return all(word in text for word in words)
