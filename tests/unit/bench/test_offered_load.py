"""A workload at a part of what a disk can do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.bench.searches.offered_load import offered, shortfalls
from storage_tuner.bench.searches.saturation import Knee, Reason, SaturationPoint
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Variant
from storage_tuner.core.workload import Operation, Workload, classical_workload
from tests.unit.bench.test_saturation_runner import PLAN, FormulaPlace, carried_out

READ = classical_workload(Operation.RANDOM_READ)


def at(threads: int, iops: float) -> Knee:
    return Knee(SaturationPoint(threads, iops, 1.0), Reason.SATURATED)


@pytest.mark.parametrize("percent", [10, 70, 95])
@pytest.mark.parametrize(("threads", "iops"), [(1, 90.0), (32, 110.0), (8, 50_000.0), (512, 1e6)])
def test_the_threads_together_ask_for_that_part(threads: int, iops: float, percent: int) -> None:
    made = offered(READ, at(threads, iops), iops, percent)
    (stream,) = made.streams
    assert stream.rate_iops
    assert stream.threads
    assert stream.threads <= threads
    assert stream.rate_iops * stream.threads == pytest.approx(iops * percent / 100, rel=0.06)
    assert made.fixed_threads == stream.threads


def test_it_is_about_an_operation_of_its_own() -> None:
    made = offered(READ, at(4, 1e4), 1e4, 70)
    assert made.name == made.operations[0].name == "rand-read-at-70"
    assert str(made.label) == "Random read at 70 % load"


@pytest.mark.parametrize(
    "workload",
    [
        replace(READ, streams=READ.streams * 2),
        replace(READ, streams=(replace(READ.streams[0], rate_iops=5),)),
        replace(READ, streams=(replace(READ.streams[0], rest_ms=5),)),
    ],
)
def test_what_a_rate_cannot_be_given_to_is_refused(workload: Workload) -> None:
    with pytest.raises(InvalidInput, match="partial load"):
        offered(workload, at(1, 1000), 1000, 50)


def test_less_than_a_request_a_second_is_refused() -> None:
    with pytest.raises(InvalidInput, match="too little"):
        offered(READ, at(1, 0.4), 0.4, 50)


def test_who_was_saturated_after_all_is_told() -> None:
    log = carried_out(FormulaPlace(), plan=replace(PLAN, variants=(Variant("slow", ()),)))
    runs = [run for run in log.measurements if run.threads == 4]
    rated = offered(READ, at(4, 5000), 5000, 95)
    plan = replace(PLAN, workloads=(rated,), variants=(Variant("slow", ()),))
    measured = [replace(run, operation=rated.operations[0]) for run in runs]
    (told,) = shortfalls(plan, measured)
    assert "slow reached 4\u202f000 of the offered 4\u202f752" in str(told)
    assert not shortfalls(plan, [replace(run, iops=4752.0) for run in measured])
