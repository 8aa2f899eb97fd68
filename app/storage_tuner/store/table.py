"""Runs as a table in CSV, one row a run: for spreadsheets, for other programs, and back.

Reading goes by the columns' names. Unknown columns are ignored, missing ones and empty cells were
not measured. A table from a spreadsheet may begin with a byte order mark, end its lines with CR LF,
separate its cells by semicolons or tabs, and then write decimals with a comma.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import Machine, Measurement, SessionRecord
from storage_tuner.core.plan import Operation
from storage_tuner.store.atomic import write_atomically
from storage_tuner.store.reading import read_bytes

Cell = str | int | float | None

_RUN_COLUMNS: dict[str, Callable[[Measurement], Cell]] = {
    "started_at": lambda run: run.started_at,
    "variant": lambda run: run.variant,
    "operation": lambda run: run.operation.value,
    "threads": lambda run: run.threads,
    "repeat": lambda run: run.repeat,
    "index": lambda run: run.index,
    "duration_s": lambda run: run.duration_s,
    "rate_mb_s": lambda run: run.rate_mb_s,
    "iops": lambda run: run.iops,
    "latency_mean_ms": lambda run: run.latency_mean_ms,
    "latency_p50_ms": lambda run: run.latency_p50_ms,
    "latency_p95_ms": lambda run: run.latency_p95_ms,
    "latency_p99_ms": lambda run: run.latency_p99_ms,
    "latency_p999_ms": lambda run: run.latency_p999_ms,
    "cpu_mb_per_s": lambda run: run.cpu_mb_per_s,
    "bytes": lambda run: run.bytes_moved,
    "system_cpu_s": lambda run: run.system_cpu_s,
    "user_cpu_s": lambda run: run.user_cpu_s,
    "latency_min_ms": lambda run: run.latency_min_ms,
    "latency_max_ms": lambda run: run.latency_max_ms,
    "latency_sd_ms": lambda run: run.latency_sd_ms,
    "latency_p9999_ms": lambda run: run.latency_p9999_ms,
    "whole_system_cpu_s": lambda run: run.whole_system_cpu_s,
    "utilisation": lambda run: run.utilisation,
    "queue_length": lambda run: run.queue_length,
    "disturbed": lambda run: run.disturbed,
}

_DEVICE_COLUMNS: dict[str, Callable[[Device], Cell]] = {
    "device_name": lambda device: device.name,
    "device_model": lambda device: device.model,
    "device_serial": lambda device: device.serial,
    "device_size_bytes": lambda device: device.size_bytes,
}

_MACHINE_COLUMNS: dict[str, Callable[[Machine], Cell]] = {
    "kernel": lambda machine: machine.kernel,
    "fio_version": lambda machine: machine.fio,
    "storage_tuner_version": lambda machine: machine.storage_tuner,
    "host": lambda machine: machine.host,
}

COLUMNS = (*_RUN_COLUMNS, "settings", *_DEVICE_COLUMNS, *_MACHINE_COLUMNS)
"""The header. A name ends in its unit; a bare one has none."""

_REQUIRED = ("variant", "operation", "threads")
_FORMULA = re.compile(r"'*[=+\-@\t]")
_DEFUSED = re.compile(r"'+[=+\-@\t]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")


def write_csv(record: SessionRecord, path: Path) -> None:
    """Write one row per run. Raises ``NoSpace`` and ``InvalidInput``; leaves no half file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(record))
    write_atomically(path, text.getvalue().encode())


def read_csv(path: Path) -> tuple[Measurement, ...]:
    """The runs of a table. Raises ``UnreadableResult`` naming line and column of a bad cell.

    Needed are the columns ``variant``, ``operation`` and ``threads``, and one that was measured.
    Of ``rate_mb_s`` and ``iops`` one follows from the other, because an operation has one block
    size. Runs without ``repeat`` are counted in the order of the file.
    """
    text = _decoded(path)
    dialect = _Dialect.of(text)
    counted: Counter[tuple[str, Operation, int]] = Counter()
    runs: list[Measurement] = []
    for row in _table_rows(str(path), text, dialect):
        run = _measurement(row, len(runs), counted)
        counted[run.variant, run.operation, run.threads] += 1
        runs.append(run)
    if not runs:
        raise UnreadableResult(str(path), "the table has no rows")
    return tuple(runs)


def _rows(record: SessionRecord) -> Iterator[list[str]]:
    settings = {variant.name: variant.settings for variant in record.plan.variants}
    device = [
        column(record.device) if record.device else None for column in _DEVICE_COLUMNS.values()
    ]
    machine = [column(record.machine) for column in _MACHINE_COLUMNS.values()]
    for run in record.measurements:
        described = " ".join(f"{name}={value}" for name, value in settings.get(run.variant, ()))
        cells = [column(run) for column in _RUN_COLUMNS.values()]
        yield [_written(cell) for cell in (*cells, described, *device, *machine)]


def _written(cell: Cell) -> str:
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return ""
    return _defused(cell) if isinstance(cell, str) else repr(cell)


def _defused(text: str) -> str:
    """A text on one line that a spreadsheet won't run as a formula: an apostrophe prevents it."""
    line = " ".join(text.splitlines())
    return f"'{line}" if _FORMULA.match(line) else line


def _original(text: str) -> str:
    return text[1:] if _DEFUSED.match(text) else text


@dataclass(frozen=True)
class _Dialect:
    separator: str
    decimal_mark: str

    @classmethod
    def of(cls, text: str) -> _Dialect:
        """As the header shows: whatever separates it isn't a decimal mark.

        With semicolons or tabs the decimals tell themselves: a comma between two digits, if no
        cell has a point there.
        """
        header = text.lstrip("\r\n").partition("\n")[0]
        separator = max(";\t,", key=header.count)
        if separator == ",":
            return cls(separator, ".")
        cell = rf"(?:^|{separator})\d+%s\d+(?=\r?$|{separator})"
        commas = re.search(cell % ",", text, re.MULTILINE)
        points = re.search(cell % r"\.", text, re.MULTILINE)
        return cls(separator, "," if commas and not points else ".")


@dataclass(frozen=True)
class _Row:
    """One line of the table: its cells by column, and where it stands."""

    file: str
    line: int
    decimal_mark: str
    cells: Mapping[str, str]

    def text(self, column: str) -> str:
        """Raises ``UnreadableResult`` when there is nothing in it."""
        cell = self.cells.get(column, "").strip()
        if not cell:
            raise self.refused(column, "nothing stands there")
        return _original(cell)

    def whole(self, column: str, minimum: int) -> int | None:
        cell = self.cells.get(column, "").strip()
        if not cell:
            return None
        if not re.fullmatch(r"[0-9]{1,18}", cell) or int(cell) < minimum:
            raise self.refused(column, f"a whole number from {minimum} is expected, not {cell!r}")
        return int(cell)

    def number(self, column: str) -> float | None:
        cell = self.cells.get(column, "").strip()
        if not cell:
            return None
        plain = cell.replace(",", ".") if self.decimal_mark == "," and "." not in cell else cell
        if not _NUMBER.fullmatch(plain) or float(plain) == float("inf"):
            raise self.refused(column, f"a number is expected, not {cell!r}")
        return float(plain)

    def operation(self) -> Operation:
        word = self.text("operation").lower()
        try:
            return Operation(word)
        except ValueError:
            known = ", ".join(operation.value for operation in Operation)
            raise self.refused("operation", f"one of {known} is expected, not {word!r}") from None

    def refused(self, column: str, reason: str) -> UnreadableResult:
        return UnreadableResult(self.file, f"line {self.line}, column {column}: {reason}")


def _decoded(path: Path) -> str:
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableResult(str(path), "it isn't text in UTF-8") from None


def _table_rows(file: str, text: str, dialect: _Dialect) -> Iterator[_Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=dialect.separator, strict=True)
    header: list[str] = []
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = _checked_header(file, cells)
                continue
            yield _row(file, reader.line_num, dialect, header, cells)
    except csv.Error as error:
        raise UnreadableResult(file, f"line {reader.line_num}: {error}") from None


def _checked_header(file: str, cells: list[str]) -> list[str]:
    names = [cell.strip().lower() for cell in cells]
    if lacking := [name for name in _REQUIRED if name not in names]:
        raise UnreadableResult(file, f"the table has no column {', '.join(lacking)}")
    if doubled := [name for name in COLUMNS if names.count(name) > 1]:
        raise UnreadableResult(file, f"the table has the column {doubled[0]} twice")
    return names


def _row(file: str, line: int, dialect: _Dialect, header: list[str], cells: list[str]) -> _Row:
    if len(cells) < len(header) or any(cell.strip() for cell in cells[len(header) :]):
        reason = f"line {line} has {len(cells)} cells, the header {len(header)}"
        raise UnreadableResult(file, reason)
    return _Row(file, line, dialect.decimal_mark, dict(zip(header, cells, strict=False)))


def _measurement(
    row: _Row, index: int, counted: Counter[tuple[str, Operation, int]]
) -> Measurement:
    variant, operation = row.text("variant"), row.operation()
    threads = row.whole("threads", 1)
    if threads is None:
        raise row.refused("threads", "nothing stands there")
    repeat, position = row.whole("repeat", 0), row.whole("index", 0)
    rate_mb_s, iops = _rates(row, operation)
    run = Measurement(
        variant=variant,
        operation=operation,
        threads=threads,
        repeat=counted[variant, operation, threads] if repeat is None else repeat,
        index=index if position is None else position,
        started_at=_original(row.cells.get("started_at", "").strip()),
        duration_s=row.number("duration_s") or 0.0,
        rate_mb_s=rate_mb_s,
        iops=iops,
        latency_mean_ms=row.number("latency_mean_ms"),
        latency_p50_ms=row.number("latency_p50_ms"),
        latency_p95_ms=row.number("latency_p95_ms"),
        latency_p99_ms=row.number("latency_p99_ms"),
        latency_p999_ms=row.number("latency_p999_ms"),
        system_cpu_s=row.number("system_cpu_s"),
        user_cpu_s=row.number("user_cpu_s"),
        bytes_moved=row.whole("bytes", 0) or 0,
        latency_min_ms=row.number("latency_min_ms"),
        latency_max_ms=row.number("latency_max_ms"),
        latency_sd_ms=row.number("latency_sd_ms"),
        latency_p9999_ms=row.number("latency_p9999_ms"),
        whole_system_cpu_s=row.number("whole_system_cpu_s"),
        utilisation=row.number("utilisation"),
        queue_length=row.number("queue_length"),
        disturbed=_original(row.cells.get("disturbed", "").strip()) or None,
    )
    return _with_efficiency(run, row.number("cpu_mb_per_s"))


def _rates(row: _Row, operation: Operation) -> tuple[float | None, float | None]:
    rate_mb_s, iops = row.number("rate_mb_s"), row.number("iops")
    megabytes = operation.block_bytes / 1e6
    if rate_mb_s is None and iops is not None:
        return iops * megabytes, iops
    if iops is None and rate_mb_s is not None:
        return rate_mb_s, rate_mb_s / megabytes
    return rate_mb_s, iops


_NOMINAL_BYTES = 10**12


def _with_efficiency(run: Measurement, cpu_mb_per_s: float | None) -> Measurement:
    """``run`` with the efficiency of the table, if bytes and CPU time don't give it already.

    A measurement holds the two and not their quotient; where the table has the quotient only,
    bytes that stand for no run but keep it exact take their place.
    """
    if not cpu_mb_per_s or (run.bytes_moved and run.system_cpu_s):
        return run
    moved = run.bytes_moved or _NOMINAL_BYTES
    return dataclasses.replace(run, bytes_moved=moved, system_cpu_s=moved / 1e6 / cpu_mb_per_s)
