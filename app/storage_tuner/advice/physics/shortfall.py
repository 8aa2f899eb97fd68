"""Likely causes where a device delivers much less than it could; pure.

Each suspect has a check, and what is known about it here without measuring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.advice.published.device_facts import Setup
from storage_tuner.core.device import Device
from storage_tuner.core.message import Text, sentence, together


@dataclass(frozen=True)
class Suspect:
    """``found`` is the evidence for it here ("": none); ``check`` is how to find out."""

    what: Text
    check: Text
    found: Text = ""


def suspects(setup: Setup, operation: str) -> tuple[Suspect, ...]:
    """Causes that can slow ``operation`` down, those with evidence first."""
    reported = tuple(_suspects(setup, operation))
    return tuple(sorted(reported, key=lambda one: not one.found))


def _suspects(setup: Setup, operation: str) -> Iterator[Suspect]:
    name = setup.device.name
    writes = operation in ("seq-write", "rand-write", "rand-mixed")
    yield Suspect(
        sentence("a rebuild, check or initialisation in progress"),
        sentence(
            "storage-tuner show {name} (In use); for a controller: tw_cli /c0 show", name=name
        ),
        _busy(setup),
    )
    yield Suspect(
        sentence("a missing member"),
        sentence("storage-tuner show {name} (Array)", name=name),
        _degraded(setup),
    )
    if writes:
        yield Suspect(
            sentence("a disabled write cache"),
            sentence(
                "storage-tuner show {name} (Write cache); for a controller: its policy wrcache",
                name=name,
            ),
            _written_through(setup),
        )
    yield Suspect(
        sentence("an unsuitable scheduler"),
        f"storage-tuner tune {name}",
        _unsorted(setup),
    )
    yield Suspect(
        sentence("one slow member disk"),
        sentence(
            "storage-tuner sweep MEMBER for each member; health: storage-tuner show MEMBER --health"
        ),
    )
    yield Suspect(
        sentence("misaligned partitions"),
        sentence("storage-tuner show {name} (Partitions, Physical sector)", name=name),
        _misaligned(setup),
    )
    if operation == "seq-read":
        yield Suspect(
            sentence("disabled read-ahead (buffered reads)"),
            sentence("storage-tuner show {name} (read_ahead_kb)", name=name),
            _without_read_ahead(setup),
        )
    if operation.startswith("rand"):
        yield Suspect(
            sentence("inactive NCQ"),
            sentence("storage-tuner show {name} (NCQ)", name=name),
            _no_ncq(setup),
        )
    yield Suspect(
        sentence("other programs using the same disks"), sentence("the live view, or iostat -x 1")
    )


def _concerned(setup: Setup) -> tuple[Device, ...]:
    """The device, its array and its disks, each once."""
    found = {setup.device.name: setup.device}
    for one in (setup.array, *setup.disks):
        if one is not None:
            found.setdefault(one.name, one)
    return tuple(found.values())


def _busy(setup: Setup) -> Text:
    for device in _concerned(setup):
        if device.background is not None:
            return f"{device.name}: {device.background.action}"
    unit = setup.unit
    return (
        sentence("unit {unit}: {status}", unit=unit.id, status=unit.status)
        if unit and unit.status not in ("OK", "")
        else ""
    )


def _degraded(setup: Setup) -> Text:
    for device in _concerned(setup):
        if device.md is not None and device.md.degraded:
            return sentence(
                "{device}: {degraded} missing", device=device.name, degraded=device.md.degraded
            )
    return ""


def _written_through(setup: Setup) -> Text:
    names = [disk.name for disk in setup.disks if disk.write_cache == "write through"]
    return sentence("off on {names}", names=together(names, ", ")) if names else ""


def _unsorted(setup: Setup) -> Text:
    names = [
        disk.name
        for disk in setup.disks
        if disk.rotational and disk.scheduler is not None and disk.scheduler.active == "none"
    ]
    return sentence('"none" on {names}', names=together(names, ", ")) if names else ""


def _misaligned(setup: Setup) -> str:
    names = [
        partition.name
        for disk in setup.disks
        for partition in disk.partitions
        if partition.start_bytes is not None
        and disk.physical_block_bytes
        and partition.start_bytes % disk.physical_block_bytes
    ]
    return f"{', '.join(names)}" if names else ""


def _without_read_ahead(setup: Setup) -> str:
    off = setup.device.settings.get("read_ahead_kb") == "0"
    return f"0 on {setup.device.name}" if off else ""


def _no_ncq(setup: Setup) -> Text:
    names = [
        disk.name
        for disk in setup.disks
        if disk.queue_depth is not None and disk.queue_depth.ncq is False
    ]
    return sentence("off on {names}", names=together(names, ", ")) if names else ""
