"""Which devices can be tuned, why the others can't, and what is tuned for each; pure except
``path_target``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.bench.variant_series import SCHEDULER
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.member_settings import disks_that_count, listed_devices, tunable_devices
from storage_tuner.core.message import Message, Text, counted, listed, sentence, together
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.topology import Topology
from storage_tuner.core.unit_state import UnitWork, is_inoperable, is_resting, work_of
from storage_tuner.probe.files.target import resolve_path
from storage_tuner.probe.md.arrays import BUSY_ACTIONS, describe_work

LEAST_BYTES = 16 << 20
"""The smallest size at which eight threads can stream through separate parts, and caches hold
less."""


@dataclass(frozen=True)
class DeviceCandidate:
    """``refusal``, a clause, is the reason why ``device`` can't be chosen ("" when it can),
    ``tuned`` describes what gets the settings if not the device itself, ``remark`` its current
    state."""

    device: Device
    refusal: Text = ""
    tuned: Text = ""
    remark: Text = ""


def candidates(
    devices: Sequence[Device], controllers: Sequence[Controller] = ()
) -> tuple[DeviceCandidate, ...]:
    """Every device that can be opened, in the order given."""
    known = {device.name: device for device in devices}
    topology = Topology(devices)
    units = {name: unit for each in controllers for unit in each.units for name in unit.disks}
    return tuple(
        DeviceCandidate(
            device,
            _refusal(device, known, topology, units.get(device.name)),
            _tuned(device, known),
            _remark(device, units.get(device.name)),
        )
        for device in listed_devices(devices)
    )


@dataclass(frozen=True)
class PathTarget:
    """A folder for a test file, or a file that is only read, on its ``device``."""

    target: Target
    is_folder: bool


def path_target(path: Path) -> PathTarget:
    """The target at ``path``.

    Raises ``InvalidInput`` for what is neither, and for paths that aren't on a disk of this
    computer.
    """
    try:
        resolved = path.resolve()
        is_folder = resolved.is_dir()
        found = is_folder or resolved.is_file()
    except (OSError, RuntimeError, ValueError):
        found = False
    if not found:
        raise InvalidInput(
            sentence("{path} is neither a file nor a folder.", path=path),
            sentence("Choose a folder for a test file, or a file that is only read."),
        )
    underlying = resolve_path(resolved)
    if underlying.drive is None:
        raise InvalidInput(
            underlying.reason or sentence("The disk of {path} is unknown.", path=path),
            sentence("Choose a folder on a disk of this computer."),
        )
    return PathTarget(Target(TargetKind.FILE, underlying.drive, str(resolved)), is_folder)


def _refusal(
    device: Device, known: Mapping[str, Device], topology: Topology, unit: Unit | None
) -> Text:
    return next(_refusals(device, known, topology, unit), "")


def _refusals(
    device: Device, known: Mapping[str, Device], topology: Topology, unit: Unit | None
) -> Iterator[Text]:
    """The reasons for refusal, beginning with one that leads to an alternative."""
    for above in topology.above.get(device.name, ()):
        if _is_array(known[above]):
            yield sentence("it belongs to {array}: choose that to tune it as a whole", array=above)
    if device.kind == "optical":
        yield sentence("it is an optical drive; no setting makes it faster")
    if not device.size_bytes:
        yield sentence("it has no medium")
    elif device.size_bytes < LEAST_BYTES:
        yield sentence("it is smaller than 16 MiB, too small to measure")
    if unit is not None and is_inoperable(unit):
        yield sentence("its controller reports that it is {status}", status=unit.status)
    if unit is not None and (work := work_of(unit)) and not work.ends_soon:
        yield _unit_at_work(work)
    tuned = tunable_devices(device, known)
    for disk in tuned:
        if reason := disk.locked.get(SCHEDULER):
            yield reason
    if not tuned:
        if disks_that_count(device, known.values()) == (device,):
            yield sentence("it has no choice of schedulers")
        elif device.multipath:
            yield sentence("its paths have no choice of schedulers")
        else:
            yield sentence("its underlying disks have no choice of schedulers")


def _is_array(device: Device) -> bool:
    """Return whether it spreads requests over several disks, so that one of them isn't
    representative."""
    mapped = device.mapping is not None and device.mapping.target == "multipath"
    return device.md is not None or mapped


def _tuned(device: Device, known: Mapping[str, Device]) -> Text:
    disks = disks_that_count(device, known.values())
    if disks == (device,) or not disks:
        return ""
    names = listed(disk.name for disk in disks)
    if device.multipath:
        return counted(
            len(disks),
            "Tunes its path {names}, which has the scheduler",
            "Tunes its {count} paths together ({names}), which have the schedulers",
            names=names,
        )
    if device.md is not None:
        return counted(
            len(disks),
            "Tunes its member disk {names}, because md has no scheduler of its own",
            "Tunes its {count} member disks together ({names}), because md has no "
            "scheduler of its own",
            names=names,
        )
    return counted(
        len(disks),
        "Tunes the underlying disk {names}, which has the scheduler",
        "Tunes the underlying disks {names}, which have the schedulers",
        names=names,
    )


def _remark(device: Device, unit: Unit | None) -> Text:
    remarks: list[Text] = []
    md = device.md
    if md is not None and md.sync_action in BUSY_ACTIONS:
        remarks.append(_at_work(describe_work(md.sync_action), md.sync_percent))
    if unit is not None and (work := work_of(unit)):
        remarks.append(
            _at_work(sentence("controller work ({status})", status=work.status), work.percent)
        )
    elif unit is not None and not is_resting(unit):
        remarks.append(sentence("Its controller reports that it is {status}", status=unit.status))
    if device.read_only:
        remarks.append(sentence("Read-only"))
    return together(remarks, "; ") if remarks else ""


def _unit_at_work(work: UnitWork) -> Message:
    if work.percent is None:
        return sentence(
            "its controller is working on it ({status}): wait until it ends", status=work.status
        )
    return sentence(
        "its controller is working on it ({status}, {percent:.0f} % done): wait until it ends",
        status=work.status,
        percent=work.percent,
    )


def _at_work(work: Text, percent: float | None) -> Message:
    if percent is None:
        return sentence("Busy with {work}: results would be too low", work=work)
    return sentence(
        "Busy with {work}, {percent:.0f} % done: results would be too low",
        work=work,
        percent=percent,
    )
