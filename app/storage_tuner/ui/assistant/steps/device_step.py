"""The step that chooses a disk, folder or file, and explains why some are unavailable."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton

from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.jobs.planning.candidates import DeviceCandidate, PathTarget, candidates
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.steps.step import Page
from storage_tuner.ui.file_dialogs import ask_for_file, ask_for_folder
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.widgets import icons
from storage_tuner.ui.widgets.elements import SPACE, Banner, Text, Tone
from storage_tuner.ui.widgets.items import items_of
from storage_tuner.ui.widgets.search_field import SearchField

_KEY = Qt.ItemDataRole.UserRole
_ICON = Qt.ItemDataRole.UserRole + 1
_MANY = 8
"""The search field is shown above this number of entries."""


class DeviceStep(Page):
    """``chosen`` is emitted when the current entry changes, ``place_asked`` with the ``Path`` of a
    folder or file to measure."""

    chosen = Signal()
    place_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.title.setText(tr("Choose a disk to tune"))
        self._shown: tuple[DeviceCandidate, ...] | None = None
        self._places: dict[str, PathTarget] = {}
        self.search = SearchField(tr("Search by name, model, path or size"), tr("Search disks"))
        self.list = QListWidget()
        self.folder = QPushButton(tr("Choose &folder…"))
        self.file = QPushButton(tr("Choose f&ile…"))
        self.message = Banner()
        self._build()

    def _build(self) -> None:
        self.search.textChanged.connect(self._filter)
        self.list.setProperty("role", "choices")
        self.list.setAccessibleName(tr("Disks"))
        self.list.setIconSize(QSize(28, 28))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda *_: self.chosen.emit())
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(Text(tr("Or measure on a file system:"), tone=Tone.SUBTLE), 1)
        for button, choose in ((self.folder, self._ask_folder), (self.file, self._ask_file)):
            button.setAutoDefault(False)
            button.clicked.connect(choose)
            row.addWidget(button)
        self.column.addWidget(self.search)
        self.column.addWidget(self.list, 1)
        self.column.addWidget(self.message)
        self.column.addLayout(row)

    def current_key(self) -> str:
        """Kernel name, ``PRACTICE`` or a path; "" when nothing is chosen."""
        item = self.list.currentItem()
        return str(item.data(_KEY)) if item is not None and not item.isHidden() else ""

    def target(self) -> Target:
        """The chosen target."""
        key = self.current_key()
        if key == PRACTICE:
            return Target(TargetKind.PRACTICE, None)
        place = self._places.get(key)
        return place.target if place is not None else Target(TargetKind.DEVICE, key)

    def show_devices(
        self, devices: Sequence[Device], controllers: Sequence[Controller] = ()
    ) -> None:
        there = [device for device in devices if not device.is_practice_disk]
        found = candidates(there, controllers)
        if found == self._shown:
            return
        self._shown = found
        self._fill()

    def show_place(self, place: PathTarget) -> None:
        """Add a folder or file to the list, and choose it."""
        path = str(place.target.path)
        self.message.hide()
        self.search.clear()
        self._places[path] = place
        self._fill()
        self.choose(path)
        self.list.setFocus()

    def show_error(self, error: StorageTunerError) -> None:
        """Show why a folder or file can't be measured."""
        self.message.show_error(error)

    def choose(self, key: str) -> None:
        for item in items_of(self.list):
            if item.data(_KEY) == key and item.flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentItem(item)
                return

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "list"):
            for item in items_of(self.list):
                self._draw(item)

    def _fill(self) -> None:
        """List the available entries first, then the unavailable ones."""
        before = self.current_key()
        shown = self._shown or ()
        names = wording.distinct_names([each.device for each in shown])
        self.list.clear()
        for each in shown:
            if not each.refusal:
                self._add_device(each, names[each.device.name])
        self._add(
            PRACTICE,
            icons.PRACTICE,
            tr("Practice disk"),
            tr("A 1 GB file that behaves like a disk; created for the measurement, then removed"),
        )
        for path, place in self._places.items():
            self._add(path, icons.FOLDER, path, self._place_detail(place))
        for each in shown:
            if each.refusal:
                self._add_refused(each, names[each.device.name])
        self.search.setVisible(self.list.count() > _MANY)
        self._filter()
        self.choose(before)
        if self.list.currentItem() is None:
            self._choose_first()

    def _choose_first(self) -> None:
        for item in items_of(self.list):
            if item.flags() & Qt.ItemFlag.ItemIsEnabled and not item.isHidden():
                self.list.setCurrentItem(item)
                return

    def _filter(self) -> None:
        """Hide entries that lack any of the search words."""
        hidden_search = self.list.count() <= _MANY
        words = [] if hidden_search else self.search.text().casefold().split()
        for item in items_of(self.list):
            text = item.text().casefold()
            item.setHidden(not all(word in text for word in words))
        current = self.list.currentItem()
        if current is None or current.isHidden():
            self.list.setCurrentRow(-1)
            self._choose_first()
        self.chosen.emit()

    def _place_detail(self, place: PathTarget) -> str:
        if place.is_folder:
            template = tr("Folder on {device} · a test file is written and removed afterwards")
        else:
            template = tr("File on {device} · only read")
        return template.format(device=place.target.device)

    def _ask_folder(self) -> None:
        ask_for_folder(self, tr("Choose a folder"), "", self.place_asked.emit)

    def _ask_file(self) -> None:
        ask_for_file(self, tr("Choose a file"), "", self.place_asked.emit)

    def _add_device(self, candidate: DeviceCandidate, name: str) -> None:
        device = candidate.device
        detail = f"{wording.place(device)} · {wording.use(device)}"
        more = [str(text) for text in (candidate.tuned, candidate.remark) if text]
        self._add(device.name, icons.device_icon_name(device), name, "\n".join((detail, *more)))

    def _add_refused(self, candidate: DeviceCandidate, name: str) -> None:
        device = candidate.device
        detail = tr(
            "{place} · can't be chosen: {reason}",
            place=wording.place(device),
            reason=str(candidate.refusal),
        )
        item = self._add(device.name, icons.device_icon_name(device), name, detail)
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        item.setToolTip(detail)

    def _add(self, key: str, icon: str, name: str, detail: str) -> QListWidgetItem:
        item = QListWidgetItem(f"{name}\n{detail}")
        item.setData(_KEY, key)
        item.setData(_ICON, icon)
        self._draw(item)
        self.list.addItem(item)
        return item

    def _draw(self, item: QListWidgetItem) -> None:
        palette: QPalette = self.palette()
        item.setIcon(icons.icon(str(item.data(_ICON)), palette, 28))
