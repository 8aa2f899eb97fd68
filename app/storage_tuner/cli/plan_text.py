"""What is going to be measured, in the terminal's words."""

from __future__ import annotations

import os

from storage_tuner.bench.planning import estimate_seconds, run_count
from storage_tuner.cli.progress import duration_text
from storage_tuner.core.plan import Plan, Protocol


def plan_lines(plan: Plan) -> list[str]:
    """For persons, before the first run."""
    variants = ", ".join(variant.name for variant in plan.variants)
    operations = ", ".join(operation.label.lower() for operation in plan.operations)
    return [
        f"Compares {variants}: {operations}; {', '.join(map(str, plan.threads))} threads.",
        f"{_course(plan)} Ctrl-C stops and puts the settings back; "
        f"kill -USR1 {os.getpid()} pauses, and then goes on.",
    ]


def _course(plan: Plan) -> str:
    """How it goes on, and how long it takes."""
    duration = duration_text(estimate_seconds(plan))
    if plan.protocol is Protocol.ADAPTIVE:
        return (
            f"Up to {duration}: each test ends when it is decided, and what it doesn't need goes "
            "to the others."
        )
    order = {
        Protocol.RESTARTS: "in random order",
        Protocol.REPEATS: "in random order",
        Protocol.ARTICLE: "one variant after the other",
    }[plan.protocol]
    return f"{run_count(plan)} runs {order}, about {duration}."
