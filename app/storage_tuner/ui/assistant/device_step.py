"""Which disk is to be tuned."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from storage_tuner.core.device import Device
from storage_tuner.core.topology import Topology
from storage_tuner.services.preview import tunable_devices
from storage_tuner.ui import icons, wording
from storage_tuner.ui.assistant.steps import Page
from storage_tuner.ui.device_tree import PRACTICE
from storage_tuner.ui.elements import Text, Tone

_KEY = Qt.ItemDataRole.UserRole
_ICON = Qt.ItemDataRole.UserRole + 1


class DeviceStep(Page):
    """``chosen`` is emitted when another entry becomes the current one."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Which disk do you want to tune?"))
        self.list = QListWidget()
        self.list.setProperty("role", "choices")
        self.list.setAccessibleName(self.tr("Disks"))
        self.list.setIconSize(QSize(28, 28))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda *_: self.chosen.emit())
        self._hint = Text(
            self.tr("Disks that belong to an array are tuned together with the array."),
            tone=Tone.SUBTLE,
        )
        self.column.addWidget(self.list, 1)
        self.column.addWidget(self._hint)
        self._shown: tuple[Device, ...] | None = None

    def current_key(self) -> str:
        """Kernel name or ``PRACTICE``; "" when nothing is chosen."""
        item = self.list.currentItem()
        return str(item.data(_KEY)) if item is not None else ""

    def show_devices(self, devices: Sequence[Device]) -> None:
        if tuple(devices) == self._shown:
            return
        self._shown = tuple(devices)
        before = self.current_key()
        hidden = {name for names in Topology(devices).below.values() for name in names}
        self._hint.setVisible(bool(hidden))
        known = {device.name: device for device in devices}
        names = wording.distinct_names(devices)
        self.list.clear()
        for device in devices:
            if device.name not in hidden:
                tunable = bool(tunable_devices(device, known))
                self._add_device(device, names[device.name], tunable)
        self._add(
            PRACTICE,
            icons.PRACTICE,
            self.tr("Practice disk"),
            self.tr("A file of 1 GB that behaves like a disk: made now, removed afterwards"),
        )
        self.choose(before)
        if self.list.currentItem() is None:
            self._choose_first()

    def choose(self, key: str) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(_KEY) == key and item.flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentRow(row)
                return

    def _choose_first(self) -> None:
        for row in range(self.list.count()):
            if self.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentRow(row)
                return

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "list"):
            for row in range(self.list.count()):
                item = self.list.item(row)
                item.setIcon(icons.icon(str(item.data(_ICON)), self.palette(), 28))

    def _add_device(self, device: Device, name: str, tunable: bool) -> None:
        detail = f"{wording.place(device)} · {wording.use(device)}"
        if not tunable:
            detail = self.tr("{place} · has no scheduler to choose").format(
                place=wording.place(device)
            )
        item = self._add(device.name, icons.device_icon_name(device), name, detail)
        if not tunable:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)

    def _add(self, key: str, icon: str, name: str, detail: str) -> QListWidgetItem:
        item = QListWidgetItem(f"{name}\n{detail}")
        item.setData(_KEY, key)
        item.setData(_ICON, icon)
        item.setIcon(icons.icon(icon, self.palette(), 28))
        self.list.addItem(item)
        return item
