"""Changes that were chosen and not yet applied, device by device; pure.

Where a choice goes: a device's own settings to itself, or to all of its siblings; those that an
array hands on to the disks beneath it.
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
from storage_tuner.core.tunable import BY_NAME, CATALOGUE, Hazard, Risk, Scope, Tunable
from storage_tuner.core.tunable_target import Tuned, tuned_device


@dataclass(frozen=True)
class PendingChange:
    """``tunable`` is to become ``new``. ``seen`` is what each device had when that was chosen."""

    tunable: str
    new: str
    seen: Mapping[str, str]


class Reach(Enum):
    """Where the settings go that a device has itself."""

    DEVICE = "device"
    MEMBERS = "members"
    SIBLINGS = "siblings"


@dataclass(frozen=True)
class EditedDevice:
    """A device as it is now; ``disks`` are those beneath it whose settings count instead of its
    own, ``siblings`` it and the other members of the nearest array, ``array`` that array.
    ``has_battery``: it's on a RAID controller whose battery is ready."""

    tuned: Tuned
    target: ChangeTarget
    disks: tuple[EditedDevice, ...] = ()
    siblings: tuple[EditedDevice, ...] = ()
    array: str = ""
    has_battery: bool = False

    @property
    def name(self) -> str:
        return self.target.name

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """What can be chosen between."""
        found = [Reach.DEVICE]
        if self.disks:
            found.append(Reach.MEMBERS)
        if len(self.siblings) > 1:
            found.append(Reach.SIBLINGS)
        return tuple(found)


@dataclass(frozen=True)
class PlannedRow:
    """One tunable on those devices that have the same now, and where the same is going to happen.
    ``owners`` are all that set it at the next start; ``hazard`` is what can be lost by it, ``risk``
    what else can go wrong."""

    tunable: Tunable
    devices: tuple[str, ...]
    now: str | None
    new: str
    owners: tuple[SettingOwner, ...] = ()
    hazard: Hazard | None = None
    risk: Risk = Risk.NONE


@dataclass(frozen=True)
class Consequence:
    """What happens besides. ``tunable`` is set anew along with ``along_with``; is ``held`` at
    ``value``; or (with neither) ends with the old scheduler, where it is ``value``."""

    device: str
    tunable: str
    value: str = ""
    along_with: str = ""
    held: bool = False


@dataclass(frozen=True)
class PlannedChanges:
    """All that applying would do. ``left_out`` are wishes that no device of these can take."""

    changes: tuple[Change, ...]
    rows: tuple[PlannedRow, ...]
    consequences: tuple[Consequence, ...]
    left_out: tuple[str, ...] = ()

    @property
    def risky(self) -> tuple[PlannedRow, ...]:
        """Those that somebody has to agree to by name."""
        return tuple(row for row in self.rows if row.risk is Risk.STALL or row.hazard is not None)


class Collection:
    """Wishes by the name of a device (or ``vm``), in the order of the catalogue."""

    def __init__(self) -> None:
        self._all_pending: dict[str, dict[str, PendingChange]] = {}

    def of(self, device: str) -> tuple[PendingChange, ...]:
        chosen = self._all_pending.get(device, {})
        return tuple(chosen[one.name] for one in CATALOGUE if one.name in chosen)

    def choose(self, device: str, pending: PendingChange) -> None:
        """Take it in; a wish for what is set everywhere already takes the old one back."""
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
        """What is set now counts as seen; ``present`` has the settings of every device."""
        chosen = self._all_pending.get(device, {})
        for name, pending in chosen.items():
            seen = {one: present.get(one, {}).get(name, old) for one, old in pending.seen.items()}
            chosen[name] = replace(pending, seen=seen)

    def refreshed(self, device: str, present: Mapping[str, Mapping[str, str]]) -> None:
        """As ``note_seen``; what is set as it was wished is taken back."""
        self.note_seen(device, present)
        for pending in self.of(device):
            self.choose(device, pending)

    @property
    def counts(self) -> dict[str, int]:
        """How many there are, by device; none of those without."""
        return {device: len(all_pending) for device, all_pending in self._all_pending.items()}


def change_scope(
    device: Device, devices: Iterable[Device], controllers: Sequence[Controller] = ()
) -> EditedDevice:
    """``device`` among all ``devices``, behind one of ``controllers`` or none."""
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
    )


def places_for(place: EditedDevice, tunable: Tunable, reach: Reach) -> tuple[EditedDevice, ...]:
    """Where a wish for ``tunable`` goes that was chosen on ``place``."""
    is_own = tunable.name in place.tuned.settings or comes_with(tunable, place.tuned)
    handed_on = tunable.scope is not Scope.ARRAY and bool(place.disks)
    if not is_own or (reach is Reach.MEMBERS and handed_on):
        return place.disks
    if reach is Reach.SIBLINGS and tunable.scope is not Scope.ARRAY:
        return place.siblings
    return (place,)


def comes_with(tunable: Tunable, tuned: Tuned) -> bool:
    """Whether it may be there once another scheduler is."""
    return tunable.scope is Scope.SCHEDULER and "scheduler" in tuned.settings


def refusal(all_pending: Iterable[PendingChange]) -> Text:
    """Why they can't be applied together; "" when they can."""
    return contradiction({pending.tunable: pending.new for pending in all_pending})


def plan_changes(
    place: EditedDevice, all_pending: Iterable[PendingChange], reach: Reach
) -> PlannedChanges:
    """What applying ``all_pending`` would do to every device that they reach."""
    wanted: dict[str, dict[str, str]] = {}
    seen: dict[str, dict[str, str]] = {}
    places: dict[str, EditedDevice] = {}
    for pending in all_pending:
        for each in places_for(place, BY_NAME[pending.tunable], reach):
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
    """Nothing of it is done before somebody agreed to what is risky."""
    found = hazards_of(wanted, place.tuned.settings, has_battery=place.has_battery)
    return replace(place.target, allowed=tuple(hazard.name for hazard in found))


def _possible(tuned: Tuned, wanted: Mapping[str, str]) -> dict[str, str]:
    """Without what the device doesn't have, or can't have set now, with the scheduler that it's
    going to have."""
    scheduler = wanted.get("scheduler", tuned.settings.get("scheduler"))
    zeros = needless_zeros(wanted)
    return {
        one.name: wanted[one.name]
        for one in CATALOGUE
        if one.name in wanted
        and one.name not in zeros
        and one.name not in tuned.locked
        and not foreign_to(one, scheduler)
        and (one.name in tuned.settings or comes_with(one, tuned))
    }


def _rows(changes: Iterable[Change], places: Mapping[str, EditedDevice]) -> tuple[PlannedRow, ...]:
    found: dict[tuple[object, ...], PlannedRow] = {}
    for change in changes:
        place = places[change.target.name]
        tuned = place.tuned
        plan = planned_change(tuned.name, tuned.settings, change.wanted)
        for write in plan.writes:
            tunable = BY_NAME[write.tunable]
            owners = tuned.owners_of(tunable)
            risk = risk_of(tunable, write.new, tuned.members)
            hazard = hazard_of(
                write.tunable, write.new, tuned.settings, has_battery=place.has_battery
            )
            key = (write.tunable, write.old, owners, hazard, risk)
            row = found.get(key)
            devices = (*(row.devices if row else ()), tuned.name)
            found[key] = PlannedRow(tunable, devices, write.old, write.new, owners, hazard, risk)
    order = {one.name: number for number, one in enumerate(CATALOGUE)}
    return tuple(sorted(found.values(), key=lambda row: order[row.tunable.name]))


def _consequences(change: Change, places: Mapping[str, EditedDevice]) -> list[Consequence]:
    tuned = places[change.target.name].tuned
    plan = planned_change(tuned.name, tuned.settings, change.wanted)
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
