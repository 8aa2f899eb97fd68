"""Evaluates a map: which loads a variant bears, and how its read latency compares.

All differences are those of logarithms within a block, so that drift between blocks doesn't count.
Half of the error level is for the write limits, half for the comparisons, each divided by their
number (Bonferroni). Within a row of the map, loads are tested in their order until the first one
that isn't sure, so that their number needs no correction (fixed-sequence test: Maurer, Hothorn and
Lehmacher 1995, in Vollmar (ed.), Biometrie in der chemisch-pharmazeutischen Industrie 6). A load
that isn't reached counts as surely too high. The number of blocks doesn't depend on the results.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from storage_tuner.advice.statistics.paired import stratified_difference
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.load_map import (
    BEARABLE,
    LoadLevel,
    LoadMap,
    MapCell,
    MapComparison,
    WriteLimit,
    asked_iops,
    load_of,
)
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan
from storage_tuner.core.workload import Stream

LEAST_FOR_P99 = 100
"""Reads of a slice, below which the p99 latency would be that of the slowest one."""

ENOUGH = 0.97
"""The share of the offered load from which on it counts as reached; fio's own pacing is off by less
than a percent."""
_SURELY = 2.0
"""Standard deviations of the number of requests, which is random."""

Load = tuple[int, int]
"""Percentages of reads and writes."""
_Key = tuple[str, Load]


@dataclass(frozen=True)
class _Runs:
    """The slices of a variant at one load; ``latencies`` are logarithms by block."""

    cell: MapCell
    latencies: Mapping[int, float]


def load_map(plan: Plan, measurements: Sequence[Measurement]) -> LoadMap:
    """The map as far as it was measured; empty before its loads are known."""
    found = {
        (cell.cell.variant, (cell.cell.reads, cell.cell.writes)): cell
        for cell in _all_runs(plan, measurements)
    }
    cells = tuple(each.cell for each in found.values())
    reads, writes = _levels(plan)
    blocks = [cell.slices for cell in cells if not cell.saturated]
    return LoadMap(
        reads,
        writes,
        cells,
        tuple(_limits(plan, found, reads, writes)),
        tuple(_comparisons(plan, found)),
        min(blocks, default=min((cell.slices for cell in cells), default=0)),
    )


def is_saturated(stream: Stream, runs: Sequence[Measurement]) -> bool:
    """Whether ``runs`` of ``stream`` surely didn't reach its load, beyond the random variation of
    the number of requests."""
    timed = [(run.iops * run.duration_s, run.duration_s) for run in runs if run.iops is not None]
    asked = asked_iops(stream) * math.fsum(seconds for _, seconds in timed)
    return math.fsum(done for done, _ in timed) < ENOUGH * asked - _SURELY * math.sqrt(asked)


def _all_runs(plan: Plan, measurements: Sequence[Measurement]) -> Iterator[_Runs]:
    by_name: dict[tuple[str, str], list[Measurement]] = {}
    for run in measurements:
        by_name.setdefault((run.variant, run.operation.name), []).append(run)
    for variant in plan.variants:
        for workload in plan.workloads:
            runs = [
                _trusted(by_name.get((variant.name, stream.operation.name), []))
                for stream in workload.streams
            ]
            load = load_of(workload.operations[0])
            if load is None or not all(runs):
                continue
            saturated = any(map(is_saturated, workload.streams, runs))
            yield _runs(variant.name, load, runs[0], saturated=saturated)


def _runs(variant: str, load: Load, reads: Sequence[Measurement], *, saturated: bool) -> _Runs:
    read, write = load
    if saturated:
        return _Runs(MapCell(variant, read, write, len(reads), saturated=True), {})
    means = {run.repeat: run.latency_mean_ms for run in reads if run.latency_mean_ms}
    cell = MapCell(
        variant,
        read,
        write,
        len(reads),
        mean_ms=fmean(means.values()) if means else None,
        p99_ms=_p99(reads),
    )
    return _Runs(cell, {block: math.log(value) for block, value in means.items()})


def _p99(reads: Sequence[Measurement]) -> float | None:
    values = [
        run.latency_p99_ms
        for run in reads
        if run.latency_p99_ms is not None and (run.iops or 0) * run.duration_s >= LEAST_FOR_P99
    ]
    return fmean(values) if values and len(values) == len(reads) else None


def _trusted(runs: Sequence[Measurement]) -> list[Measurement]:
    """The runs without interference, or all if there are no others."""
    return [run for run in runs if not run.disturbed] or list(runs)


def _levels(plan: Plan) -> tuple[tuple[LoadLevel, ...], tuple[LoadLevel, ...]]:
    """The levels of reads and of writes."""
    reads: dict[int, int] = {}
    writes: dict[int, int] = {}
    for workload in plan.workloads:
        load = load_of(workload.operations[0])
        if load is None:
            continue
        reads[load[0]] = asked_iops(workload.streams[0])
        writes[load[1]] = asked_iops(workload.streams[1]) if len(workload.streams) > 1 else 0
    return (
        tuple(LoadLevel(*level) for level in sorted(reads.items())),
        tuple(LoadLevel(*level) for level in sorted(writes.items())),
    )


def _limits(
    plan: Plan,
    found: Mapping[_Key, _Runs],
    reads: Sequence[LoadLevel],
    writes: Sequence[LoadLevel],
) -> Iterator[WriteLimit]:
    measured = list(dict.fromkeys(name for name, _ in found))
    level = plan.error_level / 2 / (2 * len(measured) * len(reads)) if found else 0.0
    for name, read in itertools.product(measured, reads):
        unloaded = found.get((name, (reads[0].percent, 0)))
        if unloaded is None or unloaded.cell.saturated:
            continue
        row = [
            (load[1], _bounds(found.get((name, load)), unloaded, level))
            for load in ((read.percent, write.percent) for write in writes)
        ]
        yield WriteLimit(
            name,
            read.percent,
            _last(row, lambda bounds: bounds[1] < math.log(BEARABLE)),
            _last(row[::-1], lambda bounds: bounds[0] > math.log(BEARABLE)),
        )


def _bounds(runs: _Runs | None, unloaded: _Runs, level: float) -> tuple[float, float]:
    """The interval of the logarithm of a latency in units of the unloaded one; either side is wrong
    with a probability of at most ``level``."""
    if runs is unloaded:
        return 0.0, 0.0
    if runs is None:
        return -math.inf, math.inf
    if runs.cell.saturated:
        return math.inf, math.inf
    difference = stratified_difference([_differences(runs.latencies, unloaded.latencies)])
    return difference.interval(1 - 2 * level) if difference else (-math.inf, math.inf)


def _last(
    row: Sequence[tuple[int, tuple[float, float]]], holds: Callable[[tuple[float, float]], bool]
) -> int | None:
    """The last load of ``row`` until which all hold."""
    last = None
    for percent, bounds in row:
        if not holds(bounds):
            break
        last = percent
    return last


def _differences(values: Mapping[int, float], others: Mapping[int, float]) -> list[float]:
    """Within the blocks that have both."""
    return [value - others[block] for block, value in values.items() if block in others]


def _comparisons(plan: Plan, found: Mapping[_Key, _Runs]) -> Iterator[MapComparison]:
    measured = list(dict.fromkeys(name for name, _ in found))
    if len(measured) < 2:
        return
    reference = plan.current if plan.current in measured else measured[0]
    assert reference is not None
    level = plan.error_level / 2 / (len(measured) - 1)
    for name in measured:
        if name != reference:
            comparison = _comparison(found, name, reference, level, plan.margin)
            if comparison is not None:
                yield comparison


def _comparison(
    found: Mapping[_Key, _Runs], name: str, reference: str, level: float, margin: float
) -> MapComparison | None:
    pairs = [
        (runs.latencies, found[reference, load].latencies)
        for (variant, load), runs in found.items()
        if variant == name and (reference, load) in found
    ]
    differences = [values for pair in pairs if (values := _differences(*pair))]
    if not differences:
        return None
    difference = stratified_difference(differences)
    bounds = difference.interval(1 - level) if difference else None
    mean = difference.mean if difference else fmean(map(fmean, differences))
    return MapComparison(
        name,
        reference,
        _state(mean, bounds, margin),
        100 * math.expm1(mean),
        None if bounds is None else (100 * math.expm1(bounds[0]), 100 * math.expm1(bounds[1])),
        len(differences),
    )


def _state(mean: float, bounds: tuple[float, float] | None, margin: float) -> ComparisonState:
    """The difference must be at least ``margin`` and certain to be claimed."""
    if bounds is None:
        return ComparisonState.INCONCLUSIVE
    least = math.log1p(margin)
    low, high = bounds
    if -least < low and high < least:
        return ComparisonState.SAME
    if high < 0 and mean <= -least:
        return ComparisonState.FASTER
    if low > 0 and mean >= least:
        return ComparisonState.SLOWER
    return ComparisonState.INCONCLUSIVE
