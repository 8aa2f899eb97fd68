"""Every tunable of a device, or of the computer, in groups; no widgets."""

from __future__ import annotations

from collections.abc import Iterable

from storage_tuner.core.device import Device
from storage_tuner.core.member_settings import MemberSetting, member_settings
from storage_tuner.core.message import tr
from storage_tuner.core.tunable import (
    CATALOGUE,
    SCHEDULERS,
    VIRTUAL_MEMORY,
    Scope,
    Tunable,
    named,
)
from storage_tuner.core.tunable_target import (
    Tuned,
    device_tunables,
    tuned_device,
    tuned_memory,
)
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.present.wording import printable
from storage_tuner.ui import wording
from storage_tuner.ui.settings.other_setters import (
    differs,
    owner_note,
    sibling_note,
    sibling_settings,
    spread,
)
from storage_tuner.ui.settings.rows import Group, SettingRow, ValueRange
from storage_tuner_protocol.tunables import ONLY_AT_REST


def device_groups(
    device: Device, devices: tuple[Device, ...], scheduler: str = ""
) -> tuple[Group, ...]:
    """Settings of the device, of its member disks, and unavailable ones. ``scheduler`` is the
    chosen one, whose settings can then be chosen as well."""
    return _Maker(device, devices, scheduler).groups()


def machine_groups(memory: VirtualMemory) -> tuple[Group, ...]:
    """Those of the whole computer."""
    tuned = tuned_memory(VIRTUAL_MEMORY, memory)
    tunables = [one for one in CATALOGUE if one.scope is Scope.MACHINE]
    rows = [
        _row(one, tuned) if one.name in tuned.settings else _absent(one, tuned) for one in tunables
    ]
    writing = [row for row in rows if row.tunable.name != "swappiness"]
    swapping = [row for row in rows if row.tunable.name == "swappiness"]
    return (
        Group(tr("Dirty data in memory"), tuple(writing)),
        Group(tr("Swapping"), tuple(swapping)),
    )


class _Maker:
    """Makes the groups of one device."""

    def __init__(self, device: Device, devices: tuple[Device, ...], scheduler: str) -> None:
        self._device = device
        self._tuned = tuned_device(device)
        self._known = {each.name: tuned_device(each) for each in devices}
        self._siblings = {each.tunable: each for each in sibling_settings(device, devices)}
        self._underlying = {each.tunable: each for each in member_settings(device, devices)}
        self._active = device.scheduler.active if device.scheduler is not None else ""
        common = self._underlying["scheduler"].common if "scheduler" in self._underlying else ""
        self._now = self._active or common or ""
        self._wished = scheduler or self._now

    def groups(self) -> tuple[Group, ...]:
        tunables = device_tunables(self._device)
        own = [self._own(one) for one in tunables if one.name in self._tuned.settings]
        below = [
            self._below(one, self._underlying[one.name])
            for one in named(self._underlying)
            if one.name not in self._tuned.settings
        ]
        coming = [self._coming(one) for one in tunables if self._comes(one)]
        present = {row.tunable.name for row in (*own, *below, *coming)}
        absent = [_absent(one, self._tuned) for one in tunables if one.name not in present]
        found = (
            Group(tr("Queue"), _of_scope(own, Scope.DEVICE)),
            Group(_scheduler_title(self._active), _of_scope(own, Scope.SCHEDULER)),
            Group(tr("RAID controller unit"), _of_scope(own, Scope.UNIT)),
            Group(tr("Array"), _of_scope(own, Scope.ARRAY)),
            Group(_below_title(self._device), tuple(below)),
            Group(_coming_title(self._wished), tuple(coming)),
            Group(tr("Not available"), tuple(absent), is_absent=True),
        )
        return tuple(group for group in found if group.rows)

    def _own(self, tunable: Tunable) -> SettingRow:
        sibling = self._siblings.get(tunable.name)
        notes = []
        if sibling is not None and differs(sibling):
            notes.append(sibling_note(sibling, self._device.name))
        return _row(tunable, self._tuned, notes, sibling, self._locked(tunable, (self._tuned,)))

    def _below(self, tunable: Tunable, members: MemberSetting) -> SettingRow:
        disks = [self._known[name] for name in members.members if name not in members.lacking]
        notes = [tr("set on {names}", names=", ".join(members.members))]
        if differs(members):
            names = wording.joined(list(members.dissenting))
            notes = [tr("differs on {names}", names=names)]
        value = next(iter(members.values)) if members.agreed else None
        return SettingRow(
            tunable,
            value,
            tunable.default,
            _common_bounds(tunable, disks),
            tuple(notes),
            reason=spread(members) if value is None else "",
            members=members,
            locked=self._locked(tunable, disks),
            seen={disk.name: disk.settings[tunable.name] for disk in disks},
        )

    def _comes(self, tunable: Tunable) -> bool:
        return (
            tunable.scope is Scope.SCHEDULER
            and tunable.is_described
            and tunable.name not in self._tuned.settings
            and self._wished != self._now
            and tunable.fits(self._wished)
        )

    def _coming(self, tunable: Tunable) -> SettingRow:
        return SettingRow(
            tunable,
            None,
            tunable.default,
            ValueRange((), *tunable.bounds),
            reason=tr("known once scheduler {name} is active", name=self._wished),
        )

    def _is_lost(self, tunable: Tunable) -> bool:
        """Whether the wished scheduler doesn't have it, or may not."""
        stays = tunable.is_described or self._wished == self._now
        return tunable.scope is Scope.SCHEDULER and not (stays and tunable.fits(self._wished))

    def _locked(self, tunable: Tunable, places: Iterable[Tuned]) -> str:
        """``places`` are those that it would be set on."""
        if self._is_lost(tunable):
            return tr("only with scheduler {name}", name=tunable.scheduler or self._now)
        if tunable.name in ONLY_AT_REST and self._device.background is not None:
            return tr(
                "locked while the array is busy: {work}",
                work=wording.work(self._device.background.action, None),
            )
        reasons = (place.locked.get(tunable.name, "") for place in places)
        return printable(str(next(filter(None, reasons), "")))


def _row(
    tunable: Tunable,
    tuned: Tuned,
    notes: Iterable[str] = (),
    sibling: MemberSetting | None = None,
    locked: str = "",
) -> SettingRow:
    owners = tuned.owners_of(tunable)
    bounds = _common_bounds(tunable, [tuned])
    if not locked and not bounds.leave_a_choice:
        locked = tr("only one value available")
    return SettingRow(
        tunable,
        tuned.settings[tunable.name],
        tuned.default(tunable),
        bounds,
        (*(owner_note(owner) for owner in owners), *notes),
        owners=owners,
        siblings=sibling,
        locked=locked,
        seen={tuned.name: tuned.settings[tunable.name]},
        disks=tuned.members,
    )


def _absent(tunable: Tunable, tuned: Tuned) -> SettingRow:
    reason = str(tuned.missing.get(tunable.name, ""))
    reason = printable(reason) or tr("not available on this device")
    return SettingRow(
        tunable,
        None,
        tunable.default,
        _common_bounds(tunable, [tuned]),
        (reason,),
        reason,
        locked=reason,
    )


def _common_bounds(tunable: Tunable, places: Iterable[Tuned]) -> ValueRange:
    """Values that all ``places`` accept."""
    if tunable.choices:
        lists = [place.choices(tunable) for place in places]
        common = tuple(one for one in lists[0] if all(one in each for each in lists))
        return ValueRange(common or SCHEDULERS)
    if not tunable.is_described:
        return ValueRange()
    bounds = [place.bounds(tunable) for place in places]
    return ValueRange((), max(low or 0 for low, _ in bounds), min(high or 0 for _, high in bounds))


def _scheduler_title(name: str) -> str:
    return tr("Scheduler {name}", name=printable(name))


def _below_title(device: Device) -> str:
    return tr("Paths") if device.multipath is not None else tr("Member disks")


def _coming_title(name: str) -> str:
    return tr("Scheduler {name}, after applying", name=printable(name))


def _of_scope(rows: list[SettingRow], scope: Scope) -> tuple[SettingRow, ...]:
    return tuple(row for row in rows if row.tunable.scope is scope)
