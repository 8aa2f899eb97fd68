"""The units of 3ware controllers as Linux presents them: as disks, possibly several per unit.

A controller is a SCSI host, a unit a target of it with the unit's number, and the pieces that a
unit may be carved into are its LUNs (drivers/scsi/3w-9xxx.c, 3w-xxxx.c, 3w-sas.c). Nothing reports
which host is which controller. A wrong assignment would change another array's caches, so an
uncertain one is refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner_helper.devices import sysfs
from storage_tuner_helper.devices.identity import udev_properties
from storage_tuner_helper.devices.sysfs import PinnedDevice, current_diskseq, pinned
from storage_tuner_helper.errors import (
    ControllerRefused,
    DeviceBusy,
    DeviceChanged,
    NoSuchDevice,
    NotApplied,
    NotSupported,
    Refusal,
    RiskNotAllowed,
)
from storage_tuner_helper.restoring import settings
from storage_tuner_helper.threeware import parsing, tw_cli
from storage_tuner_helper.threeware.tw_cli import UnitNumber, ask
from storage_tuner_protocol.kernel import serial_of
from storage_tuner_protocol.message import Message, said
from storage_tuner_protocol.threeware import (
    DISK_PATH,
    DRIVERS,
    FIRST_FAMILY,
    family,
    is_same_size,
    plain_serial,
)
from storage_tuner_protocol.tunables import BY_NAME, POLICIES, Scope

KEPT_BY_ITSELF = said("The controller stores it permanently.")

_KEY = re.compile(r"serial:[A-Z0-9]{3,64}|only:(?:3w-xxxx|3w-9xxx|3w-sas):[0-9]{1,4}", re.ASCII)
_SERIAL_PROPERTIES = ("ID_SCSI_SERIAL", "SCSI_IDENT_SERIAL", "ID_SERIAL_SHORT")
_MAXIMUM_PAGE_BYTES = 256
_SECTOR_BYTES = 512


@dataclass(frozen=True)
class _Address:
    """A disk's position: its SCSI host, the unit's number on it, and the piece of the unit."""

    host: int
    driver: str
    target: int
    lun: int

    def is_of_unit(self, other: _Address) -> bool:
        return (self.host, self.target) == (other.host, other.target)


@dataclass(frozen=True)
class _Found:
    """The unit of a disk, and its report. ``key`` is the unit's persistent identity."""

    number: UnitNumber
    model: str
    key: str
    reply: parsing.UnitReply


class UnitDisk:
    """A disk of a unit as a target of settings: the disk's files, and the unit's policies.

    tw_cli runs when a policy is needed, and again after something was set. Once it has failed, it
    isn't tried again: it would hang as long as before.
    """

    scopes = PinnedDevice.scopes | {Scope.UNIT}

    def __init__(self, device: PinnedDevice, address: _Address) -> None:
        self._device = device
        self._address = address
        self._found: _Found | None = None
        self._stale = False
        self._failure: Refusal | None = None

    @property
    def name(self) -> str:
        return self._device.name

    @property
    def diskseq(self) -> int:
        return self._device.diskseq

    def queue(self) -> int:
        return self._device.queue()

    def names(self, folder: str) -> list[str]:
        return self._device.names(folder)

    def read_settable(self, attribute: str) -> str:
        return self._device.read_settable(attribute)

    def read(self, attribute: str) -> str:
        """Read an attribute. For a policy, also raises ``ControllerRefused``."""
        policy = _policy(attribute)
        if policy is None:
            return self._device.read(attribute)
        values = self.policies()
        if policy not in values:
            raise NotSupported(self._why_not(policy))
        return values[policy]

    def write(self, attribute: str, value: str) -> None:
        """Write an attribute. For a policy, also raises ``ControllerRefused``."""
        policy = _policy(attribute)
        if policy is None:
            self._device.write(attribute, value)
            return
        found = self._unit()
        self._device.check()
        self._stale = True
        output = ask(tw_cli.setting(found.number, _word(policy, found.reply), value))
        if not parsing.was_set(output, found.number, value):
            raise ControllerRefused(
                said(
                    "The controller didn't accept {value} for {name} of {device}.",
                    value=value,
                    name=policy,
                    device=self.name,
                )
            )

    def policies(self) -> dict[str, str]:
        """Return the present policies that can be set here. Raises ``NotSupported`` where the
        disk's unit is uncertain, ``ControllerRefused`` or ``DeviceChanged``."""
        found = self._unit()
        of_model = family(found.model)
        return {
            name: value
            for name, value in found.reply.policies.items()
            if of_model is not None and of_model >= FIRST_FAMILY[name]
        }

    @property
    def key(self) -> str:
        """Return the unit's identity, which outlasts a restart. Raises as ``policies``."""
        return self._unit().key

    def check(
        self, wanted: Mapping[str, str], before: Mapping[str, str], allowed: Collection[str]
    ) -> list[str]:
        """Return the policies of ``wanted`` that have to change, after checking that all may be
        set. ``before`` are values that are only restored, ``allowed`` the names of accepted risks.

        Raises as ``policies``, ``DeviceBusy`` while the unit does other work than ours, and
        ``RiskNotAllowed``.
        """
        present = self.policies()
        for name in wanted:
            if name in POLICIES and name not in present:
                raise NotSupported(self._why_not(name))
        changes = [name for name in present if wanted.get(name, present[name]) != present[name]]
        status = self._unit().reply.status
        if changes and status != "OK":
            if not status:
                raise DeviceBusy(
                    said(
                        "The unit of {device} doesn't report its status; policies can be "
                        "changed only if it is OK.",
                        device=self.name,
                    )
                )
            raise DeviceBusy(
                said(
                    "The unit of {device} is {status}; policies can be changed only if it is OK.",
                    device=self.name,
                    status=status,
                )
            )
        for name in changes:
            if before.get(name) != wanted[name]:
                self._check_risk(name, wanted[name], allowed)
        return changes

    def _check_risk(self, name: str, value: str, allowed: Collection[str]) -> None:
        hazard = POLICIES[name].hazard
        if hazard is None or value != hazard.value or hazard.name in allowed:
            return
        if not hazard.without_battery:
            raise RiskNotAllowed(
                said(
                    "{name}={value} of {device} can lose data in a power failure, and that "
                    "wasn't allowed.",
                    name=name,
                    value=value,
                    device=self.name,
                )
            )
        if not self._battery_is_ready():
            raise RiskNotAllowed(
                said(
                    "{name}={value} of {device} can lose data in a power failure, since no "
                    "battery is ready, and that wasn't allowed.",
                    name=name,
                    value=value,
                    device=self.name,
                )
            )

    def _battery_is_ready(self) -> bool:
        controller = self._unit().number.controller
        return parsing.battery_is_ready(ask(tw_cli.of_battery(controller)), controller)

    def _unit(self) -> _Found:
        if self._failure:
            raise self._failure
        try:
            if self._found is None:
                self._found = _found(self._device, self._address)
            elif self._stale:
                self._found = _again(self._found, self.name)
            self._stale = False
        except (NotSupported, ControllerRefused) as refusal:
            self._failure = refusal
            raise
        return self._found

    def _why_not(self, policy: str) -> Message:
        model = self._unit().model
        of_model = family(model)
        if of_model is None:
            return said(
                "Whether the controller of {device} supports {name} is unknown.",
                device=self.name,
                name=policy,
            )
        if of_model < FIRST_FAMILY[policy]:
            return said(
                "The controller of {device} ({model}) doesn't support {name}.",
                device=self.name,
                model=model,
                name=policy,
            )
        return said(
            "The unit of {device} doesn't report its {name}, so it isn't set.",
            device=self.name,
            name=policy,
        )


@contextmanager
def opened(name: str, diskseq: int) -> Iterator[UnitDisk]:
    """Open a unit's disk. Raises ``NotSupported`` for any other disk, ``NoSuchDevice`` or
    ``DeviceChanged``."""
    with pinned(name, diskseq) as device:
        address = _address_of(name)
        if address is None:
            raise NotSupported(said("{device} isn't a disk of a 3ware controller.", device=name))
        device.check()
        yield UnitDisk(device, address)


def read_policies(name: str, diskseq: int) -> dict[str, str]:
    """Return a unit's policies; empty if there are none. Raises ``NoSuchDevice`` or
    ``DeviceChanged``."""
    if _address_of(name) is None:
        return {}
    with opened(name, diskseq) as disk:
        try:
            return disk.policies()
        except (NotSupported, ControllerRefused):
            return {}


def restore_policies(key: str, policies: Mapping[str, str]) -> tuple[str, list[str]]:
    """Restore the unit's policies; return the disk's name, and what was written. Raises
    ``DeviceChanged`` when the unit is missing, ``NotApplied`` when a policy can't be restored."""
    name = disk_of(key)
    if name is None:
        raise DeviceChanged("The unit's disk")
    try:
        with opened(name, current_diskseq(name)) as disk:
            if _key_or_none(disk) not in (key, None):
                raise DeviceChanged(name)
            return name, settings.restore(disk, policies)
    except (NoSuchDevice, NotSupported):
        raise DeviceChanged(name) from None
    except ControllerRefused:
        raise NotApplied(
            said(
                "{names} of {device} couldn't be restored.",
                names=", ".join(policies),
                device=name,
            )
        ) from None


def _key_or_none(disk: UnitDisk) -> str | None:
    try:
        return disk.key
    except (NotSupported, ControllerRefused):
        return None


def is_key(text: str) -> bool:
    """Return whether ``text`` is a valid identity of a unit."""
    return bool(_KEY.fullmatch(text))


def disk_of(key: str) -> str | None:
    """Return the present name of the unit's first disk, from sysfs alone."""
    if not is_key(key):
        return None
    addresses = _addresses()
    kind, _, value = key.partition(":")
    if kind == "serial":
        names = [name for name in addresses if value in _serials_of(name)]
    else:
        driver, _, target = value.rpartition(":")
        names = [
            name
            for name, one in addresses.items()
            if (one.driver, str(one.target)) == (driver, target)
        ]
    hosts = {(addresses[name].host, addresses[name].target) for name in names}
    return min(names, key=lambda name: addresses[name].lun) if len(hosts) == 1 else None


def siblings(name: str) -> list[str]:
    """Return the other disks of the same unit."""
    own = _address_of(name)
    if own is None:
        return []
    found = _addresses().items()
    return sorted(other for other, one in found if other != name and one.is_of_unit(own))


def is_unit_disk(name: str) -> bool:
    """Return whether a 3ware driver provides the disk."""
    return _address_of(name) is not None


def _address_of(name: str) -> _Address | None:
    """Return the disk's position; None if no 3ware driver provides it."""
    try:
        place = DISK_PATH.fullmatch(os.path.realpath(f"{sysfs.SYS_BLOCK}/{name}/device"))
        if place is None:
            return None
        driver = Path(place["controller"], "driver").readlink().name
    except OSError:
        return None
    if driver not in DRIVERS:
        return None
    return _Address(int(place["host"]), driver, int(place["unit"]), int(place["lun"]))


def _addresses() -> dict[str, _Address]:
    found = {name: _address_of(name) for name in sysfs.all_names()}
    return {name: address for name, address in found.items() if address is not None}


def _found(device: PinnedDevice, address: _Address) -> _Found:
    """Identify the unit. Raises ``NotSupported`` when it's uncertain, ``ControllerRefused`` or
    ``DeviceChanged``."""
    models = parsing.controllers(ask(tw_cli.listing()))
    candidates = [(UnitNumber(number, address.target), models[number]) for number in models]
    units = [
        (number, model, parsing.unit(ask(tw_cli.of_unit(number)), number))
        for number, model in candidates
    ]
    serials = _serials(device)
    device.check()
    others = [one for one in _addresses().items() if one[1].host != address.host]
    proven = [one for one in units if plain_serial(one[2].serial) in serials]
    if proven:
        twins = [name for name, _ in others if serials & _serials_of(name)]
        if len(proven) == 1 and not twins:
            number, model, reply = proven[0]
            return _Found(number, model, f"serial:{plain_serial(reply.serial)}", reply)
    elif len(units) == 1 and not others and not (serials and units[0][2].serial):
        number, model, reply = units[0]
        if _same_size(reply.gib, [device.name, *siblings(device.name)]):
            return _Found(number, model, f"only:{address.driver}:{address.target}", reply)
    raise NotSupported(
        said("The 3ware unit of {device} isn't known for certain.", device=device.name)
    )


def _again(found: _Found, name: str) -> _Found:
    """Read the unit again. Raises ``ControllerRefused`` when it's no longer the same one."""
    reply = parsing.unit(ask(tw_cli.of_unit(found.number)), found.number)
    if (reply.serial, reply.gib) != (found.reply.serial, found.reply.gib):
        raise ControllerRefused(
            said("The unit of {device} no longer reports what it reported before.", device=name)
        )
    return replace(found, reply=reply)


def _same_size(gib: float | None, disks: Collection[str]) -> bool:
    try:
        sizes = [
            int(Path(sysfs.SYS_BLOCK, name, "size").read_text(encoding="ascii")) for name in disks
        ]
    except (OSError, ValueError):
        return False
    return gib is not None and is_same_size(sum(sizes) * _SECTOR_BYTES, gib * (1 << 30))


def _serials_of(name: str) -> frozenset[str]:
    try:
        with pinned(name, current_diskseq(name)) as device:
            return _serials(device)
    except (NoSuchDevice, DeviceChanged, NotSupported):
        return frozenset()


def _serials(device: PinnedDevice) -> frozenset[str]:
    """Return the unit's serial number as its disk reports it, or otherwise as udev has it."""
    own = plain_serial(_serial_page(device.name))
    if not own:
        known = udev_properties(device) or {}
        serials = (plain_serial(known.get(key, "")) for key in _SERIAL_PROPERTIES)
        own = next(filter(None, serials), "")
    device.check()
    return frozenset({own} - {""})


def _serial_page(name: str) -> str:
    try:
        with Path(sysfs.SYS_BLOCK, name, "device/vpd_pg80").open("rb") as file:
            return serial_of(file.read(_MAXIMUM_PAGE_BYTES))
    except OSError:
        return ""


def _policy(attribute: str) -> str | None:
    name = attribute.removeprefix("3ware/")
    return name if name in POLICIES and BY_NAME[name].attribute == attribute else None


def _word(policy: str, reply: parsing.UnitReply) -> str:
    """Return tw_cli's word for the policy. Versions without a read cache call the write cache
    "cache"."""
    return "cache" if policy == "wrcache" and not reply.knows_read_cache else policy
