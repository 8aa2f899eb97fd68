"""Reading, applying and restoring a device's settings, as a whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from storage_tuner_helper.errors import (
    InvalidArgument,
    KernelRefused,
    NotApplied,
    NotSupported,
)
from storage_tuner_helper.sysfs import PinnedDevice
from storage_tuner_helper.tunables import ALLOWED, BY_NAME, SCHEDULERS

_SCHEDULER_VALUE = re.compile(r"[a-z][a-z0-9_]{0,31}", re.ASCII)
_SCHEDULER = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,20}", re.ASCII)


@dataclass(frozen=True)
class Settings:
    """Values in the kernel's own notation. ``scheduler_values`` are those in ``queue/iosched/``,
    which belong to the active scheduler and are lost when it is switched."""

    tunables: dict[str, str]
    scheduler_values: dict[str, str]

    @classmethod
    def from_record(
        cls, tunables: Mapping[str, object], scheduler_values: Mapping[str, object]
    ) -> Settings:
        """Raises ``ValueError`` when a name or a value isn't of the kind that ``read`` gives."""
        right = all(_is_value_of(name, value) for name, value in tunables.items()) and all(
            _SCHEDULER_VALUE.fullmatch(name) and _is_number(value)
            for name, value in scheduler_values.items()
        )
        if not right:
            raise ValueError("values that no device has")
        return cls(
            {name: str(value) for name, value in tunables.items()},
            {name: str(value) for name, value in scheduler_values.items()},
        )


def _is_value_of(name: str, value: object) -> bool:
    if name == "scheduler":
        return isinstance(value, str) and bool(_SCHEDULER.fullmatch(value))
    return name in BY_NAME and _is_number(value)


def _is_number(value: object) -> bool:
    return isinstance(value, str) and bool(_NUMBER.fullmatch(value))


def read(device: PinnedDevice) -> Settings:
    """Everything that the device has. Raises ``DeviceChanged``."""
    return Settings(read_tunables(device), _read_scheduler_values(device))


def read_tunables(device: PinnedDevice) -> dict[str, str]:
    """The allowed tunables that the device has; one that can't be read doesn't count."""
    found = {}
    for tunable in ALLOWED:
        try:
            found[tunable.name] = _read_one(device, tunable.name)
        except NotSupported:
            continue
    return found


def apply(device: PinnedDevice, wanted: Mapping[str, str]) -> dict[str, str]:
    """Set ``wanted`` and give back all tunables as they are then.

    Scheduler first, then nr_requests, then the rest. Raises ``InvalidArgument``, ``NotSupported``,
    ``KernelRefused``, ``NotApplied`` or ``DeviceChanged``; except after the last, everything is
    as it was before the call.
    """
    before = read(device)
    _check_offered(device, wanted, before)
    try:
        for name in _in_order(wanted):
            _write_one(device, name, wanted[name])
        after = read_tunables(device)
        _check_applied(wanted, after)
    except (KernelRefused, NotApplied, NotSupported):
        restore(device, before)
        raise
    return after


def restore(device: PinnedDevice, target: Settings) -> list[str]:
    """Bring ``target`` back, writing only what differs, and give back the names written.

    A value that the kernel refuses doesn't keep the others from coming back. Raises ``NotApplied``
    naming what is still different, or ``DeviceChanged``.
    """
    written = restore_what_goes(device, target)
    left = differences(target, read(device))
    if left:
        raise NotApplied(f"{', '.join(left)} of {device.name} could not be brought back.")
    return written


def restore_what_goes(device: PinnedDevice, target: Settings) -> list[str]:
    """As ``restore``, for another disk in the place of the one that ``target`` was read from: it
    may be unable to take every value."""
    written = [name for name in _in_order(target.tunables) if _bring_back(device, target, name)]
    if device_scheduler(device) == target.tunables.get("scheduler"):
        for name, value in target.scheduler_values.items():
            _bring_back_scheduler_value(device, name, value)
    return written


def differences(target: Settings, present: Settings) -> list[str]:
    """Names of ``target`` whose present value is another one."""
    tunables = [
        name for name, value in target.tunables.items() if present.tunables.get(name) != value
    ]
    values = [
        f"iosched/{name}"
        for name, value in target.scheduler_values.items()
        if present.scheduler_values.get(name) != value
    ]
    return tunables + values


def device_scheduler(device: PinnedDevice) -> str | None:
    try:
        return _read_one(device, "scheduler")
    except NotSupported:
        return None


def _in_order(names: Mapping[str, str]) -> list[str]:
    return [tunable.name for tunable in ALLOWED if tunable.name in names]


def _read_one(device: PinnedDevice, name: str) -> str:
    text = device.read(BY_NAME[name].attribute)
    return _active_scheduler(text) if name == "scheduler" else text


def _active_scheduler(text: str) -> str:
    """The name in brackets; a queue that has no scheduler says a bare ``none``."""
    match = re.search(r"\[([^\]]+)\]", text)
    return match.group(1) if match else text


def _write_one(device: PinnedDevice, name: str, value: str) -> bool:
    """Write if it differs; writing the present scheduler again would reset what hangs on it."""
    if _read_one(device, name) == value:
        return False
    device.write(BY_NAME[name].attribute, value)
    return True


def _check_offered(device: PinnedDevice, wanted: Mapping[str, str], before: Settings) -> None:
    missing = [name for name in wanted if name not in before.tunables]
    if missing:
        raise NotSupported(f"{device.name} has no {', '.join(missing)}.")
    scheduler = wanted.get("scheduler")
    if scheduler is not None and scheduler not in SCHEDULERS:
        listed = device.read("queue/scheduler").replace("[", "").replace("]", "").split()
        if scheduler not in listed:
            raise InvalidArgument(f"{device.name} doesn't offer this scheduler.")


def _check_applied(wanted: Mapping[str, str], after: Mapping[str, str]) -> None:
    for name, value in wanted.items():
        found = after.get(name, "nothing")
        if found != value:
            raise NotApplied(f"{name} became {found} instead of {value}.")


def _bring_back(device: PinnedDevice, target: Settings, name: str) -> bool:
    try:
        return _write_one(device, name, target.tunables[name])
    except (KernelRefused, NotSupported):
        return False


def _read_scheduler_values(device: PinnedDevice) -> dict[str, str]:
    found = {}
    for name in device.names("queue/iosched"):
        if not _SCHEDULER_VALUE.fullmatch(name):
            continue
        try:
            value = device.read(f"queue/iosched/{name}")
        except NotSupported:
            continue
        if _NUMBER.fullmatch(value):
            found[name] = value
    return found


def _bring_back_scheduler_value(device: PinnedDevice, name: str, value: str) -> None:
    try:
        if device.read(f"queue/iosched/{name}") != value:
            device.write(f"queue/iosched/{name}", value)
    except (KernelRefused, NotSupported):
        return
