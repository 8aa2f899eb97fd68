"""The weight of each cell of a plan, and the cells omitted for lack of time. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from storage_tuner.advice.decision.weights import weights
from storage_tuner.core.plan import Cell, LeftOut, Plan
from storage_tuner.core.workload import Workload


def cell_weights(plan: Plan) -> dict[Cell, float]:
    """The weights for the recommendation: each operation's share, divided equally among its thread
    counts."""
    operations = weights(plan.use, plan.operations)
    counts = Counter(cell.workload for cell in plan.cells)
    return {
        cell: math.fsum(operations[each] for each in cell.workload.operations)
        / counts[cell.workload]
        for cell in plan.cells
    }


def smaller_plans(plan: Plan) -> Iterator[Plan]:
    """``plan`` with fewer and fewer cells: first without the thread counts in the middle, then with
    a single one in the middle, then without the operations that count least for the plan's use; of
    equals, such as starts beside one and five readers and writers, the one beside fewer goes."""
    fewest = plan.threads
    if any(workload.fixed_threads is None for workload in plan.workloads):
        fewest = _spread(plan.threads, 1)
        for number in range(len(plan.threads) - 1, 0, -1):
            yield _reduced(plan, plan.workloads, _spread(plan.threads, number))
    counting = weights(plan.use, plan.operations)
    heaviest_first = sorted(
        plan.workloads,
        key=lambda each: (-math.fsum(counting[one] for one in each.operations), -_beside(each)),
    )
    for number in range(len(plan.workloads) - 1, 0, -1):
        yield _reduced(plan, heaviest_first[:number], fewest)


def _reduced(plan: Plan, workloads: Sequence[Workload], threads: tuple[int, ...]) -> Plan:
    return replace(
        plan,
        workloads=tuple(each for each in plan.workloads if each in workloads),
        threads=threads,
        left_out=LeftOut(
            tuple(each for each in plan.workloads if each not in workloads),
            tuple(each for each in plan.threads if each not in threads),
        ),
    )


def _beside(workload: Workload) -> int:
    """The threads in the background."""
    if workload.command:
        return 2 * workload.command.copying.readers if workload.command.copying else 0
    return sum(stream.threads or 0 for stream in workload.streams if stream.operation.background)


def _spread(counts: tuple[int, ...], number: int) -> tuple[int, ...]:
    """A selection of ``number`` of ``counts``: the middle one, or both ends and others evenly
    between."""
    if number < 2:
        return counts[len(counts) // 2 :][:number]
    step = (len(counts) - 1) / (number - 1)
    return tuple(counts[round(place * step)] for place in range(number))
