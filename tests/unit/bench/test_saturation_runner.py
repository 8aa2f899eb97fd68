"""The search carried out at a place that answers by a formula: order, failures, pause, cancel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Ignoring
from storage_tuner.bench.runner import RunLog
from storage_tuner.bench.searches.saturation import Reason, SaturationRules
from storage_tuner.bench.searches.saturation_runner import curves, measured_plan, search
from storage_tuner.core.errors import Cancelled, ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Protocol, RunSpecification, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, Workload, classical_workload
from tests.unit.bench.scripted_work import ScriptedWork

PLAN = Plan(
    target=Target(TargetKind.DEVICE, "sda"),
    variants=(Variant("quick", ()), Variant("slow", (("scheduler", "bfq"),))),
    workloads=(classical_workload(Operation.RANDOM_READ),),
    threads=(1,),
    repeats=2,
    runtime_ms=1,
    ramp_ms=0,
    seed=7,
    protocol=Protocol.RESTARTS,
)
SERVERS = {"quick": 16, "slow": 4}


def rules(_: Workload) -> SaturationRules:
    return SaturationRules()


@dataclass
class FormulaPlace:
    """``SERVERS`` requests at a time, 1 ms each. ``before`` is called with each run's number."""

    before: Callable[[int], None] = lambda _: None
    made: list[RunSpecification] = field(default_factory=list)
    rests: int = 0

    def apply(self, variant: Variant) -> None:
        """Nothing to set."""

    def rest(self) -> None:
        self.rests += 1

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        self.before(len(self.made))
        self.made.append(specification)
        threads = specification.cell.threads
        iops = 1000.0 * min(threads, SERVERS[specification.variant.name])
        return (
            Measurement(
                variant=specification.variant.name,
                operation=specification.cell.workload.operations[0],
                threads=threads,
                repeat=specification.repeat,
                index=specification.index,
                started_at="2026-01-01T00:00:00",
                duration_s=plan.runtime_ms / 1000,
                rate_mb_s=iops * 4096 / 1e6,
                iops=iops,
                latency_mean_ms=1000 * threads / iops,
                latency_p50_ms=None,
                latency_p95_ms=None,
                latency_p99_ms=None,
                latency_p999_ms=None,
                system_cpu_s=None,
                user_cpu_s=None,
                bytes_moved=1,
            ),
        )


def test_work_of_the_disk_itself_is_waited_for_and_does_not_lead_the_search() -> None:
    """The first round of four runs is slow, for a reason that is seen at its end only."""
    place, log = SlowAtFirst(), RunLog([], [])
    work = ScriptedWork({3: "it began"}, frozenset({0, 1, 2}), waiting=1)
    search(PLAN, place, log, NoWaiting(), rules, Ignoring(), background_work=work)
    assert [run.index for run in log.measurements if run.disturbed] == [0, 1, 2, 3]
    assert [run.threads for run in log.measurements[:8]] == [1] * 8
    assert place.rests == 1
    assert curves(PLAN, log.measurements, rules) == curves(
        PLAN, carried_out(FormulaPlace()).measurements, rules
    )


def test_what_is_always_disturbed_is_measured_twice_and_no_more() -> None:
    class Noisy(FormulaPlace):
        def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
            (run,) = super().execute(specification, plan)
            return (replace(run, disturbed="somebody reads"),)

    log = carried_out(Noisy())
    counts = Counter((run.variant, run.threads) for run in log.measurements)
    assert set(counts.values()) == {2 * PLAN.repeats}
    assert all(curve.knee for curve in curves(PLAN, log.measurements, rules))


class SlowAtFirst(FormulaPlace):
    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        (run,) = super().execute(specification, plan)
        assert run.rate_mb_s is not None
        return (replace(run, rate_mb_s=run.rate_mb_s / 4) if len(self.made) <= 4 else run,)


class NoWaiting(Control):
    def wait(self, seconds: float) -> None:
        """Time has passed."""


def carried_out(place: FormulaPlace, control: Control | None = None, plan: Plan = PLAN) -> RunLog:
    log = RunLog([], [])
    search(plan, place, log, control or Control(), rules, Ignoring())
    return log


def test_every_variant_is_searched_by_itself() -> None:
    place = FormulaPlace()
    log = carried_out(place)
    found = {curve.variant: curve for curve in curves(PLAN, log.measurements, rules)}
    knees = {name: curve.knee for name, curve in found.items()}
    assert knees["quick"]
    assert knees["slow"]
    assert (knees["quick"].point.threads, knees["slow"].point.threads) == (16, 4)
    assert knees["slow"].reason is Reason.SATURATED
    assert max(run.threads for run in log.measurements if run.variant == "slow") == 16
    assert [run.index for run in log.measurements] == list(range(len(log.measurements)))
    assert len(log.measurements) == 2 * sum(len(curve.points) for curve in found.values())


def test_variants_with_the_same_count_are_measured_side_by_side() -> None:
    place = FormulaPlace()
    carried_out(place)
    first = [(run.repeat, run.variant.name) for run in place.made[:4]]
    assert {name for _, name in first[:2]} == {"quick", "slow"}
    assert [repeat for repeat, _ in first] == [0, 0, 1, 1]
    orders = {tuple(run.variant.name for run in place.made[at : at + 2]) for at in range(0, 16, 2)}
    assert len(orders) == 2


def test_the_record_has_the_cells_that_were_measured() -> None:
    log = carried_out(FormulaPlace())
    plan = measured_plan(PLAN, log.measurements)
    cells = {
        (cell.threads, variant.name) for cell in plan.cells for variant in plan.variants_in(cell)
    }
    assert cells == {(run.threads, run.variant) for run in log.measurements}


def test_a_cancel_keeps_what_was_measured() -> None:
    control = Control()

    def cancel_at(number: int) -> None:
        if number == 5:
            control.cancel()

    log = RunLog([], [])
    with pytest.raises(Cancelled):
        search(PLAN, FormulaPlace(cancel_at), log, control, rules, Ignoring())
    assert len(log.measurements) == 6
    assert [curve.knee for curve in curves(PLAN, log.measurements, rules)] == [None, None]


def test_a_failure_ends_the_search_and_is_told() -> None:
    def fail(number: int) -> None:
        if number >= 6:
            raise ToolFailed("fio", "too many threads")

    log = carried_out(FormulaPlace(fail), plan=replace(PLAN, variants=PLAN.variants[:1]))
    assert len(log.measurements) == 6
    assert any("8 threads" in str(failure) for failure in log.failures)
