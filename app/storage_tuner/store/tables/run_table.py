"""Reads and writes runs as a CSV table, one row a run, for spreadsheets and other programs.

Columns are read by name. Unknown ones are ignored; missing ones and empty cells mean "not
measured". ``docs/csv-format.md`` describes the columns, ``docs/verdict-format.md`` those that are
read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import get_type_hints

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Message, Text, english_text, sentence
from storage_tuner.core.plan import Protocol
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation, RateUnit
from storage_tuner.store.tables.delimited import (
    DelimitedRow,
    DelimitedTable,
    defused,
    original,
    write_table,
)
from storage_tuner.typed_documents import is_measurable

Cell = Text | int | float | None


_RUN_COLUMNS = (
    "started_at", "variant", "operation", "threads", "repeat", "index", "duration_s", "rate_mb_s",
    "iops", "latency_mean_ms", "latency_p50_ms", "latency_p95_ms", "latency_p99_ms",
    "latency_p999_ms", "cpu_mb_per_s", "bytes", "system_cpu_s", "user_cpu_s", "latency_min_ms",
    "latency_max_ms", "latency_sd_ms", "latency_p9999_ms", "whole_system_cpu_s", "utilisation",
    "queue_length", "disturbed", "temperature_c", "fairness", "missed_per_minute",
    "rate_unit",
)  # fmt: skip
_PATHS = {
    "operation": "operation.name",
    "bytes": "bytes_moved",
    "rate_unit": "operation.unit.value",
}
"""Columns whose names differ from the measurement's fields, with the paths of their values."""

_of_run = attrgetter(*(_PATHS.get(name, name) for name in _RUN_COLUMNS))
_of_device = attrgetter("name", "model", "serial", "size_bytes")
_of_machine = attrgetter("kernel", "fio", "storage_tuner", "host")

COLUMNS = (
    *_RUN_COLUMNS,
    "settings",
    *("device_name", "device_model", "device_serial", "device_size_bytes"),
    *("kernel", "fio_version", "storage_tuner_version", "host"),
    "stopping",
    "raid_controller",
    "raid_unit",
)
"""The header. A name ends in its unit; a bare one has none."""

_REQUIRED = ("variant", "operation", "threads")

WHEN_DECIDED, FIXED = "when decided", "fixed"
"""When measuring ended: depending on the results, or at a number of runs fixed beforehand."""

MOST_REFUSALS = 1000
"""After this many unreadable rows, reading stops."""

MOST_VARIANTS = 100
MOST_CELLS = 1000
"""Operations times thread counts. A table with more isn't one of runs, and would take hours."""


def write_csv(record: SessionRecord, path: Path) -> None:
    """Write one row per run. Raises ``NoSpace`` and ``InvalidInput``; leaves no half file."""
    write_table(path, COLUMNS, _rows(record))


@dataclass(frozen=True)
class RunTable:
    """The runs of a table, and facts about it.

    ``ignored`` are unknown columns, ``lacking`` those that could have been measured and are
    missing. ``in_blocks``: runs with the same ``repeat`` belong together. ``timed``: the table has
    the order in which they were made. ``copies`` rows were left out as exact copies in a table
    without repeats. ``when_decided``: measuring ended when the result was clear.
    """

    runs: tuple[Measurement, ...]
    ignored: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    in_blocks: bool = True
    timed: bool = False
    when_decided: bool = False
    copies: int = 0


@dataclass(frozen=True)
class RowError:
    """A row that couldn't be read, by the number of its last line."""

    line: int
    reason: Text


def read_runs(table: DelimitedTable) -> RunTable:
    """The runs of a table. Raises ``UnreadableResult`` naming line and column of a bad cell.

    The columns ``variant``, ``operation`` and ``threads`` are required, and one that was measured.
    Of ``rate_mb_s`` and ``iops`` one follows from the other where an operation has one block size.
    Runs of a table without ``repeat`` belong to no blocks: no two variants share a number.
    """
    reading = _begun(table)
    for row in table.rows:
        reading.add(row)
    return _read(table, reading)


def read_what_can(table: DelimitedTable) -> tuple[RunTable, tuple[RowError, ...]]:
    """As ``read_runs``, but unreadable rows are returned separately. Raises ``UnreadableResult``
    for the header, or when no row is left."""
    reading = _begun(table)
    refusals: list[RowError] = []
    while True:
        try:
            reading.add(next(table.rows))
        except StopIteration:
            break
        except UnreadableResult as error:
            refusals.append(RowError(table.rows.line, error.reason))
            if len(refusals) >= MOST_REFUSALS:
                break
    if not reading.runs and refusals:
        raise UnreadableResult(table.file, refusals[0].reason)
    return _read(table, reading), tuple(refusals)


def _begun(table: DelimitedTable) -> _Reading:
    if not table.columns:
        raise UnreadableResult(table.file, sentence("the table has no rows"))
    table.require(_REQUIRED, COLUMNS)
    return _Reading(table.columns)


def _read(table: DelimitedTable, reading: _Reading) -> RunTable:
    if not reading.runs:
        raise UnreadableResult(table.file, sentence("the table has no rows"))
    return RunTable(
        runs=tuple(reading.runs),
        ignored=table.unknown(COLUMNS),
        lacking=tuple(name for name in _JUDGED if name not in table.columns),
        in_blocks=reading.in_blocks,
        timed=reading.numbered
        or _all_differ([run.started_at for run in reading.runs])
        or (reading.in_blocks and _rows_in_turns(reading.runs)),
        when_decided=reading.stopping == {WHEN_DECIDED},
        copies=reading.copies,
    )


def _all_differ(times: list[str]) -> bool:
    return all(times) and len(set(times)) == len(times)


def _rows_in_turns(runs: Sequence[Measurement]) -> bool:
    """Return whether the rows are in the order of interleaved measuring: block after block, in most
    cells with the variants in another order than in the block before. Sorting makes no such
    rows."""
    cells: dict[tuple[str, int], dict[int, list[str]]] = {}
    for run in runs:
        blocks = cells.setdefault((run.operation.name, run.threads), {})
        if blocks and run.repeat < next(reversed(blocks)):
            return False
        blocks.setdefault(run.repeat, []).append(run.variant)
    mixed = [len({tuple(block) for block in blocks.values()}) > 1 for blocks in cells.values()]
    return all(len(blocks) > 1 for blocks in cells.values()) and 2 * sum(mixed) > len(mixed)


_JUDGED = ("rate_mb_s", "iops", "latency_mean_ms", "latency_p99_ms", "cpu_mb_per_s")


class _Reading:
    """The rows read so far, which the next row is compared with."""

    def __init__(self, columns: Collection[str]) -> None:
        self.in_blocks = "repeat" in columns
        self._numbers = tuple(name for name in _NUMBERS if name in columns)
        self.runs: list[Measurement] = []
        self.copies = 0
        self.stopping: set[str] = set()
        self.numbered = True
        self._operations = TableOperations()
        self._names: dict[str, str] = {}
        self._lines: dict[tuple[str, str, int], dict[int, int]] = {}
        self._apart: Counter[tuple[str, int]] = Counter()
        self._rows: set[tuple[str, ...]] = set()

    def add(self, row: DelimitedRow) -> None:
        """Add a row. Raises ``UnreadableResult``."""
        if not self.in_blocks and self._is_copy(row):
            return
        threads = row.needed("threads", row.whole("threads", 1))
        variant, operation = self._variant(row), self._operations.of(row)
        lines = self._cell(row, variant, operation, threads)
        numbers: dict[str, float | None] = dict.fromkeys(_NUMBERS)
        for name in self._numbers:
            numbers[name] = row.number(name)
        cell = (operation.name, threads)
        number = len(lines) if self.in_blocks else self._apart[cell]
        run = _measurement(row, variant, operation, threads, len(self.runs), number, numbers)
        self._require_new(row, run, lines)
        self._apart[cell] += 1
        self.runs.append(run)
        self.numbered = self.numbered and bool(row.cell("index"))
        self.stopping.add(row.cell("stopping"))

    def _is_copy(self, row: DelimitedRow) -> bool:
        cells = tuple(row.cells.values())
        if cells in self._rows:
            self.copies += 1
            return True
        self._rows.add(cells)
        return False

    def _variant(self, row: DelimitedRow) -> str:
        """The variant's name, as the same object for the same name: a million rows have few
        names."""
        name = row.text("variant")
        if name not in self._names and len(self._names) >= MOST_VARIANTS:
            raise row.refused(
                "variant",
                sentence(
                    "there are more than {most_variants} variants", most_variants=MOST_VARIANTS
                ),
            )
        return self._names.setdefault(name, name)

    def _cell(
        self, row: DelimitedRow, variant: str, operation: Operation, threads: int
    ) -> dict[int, int]:
        key = (variant, operation.name, threads)
        if key not in self._lines and len(self._lines) >= MOST_CELLS * len(self._names):
            raise row.refused(
                "threads",
                sentence("there are more than {most_cells} combinations", most_cells=MOST_CELLS),
            )
        return self._lines.setdefault(key, {})

    def _require_new(self, row: DelimitedRow, run: Measurement, lines: dict[int, int]) -> None:
        """Refuse a repeated number; disturbed runs are exempt, as they may have been repeated."""
        if run.disturbed is not None:
            lines.setdefault(-1 - len(lines), row.line)
            return
        if run.repeat in lines:
            reason = sentence(
                "the run {repeat} of {variant} is also in line {lines}",
                repeat=run.repeat,
                variant=run.variant,
                lines=lines[run.repeat],
            )
            raise row.refused("repeat", reason)
        lines[run.repeat] = row.line


class TableOperations:
    """The operations of a table by name; the unit of each one's rate must be the same in all
    rows."""

    def __init__(self) -> None:
        self._known = {operation.name: operation for operation in CLASSICAL_OPERATIONS}
        self._own: dict[str, tuple[Operation, int]] = {}

    def of(self, row: DelimitedRow) -> Operation:
        """The operation of a row. Raises ``UnreadableResult``. The unit of an unknown one is that
        in ``rate_unit``, else that of the given column: MB/s before IOPS."""
        name = row.text("operation").lower()
        unit = self._unit(row)
        if name in self._known:
            return self._known[name]
        operation, line = self._own.setdefault(
            name,
            (Operation(name, name, unit or RateUnit.MEGABYTES, writes=False), row.line),
        )
        if unit is not None:
            require_same_unit(row, "operation", name, unit, (operation.unit, line))
        return operation

    def _unit(self, row: DelimitedRow) -> RateUnit | None:
        if unit := rate_unit(row):
            return unit
        if row.cell("rate_mb_s"):
            return RateUnit.MEGABYTES
        return RateUnit.REQUESTS if row.cell("iops") else None


def rate_unit(row: DelimitedRow) -> RateUnit | None:
    """The unit in the column ``rate_unit``. Raises ``UnreadableResult``."""
    word = row.cell("rate_unit")
    return RateUnit(row.one_of("rate_unit", word, RateUnit)) if word else None


def require_same_unit(
    row: DelimitedRow, column: str, name: str, unit: RateUnit, before: tuple[RateUnit, int]
) -> None:
    """Check the unit of a rate against ``before``, the operation's unit in an earlier line. Raises
    ``UnreadableResult``."""
    unit_before, line = before
    if unit is not unit_before:
        reason = sentence(
            "{name!r} is in {reported} here and in {unit_before} in line {line}",
            name=name,
            reported=unit,
            unit_before=unit_before,
            line=line,
        )
        raise row.refused(column, reason)


def _rows(record: SessionRecord) -> Iterator[list[str]]:
    settings = {variant.name: variant.settings for variant in record.plan.variants}
    device = _of_device(record.device) if record.device else (None,) * 4
    controllers = record.circumstances.controllers
    raid_units = [unit.summary.english for each in controllers for unit in each.units]
    raced = record.plan.raced or record.plan.protocol is Protocol.LIVE
    stopping = WHEN_DECIDED if raced else FIXED
    around = ("; ".join(each.summary.english for each in controllers), "; ".join(raid_units))
    of_all = (*device, *_of_machine(record.machine), stopping, *around)
    for run in record.measurements:
        described = " ".join(f"{name}={value}" for name, value in settings.get(run.variant, ()))
        yield [_written(cell) for cell in (*_of_run(run), described, *of_all)]


def _written(cell: Cell) -> str:
    """The text of a cell; "" for an impossible figure, which would be refused when it's read
    again."""
    if cell is None or (isinstance(cell, float) and not is_measurable(cell)):
        return ""
    return defused(english_text(cell)) if isinstance(cell, str | Message) else repr(cell)


_NUMBERS = tuple(
    name
    for name, kind in get_type_hints(Measurement).items()
    if kind == float | None and name not in ("rate_mb_s", "iops")
)
"""Columns named like their field of a measurement, and independent of the others."""


def _measurement(
    row: DelimitedRow,
    variant: str,
    operation: Operation,
    threads: int,
    index: int,
    counted: int,
    numbers: dict[str, float | None],
) -> Measurement:
    repeat, position = row.whole("repeat", 0), row.whole("index", 0)
    rate_mb_s, iops = operation.both_rates(row.number("rate_mb_s"), row.number("iops"))
    moved, numbers["system_cpu_s"] = _efficiency(row, numbers["system_cpu_s"])
    return Measurement(
        variant=variant,
        operation=operation,
        threads=threads,
        repeat=counted if repeat is None else repeat,
        index=index if position is None else position,
        started_at=original(row.cell("started_at")),
        duration_s=row.number("duration_s") or 0.0,
        rate_mb_s=rate_mb_s,
        iops=iops,
        bytes_moved=moved,
        disturbed=original(row.cell("disturbed")) or None,
        **numbers,
    )


_NOMINAL_BYTES = 10**12


def _efficiency(row: DelimitedRow, system_cpu_s: float | None) -> tuple[int, float | None]:
    """Bytes and CPU time whose quotient is the efficiency in the table.

    A measurement has the two and not their quotient; if the table has only the quotient, the bytes
    are chosen so that it's exact, and belong to no real run.
    """
    moved, cpu_mb_per_s = row.whole("bytes", 0) or 0, row.number("cpu_mb_per_s")
    if not cpu_mb_per_s or (moved and system_cpu_s):
        return moved, system_cpu_s
    moved = moved or _NOMINAL_BYTES
    return moved, moved / 1e6 / cpu_mb_per_s
