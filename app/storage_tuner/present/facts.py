"""Facts of the report on the device, the computer and the session: names with their values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storage_tuner.core.circumstances import Circumstances, FileSystemState
from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Machine, SessionRecord
from storage_tuner.core.sentence import sentence, together
from storage_tuner.present import numbers, wording


@dataclass(frozen=True)
class Fact:
    name: str
    value: str


def device_facts(device: Device) -> tuple[Fact, ...]:
    """What is known of it; what the machine doesn't tell is left out."""
    found = (
        (sentence("Name"), device.path),
        (sentence("Kind"), device.medium),
        (sentence("Vendor"), device.vendor),
        (sentence("Model"), device.model),
        (sentence("Serial number"), device.serial),
        (sentence("WWN"), device.wwn),
        (sentence("Firmware"), device.firmware),
        (sentence("Size"), _size(device)),
        (sentence("Connection"), device.transport),
        (sentence("Blocks"), _blocks(device)),
        (sentence("Write cache"), device.write_cache),
        (
            sentence("Schedulers"),
            ", ".join(device.scheduler.available) if device.scheduler else None,
        ),
        (sentence("Queue depth"), _queue_depth(device)),
        (sentence("Backing file"), device.backing_file),
        (sentence("RAID"), _array(device)),
        (sentence("Members"), ", ".join(device.members)),
        (
            sentence("In use by"),
            together(map(wording.printable, device.in_use), ", ")
            if device.in_use
            else sentence("nothing"),
        ),
    )
    return _facts(found)


def _size(device: Device) -> str | None:
    size = device.size_bytes
    if not size:
        return None
    return sentence(
        "{size} ({bytes} bytes)", size=numbers.decimal_bytes(size), bytes=numbers.whole(size)
    )


def _blocks(device: Device) -> str | None:
    logical, physical = device.logical_block_bytes, device.physical_block_bytes
    if logical is None:
        return None
    shown = numbers.binary_bytes(logical)
    if not physical:
        return sentence("{logical} logical", logical=shown)
    return sentence(
        "{logical} logical, {physical} physical",
        logical=shown,
        physical=numbers.binary_bytes(physical),
    )


def _queue_depth(device: Device) -> str | None:
    depth = device.queue_depth
    if depth is None:
        return None
    most = str(depth.maximum or "?")
    held = sentence("{value} of {most}", value=str(depth.value), most=most)
    if depth.ncq is None:
        return held
    return together((held, "NCQ" if depth.ncq else sentence("no NCQ")), ", ")


def _array(device: Device) -> str | None:
    """Level, layout and chunk size: how the array is built."""
    array = device.md
    if array is None:
        return None
    chunk = numbers.binary_bytes(array.chunk_bytes) if array.chunk_bytes else ""
    chunks = sentence("chunks of {size}", size=chunk) if chunk else ""
    return together((array.level, array.layout or "", chunks), ", ")


def machine_facts(record: SessionRecord) -> tuple[Fact, ...]:
    """The computer, and what may have had a say in the numbers."""
    machine, around = record.machine, record.circumstances
    found = (
        (sentence("Host"), machine.host),
        (sentence("Distribution"), machine.distribution),
        (sentence("Kernel"), machine.kernel),
        (sentence("Processor"), _processor(machine)),
        (
            sentence("Memory"),
            numbers.binary_bytes(machine.memory_bytes) if machine.memory_bytes else None,
        ),
        (sentence("Virtual machine"), _yes_or_no(machine.virtual_machine)),
        (sentence("fio"), machine.fio),
        (sentence("Storage Tuner"), machine.storage_tuner),
        (sentence("Frequency governor"), ", ".join(around.governors)),
        (sentence("Mitigations"), _mitigations(around)),
        (
            sentence("Temperature of the drives"),
            _before_after(around.temperature_before_c, around.temperature_after_c, "°C"),
        ),
        (sentence("Load of the computer"), _before_after(around.load_before, around.load_after)),
        *((sentence("RAID controller"), each.summary) for each in around.controllers),
        *(
            (sentence("Unit of the RAID controller"), unit.summary)
            for each in around.controllers
            for unit in each.units
        ),
        (sentence("File system"), _file_system(around.file_system)),
        (sentence("Kernel’s command line"), around.kernel_command_line),
        (
            sentence("What else went on"),
            together(map(wording.printable, around.other_activity)),
        ),
    )
    return _facts(found)


def _processor(machine: Machine) -> str:
    return sentence(
        "{processor} ({count} logical processors)",
        processor=machine.processor,
        count=machine.processors,
    )


def _yes_or_no(known: bool | None) -> str | None:
    return None if known is None else {True: sentence("yes"), False: sentence("no")}[known]


_NOT_AFFECTED = "Not affected"
"""As the kernel writes it."""


def _mitigations(around: Circumstances) -> str:
    """Of what the processor is affected by; results.json has all."""
    return "; ".join(
        f"{name}: {state}" for name, state in around.mitigations.items() if state != _NOT_AFFECTED
    )


def _before_after(before: float | None, after: float | None, unit: str = "") -> str | None:
    known = [value for value in (before, after) if value is not None]
    shown = [
        numbers.Numeral(numbers.three_digits(value) + (f"{numbers.SPACE}{unit}" if unit else ""))
        for value in known
    ]
    if len(shown) == 2:
        return sentence("{before} before, {after} after", before=shown[0], after=shown[1])
    return shown[0] if shown else None


def _file_system(state: FileSystemState | None) -> str | None:
    if state is None:
        return None
    free = sentence(
        "{free} of {size} free",
        free=numbers.decimal_bytes(state.free_bytes),
        size=numbers.decimal_bytes(state.size_bytes),
    )
    where = sentence("at {place}", place=state.mount_point) if state.mount_point else ""
    return together((state.kind, where, ",".join(state.options), free), ", ")


def _facts(found: Iterable[tuple[str, str | None]]) -> tuple[Fact, ...]:
    return tuple(Fact(name, _printable(value)) for name, value in found if value)


def _printable(value: str) -> str:
    return value if isinstance(value, numbers.Numeral) else wording.printable(value)
