"""Choices of a quick test: tests, location, number of runs, and writing."""

from __future__ import annotations

from PySide6.QtCore import QDir, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton

from storage_tuner.core.device import Device
from storage_tuner.core.device_use import is_member
from storage_tuner.core.message import tr
from storage_tuner.jobs.quick_test.request import MOST_REPEATS, Profile, QuickTestRequest
from storage_tuner.present import numbers
from storage_tuner.present.wording import printable
from storage_tuner.ui.benchmark import text as words
from storage_tuner.ui.file_dialogs import ask_for_folder
from storage_tuner.ui.widgets.elements import Card, Text, Tone, primary_button
from storage_tuner.ui.widgets.wheel_guard import ComboBox, SpinBox
from storage_tuner.ui.widgets.wrapping_row import Halves

_LETTERS = 12
_HINT = Qt.ItemDataRole.ToolTipRole
_OTHER = object()
"""Placeholder for a folder still to be chosen."""


class QuickChoices(Card):
    """``changed`` is emitted when a choice changes; ``start`` is the button for all tests,
    ``sweep`` the one that compares settings instead."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Quick test"))
        self._device: Device | None = None
        self._shown: tuple[str, tuple[str, ...]] | None = None
        self._place_before = 0
        self.profile = ComboBox()
        self.profile.setAccessibleName(tr("Test profile"))
        for choice in Profile:
            self.profile.addItem(words.profile(choice), choice)
            last = self.profile.count() - 1
            self.profile.setItemData(last, words.profile_hint(choice), _HINT)
        self.place = ComboBox()
        self.place.setAccessibleName(tr("Location"))
        self.place.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.place.setMinimumContentsLength(_LETTERS)
        self.repeats = SpinBox()
        self.repeats.setRange(1, MOST_REPEATS)
        self.repeats.setValue(3)
        self.repeats.setSuffix(" ×")
        self.repeats.setAccessibleName(tr("Runs per test"))
        self.repeats.setToolTip(tr("Runs per test"))
        self.writing = QCheckBox(tr("Test &writes too"))
        self._said = Text(tone=Tone.SUBTLE)
        self.start = primary_button(tr("Sta&rt all"))
        self.start.setToolTip(tr("Run all tests below"))
        self.sweep = QPushButton(tr("&Compare settings…"))
        self.sweep.setToolTip(tr("Open the assistant to compare settings on this disk"))
        self._build()
        self._connect()

    @property
    def request(self) -> QuickTestRequest:
        folder = self.place.currentData()
        return QuickTestRequest(
            self._device,
            folder if isinstance(folder, str) and folder else None,
            Profile(self.profile.currentData()),
            self.repeats.value(),
            self.writing.isEnabled() and self.writing.isChecked(),
        )

    def show_device(self, device: Device | None) -> None:
        """None: a practice disk. A chosen folder stays chosen for the same device."""
        self._device = device
        shown = (device.name, _folders(device)) if device is not None else ("", ())
        if shown != self._shown:
            self._shown = shown
            self._fill_places()
        self._show_hint()

    def set_enabled(self, enabled: bool) -> None:
        """Enable or disable the start button together with the choices."""
        for widget in (self.profile, self.repeats, self.start):
            widget.setEnabled(enabled)
        self.place.setEnabled(enabled and self._device is not None)
        self.writing.setEnabled(enabled and self._may_write())

    def choose(self, request: QuickTestRequest) -> None:
        """Make the choices of ``request``, which is for the shown device."""
        self.profile.setCurrentIndex(self.profile.findData(request.profile))
        if request.folder is not None:
            self.choose_folder(request.folder)
        else:
            self.place.setCurrentIndex(0)
        self._place_before = self.place.currentIndex()
        self.repeats.setValue(request.repeats)
        self.writing.setChecked(request.writing)

    def choose_folder(self, folder: str) -> None:
        """Choose to measure on a new file in ``folder``."""
        found = self.place.findData(folder)
        if found < 0:
            found = self.place.count() - 1
            self.place.insertItem(found, printable(folder), folder)
            self.place.setItemData(found, self._in_folder(folder), _HINT)
        self.place.setCurrentIndex(found)

    def _build(self) -> None:
        self.body.addWidget(
            Halves((self.start, self.repeats, self.profile), (self.place, self.writing, self.sweep))
        )
        self.body.addWidget(self._said)

    def _connect(self) -> None:
        self.place.activated.connect(self._note_place)
        self.profile.currentIndexChanged.connect(self._notify)
        self.place.currentIndexChanged.connect(self._notify)
        self.repeats.valueChanged.connect(self._notify)
        self.writing.toggled.connect(self._notify)

    def _fill_places(self) -> None:
        self.place.blockSignals(True)
        self.place.clear()
        if self._device is None:
            self._add_place(
                tr("Practice disk"), "", tr("Created for the test and removed afterwards")
            )
        else:
            self._add_place(tr("The disk itself"), "", tr("Only read"))
            for folder in _folders(self._device):
                self._add_place(printable(folder), folder, self._in_folder(folder))
            self._add_place(tr("Another folder…"), _OTHER, "")
        self._place_before = 0
        self.place.blockSignals(False)
        self._notify()

    def _add_place(self, text: str, data: object, hint: str) -> None:
        self.place.addItem(text, data)
        self.place.setItemData(self.place.count() - 1, hint, _HINT)

    def _in_folder(self, folder: str) -> str:
        return tr("A new file in {folder}", folder=printable(folder))

    def _note_place(self, index: int) -> None:
        if self.place.itemData(index) is not _OTHER:
            self._place_before = index
            return
        self.place.setCurrentIndex(self._place_before)
        title, home = tr("Choose a folder on this disk"), QDir.homePath()
        ask_for_folder(self, title, home, lambda path: self.choose_folder(str(path)))

    def _may_write(self) -> bool:
        folder = self.place.currentData()
        return self._device is None or (isinstance(folder, str) and bool(folder))

    def _notify(self) -> None:
        for box in (self.profile, self.place):
            box.setToolTip(str(box.currentData(_HINT) or ""))
        self.writing.setEnabled(self.profile.isEnabled() and self._may_write())
        self._show_hint()
        self.changed.emit()

    def _show_hint(self) -> None:
        request = self.request
        taken = tr(
            "{tests} tests, {runs}: about {duration}.",
            tests=len(request.names),
            runs=words.runs(request.repeats),
            duration=numbers.duration(request.seconds),
        )
        if not request.may_write:
            what = tr("The disk itself is only read; choose a folder on it to measure writes.")
        elif request.device is None:
            what = tr("A 1 GB file is filled first. No data can be lost.")
        else:
            what = tr("A 1 GB file is written there first and removed afterwards.")
        lasting = tr("No settings are changed.")
        self._said.setText(" ".join((taken, what, lasting)))


def _folders(device: Device) -> tuple[str, ...]:
    """The device's own mount points; none if it's a member of an array."""
    return () if is_member(device.in_use) else device.mount_points
