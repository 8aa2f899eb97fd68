"""What mustn't matter: the order of the rows, the names, the scale; and copies don't win."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage_tuner.advice.statistics.methods import (
    ImportedTableMethod,
    SequentialBlocks,
    StatisticalMethod,
)
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import Operation
from tests.unit.advice.sessions import simulated_runs

METHODS: tuple[StatisticalMethod, ...] = (
    ImportedTableMethod(),
    ImportedTableMethod(in_blocks=False),
    ImportedTableMethod(timed=True),
    SequentialBlocks(),
)

methods = st.sampled_from(METHODS)
rates = st.dictionaries(
    st.text("abcxyz", min_size=1, max_size=3), st.floats(20, 200), min_size=2, max_size=4
)
tables = st.builds(
    lambda rates, seed, repeats, noise: simulated_runs(
        rates,
        seed=seed,
        repeats=repeats,
        noise=noise,
        operations=[Operation.RANDOM_READ],
        threads=(1, 4),
    ),
    rates,
    st.integers(0, 10_000),
    st.integers(1, 9),
    st.sampled_from([0.001, 0.02, 0.2]),
)


def said(verdicts: Sequence[Verdict], names: Mapping[str, str] | None = None) -> list[object]:
    """All that a verdict decides, with other names for the variants."""
    new = names or {}
    return [
        (
            verdict.metric,
            verdict.threads,
            verdict.state,
            new.get(verdict.winner or "", verdict.winner),
            {new.get(name, name) for name in verdict.best},
        )
        for verdict in verdicts
    ]


@given(runs=tables, method=methods, seed=st.integers(0, 1000))
@settings(max_examples=60)
def test_the_order_of_the_rows_changes_nothing(
    runs: tuple[Measurement, ...], method: StatisticalMethod, seed: int
) -> None:
    shuffled = random.Random(seed).sample(runs, len(runs))
    assert said(judge_measurements(shuffled, method)) == said(judge_measurements(runs, method))


@given(runs=tables, method=methods)
@settings(max_examples=60)
def test_the_names_change_nothing(runs: tuple[Measurement, ...], method: StatisticalMethod) -> None:
    variants = sorted({run.variant for run in runs})
    names = {name: f"{number}" for name, number in zip(variants, range(9, 0, -1), strict=False)}
    renamed = [dataclasses.replace(run, variant=names[run.variant]) for run in runs]
    assert said(judge_measurements(renamed, method)) == said(
        judge_measurements(runs, method), names
    )


@given(runs=tables, method=methods, factor=st.sampled_from([1e-6, 0.5, 3.0, 1e9]))
@settings(max_examples=60)
def test_the_scale_changes_nothing(
    runs: tuple[Measurement, ...], method: StatisticalMethod, factor: float
) -> None:
    scaled = [dataclasses.replace(run, iops=(run.iops or 0) * factor) for run in runs]
    assert said(judge_measurements(scaled, method)) == said(judge_measurements(runs, method))


@given(runs=tables, method=methods)
@settings(max_examples=60)
def test_a_copy_under_another_name_makes_no_winner(
    runs: tuple[Measurement, ...], method: StatisticalMethod
) -> None:
    first = runs[0].variant
    mine = [run for run in runs if run.variant == first]
    copies = [dataclasses.replace(run, variant="copy") for run in mine]
    for verdict in judge_measurements([*mine, *copies], method):
        assert verdict.state is not State.BETTER
        if verdict.state is State.EQUAL:
            assert verdict.effect_percent == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("repeats", [1, 2])
def test_one_run_or_two_of_a_thread_count_decide_nothing(
    method: StatisticalMethod, repeats: int
) -> None:
    runs = simulated_runs({"a": 100, "b": 10}, seed=1, repeats=repeats, threads=(1,))
    assert {verdict.state for verdict in judge_measurements(runs, method)} == {State.UNDECIDED}


def test_every_metric_is_judged_in_every_operation() -> None:
    runs = simulated_runs({"a": 100, "b": 90}, seed=1)
    found = judge_measurements(runs, ImportedTableMethod())
    assert len(found) == 4 * len(Metric) * 5
