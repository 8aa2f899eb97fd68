"""Measuring longer than was planned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.resuming import extended, seconds_more
from tests.ui import sample_decisions


def needing(seconds: float | None) -> tuple[SessionRecord, Judgement]:
    record, judgement = sample_decisions.inconclusive()
    assert judgement.decision is not None
    decision = replace(judgement.decision, seconds_needed=seconds)
    return record, replace(judgement, decision=decision)


@pytest.mark.parametrize(
    ("needed", "offered"),
    [(None, None), (0.0, None), (10.0, 60.0), (60.0, 60.0), (700.0, 720.0), (3601.0, None)],
)
def test_it_is_offered_in_whole_minutes_below_an_hour(
    needed: float | None, offered: float | None
) -> None:
    assert seconds_more(*needing(needed)) == offered


def test_it_is_not_offered_of_what_was_stopped_or_has_no_limit_of_time() -> None:
    record, judgement = needing(700.0)
    assert seconds_more(replace(record, completed=False), judgement) is None
    unlimited = replace(record, plan=replace(record.plan, budget_s=None))
    assert seconds_more(unlimited, judgement) is None
    assert seconds_more(record, replace(judgement, decision=None)) is None


def test_the_plan_gets_more_time() -> None:
    record, _ = needing(700.0)
    plan = extended(record.plan, 720.0)
    assert plan.budget_s == (record.plan.budget_s or 0) + 720
    assert replace(plan, budget_s=record.plan.budget_s) == record.plan
