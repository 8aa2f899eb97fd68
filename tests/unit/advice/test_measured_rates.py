"""What a device was seen to give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.advice.physics.measured_rates import best_rates
from storage_tuner.core.workload import Operation
from tests.unit.report.example_session import example_record

RUNS = example_record(("none", "bfq"), (Operation.RANDOM_READ,), repeats=2).measurements


def test_the_best_variant_at_its_best_number_of_threads_counts() -> None:
    runs = [
        replace(run, iops=100.0 + run.threads + (50 if run.variant == "bfq" else 0)) for run in RUNS
    ]
    assert best_rates(runs) == {"rand-read": 158}


def test_repeats_are_averaged_and_disturbed_ones_left_out() -> None:
    first, second, third = RUNS[0], RUNS[0], replace(RUNS[0], disturbed="a backup ran")
    runs = (replace(first, iops=10.0), replace(second, iops=20.0), replace(third, iops=900.0))
    assert best_rates(runs) == {"rand-read": pytest.approx(15)}


def test_what_was_not_measured_is_not_there() -> None:
    assert best_rates(replace(run, iops=None) for run in RUNS) == {}
    odd = replace(Operation.RANDOM_READ, name="video")
    assert best_rates(replace(run, operation=odd) for run in RUNS) == {}
    assert best_rates(()) == {}
