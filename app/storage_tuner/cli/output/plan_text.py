"""The plan, its duration and the conditions, for the terminal and as JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from storage_tuner.bench.planning import estimate_seconds, run_count
from storage_tuner.bench.thread_counts import left_out_sentences
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.cli.output.terminal import columns, labelled, wrapped
from storage_tuner.core.condition import Condition, Severity, is_blocked
from storage_tuner.core.errors import NotMeasurable
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.present.plan import SEVERITIES, plan_facts, summary
from storage_tuner.store.documents import document_of


def plan_lines(plan: Plan) -> list[str]:
    """The plan as text for the user, before the first run."""
    if plan.protocol is Protocol.SUSTAINED:
        return [*checked_lines(plan), tr("Ctrl-C stops and keeps the curve so far.")]
    return [*checked_lines(plan), how_to_stop()]


def how_to_stop() -> str:
    return tr(
        "Ctrl-C stops and restores the previous settings; {command} pauses and resumes.",
        command=f"kill -USR1 {os.getpid()}",
    )


def checked_lines(plan: Plan) -> list[str]:
    """The plan as text, without the hint on how to stop."""
    facts = [(fact.name, fact.text) for fact in plan_facts(plan)]
    return [
        *labelled((*facts, (tr("Time"), duration(plan))), columns()),
        *map(str, left_out_sentences(plan)),
    ]


def duration(plan: Plan) -> str:
    """The duration as text, marked where it's the minimum for the variants."""
    time = duration_text(estimate_seconds(plan))
    if plan.protocol in (Protocol.SUSTAINED, Protocol.MAP):
        return tr("Up to {time}", time=time)
    if plan.raced:
        if _is_least(plan):
            time = tr("{time} (the minimum for these variants)", time=time)
        return tr("Up to {time}, less if decided sooner", time=time)
    if any(not workload.streams for workload in plan.workloads):
        return tr("{count} runs, duration unknown", count=run_count(plan))
    return tr("{count} runs, about {time}", count=run_count(plan), time=time)


def _is_least(plan: Plan) -> bool:
    """Whether the minimum time reaches or exceeds the budget."""
    return plan.budget_s is not None and plan.budget_s <= least_seconds(plan)


def condition_lines(conditions: Sequence[Condition]) -> list[str]:
    """The lines on whether measuring is possible, then each condition with its remedy, the most
    severe first."""
    found = summary(conditions)
    said = wrapped(" ".join((f"{found.text}.", *found.details)), "", columns())
    return [*said, *(line for each in conditions for line in _lines(each))]


def _lines(condition: Condition) -> list[str]:
    said = f"{SEVERITIES[condition.severity]}: {condition.sentence}"
    remedy = "" if condition.severity is Severity.NOTE else condition.remedy
    return [
        *wrapped(said, "", columns()),
        *(wrapped(str(remedy), "  → ", columns()) if remedy else ()),
    ]


def check_document(conditions: Sequence[Condition], plan: Plan) -> dict[str, Any]:
    """The output of ``sweep --check --json``."""
    return {
        "measurable": not is_blocked(conditions),
        "conditions": [document_of(each) for each in conditions],
        "plan": document_of(plan),
        "seconds": round(estimate_seconds(plan)),
    }


def check_exit_code(conditions: Sequence[Condition]) -> int:
    return NotMeasurable.exit_code if is_blocked(conditions) else 0


def duration_text(seconds: float) -> str:
    """A duration with readable precision: ``40 s``, ``3 min``, ``1 h 05 min``."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d} min"
