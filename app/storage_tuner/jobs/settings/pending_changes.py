"""Pending changes of settings, chosen but not yet applied, by device; pure.

A device's own settings apply to itself, or to all of its siblings; those that an array passes on
apply to its member disks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from storage_tuner.client.setting_changes import Change, ChangeTarget
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.hazards import has_battery, hazard_of, hazards_of
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.memory_risk import risk_of
from storage_tuner.core.message import Text
from storage_tuner.core.setting_effects import (
    contradiction,
    foreign_to,
    needless_zeros,
    planned_change,
)
from storage_tuner.core.topology import Topology, flat
from storage_tuner.core.tunable import Hazard, Risk, Scope, Tunable, find, in_order, named
from storage_tuner.core.tunable_target import Tuned, tuned_device


@dataclass(frozen=True)
class PendingChange:
    """``tunable`` is to become ``new``. ``seen`` is each device's value when it was chosen."""

    tunable: str
    new: str
    seen: Mapping[str, str]


class Reach(Enum):
    """The devices to which a device's own settings apply."""

    DEVICE = "device"
    MEMBERS = "members"
    SIBLINGS = "siblings"


@dataclass(frozen=True)
class EditedDevice:
    """A device in its current state; ``disks`` are the underlying ones whose settings matter
    instead of its own, ``siblings`` are the device and the other members of the nearest array,
    ``array`` is that array. ``has_battery``: it's on a RAID controller whose battery is ready.
    ``has_paths``: ``disks`` are the paths to it."""

    tuned: Tuned
    target: ChangeTarget
    disks: tuple[EditedDevice, ...] = ()
    siblings: tuple[EditedDevice, ...] = ()
    array: str = ""
    has_battery: bool = False
    has_paths: bool = False

    @property
    def name(self) -> str:
        return self.target.name

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """The reaches to choose from."""
        found = [Reach.DEVICE]
        if self.disks:
            found.append(Reach.MEMBERS)
        if len(self.siblings) > 1:
            found.append(Reach.SIBLINGS)
        return tuple(found)


@dataclass(frozen=True)
class PlannedRow:
    """One tunable on devices with the same current value and the same change. ``owners`` are all
    that set it at the next boot; ``hazard`` is the possible data loss, ``risk`` any other risk."""

    tunable: Tunable
    devices: tuple[str, ...]
    now: str | None
    new: str
    owners: tuple[SettingOwner, ...] = ()
    hazard: Hazard | None = None
    risk: Risk = Risk.NONE


@dataclass(frozen=True)
class Consequence:
    """A side effect of a change. ``tunable`` is reset along with ``along_with``; is ``held`` at
    ``value``; or (with neither) disappears with the old scheduler, where its value is ``value``."""

    device: str
    tunable: str
    value: str = ""
    along_with: str = ""
    held: bool = False


@dataclass(frozen=True)
class PlannedChanges:
    """All effects of applying. ``left_out`` are changes that none of the devices accepts."""

    changes: tuple[Change, ...]
    rows: tuple[PlannedRow, ...]
    consequences: tuple[Consequence, ...]
    left_out: tuple[str, ...] = ()

    @property
    def risky(self) -> tuple[PlannedRow, ...]:
        """The rows that need explicit consent."""
        return tuple(row for row in self.rows if row.risk is Risk.STALL or row.hazard is not None)


class Collection:
    """Pending changes by the name of a device (or ``vm``), in the order of the catalogue."""

    def __init__(self) -> None:
        self._all_pending: dict[str, dict[str, PendingChange]] = {}

    def of(self, device: str) -> tuple[PendingChange, ...]:
        chosen = self._all_pending.get(device, {})
        return tuple(chosen[name] for name in in_order(chosen))

    def choose(self, device: str, pending: PendingChange) -> None:
        """Add ``pending``, or withdraw the change of this tunable if it's already set
        everywhere."""
        if pending.seen and all(value == pending.new for value in pending.seen.values()):
            self.take_back(device, pending.tunable)
        else:
            self._all_pending.setdefault(device, {})[pending.tunable] = pending

    def take_back(self, device: str, tunable: str) -> None:
        self._all_pending.get(device, {}).pop(tunable, None)
        if not self._all_pending.get(device, True):
            del self._all_pending[device]

    def discard(self, device: str) -> None:
        self._all_pending.pop(device, None)

    def note_seen(self, device: str, present: Mapping[str, Mapping[str, str]]) -> None:
        """Note the current settings as seen; ``present`` has the settings of every device."""
        chosen = self._all_pending.get(device, {})
        for name, pending in chosen.items():
            seen = {one: present.get(one, {}).get(name, old) for one, old in pending.seen.items()}
            chosen[name] = replace(pending, seen=seen)

    def refreshed(self, device: str, present: Mapping[str, Mapping[str, str]]) -> None:
        """As ``note_seen``, and withdraw changes that are already set."""
        self.note_seen(device, present)
        for pending in self.of(device):
            self.choose(device, pending)

    @property
    def counts(self) -> dict[str, int]:
        """The number of pending changes by device, without devices that have none."""
        return {device: len(all_pending) for device, all_pending in self._all_pending.items()}


def change_scope(
    device: Device, devices: Iterable[Device], controllers: Sequence[Controller] = ()
) -> EditedDevice:
    """``device`` for editing, among all ``devices``, behind one of ``controllers`` or none."""
    known = {each.name: each for each in devices}
    underlying = disks_that_count(device, known.values())
    array, siblings = _siblings(device, known)
    return EditedDevice(
        tuned_device(device),
        _target(device),
        tuple(_alone(disk, controllers) for disk in underlying if disk.name != device.name),
        tuple(_alone(disk, controllers) for disk in siblings),
        array,
        has_battery(device.name, controllers),
        device.multipath is not None,
    )


def places_for(place: EditedDevice, tunable: Tunable, reach: Reach) -> tuple[EditedDevice, ...]:
    """The devices to which a change of ``tunable`` chosen on ``place`` applies."""
    is_own = tunable.name in place.tuned.settings or comes_with(tunable, place.tuned)
    handed_on = tunable.scope is not Scope.ARRAY and bool(place.disks)
    if not is_own or (reach is Reach.MEMBERS and handed_on):
        return place.disks
    if reach is Reach.SIBLINGS and tunable.scope is not Scope.ARRAY:
        return place.siblings
    return (place,)


def _places_of(
    place: EditedDevice, pending: PendingChange, reach: Reach
) -> tuple[EditedDevice, ...]:
    tunable = find(pending.tunable)
    return () if tunable is None else places_for(place, tunable, reach)


def comes_with(tunable: Tunable, tuned: Tuned) -> bool:
    """Return whether it may exist once another scheduler is active."""
    is_known = tunable.scope is Scope.SCHEDULER and tunable.is_described
    return is_known and "scheduler" in tuned.settings


def refusal(all_pending: Iterable[PendingChange]) -> Text:
    """The reason why the changes can't be applied together; "" when they can."""
    return contradiction({pending.tunable: pending.new for pending in all_pending})


def plan_changes(
    place: EditedDevice, all_pending: Iterable[PendingChange], reach: Reach
) -> PlannedChanges:
    """The effects of applying ``all_pending`` on every device that they reach."""
    wanted: dict[str, dict[str, str]] = {}
    seen: dict[str, dict[str, str]] = {}
    places: dict[str, EditedDevice] = {}
    for pending in all_pending:
        for each in _places_of(place, pending, reach):
            places[each.name] = each
            wanted.setdefault(each.name, {})[pending.tunable] = pending.new
            if pending.tunable in each.tuned.settings:
                now = each.tuned.settings[pending.tunable]
                seen.setdefault(each.name, {})[pending.tunable] = pending.seen.get(each.name, now)
    for name, each in places.items():
        wanted[name] = _possible(each.tuned, wanted[name])
    changes = tuple(
        Change(_allowing(places[name], values), values, seen.get(name, {}))
        for name, values in wanted.items()
        if values
    )
    taken = {name for change in changes for name in change.wanted}
    zeros = needless_zeros({pending.tunable: pending.new for pending in all_pending})
    return PlannedChanges(
        changes,
        _rows(changes, places),
        tuple(one for change in changes for one in _consequences(change, places)),
        tuple(w.tunable for w in all_pending if w.tunable not in taken and w.tunable not in zeros),
    )


def _allowing(place: EditedDevice, wanted: Mapping[str, str]) -> ChangeTarget:
    """The change with its risks allowed; nothing is applied before a person agreed to them."""
    found = hazards_of(wanted, place.tuned.settings, has_battery=place.has_battery)
    return replace(place.target, allowed=tuple(hazard.name for hazard in found))


def _possible(tuned: Tuned, wanted: Mapping[str, str]) -> dict[str, str]:
    """``wanted`` without settings that the device lacks or doesn't accept with its future
    scheduler."""
    scheduler = wanted.get("scheduler", tuned.settings.get("scheduler"))
    zeros = needless_zeros(wanted)
    return {
        one.name: wanted[one.name]
        for one in map(tuned.form, named(wanted))
        if one.name not in zeros
        and one.name not in tuned.locked
        and not foreign_to(one, scheduler)
        and (one.is_described or scheduler == tuned.settings.get("scheduler"))
        and (one.name in tuned.settings or comes_with(one, tuned))
    }


def _rows(changes: Iterable[Change], places: Mapping[str, EditedDevice]) -> tuple[PlannedRow, ...]:
    found: dict[tuple[object, ...], PlannedRow] = {}
    for change in changes:
        place = places[change.target.name]
        tuned = place.tuned
        plan = planned_change(tuned.name, tuned.settings, change.wanted, tuned.newer)
        tunables = {one.name: one for one in named(change.wanted)}
        for write in plan.writes:
            tunable = tunables[write.tunable]
            owners = tuned.owners_of(tunable)
            risk = risk_of(tunable, write.new, tuned.members)
            hazard = hazard_of(
                write.tunable, write.new, tuned.settings, has_battery=place.has_battery
            )
            key = (write.tunable, write.old, owners, hazard, risk)
            row = found.get(key)
            devices = (*(row.devices if row else ()), tuned.name)
            found[key] = PlannedRow(tunable, devices, write.old, write.new, owners, hazard, risk)
    order = in_order({row.tunable.name for row in found.values()})
    return tuple(sorted(found.values(), key=lambda row: order.index(row.tunable.name)))


def _consequences(change: Change, places: Mapping[str, EditedDevice]) -> list[Consequence]:
    tuned = places[change.target.name].tuned
    plan = planned_change(tuned.name, tuned.settings, change.wanted, tuned.newer)
    present = tuned.settings
    return [
        *(
            Consequence(tuned.name, name, present.get(name, ""), along_with=other)
            for name, other in plan.reset.items()
        ),
        *(Consequence(tuned.name, name, value, held=True) for name, value in plan.held.items()),
        *(Consequence(tuned.name, name, value) for name, value in plan.lost.items()),
    ]


def _siblings(device: Device, known: Mapping[str, Device]) -> tuple[str, tuple[Device, ...]]:
    for name in flat(Topology(tuple(known.values())).stacked(device.name)):
        disks = disks_that_count(known[name], known.values())
        if len(disks) > 1 and any(disk.name == device.name for disk in disks):
            return name, disks
    return "", ()


def _alone(device: Device, controllers: Sequence[Controller]) -> EditedDevice:
    battery = has_battery(device.name, controllers)
    return EditedDevice(tuned_device(device), _target(device), has_battery=battery)


def _target(device: Device) -> ChangeTarget:
    return ChangeTarget(device.name, device.diskseq or 0)
