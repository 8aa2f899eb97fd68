"""Reads tables of means and standard deviations, as in publications without single runs.

Columns: ``variant``, ``operation``, ``metric``, ``mean``, ``sd``, ``n``, and optionally ``threads``
and ``rate_unit``; ``docs/verdict-format.md`` describes them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import MeanOfRuns, Metric
from storage_tuner.core.message import sentence
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation, RateUnit
from storage_tuner.store.tables.delimited import DelimitedRow, DelimitedTable
from storage_tuner.store.tables.run_table import rate_unit, require_same_unit

NEEDED = ("variant", "operation", "metric", "mean", "sd", "n")
KNOWN = (*NEEDED, "threads", "rate_unit")

_WORDS: dict[str, tuple[Metric, RateUnit | None]] = {
    "rate_mb_s": (Metric.RATE, RateUnit.MEGABYTES),
    "iops": (Metric.RATE, RateUnit.REQUESTS),
    "rate": (Metric.RATE, None),
    "latency_mean_ms": (Metric.ACCESS_TIME, None),
    "latency_p99_ms": (Metric.ACCESS_TIME_P99, None),
    "cpu_mb_per_s": (Metric.CPU_EFFICIENCY, None),
    "access_time": (Metric.ACCESS_TIME, None),
    "access_time_p99": (Metric.ACCESS_TIME_P99, None),
    "cpu_efficiency": (Metric.CPU_EFFICIENCY, None),
    "spread": (Metric.SPREAD, None),
}
"""Names of metrics: the columns of a table of runs, and the metrics of ``verdict --json``."""

MOST_ROWS = 20_000

Units = dict[str, tuple[RateUnit, int]]
"""The unit of each operation's rate, and the line in which it was found first."""


@dataclass(frozen=True)
class MeansTable:
    rows: tuple[MeanOfRuns, ...]
    ignored: tuple[str, ...]


def is_table_of_means(table: DelimitedTable) -> bool:
    return "mean" in table.columns and "metric" in table.columns


def read_means(table: DelimitedTable) -> MeansTable:
    """The means of a table. Raises ``UnreadableResult`` naming line and column of a bad cell."""
    table.require(NEEDED, KNOWN)
    units: Units = {}
    lines: dict[tuple[object, ...], int] = {}
    rows = []
    for row in table.rows:
        mean = _mean(row, units)
        key = (mean.variant, mean.operation.name, mean.metric, mean.threads)
        if key in lines:
            raise row.refused(
                "variant", sentence("the same cell is also in line {lines}", lines=lines[key])
            )
        lines[key] = row.line
        rows.append(mean)
        if len(rows) > MOST_ROWS:
            raise UnreadableResult(
                table.file,
                sentence("it has more than {most_rows} rows of means", most_rows=MOST_ROWS),
            )
    if not rows:
        raise UnreadableResult(table.file, sentence("the table has no rows"))
    if len({(row.operation.name, row.threads is None) for row in rows}) > len(
        {row.operation.name for row in rows}
    ):
        raise UnreadableResult(
            table.file, sentence("column threads: only some rows of an operation have a value")
        )
    return MeansTable(tuple(_with_units(row, units) for row in rows), table.unknown(KNOWN))


def _mean(row: DelimitedRow, units: Units) -> MeanOfRuns:
    metric, unit = _WORDS[row.one_of("metric", row.text("metric").lower(), _WORDS)]
    operation = _operation(row, metric, unit, units)
    mean = row.needed("mean", row.number("mean"))
    count = row.needed("n", row.whole("n", 1))
    factor = _factor(operation, unit)
    deviation = row.number("sd")
    return MeanOfRuns(
        row.text("variant"),
        operation,
        metric,
        row.whole("threads", 1),
        mean * factor,
        None if deviation is None else deviation * factor,
        count,
    )


def _operation(row: DelimitedRow, metric: Metric, unit: RateUnit | None, units: Units) -> Operation:
    """The row's operation. Its unit, from the metric or ``rate_unit``, must be the same in all
    rows."""
    name = row.text("operation").lower()
    for operation in CLASSICAL_OPERATIONS:
        if operation.name == name:
            return operation
    stated = rate_unit(row)
    reported = unit or stated
    if metric is Metric.RATE and reported is None:
        raise row.refused(
            "metric",
            sentence("the unit of {name!r} is unknown: add rate_unit", name=name),
        )
    if metric is not Metric.RATE:
        return Operation(name, name, RateUnit.MEGABYTES, writes=False)
    assert reported is not None
    require_same_unit(row, "metric", name, reported, units.setdefault(name, (reported, row.line)))
    return Operation(name, name, reported, writes=False)


def _with_units(row: MeanOfRuns, units: Units) -> MeanOfRuns:
    """Set the unit found in other rows: latencies and efficiencies don't show the rate's unit."""
    if row.operation.name not in units:
        return row
    unit, _ = units[row.operation.name]
    return replace(row, operation=replace(row.operation, unit=unit))


def _factor(operation: Operation, unit: RateUnit | None) -> float:
    """The factor from the given unit to the operation's unit; both need a single block size."""
    if operation.block_bytes is None or unit in (None, operation.unit):
        return 1.0
    megabytes = operation.block_bytes / 1e6
    return megabytes if unit is RateUnit.REQUESTS else 1 / megabytes
