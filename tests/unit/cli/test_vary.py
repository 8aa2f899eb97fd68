"""What a series says before it begins, and how a search ends."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.bench.variant_series import Parameter, all_combinations, one_at_a_time
from storage_tuner.cli.carrying_out import Measured
from storage_tuner.cli.vary import absence_sentences, add_arguments, cost_sentence, search
from storage_tuner.core.errors import Cancelled, NotMeasurable, StorageTunerError
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.tuning_session import TuningSession
from tests.unit.client.test_setting_changes import Helper
from tests.unit.jobs.test_tuning_session import Notes
from tests.unit.probe.conftest import unpack
from tests.unit.report.example_session import example_record


def test_one_test_and_one_time_are_said_as_such() -> None:
    plan = example_record(repeats=0).plan
    plan = replace(plan, threads=(1,), workloads=plan.workloads[:1], protocol=Protocol.ADAPTIVE)
    plan = replace(plan, budget_s=least_seconds(plan))
    sentence = cost_sentence(plan)
    assert " in 1 test: " in sentence
    assert " to " not in sentence
    longer = cost_sentence(replace(plan, budget_s=3600.0))
    assert " to " in longer


def test_an_unknown_series_is_told_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["--series", "foo"])
    assert "'foo' is none of one-at-a-time, all, greedy" in capsys.readouterr().err


def test_a_value_of_a_scheduler_that_is_never_active_is_not_left_out_silently() -> None:
    parameters = (Parameter("scheduler", ("none", "bfq")), Parameter("slice_idle", ("0", "8")))
    present = {"scheduler": "none"}
    (sentence,) = absence_sentences(parameters, one_at_a_time(parameters, present))
    assert sentence.startswith("slice_idle isn't varied: it exists only while bfq is active.")
    assert absence_sentences(parameters, all_combinations(parameters, present)) == ()


class Comparing:
    """Of a search: no comparison takes any time or decides anything. ``afterwards`` is done when
    one was measured, and ``obstacle`` stands in the way of the one after it."""

    def __init__(
        self,
        afterwards: Callable[[], None] = lambda: None,
        obstacle: StorageTunerError | None = None,
    ) -> None:
        self._afterwards = afterwards
        self._obstacle = obstacle
        self.events: list[str] = []

    def plan(self, variants: tuple[Variant, ...], budget_s: float) -> Plan:
        del budget_s
        return replace(example_record(repeats=1).plan, variants=variants)

    def look_around(self, plan: Plan) -> None:
        self.events.append(f"looked before {plan.variants[1].name}")
        if self._obstacle and len(self.events) > 1:
            raise self._obstacle

    def measure(self, plan: Plan) -> Measured:
        self.events.append(f"measured {plan.variants[1].name}")
        self._afterwards()
        return Measured(replace(example_record(repeats=1), plan=plan), Judgement((), None))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[TuningSession]:
    root = unpack("6.1-01-plain", tmp_path)
    with TuningSession(lambda: Helper(), Notes(), root=root) as made:
        made.open(Target(TargetKind.DEVICE, "sda"))
        yield made


def asked_for(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    parser.set_defaults(minutes=3600.0, json=False)
    return parser.parse_args(["--series", "greedy", *words])


TWO = ("--vary", "nomerges=0,2", "--vary", "rq_affinity=1,2")


def test_each_comparison_of_a_search_is_looked_at_before(session: TuningSession) -> None:
    """What prevents measuring may begin in the middle of the hours that it takes."""
    comparing = Comparing()
    assert search(session, asked_for(*TWO), comparing).problem is None
    found = [event.removeprefix("looked before ") for event in comparing.events[::2]]
    assert comparing.events[1::2] == [f"measured {name}" for name in found]
    assert set(found) == {"nomerges=2", "rq_affinity=2"}


def test_what_begins_between_two_comparisons_leaves_the_one_before(
    session: TuningSession,
) -> None:
    rebuilding = NotMeasurable("sda is busy with work of its controller.")
    comparing = Comparing(obstacle=rebuilding)
    measured = search(session, asked_for(*TWO), comparing)
    assert measured.problem is rebuilding
    assert measured.record.measurements
    assert len(comparing.events) == 3


def test_a_stop_between_two_comparisons_leaves_the_one_before(session: TuningSession) -> None:
    measured = search(session, asked_for(*TWO), Comparing(session.cancel))
    assert isinstance(measured.problem, Cancelled)
    assert measured.record.completed
    with pytest.raises(Cancelled):
        search(session, asked_for(*TWO), Comparing())


def test_a_search_says_what_cannot_show(
    session: TuningSession, capsys: pytest.CaptureFixture[str]
) -> None:
    search(session, asked_for("--vary", "read_ahead_kb=128,256"), Comparing())
    assert "read_ahead_kb acts on what goes through the page cache" in capsys.readouterr().err


@pytest.mark.parametrize("json", [True, False])
def test_only_the_verdict_is_printed_as_json(
    session: TuningSession, capsys: pytest.CaptureFixture[str], json: bool
) -> None:
    arguments = asked_for(*TWO)
    arguments.json = json
    search(session, arguments, Comparing())
    said = capsys.readouterr()
    found = "The search found nothing better than the settings from before.\n"
    assert said.out == ("" if json else found)
    assert said.err.endswith(found) is json
