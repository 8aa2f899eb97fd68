"""What may spoil a measurement, in the terminal's words and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storage_tuner.bench.planning import estimate_seconds
from storage_tuner.cli.output.terminal import columns, wrapped
from storage_tuner.core.condition import Condition, Severity, is_blocked
from storage_tuner.core.errors import NotMeasurable
from storage_tuner.core.plan import Plan
from storage_tuner.present.conditions import SEVERITIES, summary
from storage_tuner.store.documents import document_of


def condition_lines(conditions: Sequence[Condition]) -> list[str]:
    """Whether it can be measured; then each, the gravest first, with what to do about it."""
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
    """What ``sweep --check --json`` prints."""
    return {
        "measurable": not is_blocked(conditions),
        "conditions": [document_of(each) for each in conditions],
        "plan": document_of(plan),
        "seconds": round(estimate_seconds(plan)),
    }


def check_exit_code(conditions: Sequence[Condition]) -> int:
    return NotMeasurable.exit_code if is_blocked(conditions) else 0
