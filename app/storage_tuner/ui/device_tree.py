"""The list of devices: arrays with their members below them, and the practice disk."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from storage_tuner.core.device import Device
from storage_tuner.services.preview import disks_beneath
from storage_tuner.ui import icons, wording

PRACTICE = "practice disk"
"""Stands for the practice disk where kernel names stand for devices."""

_KEY = Qt.ItemDataRole.UserRole
_ICON = Qt.ItemDataRole.UserRole + 1

_LARGEST_SHARE_OF_USE = 0.4


class DeviceTree(QTreeWidget):
    """``chosen`` carries a kernel name, or ``PRACTICE``; ``activated_choice`` the same on Return
    or a double click."""

    chosen = Signal(str)
    activated_choice = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "side")
        self.setAccessibleName(self.tr("Devices"))
        self.setHeaderLabels([self.tr("Device"), self.tr("Size"), self.tr("Use")])
        self.setIconSize(QSize(20, 20))
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setMinimumWidth(280)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setAccessibleName(self.tr("Columns"))
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Fixed)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.headerItem().setTextAlignment(1, right)
        self._shown: tuple[Device, ...] | None = None
        self._names: dict[str, str] = {}
        self.currentItemChanged.connect(self._tell_choice)
        self.itemActivated.connect(self._tell_activation)

    def current_key(self) -> str:
        item = self.currentItem()
        return str(item.data(0, _KEY)) if item is not None else ""

    def show_devices(self, devices: tuple[Device, ...]) -> None:
        """Show these; what was chosen stays so if it's still there, and isn't told again."""
        if devices == self._shown:
            return
        self._shown = devices
        before = self.current_key()
        self.blockSignals(True)
        self.clear()
        self._fill(devices)
        self.expandAll()
        self._share_width()
        if not self.choose(before) and before:
            self.clearSelection()
            self.setCurrentItem(None)  # type: ignore[call-overload]
        self.blockSignals(False)

    def choose(self, key: str) -> bool:
        """Make ``key`` the current entry; False if there is no such."""
        for item in self._items():
            if item.data(0, _KEY) == key:
                self.setCurrentItem(item)
                return True
        return False

    def choose_first(self) -> None:
        first = self.topLevelItem(0)
        if first is not None:
            self.setCurrentItem(first)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Where there is little room, the names need it more than the sizes."""
        super().resizeEvent(event)
        narrow = event.size().width() < 58 * self.fontMetrics().averageCharWidth()
        self.setColumnHidden(1, narrow)
        self._share_width()

    def _share_width(self) -> None:
        """The use gets what it needs, but a long mount point mustn't push the names out."""
        needed = max(self.sizeHintForColumn(2), self.header().sectionSizeHint(2))
        allowed = round(_LARGEST_SHARE_OF_USE * self.viewport().width())
        self.setColumnWidth(2, min(needed, allowed))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for item in self._items():
                item.setIcon(0, icons.icon(str(item.data(0, _ICON)), self.palette()))

    def _fill(self, devices: tuple[Device, ...]) -> None:
        below: Mapping[str, tuple[Device, ...]] = {
            device.name: disks_beneath(device, devices) for device in devices if device.members
        }
        self._names = wording.distinct_names(devices)
        hidden = {member.name for members in below.values() for member in members}
        for device in devices:
            if device.name not in hidden:
                self._add_device(device, None, below)
        name = self.tr("Practice disk")
        use = self.tr("For trying out")
        self._add(PRACTICE, icons.PRACTICE, (name, "", use), name, None)

    def _add_device(
        self,
        device: Device,
        parent: QTreeWidgetItem | None,
        below: Mapping[str, tuple[Device, ...]],
    ) -> None:
        use = self.tr("Member") if parent is not None else wording.use(device)
        texts = (self._names[device.name], wording.size(device.size_bytes), use)
        icon = icons.device_icon_name(device)
        item = self._add(device.name, icon, texts, wording.place(device), parent)
        for member in below.get(device.name, ()):
            self._add_device(member, item, below)

    def _add(
        self,
        key: str,
        icon: str,
        texts: tuple[str, str, str],
        hint: str,
        parent: QTreeWidgetItem | None,
    ) -> QTreeWidgetItem:
        item = QTreeWidgetItem(list(texts))
        item.setData(0, _KEY, key)
        item.setData(0, _ICON, icon)
        item.setIcon(0, icons.icon(icon, self.palette()))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(0, hint)
        item.setToolTip(2, texts[2])
        if parent is None:
            self.addTopLevelItem(item)
        else:
            parent.addChild(item)
        return item

    def _items(self) -> list[QTreeWidgetItem]:
        return self.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive, 0)

    def _tell_choice(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(str(item.data(0, _KEY)))

    def _tell_activation(self, item: QTreeWidgetItem) -> None:
        self.activated_choice.emit(str(item.data(0, _KEY)))
