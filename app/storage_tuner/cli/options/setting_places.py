"""Where settings go, and whether they can be set there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.cli.options.wanted_settings import require_possible, require_scope
from storage_tuner.client.setting_changes import ChangeTarget
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.hazards import has_battery, hazards_of
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.tunable import BY_NAME, VIRTUAL_MEMORY, Hazard, Scope
from storage_tuner.core.tunable_target import Tuned, tuned_device, tuned_memory
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.threeware import controllers_of, with_policies
from storage_tuner.probe.virtual_memory import read_virtual_memory


@dataclass(frozen=True)
class Place:
    """Where settings go, as it is now, and what is asked of the helper. ``hazards`` are what must
    be allowed by name before it's done."""

    tuned: Tuned
    target: ChangeTarget
    hazards: tuple[Hazard, ...] = ()


def places_to_set(
    name: str, wanted: Mapping[str, str], *, members: bool, root: Path = Path("/")
) -> tuple[Place, ...]:
    """The device ``name``, or with ``members`` the disks beneath it.

    Raises ``InvalidInput`` and ``DeviceError`` when ``wanted`` can't be set there.
    """
    require_scope(name, wanted)
    if name == VIRTUAL_MEMORY and not members:
        tuned = tuned_memory(VIRTUAL_MEMORY, read_virtual_memory(root))
        require_possible(tuned, wanted, ())
        return (Place(tuned, ChangeTarget(VIRTUAL_MEMORY, 0)),)
    if name == VIRTUAL_MEMORY:
        raise _no_disk_beneath(name)
    devices = read_devices(root, include_empty=True)
    device = find_device(name, devices, root)
    controllers = controllers_of(device, devices, root) if _is_of_unit(wanted) else ()
    devices = with_policies(devices, controllers)
    device = find_device(device.name, devices, root)
    below = tuple(one.name for one in disks_that_count(device, devices) if one != device)
    if members and not below:
        raise _no_disk_beneath(device.name)
    chosen = below if members else (device.name,)
    places = []
    for one in devices:
        if one.name in chosen:
            tuned = tuned_device(one)
            require_possible(tuned, wanted, () if members else below)
            battery = has_battery(one.name, controllers)
            places.append(
                Place(
                    tuned,
                    ChangeTarget(one.name, one.diskseq or 0),
                    hazards_of(wanted, tuned.settings, has_battery=battery),
                )
            )
    return tuple(places)


def _is_of_unit(wanted: Mapping[str, str]) -> bool:
    """Whether a controller must be asked, which takes a while."""
    return any(BY_NAME[name].scope is Scope.UNIT for name in wanted)


def _no_disk_beneath(name: str) -> InvalidInput:
    return InvalidInput(f"{name} stands on no other disk.", "Leave --members out.")
