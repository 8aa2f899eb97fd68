"""Responsiveness against throughput, and the purpose that weighs both."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections.abc import Mapping

import pytest

from storage_tuner.advice.decision.weights import (
    RESPONSIVE_BACKGROUND_SHARE,
    metric_shares,
    weights,
)
from storage_tuner.advice.judgement import judge
from storage_tuner.advice.priority_classes import beside_classes
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.advice.tradeoffs import beaten_by, beside_tradeoffs, compare_tradeoffs
from storage_tuner.bench.programs.command import start_workloads
from storage_tuner.core.decision import Action, ComparisonState
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.measurement import Measurement, Metric, SessionRecord
from storage_tuner.core.plan import Protocol, Use
from storage_tuner.core.verdict import TradeoffPoint
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from storage_tuner.present.result import result_headline
from storage_tuner.present.tradeoff import TITLE, both_sides, tradeoff_tables
from storage_tuner.report.html import render_html
from storage_tuner.report.text.markdown_and_plain import markdown
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.results import results_document
from tests.schemas import schema
from tests.unit.report.example_session import example_record

FASTER, SLOWER = ComparisonState.FASTER, ComparisonState.SLOWER
SAME, OPEN = ComparisonState.SAME, ComparisonState.INCONCLUSIVE
_TURNED = {FASTER: SLOWER, SLOWER: FASTER}

QUICK, EVEN = (0.3, 0.9), (1.0, 1.0)
"""Latency and throughput of the background, as multiples."""


def workload(name: str) -> Workload:
    (found,) = find_workloads([name], known_workloads())
    return found


def session(
    truth: Mapping[str, tuple[float, float]],
    name: str = "desktop-start-up",
    *,
    repeats: int = 20,
    seed: int = 1,
    protocol: Protocol = Protocol.RESTARTS,
    missed: Mapping[str, float] | None = None,
) -> SessionRecord:
    """``truth[variant]`` are multiples of 4 ms and of 100 MB/s in each background stream. The disk
    drifts by a tenth from block to block, each figure by itself by 2 %."""
    given = example_record(tuple(truth))
    source = random.Random(seed)
    chosen = workload(name)
    plan = dataclasses.replace(
        given.plan,
        workloads=(chosen,),
        threads=(1,),
        repeats=repeats,
        protocol=protocol,
        use=Use.RESPONSIVENESS,
        current=next(iter(truth)),
    )
    assert chosen.fixed_threads is not None
    runs: list[Measurement] = []
    for repeat in range(repeats):
        level = math.exp(source.gauss(0, 0.1))
        for variant, (latency, throughput) in truth.items():
            for operation in chosen.operations:
                rate = 100 * level * throughput * math.exp(source.gauss(0, 0.02))
                waited = 4 / level * latency * math.exp(source.gauss(0, 0.02))
                runs.append(
                    dataclasses.replace(
                        given.measurements[0],
                        variant=variant,
                        operation=operation,
                        threads=chosen.fixed_threads,
                        repeat=repeat,
                        index=len(runs),
                        duration_s=1.0,
                        rate_mb_s=rate,
                        iops=rate * 10,
                        latency_mean_ms=waited,
                        latency_p50_ms=waited,
                        latency_p99_ms=3 * waited,
                        missed_per_minute=(
                            (missed or {}).get(variant) if not operation.background else None
                        ),
                    )
                )
    return dataclasses.replace(given, plan=plan, measurements=tuple(runs))


def points(record: SessionRecord) -> dict[str, TradeoffPoint]:
    (found,) = judge(record).tradeoffs
    return {point.variant: point for point in found.points}


def states(**found: ComparisonState) -> dict[tuple[str, str], ComparisonState]:
    """``ab=FASTER``: a is faster than b, so that b is slower than a."""
    pairs = {(pair[0], pair[1]): state for pair, state in found.items()}
    return pairs | {(b, a): _TURNED.get(state, state) for (a, b), state in pairs.items()}


@pytest.mark.parametrize(
    ("latency", "throughput", "beaten"),
    [
        (FASTER, FASTER, {"a": [], "b": ["a"]}),
        (FASTER, SAME, {"a": [], "b": ["a"]}),
        (SAME, SLOWER, {"a": ["b"], "b": []}),
        (FASTER, SLOWER, {"a": [], "b": []}),
        (SAME, SAME, {"a": [], "b": []}),
        (FASTER, OPEN, {"a": [], "b": []}),
        (OPEN, FASTER, {"a": [], "b": []}),
        (OPEN, OPEN, {"a": [], "b": []}),
    ],
)
def test_a_point_is_beaten_only_where_both_differences_are_decided(
    latency: ComparisonState, throughput: ComparisonState, beaten: dict[str, list[str]]
) -> None:
    assert beaten_by(["a", "b"], states(ab=latency), states(ab=throughput)) == beaten


def test_of_three_the_one_behind_both_is_beaten_by_both() -> None:
    latency = states(ab=FASTER, ac=FASTER, bc=FASTER)
    throughput = states(ab=SLOWER, ac=SAME, bc=FASTER)
    assert beaten_by("abc", latency, throughput) == {"a": [], "b": [], "c": ["a", "b"]}


def test_the_background_is_the_sum_of_its_streams_in_the_same_runs() -> None:
    found = points(session({"none": EVEN, "bfq": QUICK}))
    none, bfq = found["none"], found["bfq"]
    assert none.background_mb_s.value == pytest.approx(200, rel=0.05)
    assert none.latency_ms.value == pytest.approx(4, rel=0.05)
    assert none.latency_ms.state is None and none.latency_ms.effect_percent is None
    assert (bfq.latency_ms.state, bfq.background_mb_s.state) == (FASTER, SLOWER)
    assert bfq.latency_ms.effect_percent == pytest.approx(-70, abs=1)
    assert bfq.background_mb_s.effect_percent == pytest.approx(-10, abs=1)
    for figure in (bfq.latency_ms, bfq.background_mb_s):
        assert figure.effect_percent is not None and figure.effect_interval_percent is not None
        low, high = figure.effect_interval_percent
        assert low < figure.effect_percent < high
        assert high - low < 6  # the drift that all have in common doesn't widen it
    assert none.is_on_front and bfq.is_on_front


def test_a_variant_behind_in_both_is_beaten() -> None:
    found = points(session({"none": EVEN, "bfq": QUICK, "kyber": (1.2, 0.8)}))
    assert found["kyber"].beaten_by == ("none", "bfq")
    assert found["none"].is_on_front and found["bfq"].is_on_front


def test_too_few_blocks_exclude_nothing() -> None:
    found = points(session({"none": EVEN, "kyber": (1.2, 0.8)}, repeats=2))
    assert found["kyber"].latency_ms.state is OPEN
    assert found["kyber"].is_on_front


def test_disturbed_runs_dont_count() -> None:
    record = session({"none": EVEN, "bfq": QUICK})
    spoiled = tuple(
        dataclasses.replace(run, disturbed="a resync", latency_mean_ms=900.0)
        if run.repeat == 0
        else run
        for run in record.measurements
    )
    found = points(dataclasses.replace(record, measurements=spoiled))
    assert found["bfq"].runs == 19
    assert found["bfq"].latency_ms.value < 2


def test_missed_deadlines_are_those_of_all_runs_together() -> None:
    """The mean of what each run had would weigh a short one like a long one."""
    record = session({"none": EVEN, "bfq": EVEN}, "playback", missed={"none": 30.0, "bfq": 0.0})
    longer = tuple(
        dataclasses.replace(run, duration_s=21.0, missed_per_minute=0.0)
        if run.repeat == 0 and run.missed_per_minute is not None
        else run
        for run in record.measurements
    )
    found = points(dataclasses.replace(record, measurements=longer))
    assert found["none"].missed_per_minute == pytest.approx(30 * 19 / 40)
    assert found["bfq"].missed_per_minute == 0
    assert points(session({"none": EVEN, "bfq": EVEN}))["bfq"].missed_per_minute is None


@pytest.mark.parametrize("name", ["oltp", "priority-levels"])
def test_a_workload_without_a_background_has_none(name: str) -> None:
    record = session({"none": EVEN, "bfq": QUICK})
    plan = dataclasses.replace(record.plan, workloads=(workload(name),))
    assert compare_tradeoffs(plan, record.measurements, method_for(plan)) == ()
    assert beside_tradeoffs(plan, method_for(plan)) == beside_classes(plan, method_for(plan))


def test_variants_measured_one_after_the_other_are_not_compared() -> None:
    """A drift would move both figures of all that come later."""
    record = session({"none": EVEN, "bfq": QUICK}, protocol=Protocol.ARTICLE)
    assert judge(record).tradeoffs == ()


def test_they_have_a_tenth_of_the_budget_that_nothing_else_spends() -> None:
    plan = session({"none": EVEN, "bfq": EVEN}).plan
    method = method_for(plan)
    left = beside_tradeoffs(plan, method)
    assert left.spent_now == pytest.approx(0.9 * method.spent_now)
    both = dataclasses.replace(plan, workloads=(*plan.workloads, workload("priority-levels")))
    assert beside_tradeoffs(both, method).spent_now == pytest.approx(0.81 * method.spent_now)


def test_alike_variants_are_seldom_told_apart() -> None:
    """At most a tenth of the error level is for all of them together."""
    names = ("none", "mq-deadline", "kyber", "bfq")
    false = 0
    for seed in range(60):
        record = session(dict.fromkeys(names, EVEN), repeats=10, seed=seed)
        found = compare_tradeoffs(record.plan, record.measurements, method_for(record.plan))
        false += any(not point.is_on_front for each in found for point in each.points)
    assert false <= 1


# The purpose -------------------------------------------------------------------------------------


def test_the_background_of_a_responsive_desktop_counts_by_throughput_and_less() -> None:
    operations = tuple(
        itertools.chain(
            *(workload(name).operations for name in ("desktop-start-up", "playback", "saving"))
        )
    )
    found = weights(Use.RESPONSIVENESS, operations)
    assert sum(found.values()) == pytest.approx(1)
    behind = [weight for each, weight in found.items() if each.background]
    assert sum(behind) == pytest.approx(RESPONSIVE_BACKGROUND_SHARE)
    for operation in operations:
        shares = metric_shares(Use.RESPONSIVENESS, (), operation)
        wanted = (
            {Metric.RATE} if operation.background else {Metric.ACCESS_TIME, Metric.ACCESS_TIME_P99}
        )
        assert set(shares) == wanted


def test_for_other_purposes_the_background_counts_as_much_as_what_runs_beside_it() -> None:
    """A start beside a copy is one operation, and the copy is two."""
    operations = start_workloads(["xterm"])[1].operations
    found = weights(Use.MIXED, operations)
    assert sum(found.values()) == pytest.approx(1)
    assert [found[each] for each in operations] == [0.5, 0.25, 0.25]
    start, *copying = (metric_shares(Use.MIXED, (), each) for each in operations)
    assert Metric.ACCESS_TIME_P99 in start
    assert copying == [{Metric.RATE: 1.0}] * 2  # nobody waits for a single request of a copy
    chosen = metric_shares(Use.MIXED, (Aim.WORST_CASE,), operations[1])
    assert chosen == {Metric.ACCESS_TIME_P99: 1.0}


def test_a_quick_reaction_outweighs_a_somewhat_slower_copy() -> None:
    record = session({"none": EVEN, "bfq": QUICK})
    decision = judge(record).decision
    assert decision is not None
    assert (decision.action, decision.variant) == (Action.CHANGE, "bfq")


def test_a_starved_copy_outweighs_a_slightly_quicker_reaction() -> None:
    record = session({"none": EVEN, "bfq": (0.9, 0.3)})
    decision = judge(record).decision
    assert decision is not None
    assert decision.action is Action.KEEP


def test_the_recommendation_tells_both_sides() -> None:
    record = session({"none": EVEN, "bfq": QUICK})
    (line,) = both_sides(record.plan, judge(record))
    assert line.startswith('"bfq" against "none", desktop: starting a program: reacts ×3.3 faster')
    assert "the background is 9" in line and "slower" in line
    headline = result_headline(record, judge(record))
    assert headline.details[-1] == line


def test_without_a_change_the_quicker_ones_are_told_with_their_price() -> None:
    record = session({"none": EVEN, "bfq": (0.9, 0.3)})
    (line,) = both_sides(record.plan, judge(record))
    assert "latency 10" in line and "shorter" in line and "the background is 69.7" in line


def test_the_table_the_reports_and_the_json() -> None:
    record = session(
        {"none": EVEN, "bfq": QUICK, "kyber": (1.2, 0.8)}, "playback", missed={"none": 12.0}
    )
    judgement = judge(record)
    (table,) = tradeoff_tables(record.plan, judgement)
    assert table.heads[1:] == (
        "Mean latency",
        "Missed deadlines per minute",
        "Background",
        "Result",
    )
    texts = {row[0].text: [cell.text for cell in row] for row in table.rows}
    assert texts["none"][2] == "12.0"
    assert texts["bfq"][4] == "on the Pareto front"
    assert texts["kyber"][4] == "beaten by none and bfq"
    assert f"## {TITLE}" in markdown(record, judgement)
    assert any(str(TITLE) in line for line in summary_lines(record, judgement))
    page = render_html(record, judgement)
    assert "latency against background</title>" in page
    document = results_document(record, judgement)
    schema("results").validate(document)
    assert isinstance(document["tradeoffs"], list)
    (found,) = document["tradeoffs"]
    assert isinstance(found, dict)
    assert found["foreground"] == "playback/play"
