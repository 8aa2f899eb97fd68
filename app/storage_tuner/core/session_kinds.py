"""The kinds of saved sessions."""

from __future__ import annotations

from enum import StrEnum

from storage_tuner.core.plan import Plan, Protocol


class SessionKind(StrEnum):
    """The kind of a session. SINGLE: only one set of settings was measured, without comparison."""

    QUICK_TEST = "quick test"
    COMPARISON = "comparison"
    CONFIRMATION = "confirmation"
    LIVE = "live"
    SINGLE = "single"
    SUSTAINED = "sustained"
    MAP = "map"


OF_A_DISK = (
    SessionKind.QUICK_TEST,
    SessionKind.COMPARISON,
    SessionKind.CONFIRMATION,
    SessionKind.SINGLE,
)
"""The kinds whose figures describe a disk, so that its others and other disks can be compared with
them: not the load of other programs, a curve, or loads relative to the disk's own maximum."""


def kind_of(plan: Plan) -> SessionKind:
    if is_quick_test(plan):
        return SessionKind.QUICK_TEST
    if plan.protocol is Protocol.LIVE:
        return SessionKind.LIVE
    if plan.protocol is Protocol.SUSTAINED:
        return SessionKind.SUSTAINED
    if plan.protocol is Protocol.MAP:
        return SessionKind.MAP
    if plan.contests:
        return SessionKind.CONFIRMATION
    return SessionKind.COMPARISON if len(plan.variants) > 1 else SessionKind.SINGLE


def is_quick_test(plan: Plan) -> bool:
    """Whether ``plan`` was made by ``jobs.quick_test.request``."""
    return (
        plan.protocol is Protocol.RESTARTS
        and not plan.raced
        and [variant.settings for variant in plan.variants] == [()]
        and all(workload.name.startswith("cdm-") for workload in plan.workloads)
    )
