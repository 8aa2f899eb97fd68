"""Measuring longer than was planned, where that is likely to decide what is open."""

from __future__ import annotations

import math
from dataclasses import replace

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.decision import MOST_WAITED_S


def seconds_more(record: SessionRecord, judgement: Judgement) -> float | None:
    """How much longer, in whole minutes; None where that is of no use, or not possible."""
    decision, plan = judgement.decision, record.plan
    needed = decision.seconds_needed if decision is not None else None
    if needed is None or not 0 < needed <= MOST_WAITED_S:
        return None
    if not record.completed or plan.budget_s is None or plan.protocol is Protocol.LIVE:
        return None
    return 60.0 * math.ceil(needed / 60)


def extended(plan: Plan, seconds: float) -> Plan:
    """``plan`` with so much more time; there must be a limit to it."""
    assert plan.budget_s is not None
    return replace(plan, budget_s=plan.budget_s + seconds)
