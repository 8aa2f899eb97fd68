"""The tables of start times, from judgements made by hand."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.bench.programs.command import start_workloads
from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import State, VariantSummary, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.present.blocks import Section, Table
from storage_tuner.present.result import result_blocks
from storage_tuner.present.start_times import TITLE, start_tables
from storage_tuner.report.text.terminal import summary_lines
from tests.recordings import starts
from tests.unit.present.judgements import judged, record

STARTS = start_workloads(["xterm", "/bin/true"])
PLAN = replace(record().plan, workloads=STARTS)
IDLE, LIGHT, HEAVY = (workload.operations for workload in STARTS)


def verdict(operation: Operation, metric: Metric, **means: float) -> Verdict:
    summaries = tuple(
        VariantSummary(name, mean, 0.1 * mean, 0.9 * mean, 1.1 * mean, 9)
        for name, mean in means.items()
    )
    return Verdict(operation, metric, None, State.UNDECIDED, summaries=summaries)


VERDICTS = (
    verdict(IDLE[0], Metric.ACCESS_TIME, none=200.0, bfq=250.0),
    verdict(HEAVY[0], Metric.ACCESS_TIME, none=2000.0, bfq=500.0),
    verdict(HEAVY[1], Metric.RATE, none=90.0, bfq=60.0),
    verdict(HEAVY[2], Metric.RATE, none=80.0),
)


def plain(table: Table) -> list[list[str]]:
    return [
        [cell.text.replace("\u00a0", " ").replace("\u202f", " ") for cell in row]
        for row in table.rows
    ]


def test_both_sides_of_the_trade_off_stand_side_by_side() -> None:
    idle, heavy = start_tables(PLAN, judged(None, verdicts=VERDICTS))
    assert idle.heads == ("Variant", "Start time")
    assert plain(idle) == [["none", "200 ms (180 … 220)"], ["bfq", "250 ms (225 … 275)"]]
    heads = ("Variant", "Start time", "Slowdown", "Reading, MB/s", "Writing, MB/s")
    assert heavy.heads == heads
    assert plain(heavy) == [
        ["none", "2.00 s (1.80 … 2.20)", "×10", "90.0", "80.0"],
        ["bfq", "500 ms (450 … 550)", "×2", "60.0", "–"],
    ]


def test_a_recorded_start_has_its_time_from_its_rate_and_the_latencies_of_its_reads() -> None:
    recorded = starts("start-small-0", "start-small-5")
    (idle,), (heavy, reading, writing) = (workload.operations for workload in recorded)
    verdicts = (
        verdict(idle, Metric.RATE, none=2.0, bfq=2.5),
        verdict(heavy, Metric.RATE, none=0.5, bfq=1.25),
        verdict(heavy, Metric.ACCESS_TIME, none=9.0),
        verdict(heavy, Metric.ACCESS_TIME_P99, none=80.0),
        verdict(reading, Metric.RATE, none=90.0),
        verdict(writing, Metric.RATE, none=80.0),
    )
    plan = replace(PLAN, workloads=recorded)
    unloaded, beside = start_tables(plan, judged(None, verdicts=verdicts))
    assert plain(unloaded)[0][:2] == ["none", "500 ms (455 … 556)"]
    latencies = ("Mean latency", "p99 latency")
    copying = ("Reading, MB/s", "Writing, MB/s")
    assert beside.heads == ("Variant", "Start time", "Slowdown", *latencies, *copying)
    assert plain(beside) == [
        [
            "none",
            "2.00 s (1.82 … 2.22)",
            "×4",
            "9.00 ms (8.10 … 9.90)",
            "80.0 ms (72.0 … 88.0)",
            "90.0",
            "80.0",
        ],
        ["bfq", "800 ms (727 … 889)", "×2", "–", "–", "–", "–"],
    ]


def test_without_an_idle_start_there_is_no_slowdown() -> None:
    (table,) = start_tables(PLAN, judged(None, verdicts=VERDICTS[1:2]))
    assert [row[0].text for row in table.rows] == ["none", "bfq"]
    unloaded = replace(PLAN, workloads=STARTS[1:])
    (table,) = start_tables(unloaded, judged(None, verdicts=VERDICTS[1:]))
    assert "Slowdown" not in table.heads


def test_every_report_and_the_terminal_show_it_and_no_other_session_has_it() -> None:
    measured = record(plan=PLAN)
    judgement = judged(None, verdicts=VERDICTS)
    titles = [
        each.title for each in result_blocks(measured, judgement) if isinstance(each, Section)
    ]
    assert str(TITLE) in titles
    assert any("Slowdown" in line for line in summary_lines(measured, judgement))
    others = [
        each.title for each in result_blocks(record(), judged(None)) if isinstance(each, Section)
    ]
    assert str(TITLE) not in others
