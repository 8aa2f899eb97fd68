"""The computer and the conditions of a measurement."""

from __future__ import annotations

from storage_tuner.core.circumstances import Circumstances, FileSystemState
from storage_tuner.core.measurement import Machine, SessionRecord
from storage_tuner.core.message import together, tr
from storage_tuner.present import numbers, wording
from storage_tuner.present.blocks import Fact, known_facts, yes_or_no


def machine_facts(record: SessionRecord) -> tuple[Fact, ...]:
    """The computer, and conditions that may have influenced the figures."""
    machine, around = record.machine, record.circumstances
    found = (
        (tr("Host"), machine.host),
        (tr("Distribution"), machine.distribution),
        (tr("Kernel"), machine.kernel),
        (tr("Processor"), _processor(machine)),
        (
            tr("Memory"),
            numbers.binary_bytes(machine.memory_bytes) if machine.memory_bytes else None,
        ),
        (tr("Virtual machine"), yes_or_no(machine.virtual_machine)),
        (tr("fio"), machine.fio),
        (tr("Storage Tuner"), machine.storage_tuner),
        (tr("CPU frequency governor"), ", ".join(around.governors)),
        (tr("CPU mitigations"), _mitigations(around)),
        (
            tr("Drive temperature"),
            _before_after(around.temperature_before_c, around.temperature_after_c, "°C"),
        ),
        (tr("System load"), _before_after(around.load_before, around.load_after)),
        *((tr("RAID controller"), str(each.summary)) for each in around.controllers),
        *(
            (tr("RAID controller unit"), str(unit.summary))
            for each in around.controllers
            for unit in each.units
        ),
        (tr("File system"), _file_system(around.file_system)),
        (tr("Kernel command line"), around.kernel_command_line),
        (
            tr("Other activity"),
            str(together(map(wording.printable, around.other_activity))),
        ),
    )
    return known_facts((name, value and _printable(value)) for name, value in found)


def _processor(machine: Machine) -> str:
    return tr(
        "{processor} ({count} logical processors)",
        processor=machine.processor,
        count=machine.processors,
    )


_NOT_AFFECTED = "Not affected"
"""As the kernel writes it."""


def _mitigations(around: Circumstances) -> str:
    """The mitigations for vulnerabilities of this CPU; results.json has all."""
    return "; ".join(
        f"{name}: {state}" for name, state in around.mitigations.items() if state != _NOT_AFFECTED
    )


def _before_after(before: float | None, after: float | None, unit: str = "") -> str | None:
    known = [value for value in (before, after) if value is not None]
    shown = [
        numbers.three_digits(value) + (f"{numbers.SPACE}{unit}" if unit else "") for value in known
    ]
    if len(shown) == 2:
        return tr("{before} before, {after} after", before=shown[0], after=shown[1])
    return shown[0] if shown else None


def _file_system(state: FileSystemState | None) -> str | None:
    if state is None:
        return None
    free = tr(
        "{free} of {size} free",
        free=numbers.decimal_bytes(state.free_bytes),
        size=numbers.decimal_bytes(state.size_bytes),
    )
    where = tr("at {place}", place=state.mount_point) if state.mount_point else ""
    return str(together((state.kind, where, ",".join(state.options), free), ", "))


def _printable(value: str) -> str:
    return wording.printable(value)
