"""What is to be said of each tunable of a device; no widgets."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.siblings import MemberSetting, disks_that_count, member_settings
from storage_tuner.core.topology import Topology, flat
from storage_tuner.core.tunable import BY_NAME, OF_DEVICES, Risk, Scope, Tunable
from storage_tuner.report import numbers
from storage_tuner.report.wording import printable
from storage_tuner.ui import wording
from storage_tuner.ui.facts import Fact

translate = QCoreApplication.translate


_ONE = {
    "requests": "request",
    "commands": "command",
    "batches": "batch",
    "sectors": "sector",
    "threads": "thread",
    "pages per member": "page per member",
}
"""The catalogue's units, for a single one."""


@dataclass(frozen=True)
class SettingRow:
    """``value`` is None where it isn't told, and ``reason`` then why. ``notes`` are short: who
    else sets it, and how the device's siblings differ. ``members`` is there for a tunable that is
    set on the disks beneath."""

    tunable: Tunable
    value: str | None
    default: str | None
    range: str
    notes: tuple[str, ...] = ()
    reason: str = ""
    owners: tuple[SettingOwner, ...] = ()
    siblings: MemberSetting | None = None
    members: MemberSetting | None = None

    @property
    def value_text(self) -> str:
        """ "" where it isn't told."""
        if self.value is not None:
            return _with_unit(self.value, self.tunable)
        values = self.members.values if self.members is not None else ()
        return " / ".join(printable(value) for value in values)

    @property
    def default_text(self) -> str:
        return _with_unit(self.default, self.tunable) if self.default is not None else ""


@dataclass(frozen=True)
class Group:
    title: str
    rows: tuple[SettingRow, ...]
    is_absent: bool = False


def groups(device: Device, devices: tuple[Device, ...]) -> tuple[Group, ...]:
    """Every tunable: those of the device, those on the disks beneath it, those it doesn't have."""
    siblings = {each.tunable: each for each in sibling_settings(device, devices)}
    beneath = {each.tunable: each for each in member_settings(device, devices)}
    own = [
        _own(tunable, device, siblings) for tunable in OF_DEVICES if tunable.name in device.settings
    ]
    below = [
        _beneath(tunable, device, beneath[tunable.name])
        for tunable in OF_DEVICES
        if tunable.name in beneath and tunable.name not in device.settings
    ]
    present = {row.tunable.name for row in (*own, *below)}
    absent = [_absent(tunable, device) for tunable in OF_DEVICES if tunable.name not in present]
    scheduler = device.scheduler.active if device.scheduler is not None else ""
    found = (
        Group(translate("Settings", "Queue"), _of_scope(own, Scope.DEVICE)),
        Group(
            translate("Settings", "Scheduler {name}").format(name=printable(scheduler)),
            _of_scope(own, Scope.SCHEDULER),
        ),
        Group(translate("Settings", "Array"), _of_scope(own, Scope.ARRAY)),
        Group(translate("Settings", "On the disks beneath"), tuple(below)),
        Group(translate("Settings", "Not on this device"), tuple(absent), is_absent=True),
    )
    return tuple(group for group in found if group.rows)


def sibling_settings(device: Device, devices: tuple[Device, ...]) -> tuple[MemberSetting, ...]:
    """How the members of the nearest array are set that ``device`` is one of several in."""
    known = {each.name: each for each in devices}
    for name in flat(Topology(devices).upon(device.name)):
        disks = disks_that_count(known[name], devices)
        if len(disks) > 1 and any(disk.name == device.name for disk in disks):
            return member_settings(known[name], devices)
    return ()


def differing(device: Device, devices: tuple[Device, ...]) -> list[str]:
    """The tunables in which ``device`` is not like most of its siblings."""
    return [
        each.tunable
        for each in sibling_settings(device, devices)
        if differs(each) and device.name in each.dissenting
    ]


def differs(setting: MemberSetting) -> bool:
    """Whether some have it otherwise; that a disk with another scheduler lacks the settings of this
    one is no difference of its own."""
    if BY_NAME[setting.tunable].scope is Scope.SCHEDULER:
        return len(setting.values) > 1
    return not setting.agreed


def facts(row: SettingRow, device: Device) -> list[Fact]:
    """All about one tunable, for the pane below the list."""
    tunable = row.tunable
    named = [
        Fact(translate("Settings", "Value"), row.value_text or None, row.reason),
        Fact(
            translate("Settings", "Kernel's default"),
            row.default_text or None,
            "" if row.default is not None else no_default(),
        ),
        Fact(translate("Settings", "Range"), row.range),
        Fact(translate("Settings", "Set by"), _owners_text(row.owners)),
    ]
    if row.siblings is not None:
        named.append(Fact(translate("Settings", "Siblings"), spread(row.siblings)))
    if row.members is not None:
        named.append(Fact(translate("Settings", "Disks beneath"), spread(row.members)))
    named.append(Fact(translate("Settings", "Effect"), tunable.side_effects))
    if tunable.risk is not Risk.NONE:
        named.append(Fact(translate("Settings", "What can go wrong"), _risk(tunable.risk)))
    if tunable.kernels:
        named.append(Fact(translate("Settings", "Kernels"), tunable.kernels))
    named.append(Fact(translate("Settings", "File"), tunable.path(printable(device.name))))
    return named


def spread(setting: MemberSetting) -> str:
    """ "bfq on sda, sdb; none on sdc"."""
    tunable = BY_NAME[setting.tunable]
    parts = [
        translate("Settings", "{value} on {names}").format(
            value=_with_unit(value, tunable), names=", ".join(names)
        )
        for value, names in setting.values.items()
    ]
    if setting.lacking:
        names = ", ".join(setting.lacking)
        parts.append(translate("Settings", "not there on {names}").format(names=names))
    return "; ".join(parts)


def owner_note(owner: SettingOwner) -> str:
    """ "set by udev rule 60-io.rules:3"."""
    return translate("Settings", "set by {tool} {place}").format(
        tool=printable(owner.tool), place=printable(owner.place.rpartition("/")[2] or owner.place)
    )


def _own(tunable: Tunable, device: Device, siblings: dict[str, MemberSetting]) -> SettingRow:
    owners = tuple(owner for owner in device.owners if owner.tunable == tunable.name)
    sibling = siblings.get(tunable.name)
    notes = [owner_note(owner) for owner in owners]
    if sibling is not None and differs(sibling):
        notes.append(_sibling_note(sibling, device.name))
    return SettingRow(
        tunable,
        device.settings[tunable.name],
        _default(tunable, device),
        _range(tunable, device),
        tuple(notes),
        owners=owners,
        siblings=sibling,
    )


def _sibling_note(sibling: MemberSetting, name: str) -> str:
    if sibling.common is None:
        return translate("Settings", "the members differ")
    if name in sibling.dissenting:
        return translate("Settings", "differs from its siblings ({value})").format(
            value=_with_unit(sibling.common, BY_NAME[sibling.tunable])
        )
    return translate("Settings", "differs on {names}").format(names=", ".join(sibling.dissenting))


def _beneath(tunable: Tunable, device: Device, members: MemberSetting) -> SettingRow:
    notes = [translate("Settings", "set on {names}").format(names=", ".join(members.members))]
    if differs(members):
        differ = wording.joined(list(members.dissenting))
        notes = [translate("Settings", "they differ on {names}").format(names=differ)]
    value = next(iter(members.values)) if members.agreed else None
    return SettingRow(
        tunable,
        value,
        _default(tunable, device),
        _range(tunable, device),
        tuple(notes),
        reason=spread(members) if value is None else "",
        members=members,
    )


def _absent(tunable: Tunable, device: Device) -> SettingRow:
    reason = device.missing.get(tunable.name) or translate("Settings", "this device has none")
    return SettingRow(tunable, None, None, _range(tunable, device), (printable(reason),), reason)


def _of_scope(rows: list[SettingRow], scope: Scope) -> tuple[SettingRow, ...]:
    return tuple(row for row in rows if row.tunable.scope is scope)


def _default(tunable: Tunable, device: Device) -> str | None:
    """Of what the device has what is known of it, and otherwise the catalogue's."""
    if tunable.name in device.settings:
        return device.defaults.get(tunable.name)
    return tunable.default


def _range(tunable: Tunable, device: Device) -> str:
    if tunable.choices:
        own = device.scheduler.available if device.scheduler and tunable.name == "scheduler" else ()
        return ", ".join(own or tunable.choices)
    low, high = device.limits.get(tunable.name, (tunable.minimum, tunable.maximum))
    assert low is not None and high is not None
    span = translate("Settings", "{low} to {high}").format(
        low=numbers.whole(low), high=numbers.whole(high)
    )
    return ", ".join((span, *tunable.words))


def _with_unit(value: str, tunable: Tunable) -> str:
    text = printable(value)
    is_number = value.removeprefix("-").isdecimal()
    if not tunable.unit or not is_number:
        return text
    unit = _ONE.get(tunable.unit, tunable.unit) if value == "1" else tunable.unit
    return f"{text}{numbers.SPACE}{unit}"


def _owners_text(owners: tuple[SettingOwner, ...]) -> str:
    if not owners:
        return translate("Settings", "no other tool that was found")
    lines = []
    for owner in owners:
        value = "" if owner.value is None else printable(owner.value)
        said = translate("Settings", "{tool}, to {value}") if value else "{tool}"
        lines.append(said.format(tool=printable(owner.tool), value=value))
        lines.append(printable(owner.place))
    return "\n".join(lines)


def no_default() -> str:
    """Why a default isn't told."""
    return translate("Settings", "it depends on the device, and the kernel doesn't keep it")


def _risk(risk: Risk) -> str:
    if risk is Risk.SLOW:
        return translate("Settings", "The device may get slower while you try.")
    return translate("Settings", "The computer may hardly answer while you try.")
