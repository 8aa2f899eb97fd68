"""The means of each test as a table for a terminal of 80 columns: what was measured, also where
nothing was decided, where there was nothing to compare, and side by side of several disks."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.verdict import Judgement, State
from storage_tuner.core.workload import Operation, RateUnit
from storage_tuner.report import numbers, wording
from storage_tuner.report.figures import find_verdict
from storage_tuner.report.tables import TextTable

ONE_RUN = "one run: not judged"
_WIDEST_NAME = 16


@dataclass(frozen=True)
class CellMean:
    """Of one variant with so many threads, over ``runs`` runs; None: not measured. The standard
    deviation is that of all requests within a run."""

    operation: Operation
    threads: int
    variant: str
    runs: int
    mb_s: float | None
    iops: float | None
    latency_ms: float | None
    latency_sd_ms: float | None

    @property
    def rate(self) -> float | None:
        """What the operation is judged by."""
        return self.mb_s if self.operation.unit is RateUnit.MEGABYTES else self.iops


def cell_means(measurements: Iterable[Measurement]) -> tuple[CellMean, ...]:
    """By operation, threads and variant; operations and variants in the order in which they were
    first measured. Disturbed runs don't count."""
    cells: dict[tuple[Operation, int, str], list[Measurement]] = {}
    for run in measurements:
        if run.disturbed is None:
            cells.setdefault((run.operation, run.threads, run.variant), []).append(run)
    operations = list(dict.fromkeys(operation for operation, _, _ in cells))
    variants = list(dict.fromkeys(variant for _, _, variant in cells))
    keys = sorted(cells, key=lambda key: (operations.index(key[0]), key[1], variants.index(key[2])))
    return tuple(_mean(*key, cells[key]) for key in keys)


def means_lines(measurements: Iterable[Measurement]) -> tuple[str, ...]:
    """A table for each operation: MB/s, IOPS, mean latency and its standard deviation of each
    thread count and variant.
    Nothing without runs; the times of own commands stand elsewhere."""
    means = [mean for mean in cell_means(measurements) if mean.operation.unit is not RateUnit.RUNS]
    lines: list[str] = []
    for operation in dict.fromkeys(mean.operation for mean in means):
        rows = [mean for mean in means if mean.operation == operation]
        lines += ["", f"{wording.printable(operation.label)}, means:", *_table(rows)]
        lines += _leads(rows)
    return tuple(lines[1:])


def undecided_runs(
    measurements: Sequence[Measurement], judgement: Judgement
) -> tuple[Measurement, ...]:
    """Those of operations whose rate has no winner over all thread counts."""
    return tuple(run for run in measurements if not _has_winner(run.operation, judgement))


def _has_winner(operation: Operation, judgement: Judgement) -> bool:
    verdict = find_verdict(judgement, operation, Metric.RATE)
    return verdict is not None and verdict.state is State.BETTER


def _mean(operation: Operation, threads: int, variant: str, runs: list[Measurement]) -> CellMean:
    def mean(value: Callable[[Measurement], float | None]) -> float | None:
        found = [number for run in runs if (number := value(run)) is not None]
        return statistics.fmean(found) if found else None

    return CellMean(
        operation,
        threads,
        variant,
        len(runs),
        mean(lambda run: run.rate_mb_s),
        mean(lambda run: run.iops),
        mean(lambda run: run.latency_mean_ms),
        mean(lambda run: run.latency_sd_ms),
    )


def _table(rows: Sequence[CellMean]) -> list[str]:
    """Of several variants each has its own rows."""
    several = len({row.variant for row in rows}) > 1
    counted = rows[0].operation.unit if rows[0].operation.unit is RateUnit.FILES else "IOPS"
    head = ("Threads", "MB/s", str(counted), "Mean latency", "Std. dev.", "Runs")
    cells = [
        (
            numbers.whole(row.threads),
            _number(row.mb_s),
            _number(row.iops),
            _time(row.latency_ms),
            _time(row.latency_sd_ms),
            numbers.whole(row.runs),
        )
        for row in rows
    ]
    if not several:
        return _lines(TextTable(head, tuple(cells), keys=0, numbers=0))
    named = tuple(
        (wording.printable(row.variant), *cell) for row, cell in zip(rows, cells, strict=True)
    )
    table = TextTable(("", *head), named, keys=1, numbers=1)
    return _lines(table.shortened(_WIDEST_NAME))


def _lines(table: TextTable) -> list[str]:
    plain = str.maketrans({numbers.SPACE: " ", numbers.THOUSANDS: " "})
    return [f"  {'  '.join(line)}".rstrip().translate(plain) for line in table.lines()]


def _time(milliseconds: float | None) -> str:
    return numbers.NOTHING if milliseconds is None else numbers.milliseconds(milliseconds)


def _number(value: float | None) -> str:
    return numbers.NOTHING if value is None else numbers.three_digits(value)


def _leads(rows: Sequence[CellMean]) -> Iterator[str]:
    """Where each variant has one run, who leads by how much: nothing tells whether by chance."""
    for threads in dict.fromkeys(row.threads for row in rows):
        cell = [row for row in rows if row.threads == threads]
        if len(cell) > 1 and all(row.runs == 1 for row in cell):
            yield from _lead(threads, cell)


def _lead(threads: int, cell: Sequence[CellMean]) -> Iterator[str]:
    ranked = sorted(
        ((rate, row.variant) for row in cell if (rate := row.rate)),
        key=lambda pair: pair[0],
        reverse=True,
    )
    if len(ranked) < 2:
        return
    (first, leader), (second, next_one) = ranked[:2]
    lead = 100 * (first / second - 1)
    count = f"{threads} thread{'' if threads == 1 else 's'}"
    yield (
        f"  {count}: {wording.printable(leader)} leads {wording.printable(next_one)} "
        f"by {lead:.1f} % ({ONE_RUN})"
    )
