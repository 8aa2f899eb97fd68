"""CPU efficiency of a load: MB moved per second of kernel time of any processor.

fio's own figure leaves out what kernel threads and interrupts do for it, which for software RAID is
most of the work. Ratios of sums, since processors' times are counted in ticks of some ms; a figure
of a workload and not of an operation, since it can't be attributed to one of several
simultaneous streams.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan

LEAST_CPU_S = 0.5
"""With less the ticks (4 ms or 10 ms each) are too coarse: some hundred of them give a few
percent."""

MOST_EMPTY_SHARE = 0.1
"""Of slices that took less than the idle computer did before: then other programs' work was taken
for idleness, and what is left isn't the load's."""


@dataclass(frozen=True)
class SystemEfficiency:
    """``mb_per_cpu_s`` over ``cpu_s`` seconds of all processors' kernel time, idle times less."""

    cell: Cell
    variant: str
    mb_per_cpu_s: float
    cpu_s: float


def system_efficiencies(
    plan: Plan, measurements: Sequence[Measurement]
) -> tuple[SystemEfficiency, ...]:
    """Of each cell and variant where enough was measured; disturbed runs don't count."""
    return tuple(
        found
        for cell in plan.cells
        for variant in plan.variants_in(cell)
        if (found := _efficiency(cell, variant.name, _runs(cell, variant.name, measurements)))
    )


def _runs(cell: Cell, variant: str, measurements: Sequence[Measurement]) -> list[Measurement]:
    operations = frozenset(cell.workload.operations)
    return [
        run
        for run in measurements
        if run.operation in operations
        and (run.threads, run.variant) == (cell.threads, variant)
        and run.whole_system_cpu_s is not None
        and not run.disturbed
    ]


def _efficiency(cell: Cell, variant: str, runs: Iterable[Measurement]) -> SystemEfficiency | None:
    slices: dict[tuple[int, str], float] = {}
    moved = 0
    for run in runs:
        slices[_slice(cell, run)] = run.whole_system_cpu_s or 0.0
        moved += run.bytes_moved
    spent = math.fsum(slices.values())
    nothing = sum(seconds <= 0 for seconds in slices.values())
    if spent < LEAST_CPU_S or nothing > MOST_EMPTY_SHARE * len(slices):
        return None
    return SystemEfficiency(cell, variant, moved / 1e6 / spent, spent)


def _slice(cell: Cell, run: Measurement) -> tuple[int, str]:
    """Runs of one slice share its ``index``. Streams work at the same time, so each has the same
    CPU time; a tree is created first and then removed, so each has its own."""
    return run.index, run.operation.name if cell.workload.tree else ""
