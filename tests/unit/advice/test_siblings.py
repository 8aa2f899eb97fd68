"""Which disks deviate from the others of their model: those that do, and no others."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from dataclasses import replace

import pytest

from storage_tuner.advice.siblings import (
    LEAST_DISKS,
    figures_of_fleet,
    scale_of,
    unusual_conditions,
)
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.fleet import FleetFigure
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Protocol
from storage_tuner.core.workload import Operation
from tests.fleets import OPERATIONS, MadeFleet

RATE, P99 = Metric.RATE, Metric.ACCESS_TIME_P99


def judged(records: Sequence[SessionRecord]) -> dict[str, tuple[FleetFigure, ...]]:
    return figures_of_fleet([{record.machine.host: record for record in records}])


def deviating(records: Sequence[SessionRecord]) -> set[str]:
    return {
        host for host, figures in judged(records).items() if any(each.deviates for each in figures)
    }


@pytest.mark.parametrize("seed", range(8))
def test_two_slow_disks_of_forty_are_found_and_no_other_named(seed: int) -> None:
    made = MadeFleet(40, {7: 0.7, 31: 0.75}, seed=seed)
    assert deviating(made.records()) == {"db007", "db031"}


def test_what_deviates_is_told_with_an_interval_without_zero() -> None:
    figures = judged(MadeFleet(40, {7: 0.7}).records())["db007"]
    assert [(each.operation, each.metric) for each in figures] == [
        (operation, metric) for operation in OPERATIONS for metric in (RATE, P99)
    ]
    for each in figures:
        assert each.state is ComparisonState.SLOWER
        assert each.effect_percent is not None and each.interval_percent is not None
        low, high = each.interval_percent
        assert low < each.effect_percent < high
        assert (high < 0) if each.metric is RATE else (low > 0)


@pytest.mark.parametrize("hosts", [5, 6, 7, 9, 12, 25])
def test_disks_that_only_differ_by_chance_are_rarely_named(hosts: int) -> None:
    """Of 300 fleets, 15 may have one; by chance, up to 25 in one case of two hundred."""
    base = MadeFleet(hosts, operations=(Operation.RANDOM_READ,), repeats=1)
    records = tuple(
        replace(record, measurements=record.measurements[:1]) for record in base.records()
    )
    source = random.Random(hosts)
    named = 0
    for _ in range(300):
        chance = [
            replace(
                record,
                measurements=tuple(
                    replace(run, iops=1e4 * 1.05 ** source.gauss(0, 1), latency_p99_ms=None)
                    for run in record.measurements
                ),
            )
            for record in records
        ]
        named += bool(deviating(chance))
    assert named <= 25


def test_half_of_the_disks_may_deviate_without_hiding_it() -> None:
    made = MadeFleet(40, dict.fromkeys(range(1, 13), 0.4))
    assert deviating(made.records()) == {made.host(number) for number in range(1, 13)}


def test_too_few_disks_have_figures_but_no_claim() -> None:
    found = judged(MadeFleet(LEAST_DISKS - 1, {1: 0.2}).records())
    figures = [each for every in found.values() for each in every]
    assert len(figures) == 4 * (LEAST_DISKS - 1)
    assert all(each.state is None and each.value > 0 for each in figures)


def test_only_what_was_measured_alike_is_compared() -> None:
    """A disk that was measured under another scheduler, or in another way, isn't compared."""
    *others, odd, restarted = MadeFleet(12, {11: 0.5, 12: 0.5}).records()
    (variant,) = odd.plan.variants
    under_bfq = replace(variant, settings=(("scheduler", "bfq"),))
    odd = replace(odd, plan=replace(odd.plan, variants=(under_bfq,)))
    restarted = replace(restarted, plan=replace(restarted.plan, protocol=Protocol.ADAPTIVE))
    found = judged([*others, odd, restarted])
    for host in ("db011", "db012"):
        assert all(each.state is None for each in found[host])
    assert all(each.state is not None for each in found["db001"])


def test_disks_are_compared_over_the_settings_that_they_share() -> None:
    """Some were measured with one scheduler, others with three: bfq is no deviation."""
    few = MadeFleet(8, seed=2).records()
    many = MadeFleet(8, {3: 0.5}, seed=3, schedulers=("none", "kyber", "bfq"), prefix="web")
    found = judged([*few, *many.records()])
    named = {host for host, figures in found.items() if any(each.deviates for each in figures)}
    assert named == {"web003"}


def test_runs_with_interference_do_not_count() -> None:
    records = list(MadeFleet(20, {4: 0.5}).records())
    slow = records[3]
    records[3] = replace(
        slow, measurements=tuple(replace(run, disturbed="a backup") for run in slow.measurements)
    )
    assert deviating(records) == set()


def test_identical_figures_decide_nothing() -> None:
    records = MadeFleet(9).records()
    same = [replace(record, measurements=records[0].measurements) for record in records]
    assert all(each.state is None for figures in judged(same).values() for each in figures)


def test_all_figures_of_the_fleet_share_one_error_level() -> None:
    """The interval of a disk is wider among many models than alone."""

    def width(*fleets: MadeFleet) -> float:
        groups = [{each.machine.host: each for each in made.records()} for made in fleets]
        interval = figures_of_fleet(groups)["db001"][0].interval_percent
        assert interval is not None
        return interval[1] - interval[0]

    others = [MadeFleet(20, prefix=prefix) for prefix in ("web", "mail", "dns")]
    assert width(MadeFleet(20), *others) > width(MadeFleet(20))


@pytest.mark.parametrize("count", [2, 3, 5, 8, 9, 10, 11, 40])
def test_the_scale_is_the_standard_deviation_of_normal_values(count: int) -> None:
    source = random.Random(count)
    found = [scale_of([source.gauss(5, 2) for _ in range(count)]) for _ in range(1500)]
    assert statistics.fmean(found) == pytest.approx(2, rel=0.1)


def test_conditions_unlike_those_of_most_are_told() -> None:
    records = {record.machine.host: record for record in MadeFleet(6).records()}
    odd = records["db002"]
    assert odd.device is not None
    records["db002"] = replace(odd, device=replace(odd.device, firmware="T0"))
    (found,) = unusual_conditions("db002", records)
    assert (str(found.condition), found.value, found.usual) == ("firmware", "T0", "T1")
    assert unusual_conditions("db001", records) == ()


def test_a_condition_that_all_have_differently_is_not_unusual() -> None:
    records = {
        host: replace(record, device=replace(record.device, firmware=f"T{number // 2}"))
        for number, (host, record) in enumerate(
            (record.machine.host, record) for record in MadeFleet(6).records()
        )
        if record.device
    }
    assert not any(unusual_conditions(host, records) for host in records)
