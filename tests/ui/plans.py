"""Plans that end soon, or never."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.bench.restart_reasons import is_restarted
from storage_tuner.core.plan import CellPace, Plan
from storage_tuner.core.workload import Operation, classical_workloads


def short(plan: Plan) -> Plan:
    """A plan of a few seconds over two schedulers. Its pace is given, so that the noise isn't
    measured first: on a busy machine that asks for slices of seconds."""
    brief = replace(
        plan,
        variants=plan.variants[:2],
        workloads=classical_workloads(
            (Operation.SEQUENTIAL_READ, Operation.RANDOM_WRITE)
            if Operation.RANDOM_WRITE in plan.operations
            else (Operation.SEQUENTIAL_READ,)
        ),
        threads=(1, 2),
        repeats=3,
        runtime_ms=200,
        ramp_ms=0,
    )
    paces = tuple(CellPace(cell.workload.name, cell.threads, 200, 0) for cell in brief.cells)
    return replace(brief, paces=paces)


def brisk(plan: Plan) -> Plan:
    """As ``short``, at a pace that only numbers stand that are made up; but for runs of their own,
    which the helper wants to have 100 ms at least."""
    brief = short(plan)
    if any(is_restarted(brief, cell) for cell in brief.cells):
        return brief
    return replace(brief, paces=tuple(replace(pace, slice_ms=20) for pace in brief.paces))


def unpaced(plan: Plan) -> Plan:
    """As ``short``, but the noise of the one workload is measured first; it ends in time whatever
    pace that asks for."""
    brief = replace(short(plan), workloads=classical_workloads((Operation.RANDOM_READ,)))
    return replace(brief, threads=(1,), paces=(), repeats=1, budget_s=40.0)


def endless(plan: Plan) -> Plan:
    """A plan that nobody waits for the end of."""
    return replace(short(plan), repeats=1000, error_level=1e-9)
