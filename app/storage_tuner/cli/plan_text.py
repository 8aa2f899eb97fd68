"""What is going to be measured, in the terminal's words."""

from __future__ import annotations

import os

from storage_tuner.bench.planning import estimate_seconds, run_count
from storage_tuner.bench.thread_counts import left_out_sentences
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.cli.progress import duration_text
from storage_tuner.core.plan import Plan, Protocol


def comparison(plan: Plan) -> str:
    """What is compared, and how."""
    names = [variant.name for variant in plan.variants]
    variants = ("; " if any("," in name for name in names) else ", ").join(names)
    operations = ", ".join(operation.phrase for operation in plan.operations)
    return f"Compares {variants}: {operations}{_threads(plan)}."


def plan_lines(plan: Plan) -> list[str]:
    """For persons, before the first run."""
    return [
        comparison(plan),
        *left_out_sentences(plan),
        f"{course(plan)} Ctrl-C stops and puts the settings back; "
        f"kill -USR1 {os.getpid()} pauses, and then goes on.",
    ]


def _threads(plan: Plan) -> str:
    """Nothing where they are the workloads' own."""
    if all(workload.fixed_threads is not None for workload in plan.workloads):
        return ""
    return f"; {', '.join(map(str, plan.threads))} thread{'' if plan.threads == (1,) else 's'}"


def course(plan: Plan) -> str:
    """How it goes on, and how long it takes."""
    duration = duration_text(estimate_seconds(plan))
    if plan.raced:
        reason = " (the least for these variants)" if _is_least(plan) else ""
        return f"Up to {duration}{reason}, less if everything is decided sooner."
    order = {
        Protocol.RESTARTS: "in random order",
        Protocol.REPEATS: "in random order",
        Protocol.ARTICLE: "one variant after the other",
    }[plan.protocol]
    if any(not workload.streams for workload in plan.workloads):
        return f"{run_count(plan)} runs {order}, for as long as they take."
    return f"{run_count(plan)} runs {order}, about {duration}."


def _is_least(plan: Plan) -> bool:
    """Whether it takes longer than it was given, or no less would do."""
    return plan.budget_s is not None and plan.budget_s <= least_seconds(plan)
