"""I/O priority classes against each other, in the same runs."""

from __future__ import annotations

import dataclasses
import math
import random

import pytest

from storage_tuner.advice.judgement import judge, judge_plan
from storage_tuner.advice.priority_classes import beside_classes
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Protocol
from storage_tuner.core.verdict import ClassComparison
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from storage_tuner.present.priority_table import TITLE, priority_tables
from storage_tuner.report.text.markdown_and_plain import markdown
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.store.results import results_document
from tests.schemas import schema
from tests.unit.report.example_session import example_record

LEVELS = {"high": 1.0, "low": 0.5, "idle": 0.12}


def workload(name: str) -> Workload:
    (found,) = find_workloads([name], known_workloads())
    return found


def session(
    shares: dict[str, dict[str, float]],
    name: str = "priority-levels",
    *,
    repeats: int = 6,
    seed: int = 1,
    protocol: Protocol = Protocol.RESTARTS,
) -> SessionRecord:
    """``shares[variant][stream]`` of 1000 IOPS. The whole disk drifts by a tenth from run to run,
    each stream by itself by 2 %."""
    given = example_record(tuple(shares))
    source = random.Random(seed)
    plan = dataclasses.replace(
        given.plan,
        workloads=(workload(name),),
        threads=(1, 4),
        repeats=repeats,
        protocol=protocol,
    )
    runs: list[Measurement] = []
    for repeat in range(repeats):
        for threads in plan.threads:
            for variant, of_streams in shares.items():
                level = threads * math.exp(source.gauss(0, 0.1))
                for stream in plan.workloads[0].streams:
                    share = of_streams[stream.operation.name.rpartition("/")[2]]
                    runs.append(
                        dataclasses.replace(
                            given.measurements[0],
                            variant=variant,
                            operation=stream.operation,
                            threads=threads,
                            repeat=repeat,
                            index=len(runs),
                            iops=1000 * level * share * math.exp(source.gauss(0, 0.02)),
                        )
                    )
    return dataclasses.replace(given, plan=plan, measurements=tuple(runs))


def found_in(record: SessionRecord) -> dict[tuple[str, str], ClassComparison]:
    return {
        (one.variant, one.operation.name.rpartition("/")[2]): one
        for one in judge(record).priority_classes
    }


ALIKE = dict.fromkeys(LEVELS, 1.0)


def test_each_class_is_a_share_of_the_first() -> None:
    found = found_in(session({"bfq": LEVELS, "none": ALIKE}))
    idle, low = found["bfq", "idle"], found["bfq", "low"]
    assert idle.reference.name.endswith("high")
    assert (idle.state, low.state) == (ComparisonState.SLOWER, ComparisonState.SLOWER)
    assert idle.share_percent == pytest.approx(12, rel=0.03)
    assert idle.interval_percent is not None
    low_end, high_end = idle.interval_percent
    # the drift that both have in common doesn't widen it
    assert 11 < low_end < idle.share_percent < high_end < 13
    assert idle.value == pytest.approx(0.12 * idle.reference_value, rel=0.05)


def test_where_a_scheduler_knows_no_priorities_the_classes_are_alike() -> None:
    found = found_in(session({"none": ALIKE, "bfq": LEVELS}, repeats=40))
    assert found["none", "idle"].state is ComparisonState.SAME


def test_a_few_runs_have_a_share_without_an_interval() -> None:
    (one, _) = judge(session({"bfq": LEVELS}, repeats=1)).priority_classes
    assert one.interval_percent is None
    assert one.state is ComparisonState.INCONCLUSIVE


def test_the_article_s_order_doesnt_matter_within_a_run() -> None:
    found = found_in(session({"bfq": LEVELS, "none": ALIKE}, protocol=Protocol.ARTICLE))
    assert found["bfq", "idle"].state is ComparisonState.SLOWER


def test_the_classes_have_a_tenth_of_the_budget_that_nothing_else_spends() -> None:
    """The same streams without classes leave all of it to the variants."""
    record = session({"bfq": ALIKE, "none": ALIKE})
    (classes,) = record.plan.workloads
    bare = tuple(dataclasses.replace(stream, priority=None) for stream in classes.streams)
    alone = dataclasses.replace(
        record.plan, workloads=(dataclasses.replace(classes, streams=bare),)
    )
    method = method_for(record.plan)
    assert beside_classes(record.plan, method).spent_now == pytest.approx(0.9 * method.spent_now)
    assert beside_classes(alone, method) == method
    beside, whole = (
        next(each for each in judge_plan(plan, record.measurements).comparisons if each.operation)
        for plan in (record.plan, alone)
    )
    assert beside.interval_percent is not None and whole.interval_percent is not None
    assert beside.interval_percent[0] < whole.interval_percent[0]
    assert beside.interval_percent[1] > whole.interval_percent[1]


def test_disturbed_runs_dont_count() -> None:
    record = session({"bfq": LEVELS})
    spoiled = tuple(
        dataclasses.replace(run, disturbed="a resync", iops=(run.iops or 0) * 9)
        if run.repeat == 0
        else run
        for run in record.measurements
    )
    found = found_in(dataclasses.replace(record, measurements=spoiled))
    assert found["bfq", "idle"].runs == 10


@pytest.mark.parametrize("name", ["stream-beside-random", "oltp"])
def test_streams_that_differ_in_more_or_in_nothing_are_not_compared(name: str) -> None:
    shares = {
        "bfq": {each.operation.name.rpartition("/")[2]: 1.0 for each in workload(name).streams}
    }
    assert judge(session(shares, name)).priority_classes == ()


def test_the_table_the_markdown_and_the_json() -> None:
    record = session({"bfq": LEVELS, "none": ALIKE})
    judgement = judge(record)
    (table,) = priority_tables(record.plan, judgement)
    assert table.heads == ("Class", "bfq", "none")
    assert [len(row) for row in table.rows] == [3, 3, 3]
    assert table.rows[0][1].text.endswith("IOPS")
    assert table.rows[2][1].text.startswith("11.9 % (")
    assert " to " in table.rows[2][1].text
    assert any("11.9 %" in line for line in summary_lines(record, judgement))
    assert "## I/O priority classes" in markdown(record, judgement)
    document = results_document(record, judgement)
    schema("results").validate(document)
    assert len(document["priority_classes"]) == 4  # type: ignore[arg-type]
    plain = example_record(("none", "bfq"))
    assert f"{TITLE}:" not in summary_lines(plain, judge(plain))
