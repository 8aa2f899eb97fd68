"""Permission to overwrite a disk: offered only if it looks empty, and granted only by typing its
name."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from storage_tuner.client.connecting import asks_for_password
from storage_tuner.core.device import Device
from storage_tuner.core.message import tr
from storage_tuner.present.blocks import Fact
from storage_tuner.present.device import connection
from storage_tuner.present.wording import printable
from storage_tuner.ui import wording
from storage_tuner.ui.widgets.elements import SPACE, Banner, Text, Tone, heading, label_for
from storage_tuner.ui.widgets.facts import Facts


class OverwriteDialog(QDialog):
    """``accepted`` means that the disk may be overwritten: its name was typed. Closing it otherwise
    changes nothing."""

    def __init__(self, parent: QWidget | None, device: Device, name: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Overwrite disk"))
        self._name = name
        self.typed = QLineEdit()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.overwrite = self.buttons.addButton(
            tr("&Overwrite disk"), QDialogButtonBox.ButtonRole.DestructiveRole
        )
        self.cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self._build(device)

    def _build(self, device: Device) -> None:
        warning = Banner()
        warning.show_message(
            Tone.BAD,
            tr("All data on {device} will be lost", device=device.path),
            tr(
                "The tests write across the whole disk. Its data can't be recovered, even if you "
                "stop early."
            ),
        )
        facts = Facts()
        facts.show_rows(Fact(*row) for row in self._rows(device))
        looked = tr(
            "Before writing, the disk is checked for file systems, partition tables, swap, array "
            "members, volume groups and encrypted volumes. A disk that isn't empty is refused."
        )
        label = label_for(
            self.typed, tr("To allow this, &type: {name}", name=printable(self._name))
        )
        label.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(2 * SPACE)
        column.addWidget(heading(tr("Overwrite this disk?"), points=4))
        column.addWidget(warning)
        column.addWidget(facts)
        column.addWidget(Text(looked, tone=Tone.SUBTLE))
        if asks_for_password():
            column.addWidget(Text(tr("You will be asked for a password."), tone=Tone.SUBTLE))
        column.addWidget(label)
        column.addWidget(self.typed)
        column.addStretch(1)
        column.addWidget(self.buttons)
        self.overwrite.setAutoDefault(False)
        self.cancel.setDefault(True)
        self.typed.textChanged.connect(self._show_whether_right)
        self.overwrite.clicked.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 80)
        self._show_whether_right()
        self.typed.setFocus()

    def _rows(self, device: Device) -> list[tuple[str, str]]:
        rows = [
            (tr("Model"), printable(device.title)),
            (tr("Serial number"), device.serial or ""),
            (tr("Size"), wording.size(device.size_bytes)),
            (tr("Connection"), connection(device) or ""),
        ]
        return [(name, printable(value)) for name, value in rows if value]

    def _show_whether_right(self) -> None:
        right = " ".join(self.typed.text().split()) == self._name
        self.overwrite.setEnabled(right)
        reason = "" if right else tr("Type the disk's name exactly as shown above.")
        self.overwrite.setToolTip(reason)
        self.overwrite.setAccessibleDescription(reason)


class OverwritingOffer(Banner):
    """``changed`` is emitted when the permission is granted or withdrawn."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._device: Device | None = None
        self._name = ""
        self._is_allowed = False
        self.dialog: OverwriteDialog | None = None
        self.button.setAutoDefault(False)
        self.acted.connect(self._act)

    def allowed(self, device: Device | None) -> str:
        """The name typed to allow overwriting ``device``; "" if that isn't allowed, as on another
        disk under the same kernel name."""
        if device is None or self._device is None or not self._is_allowed:
            return ""
        asked = (self._device.name, self._device.diskseq)
        return self._name if asked == (device.name, device.diskseq) else ""

    def show_device(self, device: str) -> None:
        """``device`` is the one to measure; the permission holds for no other one."""
        if self._device is None or self._device.name != device:
            self._device = None
            self._is_allowed = False
            self.hide()

    def offer(self, device: Device, name: str) -> None:
        """Offer to overwrite ``device`` once ``name`` is typed."""
        if self._device is None or self._device.diskseq != device.diskseq:
            self._is_allowed = False
        self._device, self._name = device, name
        self._show_text()

    def _show_text(self) -> None:
        assert self._device is not None
        if self._is_allowed:
            self.show_message(
                Tone.BAD,
                tr("All data on {device} will be lost", device=self._device.path),
                tr(
                    "{model}: writing is measured on the disk itself.",
                    model=printable(self._device.title),
                ),
                tr("&Only read"),
            )
        else:
            self.show_message(
                Tone.PLAIN,
                tr("This disk looks empty"),
                tr("Writes can be measured too if all its data may be lost."),
                tr("&Overwrite disk…"),
            )

    def _act(self) -> None:
        if self._is_allowed:
            self._is_allowed = False
            self._show_text()
            self.changed.emit()
        elif self._device is not None and self.dialog is None:
            self.dialog = OverwriteDialog(self.window(), self._device, self._name)
            self.dialog.accepted.connect(self.allow)
            self.dialog.finished.connect(self._forget_dialog)
            self.dialog.open()

    def allow(self) -> None:
        """Grant the permission: the name was typed."""
        self._is_allowed = True
        self._show_text()
        self.changed.emit()

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
