"""Other tools that set a setting, and members of an array that differ; no widgets."""

from __future__ import annotations

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.member_settings import MemberSetting, disks_that_count, member_settings
from storage_tuner.core.message import tr
from storage_tuner.core.owners import is_ours
from storage_tuner.core.topology import Topology, flat
from storage_tuner.core.tunable import Scope, find
from storage_tuner.present.wording import printable
from storage_tuner.ui.settings import names


def sibling_settings(device: Device, devices: tuple[Device, ...]) -> tuple[MemberSetting, ...]:
    """Settings of the members of the nearest array that contains ``device``."""
    known = {each.name: each for each in devices}
    for name in flat(Topology(devices).stacked(device.name)):
        disks = disks_that_count(known[name], devices)
        if len(disks) > 1 and any(disk.name == device.name for disk in disks):
            return member_settings(known[name], devices)
    return ()


def differs(setting: MemberSetting) -> bool:
    """Whether members differ; a disk with another scheduler that lacks the setting doesn't
    count."""
    tunable = find(setting.tunable)
    if tunable is not None and tunable.scope is Scope.SCHEDULER:
        return len(setting.values) > 1
    return not setting.agreed


def spread(setting: MemberSetting) -> str:
    """ "bfq on sda, sdb; none on sdc"."""
    parts = [
        tr(
            "{value} on {names}",
            value=names.setting_value(setting.tunable, value),
            names=", ".join(disks),
        )
        for value, disks in setting.values.items()
    ]
    if setting.lacking:
        lacking = ", ".join(setting.lacking)
        parts.append(tr("not available on {names}", names=lacking))
    return "; ".join(parts)


def owner_note(owner: SettingOwner) -> str:
    """ "set by udev rule 60-io.rules:3"."""
    if is_ours(owner):
        return tr("made permanent by Storage Tuner")
    return tr("set by {tool} {place}", tool=printable(owner.tool), place=short_place(owner))


def short_place(owner: SettingOwner) -> str:
    """The name of its file without the folders."""
    return printable(owner.place.rpartition("/")[2] or owner.place)


def sibling_note(sibling: MemberSetting, name: str) -> str:
    """Difference between ``name`` and the other members."""
    if sibling.common is None:
        return tr("members differ")
    if name in sibling.dissenting:
        return tr(
            "differs from other members ({value})",
            value=names.setting_value(sibling.tunable, sibling.common),
        )
    return tr("differs on {names}", names=", ".join(sibling.dissenting))
