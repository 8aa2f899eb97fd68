"""Which plan comes of a request in a session, what is refused, and what is noted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.variant_series import Parameter, Series
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.hazards import HAZARDS, require_allowed
from storage_tuner.core.plan import UNCHANGED, Protocol, Target, TargetKind
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.jobs.plans import plan_in, plan_surveyed, require_sound
from storage_tuner.jobs.requests import LoadSearch, TuningRequest
from storage_tuner.jobs.tuning_session import TuningSession
from tests.unit.client.test_setting_changes import Helper
from tests.unit.jobs.test_tuning_session import Notes

SDA = TuningRequest(Target(TargetKind.DEVICE, "sda"))
BFQ_TOO = (Parameter("scheduler", ("none", "bfq")), Parameter("slice_idle", ("0", "8")))


@pytest.fixture
def session(plain_tree: Path) -> Iterator[TuningSession]:
    with TuningSession(lambda: Helper(), Notes(), root=plain_tree) as made:
        made.open(SDA.target)
        yield made


def test_a_value_of_a_scheduler_that_is_never_active_is_not_left_out_silently(
    session: TuningSession,
) -> None:
    planned = plan_in(session, replace(SDA, varied=BFQ_TOO))
    assert planned.absent == ("slice_idle",)
    note = "slice_idle isn't varied: it exists only while bfq is active."
    assert note in map(str, planned.notes)
    assert planned.plan.current == UNCHANGED
    together = plan_in(session, replace(SDA, varied=BFQ_TOO, series=Series.ALL))
    assert together.absent == ()


def test_what_a_search_compares_cannot_be_planned(session: TuningSession) -> None:
    request = replace(SDA, varied=BFQ_TOO, series=Series.GREEDY, budget_s=60.0)
    with pytest.raises(InvalidInput, match="its plan can't be saved"):
        plan_in(session, request)


def test_a_load_that_is_found_is_measured_by_restarts(session: TuningSession) -> None:
    plan = plan_in(session, replace(SDA, load=LoadSearch(70))).plan
    assert plan.protocol is Protocol.RESTARTS
    assert plan.workloads == (classical_workload(Operation.RANDOM_READ),)


def test_what_counts_is_in_the_plan(session: TuningSession) -> None:
    request = replace(SDA, margin=0.1, error_level=0.01, allow_risky=True, budget_s=3600.0)
    plan = plan_in(session, request).plan
    assert (plan.margin, plan.error_level, plan.allow_risky) == (0.1, 0.01, True)
    assert plan.budget_s == 3600.0
    usual = plan_in(session, SDA).plan
    assert (usual.margin, usual.error_level, usual.allow_risky) == (0.03, 0.05, False)


def test_a_look_plans_the_same_and_holds_nothing(plain_tree: Path) -> None:
    def no_helper() -> Helper:
        pytest.fail("nothing is held")

    request = replace(SDA, varied=(Parameter("nomerges", ("0", "2")),))
    with TuningSession(no_helper, Notes(), root=plain_tree) as session:
        session.survey(request.target)
        plan = plan_surveyed(session, request).plan
    assert [variant.name for variant in plan.variants] == [UNCHANGED, "nomerges=2"]


def test_a_test_that_the_computer_cannot_bear_is_refused(session: TuningSession) -> None:
    with pytest.raises(InvalidInput, match="Choose fewer threads"):
        plan_in(session, replace(SDA, threads=(2048,)))


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (replace(SDA, varied=(BFQ_TOO[0], BFQ_TOO[0])), "varied twice"),
        (
            replace(
                SDA,
                series=Series.ALL,
                varied=(
                    Parameter("nr_requests", tuple(map(str, range(4, 36)))),
                    Parameter("read_ahead_kb", tuple(map(str, range(16)))),
                ),
            ),
            "512 combinations; the maximum is 256",
        ),
    ],
    ids=["twice", "too many"],
)
def test_what_no_target_allows_is_refused_first(request_: TuningRequest, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        require_sound(request_)
    require_sound(SDA)


def test_a_risk_must_be_allowed_by_its_name() -> None:
    hazard = next(iter(HAZARDS.values()))
    with pytest.raises(InvalidInput, match=f"add --allow-risk {hazard.name}"):
        require_allowed((hazard,), ())
    assert require_allowed((hazard, hazard), (hazard.name,)) == (hazard.name,)
