"""Finds conditions that may spoil a measurement: at the device, its file or the computer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.condition import Condition, ConditionKind, blocking, note, warning
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import Message, Text, counted, sentence, together
from storage_tuner.core.unit_state import is_inoperable, is_resting, work_of
from storage_tuner.probe.block.attributes import opened, read_attribute
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.files.extents import layout_conditions, read_layout
from storage_tuner.probe.files.filesystem import (
    FileSystem,
    file_system_conditions,
    read_file_system,
    room_conditions,
)
from storage_tuner.probe.load.frequency import frequency_conditions, read_frequencies
from storage_tuner.probe.load.machine import is_virtual
from storage_tuner.probe.load.memory import memory_conditions, read_memory
from storage_tuner.probe.load.power import power_conditions, read_power
from storage_tuner.probe.load.thermal import Thermometers, temperature_conditions
from storage_tuner.probe.md.array_work import arrays_on
from storage_tuner.probe.md.arrays import BUSY_ACTIONS, describe_work

_MEMORY_OF = re.compile(r"(\d{1,6}) ?MB")


@dataclass(frozen=True)
class ConditionSubject:
    """The device or file to be measured, and the known facts about it.

    ``device`` is the one measured, or the one underlying ``path``; when it's unknown it is None,
    and ``no_device`` is a sentence with the reason. ``path`` is the test file, or the folder of a
    new one, and ``room_bytes`` the space that the new one needs. ``controllers`` are queried only
    for devices on them.
    """

    device: Device | None
    devices: tuple[Device, ...] = ()
    no_device: Text = ""
    path: Path | None = None
    room_bytes: int = 0
    writes: bool = False
    controllers: tuple[Controller, ...] = ()

    @property
    def disks(self) -> tuple[Device, ...]:
        """The devices whose queues the requests go through."""
        return disks_that_count(self.device, self.devices) if self.device else ()


@dataclass(frozen=True)
class SystemLoad:
    """The layers between a program and the medium, as far as they decide what may cache data."""

    file_system: FileSystem | None
    loop_direct: bool | None

    @property
    def direct(self) -> bool:
        """Return whether direct I/O bypasses the page cache."""
        buffered = self.file_system is not None and self.file_system.why_buffered is not None
        return self.loop_direct is not False and not buffered


def read_system_load(subject: ConditionSubject, root: Path = Path("/")) -> SystemLoad:
    """Read the layers. Raises ``InvalidInput`` when ``subject.path`` can't be examined."""
    return SystemLoad(
        read_file_system(subject.path) if subject.path else None,
        _loop_direct(subject.device, tree_root(root)) if subject.device else None,
    )


def read_conditions(
    subject: ConditionSubject, surroundings: SystemLoad, root: Path = Path("/")
) -> tuple[Condition, ...]:
    """Return all conditions found in one reading. Never fails."""
    found: list[Condition] = []
    if subject.no_device:
        found.append(
            warning(
                ConditionKind.NO_DISK,
                subject.no_device,
                sentence("To compare settings, use a folder on a disk of this computer."),
            )
        )
    if subject.device:
        found += device_conditions(subject)
        found += _loop_conditions(subject.device, surroundings)
        found += _virtual_conditions(subject.device, bool(is_virtual(root)))
    if surroundings.file_system:
        found += room_conditions(surroundings.file_system, subject.room_bytes)
        found += file_system_conditions(surroundings.file_system)
    if subject.path and subject.path.is_file():
        found += _file_conditions(subject.path, turning=_turns(subject))
    found += temperature_conditions(Thermometers((d.name for d in subject.disks), root).read())
    found += frequency_conditions(read_frequencies(root))
    found += power_conditions(read_power(root))
    found += memory_conditions(read_memory(root))
    return tuple(found)


def device_conditions(subject: ConditionSubject) -> Iterator[Condition]:
    """Return the conditions that follow from the values of the device and its arrays; pure."""
    device = subject.device
    assert device is not None
    yield from _array_work(device, subject.devices)
    for disk in subject.disks or (device,):
        yield from _unit_state(disk, subject.controllers)
    if device.md and device.md.degraded:
        yield warning(
            ConditionKind.DEGRADED,
            counted(
                device.md.degraded,
                "{device} is degraded: {count} disk is missing.",
                "{device} is degraded: {count} disks are missing.",
                device=device.name,
            ),
            sentence("Replace the disk, let the array recover, and measure then."),
        )
    if device.in_use:
        used = together(device.in_use, ", ")
        yield note(
            ConditionKind.IN_USE,
            sentence(
                "{device} is in use ({used}): other programs may interfere.",
                device=device.name,
                used=used,
            ),
            sentence("Avoid using it during the benchmark; runs with interference are marked."),
        )
    if device.rotational_doubt and device.kind != "loop" and device.transport != "virtio":
        says = sentence("rotational") if device.rotational else sentence("non-rotational")
        yield note(
            ConditionKind.ROTATIONAL,
            sentence(
                "{device} reports that it is {says}, but this is unreliable: {rotational_doubt}.",
                device=device.name,
                says=says,
                rotational_doubt=device.rotational_doubt,
            ),
            sentence("No action needed: the measurement suits both."),
        )
    if subject.writes:
        yield from _writing_conditions(device)


def _array_work(device: Device, devices: tuple[Device, ...]) -> Iterator[Condition]:
    """The conditions from arrays at or above the device that are reading or writing their members
    now."""
    known = {one.name: one for one in devices}
    for name in arrays_on(device, devices):
        md = known[name].md
        if md and md.sync_action in BUSY_ACTIONS:
            yield _busy(name, describe_work(md.sync_action), md.sync_percent)


def _unit_state(disk: Device, controllers: tuple[Controller, ...]) -> Iterator[Condition]:
    """The conditions from the controller's unit. A controller's background work can't be separated
    from the results, so it blocks measuring."""
    unit = _unit_of(disk, controllers)
    if unit is None or is_resting(unit):
        return
    if is_inoperable(unit):
        yield blocking(
            ConditionKind.DEGRADED,
            sentence(
                "The controller reports that {name} is {status}.",
                name=disk.name,
                status=unit.status,
            ),
            sentence("Repair it with the controller's tools."),
        )
    elif work := work_of(unit):
        yield blocking(
            ConditionKind.ARRAY_WORK,
            _busy_words(
                disk.name,
                sentence("controller work ({status})", status=work.status),
                work.percent,
            ),
            sentence("Wait until it ends."),
        )
    elif unit.status.upper().startswith("DEGRADED"):
        yield warning(
            ConditionKind.DEGRADED,
            sentence(
                "The controller reports that {name} is {status}: a drive is missing, and "
                "results apply to the remaining ones only.",
                name=disk.name,
                status=unit.status,
            ),
            sentence("Replace the drive, let the unit rebuild, then measure."),
        )
    else:
        yield note(
            ConditionKind.ARRAY_WORK,
            sentence(
                "The controller reports that {name} is {status}: whether it is working in "
                "the background is unknown.",
                name=disk.name,
                status=unit.status,
            ),
            sentence("Check with the controller's tools before you rely on the result."),
        )


def _busy(name: str, work: Text, percent: float | None) -> Condition:
    return warning(
        ConditionKind.ARRAY_WORK,
        _busy_words(name, work, percent),
        sentence("Wait until it ends."),
    )


def _busy_words(name: str, work: Text, percent: float | None) -> Message:
    done = "" if percent is None else sentence(", {percent:.0f} % done", percent=percent)
    return sentence(
        "{name} is busy with {work}{done}: results would be too low until it ends.",
        name=name,
        work=work,
        done=done,
    )


def _writing_conditions(device: Device) -> Iterator[Condition]:
    if device.write_cache == "write back":
        yield note(
            ConditionKind.WRITE_CACHE,
            sentence(
                "{device} has its write cache turned on: a write counts as completed once "
                "it is in the cache.",
                device=device.name,
            ),
            sentence("No action needed: results include the cache, as in everyday use."),
        )
    solid = device.rotational is False and device.rotational_believed is not False
    if solid or device.kind == "nvme":
        yield note(
            ConditionKind.STEADY_STATE,
            sentence(
                "{device} is an SSD, which writes faster when fresh than after long use.",
                device=device.name,
            ),
            sentence(
                "The result shows whether a steady state was reached; --thorough writes for longer."
            ),
        )


def _loop_conditions(device: Device, surroundings: SystemLoad) -> Iterator[Condition]:
    if surroundings.loop_direct is False:
        yield warning(
            ConditionKind.LOOP_CACHE,
            sentence(
                "{device} uses the page cache, so results would be those of memory.",
                device=device.name,
            ),
            sentence("Turn direct I/O on: losetup --direct-io=on {path}", path=device.path),
        )


def _loop_direct(device: Device, base: str) -> bool | None:
    """Return whether the loop device uses direct I/O; None for other devices and on old kernels."""
    if device.kind != "loop":
        return None
    reported = read_attribute(f"{base}/sys/block/{device.name}/loop/dio").text
    return None if reported is None else reported == "1"


def _virtual_conditions(device: Device, virtual_machine: bool) -> Iterator[Condition]:
    if device.transport == "virtio":
        yield warning(
            ConditionKind.VIRTUAL,
            sentence(
                "{device} is a virtual disk: the host's cache may serve its requests.",
                device=device.name,
            ),
            sentence("Turn its cache off on the host (cache=none), or measure on the host."),
        )
    elif virtual_machine:
        yield warning(
            ConditionKind.VIRTUAL,
            sentence("This is a virtual machine: other work on its host may interfere."),
            sentence("Measure on the host, or while the host is idle."),
        )


def _file_conditions(path: Path, *, turning: bool) -> tuple[Condition, ...]:
    """The conditions of an existing file; one that can't be opened is rejected with a reason
    later."""
    try:
        with opened(path) as descriptor:
            return layout_conditions(read_layout(descriptor), turning=turning)
    except OSError:
        return ()


def _turns(subject: ConditionSubject) -> bool:
    return any(disk.rotational and disk.rotational_believed for disk in subject.disks)


def controller_cache_bytes(device: Device, controllers: tuple[Controller, ...]) -> int:
    """The cache memory of the device's controller in bytes; 0 when it's unknown or there is
    none."""
    for controller in controllers:
        if _unit_of(device, (controller,)):
            found = _MEMORY_OF.fullmatch(controller.details.get("Available Memory", ""))
            return int(found[1]) << 20 if found else 0
    return 0


def _unit_of(device: Device, controllers: tuple[Controller, ...]) -> Unit | None:
    units = (unit for controller in controllers for unit in controller.units)
    return next((unit for unit in units if device.name in unit.disks), None)


def disk_count(subject: ConditionSubject) -> int:
    """The number of drives that serve requests in parallel, as far as known: those of an array, or
    of a controller's unit."""
    units = [_unit_of(disk, subject.controllers) for disk in subject.disks]
    return max(sum(len(unit.ports) or 1 if unit else 1 for unit in units), 1)
