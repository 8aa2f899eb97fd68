"""What is asked for at a part of the load, at a place that answers by a formula."""

from __future__ import annotations

import os
from dataclasses import replace

from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Ignoring
from storage_tuner.bench.measured_file import MeasuredFile
from storage_tuner.bench.runner import Executor, RunLog, RunPosition
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, RunSpecification
from storage_tuner.measuring.condition_sampler import ConditionSampler
from storage_tuner.measuring.load_searches import OfferedLoad
from storage_tuner.measuring.loads import FileRun
from storage_tuner.measuring.monitored_load import MonitoredLoad
from storage_tuner.measuring.run_context import RunContext
from tests.unit.bench.test_saturation_runner import PLAN, FormulaPlace, rules

SLOW_ALONE = replace(PLAN, variants=PLAN.variants[1:])
MOST_IOPS = 4000
"""Of the slow one, with 4 threads."""


class DisturbedPlace(FormulaPlace):
    """The first run of each count does half as much, and is made once more."""

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        (run,) = super().execute(specification, plan)
        if specification.repeat:
            return (run,)
        assert run.iops is not None
        return replace(run, iops=run.iops / 2, disturbed="others wrote"), run


class NeverAlone(FormulaPlace):
    """Every run is disturbed, and does as much as always."""

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        (run,) = super().execute(specification, plan)
        return (replace(run, disturbed="others wrote"),)


def site(place: Executor) -> RunContext:
    """Nobody asks for its load."""
    run = FileRun(MeasuredFile(os.devnull, 0), None, lambda: False, "")
    return RunContext(
        PLAN.target, place, MonitoredLoad(run, TunedDevices(), None, ConditionSampler(()))
    )


def asked_for(place: Executor, percent: int) -> int:
    """How many requests a second all threads together are to do."""
    log = RunLog([], [])
    OfferedLoad(percent, rules)(site(place), SLOW_ALONE, log, Control(), Ignoring[RunPosition]())
    assert log.plan
    (workload,) = log.plan.workloads
    return sum((stream.rate_iops or 0) * stream.threads_of(1) for stream in workload.streams)


def test_disturbed_runs_do_not_lessen_what_is_asked_for() -> None:
    assert asked_for(FormulaPlace(), 80) == 0.8 * MOST_IOPS
    assert asked_for(DisturbedPlace(), 80) == 0.8 * MOST_IOPS


def test_where_all_runs_were_disturbed_they_have_to_do() -> None:
    assert asked_for(NeverAlone(), 80) == 0.8 * MOST_IOPS
