"""How a search for the best values goes on and ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.variant_series import Parameter, Series
from storage_tuner.core.errors import Cancelled, InvalidInput, NotMeasurable, StorageTunerError
from storage_tuner.core.plan import Plan, Target, TargetKind, Use, Variant
from storage_tuner.core.verdict import Judgement, Recommendation
from storage_tuner.jobs.outcome import Outcome
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.searching import search
from storage_tuner.jobs.tuning_session import TuningSession
from tests.unit.client.test_setting_changes import Helper
from tests.unit.jobs.recording import RecordingListener
from tests.unit.jobs.test_tuning_session import Notes
from tests.unit.report.example_session import example_record


class Comparing:
    """Of a search: no comparison takes any time or decides anything. ``afterwards`` is done when
    one was measured, and ``obstacle`` stands in the way of the one after it."""

    def __init__(
        self,
        afterwards: Callable[[], None] = lambda: None,
        obstacle: StorageTunerError | None = None,
        better: str = "",
    ) -> None:
        self._afterwards = afterwards
        self._obstacle = obstacle
        self._better = better
        self.events: list[str] = []
        self.plans: list[Plan] = []
        self.saved: list[Outcome] = []

    def check_conditions(self, plan: Plan, *, wait: bool) -> None:
        del wait
        self.events.append(f"looked before {plan.variants[1].name}")
        if self._obstacle and len(self.events) > 1:
            raise self._obstacle

    def compare(self, plan: Plan, request: TuningRequest) -> Outcome:
        del request
        name = plan.variants[1].name
        self.events.append(f"measured {name}")
        self.plans.append(plan)
        self._afterwards()
        advice = None
        if name == self._better:
            advice = _advice(plan.variants[1])
        record = replace(example_record(repeats=1), plan=plan)
        return Outcome(record, Judgement((), advice))

    def save(self, outcome: Outcome) -> Outcome:
        self.saved.append(outcome)
        return outcome


def _advice(variant: Variant) -> Recommendation:
    return Recommendation(
        Use.NOT_SURE,
        variant.name,
        change=True,
        settings=variant.settings,
        gain_percent=None,
        gain_interval_percent=None,
        evidence=(),
    )


@pytest.fixture
def session(plain_tree: Path) -> Iterator[TuningSession]:
    with TuningSession(lambda: Helper(), Notes(), root=plain_tree) as made:
        made.open(Target(TargetKind.DEVICE, "sda"))
        yield made


TWO = (Parameter("nomerges", ("0", "2")), Parameter("rq_affinity", ("1", "2")))
TARGET = Target(TargetKind.DEVICE, "sda")


def asked_for(*varied: Parameter) -> TuningRequest:
    return TuningRequest(TARGET, varied=varied, series=Series.GREEDY, budget_s=36000.0)


def test_each_comparison_of_a_search_is_looked_at_before(session: TuningSession) -> None:
    """What prevents measuring may begin in the middle of the hours that it takes."""
    comparing = Comparing()
    outcome = search(session, asked_for(*TWO), comparing, RecordingListener())
    assert outcome.problem is None
    found = [event.removeprefix("looked before ") for event in comparing.events[::2]]
    assert comparing.events[1::2] == [f"measured {name}" for name in found]
    assert set(found) == {"nomerges=2", "rq_affinity=2"}
    assert outcome.search is not None
    assert [step.parameter for step in outcome.search.steps] == ["nomerges", "rq_affinity"]
    assert outcome.search.best == ""
    assert [saved.record.plan for saved in comparing.saved] == comparing.plans[:1]


def test_comparisons_share_the_error_level_and_the_time(session: TuningSession) -> None:
    comparing, listener = Comparing(), RecordingListener()
    search(session, asked_for(*TWO), comparing, listener)
    assert {plan.error_level for plan in comparing.plans} == {0.05 / 4}
    assert comparing.plans[0].budget_s == 18000.0
    assert "Each uses 1/4 of the error level" in listener.notes[0]


def test_a_better_value_is_kept_for_what_follows(session: TuningSession) -> None:
    listener = RecordingListener()
    outcome = search(session, asked_for(*TWO), Comparing(better="nomerges=2"), listener)
    assert outcome.search is not None
    assert outcome.search.best == "nomerges=2"
    assert (
        "nomerges: nomerges=2 is better and is used in the following comparisons." in listener.notes
    )


def test_what_begins_between_two_comparisons_leaves_the_one_before(
    session: TuningSession,
) -> None:
    rebuilding = NotMeasurable("sda is busy with controller work.")
    comparing = Comparing(obstacle=rebuilding)
    outcome = search(session, asked_for(*TWO), comparing, RecordingListener())
    assert outcome.problem is rebuilding
    assert outcome.record.measurements
    assert len(comparing.events) == 3


def test_a_stop_between_two_comparisons_leaves_the_one_before(session: TuningSession) -> None:
    outcome = search(session, asked_for(*TWO), Comparing(session.cancel), RecordingListener())
    assert isinstance(outcome.problem, Cancelled)
    assert outcome.record.completed
    with pytest.raises(Cancelled):
        search(session, asked_for(*TWO), Comparing(), RecordingListener())


def test_a_search_says_what_cannot_show(session: TuningSession) -> None:
    listener = RecordingListener()
    request = asked_for(Parameter("read_ahead_kb", ("128", "256")))
    search(session, request, Comparing(), listener)
    assert listener.warnings[0].startswith("read_ahead_kb affects only I/O through the page cache")


@pytest.mark.parametrize(
    ("budget_s", "reason"), [(None, "needs a time"), (1.0, "too short for a single")]
)
def test_a_search_needs_time(session: TuningSession, budget_s: float | None, reason: str) -> None:
    request = replace(asked_for(*TWO), budget_s=budget_s)
    with pytest.raises(InvalidInput, match=reason):
        search(session, request, Comparing(), RecordingListener())
