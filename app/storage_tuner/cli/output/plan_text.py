"""What is going to be measured, and how long that takes, in the terminal."""

from __future__ import annotations

import os

from storage_tuner.bench.planning import estimate_seconds, run_count
from storage_tuner.bench.thread_counts import left_out_sentences
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.cli.output.progress import duration_text
from storage_tuner.cli.output.terminal import columns, labelled
from storage_tuner.core.plan import Plan
from storage_tuner.present.plan import plan_facts


def plan_lines(plan: Plan) -> list[str]:
    """For persons, before the first run."""
    return [
        *checked_lines(plan),
        "Ctrl-C stops and puts the settings back; "
        f"kill -USR1 {os.getpid()} pauses, and then goes on.",
    ]


def checked_lines(plan: Plan) -> list[str]:
    """The plan alone."""
    facts = [(fact.name, fact.text) for fact in plan_facts(plan)]
    return [
        *labelled((*facts, ("Time", duration(plan))), columns()),
        *str(left_out_sentences(plan)),
    ]


def duration(plan: Plan) -> str:
    """How long it takes, and why not less."""
    time = duration_text(estimate_seconds(plan))
    if plan.raced:
        reason = " (the least for these variants)" if _is_least(plan) else ""
        return f"Up to {time}{reason}, less if everything is decided sooner"
    if any(not workload.streams for workload in plan.workloads):
        return f"{run_count(plan)} runs, for as long as they take"
    return f"{run_count(plan)} runs, about {time}"


def _is_least(plan: Plan) -> bool:
    """Whether it takes longer than it was given, or no less would do."""
    return plan.budget_s is not None and plan.budget_s <= least_seconds(plan)
