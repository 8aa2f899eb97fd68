"""Carries out what is asked of a live session: compare settings under the load that is there."""

from __future__ import annotations

from storage_tuner.core.plan import Plan
from storage_tuner.jobs.listening import JobListener
from storage_tuner.jobs.live_session import LiveSession, LiveTarget, live_plan_for, live_target
from storage_tuner.jobs.outcome import Outcome, ended, outcome_of, saved
from storage_tuner.jobs.requests import LiveRequest


def plan_live(request: LiveRequest) -> tuple[LiveTarget, Plan]:
    """What would be watched; needs no helper. Raises ``InvalidInput`` and ``DeviceError``."""
    target = live_target(request.device, request.comparison)
    plan = live_plan_for(
        target, request.comparison, budget_s=request.budget_s, slice_s=request.slice_s
    )
    return target, plan


def watch(session: LiveSession, target: LiveTarget, plan: Plan, listener: JobListener) -> Outcome:
    """Watch, and close ``session``, which whoever calls this closes whatever happens. Raises what
    ends it before anything was seen."""
    session.open(target)
    listener.begins(target.device, plan, None)
    outcome = outcome_of(lambda: session.watch(plan))
    return saved(ended(session, outcome, listener), listener)
