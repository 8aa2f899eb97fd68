"""What a series says before it begins."""

from __future__ import annotations

import argparse
from dataclasses import replace

import pytest

from storage_tuner.bench.planning import least_seconds
from storage_tuner.bench.series import Parameter, all_combinations, one_at_a_time
from storage_tuner.cli.vary import absence_sentences, add_arguments, cost_sentence
from storage_tuner.core.plan import Protocol
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
