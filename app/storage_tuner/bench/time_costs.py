"""The duration of a measurement, and how much of it fits into a given time. Pure."""

from __future__ import annotations

import math
from dataclasses import replace

from storage_tuner.advice.statistics.interim_look import LOOKS
from storage_tuner.bench.restart_reasons import RESTART_S, is_restarted
from storage_tuner.core.plan import Cell, Plan
from storage_tuner.core.workload import Workload

SWITCH_S = 0.08
"""What one slice costs beside its wash-out and its length: switching takes about 30 ms, reading
fio's state at both edges up to 25 ms each."""

START_S = 0.5
"""Starting fio for a cell, about."""

RECORDING_S = 4.0
"""How long a load is recorded before it's measured: 40 rates tell their spread to a tenth."""

LEAST_BLOCKS = 10
"""Of a cell: with fewer, only huge differences are distinguished from noise."""


def slice_seconds(plan: Plan, cell: Cell) -> float:
    """How long one slice or run takes with its switch and wash-out, as planned."""
    paced = plan.paced(cell)
    cost = RESTART_S if is_restarted(plan, cell) else SWITCH_S
    return (paced.runtime_ms + paced.ramp_ms) / 1000 + cost


def start_seconds(plan: Plan, cell: Cell) -> float:
    """What it costs to come to ``cell`` from another one: a load that has to settle."""
    if is_restarted(plan, cell):
        return 0.0
    return START_S + plan.paced(cell).ramp_ms / 1000


def workloads_to_record(plan: Plan) -> tuple[Workload, ...]:
    """Those with a load that variants are switched under, at a pace that wasn't found before."""
    known = {pace.workload for pace in plan.paces}
    return tuple(
        dict.fromkeys(
            cell.workload
            for cell in plan.cells
            if cell.workload.name not in known
            and not is_restarted(plan, cell)
            and len(plan.variants_in(cell)) > 1
        )
    )


def least_seconds(plan: Plan, blocks: int = LEAST_BLOCKS) -> float:
    """How long it takes to measure so many blocks of every cell that is raced."""
    recordings = len(workloads_to_record(plan)) * (START_S + RECORDING_S)
    return recordings + math.fsum(
        LOOKS * start_seconds(plan, cell) + blocks * block_seconds(plan, cell)
        for cell in plan.cells
    )


def block_seconds(plan: Plan, cell: Cell) -> float:
    return len(plan.variants_in(cell)) * slice_seconds(plan, cell)


def blocks_within(plan: Plan) -> int:
    """How many blocks every cell of a raced plan can have in its time."""
    if plan.budget_s is None:
        return plan.repeats
    free = plan.budget_s - least_seconds(plan, 0)
    each = math.fsum(block_seconds(plan, cell) for cell in plan.cells)
    return min(max(int(free / each), 0), plan.repeats) if each else 0


def in_rounds(plan: Plan) -> Plan:
    """A raced ``plan`` whose time is divided into rounds over all cells."""
    return replace(plan, round_blocks=max(math.ceil(blocks_within(plan) / LOOKS), 1))


def seconds_under_load(plan: Plan) -> float:
    """What each cell with a load that variants are switched under has for its slices, if the time
    is shared equally and those that are measured by runs get the least that they need."""
    if plan.budget_s is None:
        return math.inf
    switched = [cell for cell in plan.cells if not is_restarted(plan, cell)]
    runs = math.fsum(
        LEAST_BLOCKS * block_seconds(plan, cell) for cell in plan.cells if cell not in switched
    )
    free = plan.budget_s - least_seconds(plan, 0) - runs
    return max(free, 0.0) / max(len(switched), 1)
