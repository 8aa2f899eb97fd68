"""The kinds of kept sessions."""

from __future__ import annotations

from enum import StrEnum

from storage_tuner.core.plan import Plan, Protocol


class SessionKind(StrEnum):
    """SINGLE: one set of settings was measured, so that nothing was compared."""

    QUICK_TEST = "quick test"
    COMPARISON = "comparison"
    CONFIRMATION = "confirmation"
    LIVE = "live"
    SINGLE = "single"


def kind_of(plan: Plan) -> SessionKind:
    if is_quick_test(plan):
        return SessionKind.QUICK_TEST
    if plan.protocol is Protocol.LIVE:
        return SessionKind.LIVE
    if plan.contests:
        return SessionKind.CONFIRMATION
    return SessionKind.COMPARISON if len(plan.variants) > 1 else SessionKind.SINGLE


def is_quick_test(plan: Plan) -> bool:
    """Whether ``plan`` is one of ``jobs.quick_test.request``."""
    return (
        plan.protocol is Protocol.RESTARTS
        and not plan.raced
        and [variant.settings for variant in plan.variants] == [()]
        and all(workload.name.startswith("cdm-") for workload in plan.workloads)
    )
