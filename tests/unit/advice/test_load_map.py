"""The evaluation of maps whose latencies are a formula."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.advice.load_map import load_map
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.load_map import LoadMap, WriteLimit
from storage_tuner.core.plan import Plan
from tests.unit.bench.simulated_maps import SERVICE_MS, MapPlace, map_plan, measured


def found(place: MapPlace, *names: str, blocks: int = 6, writes: bool = True) -> LoadMap:
    plan = map_plan(*names, writes=writes)
    return load_map(plan, measured(plan, place, blocks))


def limit_of(result: LoadMap, variant: str, reads: int) -> WriteLimit:
    (limit,) = [each for each in result.limits if (each.variant, each.reads) == (variant, reads)]
    return limit


def test_latencies_are_those_of_the_formula_and_full_loads_have_none() -> None:
    result = found(MapPlace(noise=0.01), "none")
    for cell in result.cells:
        load = (cell.reads + cell.writes) / 100
        assert cell.saturated == (load > 1.05)
        if load < 0.9:
            assert cell.mean_ms == pytest.approx(SERVICE_MS / (1 - load), rel=0.1)
        assert (cell.mean_ms is None) == cell.saturated
    assert result.blocks == 6
    assert [level.percent for level in result.writes] == [0, 20, 40, 60, 80]
    assert result.reads[1].iops == pytest.approx(200)


def test_a_p99_latency_needs_enough_reads() -> None:
    """A slice at 5 % has 50 reads."""
    result = found(MapPlace(), "none")
    few, enough = result.cell("none", 5, 0), result.cell("none", 20, 0)
    assert few and few.mean_ms and few.p99_ms is None
    assert enough and enough.p99_ms == pytest.approx(4 * (enough.mean_ms or 0))


def test_the_write_limit_is_where_the_formula_doubles() -> None:
    """1 / (1 − load) is twice 1 / 0.95 at a load of 52.5 %."""
    result = found(MapPlace(noise=0.02), "none")
    assert limit_of(result, "none", 5) == WriteLimit("none", 5, 40, 60)
    assert limit_of(result, "none", 40) == WriteLimit("none", 40, 0, 20)
    assert limit_of(result, "none", 60) == WriteLimit("none", 60, None, 0)


@pytest.mark.parametrize("blocks", [1, 2])
def test_few_blocks_claim_nothing_of_latencies(blocks: int) -> None:
    result = found(MapPlace(factors={"bfq": 1.5}), "none", "bfq", blocks=blocks)
    assert {limit.below for limit in result.limits if limit.reads == 5} == {0}
    (comparison,) = result.comparisons
    if blocks == 1:
        assert comparison.state is ComparisonState.INCONCLUSIVE
        assert comparison.interval_percent is None


@pytest.mark.parametrize(
    ("factor", "state"),
    [
        (1.3, ComparisonState.SLOWER),
        (0.8, ComparisonState.FASTER),
        (1.0, ComparisonState.SAME),
    ],
)
def test_variants_are_compared_over_all_loads_that_both_bear(
    factor: float, state: ComparisonState
) -> None:
    place = MapPlace(factors={"bfq": factor}, noise=0.02, drift=0.002)
    (comparison,) = found(place, "none", "bfq").comparisons
    assert (comparison.variant, comparison.reference) == ("bfq", "none")
    assert comparison.state is state
    low, high = comparison.interval_percent or (0, 0)
    assert low < 100 * (factor - 1) < high


def test_interference_counts_only_where_there_is_nothing_else() -> None:
    plan = map_plan("none")
    runs = [
        replace(run, disturbed="others read", latency_mean_ms=99.0) if run.repeat == 2 else run
        for run in measured(plan, MapPlace(noise=0.01), 4)
    ]
    result = load_map(plan, runs)
    assert result.cell("none", 5, 0) == load_map(plan, [r for r in runs if not r.disturbed]).cell(
        "none", 5, 0
    )
    alone = load_map(plan, [run for run in runs if run.disturbed])
    unloaded = alone.unloaded("none")
    assert unloaded
    assert unloaded.mean_ms == 99


def test_a_map_of_reads_has_no_writes() -> None:
    result = found(MapPlace(), "none", writes=False)
    assert [level.percent for level in result.writes] == [0]
    assert len(result.cells) == 5


def test_a_stop_before_the_first_load_gives_an_empty_map() -> None:
    assert load_map(map_plan("none"), []).cells == ()


@pytest.mark.slow
def test_few_maps_claim_what_is_not_so() -> None:
    plan = map_plan("none", "bfq", "kyber")
    wrong = sum(_is_wrong(plan, seed) for seed in range(100))
    assert wrong <= 100 * 0.05


def _is_wrong(plan: Plan, seed: int) -> bool:
    """The latency is twice the unloaded one at a load of 52.5 %."""
    result = load_map(plan, measured(plan, MapPlace(noise=0.15, seed=seed), 4))
    claimed = {each.state for each in result.comparisons}
    return (
        any(limit.below and limit.below + limit.reads > 52 for limit in result.limits)
        or any(limit.above and limit.above + limit.reads < 53 for limit in result.limits)
        or bool(claimed & {ComparisonState.FASTER, ComparisonState.SLOWER})
    )
