"""Settings of the chosen device, to view and change."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.client.setting_changes import Connect
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.member_settings import MemberSetting, member_settings
from storage_tuner.core.message import tr
from storage_tuner.core.same_disk import is_same_disk
from storage_tuner.jobs.settings.pending_changes import change_scope
from storage_tuner.ui import wording
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.edited_devices import EditedSubject
from storage_tuner.ui.settings.editing import Editing
from storage_tuner.ui.settings.editor import SettingEditor
from storage_tuner.ui.settings.groups import device_groups
from storage_tuner.ui.settings.other_setters import differs
from storage_tuner.ui.widgets.elements import AROUND_A_PAGE, Said, Tone
from storage_tuner.ui.widgets.layouts import Placed, column_in
from storage_tuner.ui.widgets.links import LinkPiece, LinkText, listed


class SettingsTab(QWidget):
    """``followed`` carries the key of a device's link."""

    followed = Signal(str)

    def __init__(self, connect: Connect, jobs: Jobs) -> None:
        super().__init__()
        self._devices: dict[str, Device] = {}
        self.banner = LinkText()
        self.banner.followed.connect(self.followed)
        self.editor = SettingEditor()
        self.list = self.editor.list
        self.editing = Editing(self.editor, connect, jobs)
        column_in(self, self.banner, Placed(self.editor, 1), margins=AROUND_A_PAGE, spacing=12)

    def show_device(
        self,
        device: Device,
        devices: tuple[Device, ...],
        controllers: tuple[Controller, ...] = (),
    ) -> None:
        """``devices`` are all of the computer, ``controllers`` those that ``device`` is behind."""
        underlying = member_settings(device, devices)
        self.banner.setVisible(bool(underlying))
        if underlying:
            self.banner.show_sentence(*_banner(device, underlying))
        self._forget_exchanged(device)
        self.editing.show(
            EditedSubject(
                change_scope(device, devices, controllers), partial(device_groups, device, devices)
            )
        )

    def show_setting(self, tunable: str) -> None:
        """Lead to it, also where a search hid it."""
        self.editor.show_setting(tunable)

    def show_gone(self) -> None:
        """The device isn't there any more."""
        self.editing.show_gone()

    def text(self) -> str:
        parts = [self.banner.plain if not self.banner.isHidden() else "", self.list.text()]
        return "\n\n".join(part for part in parts if part)

    def _forget_exchanged(self, device: Device) -> None:
        """Discard changes chosen for a disk whose name another disk has taken."""
        before = self._devices.get(device.name)
        self._devices[device.name] = device
        if before is None or is_same_disk(before, device):
            return
        count = len(self.editing.collection.of(device.name))
        said = Said(
            Tone.CAUTION,
            tr("{name} is now a different disk.", name=device.name),
            tr("The changes chosen for the previous disk were discarded."),
        )
        self.editing.forget(device.name, said if count else None)


def _banner(device: Device, underlying: tuple[MemberSetting, ...]) -> list[LinkPiece]:
    """ "The settings of md0 are those of sdb, sdc, sdd. They differ on sdd: scheduler." """
    pieces = [LinkPiece(tr("{name} uses the settings of ", name=device.name))]
    paths = underlying[0].members if underlying[0].of_paths else ()
    pieces += listed(underlying[0].members, paths)
    differing = [setting for setting in underlying if differs(setting)]
    if not differing:
        return [*pieces, LinkPiece(tr(", which are identical."))]
    found = {name for setting in differing for name in setting.dissenting}
    disks = [name for name in underlying[0].members if name in found]
    pieces.append(LinkPiece(tr("; they differ on ")))
    pieces += listed(disks, paths)
    tunables = wording.joined([names.named(setting.tunable) for setting in differing])
    return [*pieces, LinkPiece(f": {tunables}.")]
