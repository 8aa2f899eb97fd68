"""Several records side by side: two devices, hardware against software RAID, before and after."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from storage_tuner.advice.judgement import judge_table
from storage_tuner.advice.statistics.methods import (
    ERROR_LEVEL,
    MARGIN,
    AcrossRecords,
    StatisticalMethod,
)
from storage_tuner.advice.verdict import assess
from storage_tuner.core.circumstances import Circumstances
from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Text, english_text, sentence, together
from storage_tuner.core.plan import shown_name
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation, RateUnit

ACROSS_NOTE = sentence(
    "Different records have no runs in common, and two sessions differ even under the same "
    "conditions. The intervals between them are therefore wider, and differences below about 8 % "
    "can't be detected, however many runs there are."
)


@dataclass(frozen=True)
class ComparedRecord:
    """One record under a name of its own. ``conditions`` are its recorded conditions in
    words."""

    label: str
    runs: tuple[Measurement, ...]
    method: StatisticalMethod
    conditions: Mapping[Text, Text]

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(run.variant for run in self.runs))


@dataclass(frozen=True)
class Differing:
    """A condition that isn't the same in all records; ``values`` are by label, "unknown" where a
    record lacks it."""

    condition: Text
    values: tuple[tuple[str, Text], ...]


@dataclass(frozen=True)
class SideBySide:
    """``alike`` are the conditions that are recorded and equal in all records, with the value."""

    judgement: Judgement
    differing: tuple[Differing, ...]
    alike: tuple[tuple[Text, Text], ...] = ()


def compare(
    sides: Sequence[ComparedRecord], error_level: float = ERROR_LEVEL, margin: float = MARGIN
) -> SideBySide:
    """All variants of all records in one table.

    Variants of one record are compared as they were measured, those of different ones without
    blocks.
    """
    judgement = judge_apart(named_apart(sides), error_level, margin)
    return SideBySide(judgement, differing_conditions(sides), alike_conditions(sides))


def named_apart(sides: Sequence[ComparedRecord]) -> tuple[ComparedRecord, ...]:
    """The records with the names that their variants have in the common table: the record's name
    where no record has several variants, else both."""
    alone = all(len(side.variants) == 1 for side in sides)
    return tuple(
        replace(
            side,
            runs=tuple(
                replace(
                    run, variant=side.label if alone else f"{side.label}: {shown_name(run.variant)}"
                )
                for run in side.runs
            ),
        )
        for side in _with_all_variants(sides)
    )


def only(sides: Sequence[ComparedRecord], names: Collection[str]) -> tuple[ComparedRecord, ...]:
    """The result of ``named_apart`` with only the variants ``names``."""
    chosen = (
        replace(side, runs=tuple(run for run in side.runs if run.variant in names))
        for side in sides
    )
    return tuple(side for side in chosen if side.runs)


def judge_apart(
    sides: Sequence[ComparedRecord], error_level: float = ERROR_LEVEL, margin: float = MARGIN
) -> Judgement:
    """Judge the result of ``named_apart`` or ``only``, with a note where records share no runs."""
    methods: dict[str, tuple[int, StatisticalMethod]] = {}
    for number, side in enumerate(sides):
        methods |= dict.fromkeys(side.variants, (number, side.method))
    runs = [run for side in sides for run in side.runs]
    table = assess(runs, AcrossRecords(error_level, margin, methods=methods))
    notes = (ACROSS_NOTE,) if len(sides) > 1 else ()
    return replace(judge_table(table, runs[0].variant), notes=notes)


def _with_all_variants(sides: Sequence[ComparedRecord]) -> list[ComparedRecord]:
    """The records with one operation for those that a table has by name only and another in
    full."""
    whole: dict[tuple[str, RateUnit], Operation] = {}
    for side in sides:
        for run in side.runs:
            if not _is_name_only(run.operation):
                whole.setdefault((run.operation.name, run.operation.unit), run.operation)
    return [
        replace(side, runs=tuple(_with_operation(run, whole) for run in side.runs))
        for side in sides
    ]


def _with_operation(
    run: Measurement, whole: Mapping[tuple[str, RateUnit], Operation]
) -> Measurement:
    if not _is_name_only(run.operation):
        return run
    known = whole.get((run.operation.name, run.operation.unit), run.operation)
    return replace(run, operation=known)


def _is_name_only(operation: Operation) -> bool:
    return english_text(operation.label) == operation.name and operation.block_bytes is None


def differing_conditions(sides: Sequence[ComparedRecord]) -> tuple[Differing, ...]:
    found = []
    for condition in dict.fromkeys(name for side in sides for name in side.conditions):
        values = tuple(
            (side.label, side.conditions.get(condition, sentence("unknown"))) for side in sides
        )
        if len({english_text(value) for _, value in values}) > 1:
            found.append(Differing(condition, values))
    return tuple(found)


def alike_conditions(sides: Sequence[ComparedRecord]) -> tuple[tuple[Text, Text], ...]:
    first, *others = sides
    return tuple(
        (condition, value)
        for condition, value in first.conditions.items()
        if all(
            condition in side.conditions
            and english_text(side.conditions[condition]) == english_text(value)
            for side in others
        )
    )


def conditions_of_runs(runs: Sequence[Measurement]) -> dict[Text, Text]:
    """Conditions of any table of runs."""
    operations = dict.fromkeys(run.operation.name for run in runs)
    threads = sorted({run.threads for run in runs})
    return {
        sentence("operations"): ", ".join(operations),
        sentence("threads"): ", ".join(map(str, threads)),
    }


def conditions_of(record: SessionRecord) -> dict[Text, Text]:
    """Conditions of a session that may affect the result."""
    machine, plan, device = record.machine, record.plan, record.device
    reported: dict[Text, Text] = {
        sentence("device"): " ".join(filter(None, (device.model, device.serial))) if device else "",
        sentence("firmware"): (device.firmware or "") if device else "",
        sentence("array"): _array(device) if device else "",
        sentence("previous scheduler"): record.original_settings.get("scheduler", ""),
        sentence("host"): machine.host,
        sentence("distribution"): machine.distribution,
        sentence("kernel"): machine.kernel,
        "fio": machine.fio,
        sentence("processor"): machine.processor,
        sentence("measured size"): sentence("{size_bytes} bytes", size_bytes=plan.target.size_bytes)
        if plan.target.size_bytes
        else "",
        sentence("target"): plan.target.kind.value,
        sentence("protocol"): plan.protocol.value,
        sentence("run time"): f"{plan.runtime_ms} ms",
        "Storage Tuner": machine.storage_tuner,
        sentence("caveats"): together(record.caveats),
    }
    around = _system_state(record.circumstances)
    known = {name: value for name, value in (reported | around).items() if value}
    return known | conditions_of_runs(record.measurements)


def _system_state(found: Circumstances) -> dict[Text, Text]:
    """The system's state during the measurement; "" where unknown."""
    system = found.file_system
    before, after = found.temperature_before_c, found.temperature_after_c
    return {
        sentence("kernel command line"): found.kernel_command_line,
        sentence("CPU mitigations"): "; ".join(
            f"{name}: {state}" for name, state in sorted(found.mitigations.items())
        ),
        sentence("CPU frequency governor"): ", ".join(found.governors),
        sentence("file system"): " ".join((system.kind, ",".join(system.options)))
        if system
        else "",
        sentence("free space"): sentence("{size_bytes} bytes", size_bytes=system.free_bytes)
        if system
        else "",
        sentence("temperature"): sentence(
            "{before:.0f} to {after:.0f} °C", before=before, after=after
        )
        if before is not None and after is not None
        else "",
        sentence("RAID controller"): together((each.summary for each in found.controllers), "; "),
        sentence("RAID controller unit"): together(
            (unit.summary for each in found.controllers for unit in each.units), "; "
        ),
        sentence("other activity"): together(found.other_activity),
    }


def _array(device: Device) -> str:
    """Level, layout and chunk size, as reported by md."""
    if device.md is None:
        return ""
    chunk = f"{device.md.chunk_bytes >> 10} KiB" if device.md.chunk_bytes else ""
    return " ".join(filter(None, (device.md.level, device.md.layout, chunk)))
