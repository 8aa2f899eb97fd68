"""The duration of a measurement, and how much of it fits into a given time. Pure."""

from __future__ import annotations

import math
from dataclasses import replace

from storage_tuner.advice.statistics.interim_look import LOOKS
from storage_tuner.bench.restart_reasons import RESTART_S, is_restarted
from storage_tuner.core.plan import Cell, Plan
from storage_tuner.core.workload import Workload

SWITCH_S = 0.08
"""The time that a slice takes in addition to its wash-out and length: switching takes about 30 ms,
reading fio's state at both edges up to 25 ms each."""

START_S = 0.5
"""The approximate time to start fio for a cell."""

RECORDING_S = 4.0
"""The time for which a load is recorded before it's measured: 40 rates give their spread to about
10 %."""

LEAST_BLOCKS = 10
"""The minimum per cell: with fewer, only huge differences are distinguished from noise."""


def slice_seconds(plan: Plan, cell: Cell) -> float:
    """The planned duration of one slice or run with its switch and wash-out."""
    paced = plan.paced(cell)
    cost = RESTART_S if is_restarted(plan, cell) else SWITCH_S
    return (paced.runtime_ms + paced.ramp_ms) / 1000 + cost


def start_seconds(plan: Plan, cell: Cell) -> float:
    """The time to change to ``cell`` from another one: its load has to start and settle."""
    if is_restarted(plan, cell):
        return 0.0
    return START_S + plan.paced(cell).ramp_ms / 1000


def workloads_to_record(plan: Plan) -> tuple[Workload, ...]:
    """The workloads whose variants are switched under load, at a pace not determined before. Where
    threads rest, the rests determine it, and most intervals of a recording have no request."""
    known = {pace.workload for pace in plan.paces}
    return tuple(
        dict.fromkeys(
            cell.workload
            for cell in plan.cells
            if cell.workload.name not in known
            and not cell.workload.rest_ms
            and not is_restarted(plan, cell)
            and len(plan.variants_in(cell)) > 1
        )
    )


def least_seconds(plan: Plan, blocks: int = LEAST_BLOCKS) -> float:
    """The time to measure ``blocks`` blocks of every raced cell."""
    recordings = len(workloads_to_record(plan)) * (START_S + RECORDING_S)
    return recordings + math.fsum(
        LOOKS * start_seconds(plan, cell) + blocks * block_seconds(plan, cell)
        for cell in plan.cells
    )


def block_seconds(plan: Plan, cell: Cell) -> float:
    return len(plan.variants_in(cell)) * slice_seconds(plan, cell)


def blocks_within(plan: Plan) -> int:
    """The number of blocks that every cell of a raced plan can have in its time."""
    if plan.budget_s is None:
        return plan.repeats
    free = plan.budget_s - least_seconds(plan, 0)
    each = math.fsum(block_seconds(plan, cell) for cell in plan.cells)
    return min(max(int(free / each), 0), plan.repeats) if each else 0


def in_rounds(plan: Plan) -> Plan:
    """Return a raced ``plan`` with its time divided into rounds over all cells."""
    return replace(plan, round_blocks=max(math.ceil(blocks_within(plan) / LOOKS), 1))


def seconds_under_load(plan: Plan) -> float:
    """The time for slices of each cell whose variants are switched under load, if those cells share
    the time equally and the cells measured by runs get only the minimum."""
    if plan.budget_s is None:
        return math.inf
    switched = [cell for cell in plan.cells if not is_restarted(plan, cell)]
    runs = math.fsum(
        LEAST_BLOCKS * block_seconds(plan, cell) for cell in plan.cells if cell not in switched
    )
    free = plan.budget_s - least_seconds(plan, 0) - runs
    return max(free, 0.0) / max(len(switched), 1)
