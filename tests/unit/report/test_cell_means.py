"""The means of each test in the terminal."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.bench.protocol import schedule
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.workload import Operation, RateUnit
from storage_tuner.report.cell_means import (
    ONE_RUN,
    cell_means,
    means_lines,
    undecided_runs,
)
from storage_tuner.report.text import columns
from tests.unit.report.example_session import example_record

MIX = Operation("mix", "Mix", RateUnit.REQUESTS, writes=True, block_bytes=4096)


def run(variant: str, iops: float, threads: int = 4, repeat: int = 0) -> Measurement:
    (first, *_) = example_record(("none",), (Operation.RANDOM_READ,)).measurements
    return replace(
        first,
        variant=variant,
        operation=MIX,
        threads=threads,
        repeat=repeat,
        iops=iops,
        rate_mb_s=iops * 4096 / 1e6,
        latency_mean_ms=1000 * threads / iops,
    )


def test_of_one_setting_the_means_are_the_result() -> None:
    wide = replace(run("as it is", 3000), latency_sd_ms=0.5)
    runs = [run("as it is", 1000), wide, run("as it is", 50, threads=1)]
    assert means_lines(runs) == (
        "Mix, means:",
        "  Threads   MB/s   IOPS  Mean latency  Std. dev.  Runs",
        "        1  0.205   50.0       20.0 ms          –     1",
        "        4   8.19  2 000       2.67 ms     500 µs     2",
    )


def test_of_several_each_has_its_rows() -> None:
    lines = means_lines([run("none", 1000), run("none", 1000), run("bfq", 900), run("bfq", 900)])
    assert [line.split()[:2] for line in lines[2:]] == [["none", "4"], ["bfq", "4"]]
    assert ONE_RUN not in "".join(lines)
    shuffled = cell_means([run("none", 9, 1), run("bfq", 9, 1), run("bfq", 9), run("none", 9)])
    assert [(each.threads, each.variant) for each in shuffled] == [
        (threads, variant) for threads in (1, 4) for variant in ("none", "bfq")
    ]


def test_who_leads_with_one_run_each_is_told_and_not_judged() -> None:
    lines = means_lines([run("none", 1000), run("bfq", 1100), run("kyber", 500), run("none", 9, 1)])
    assert lines[-1] == "  4 threads: bfq leads none by 10.0 % (one run: not judged)"
    assert sum(ONE_RUN in line for line in lines) == 1


def test_a_disturbed_run_does_not_count() -> None:
    (mean,) = cell_means([run("none", 1000), replace(run("none", 10), disturbed="by others")])
    assert (mean.runs, mean.iops) == (1, 1000)


def test_what_was_not_measured_is_a_dash_and_a_name_of_any_length_fits() -> None:
    unknown = replace(run("x" * 300, 1000), iops=None, latency_mean_ms=None)
    lines = means_lines([unknown, run("none", 0.001)])
    assert lines[2].split()[1:] == ["4", "4.10", "–", "–", "–", "1"]
    assert all(columns(line) <= 80 for line in lines)


def test_own_commands_have_no_means_here() -> None:
    timed = replace(MIX, unit=RateUnit.RUNS)
    assert means_lines([replace(run("none", 1), operation=timed)]) == ()
    filed = replace(MIX, unit=RateUnit.FILES)
    assert "files/s" in means_lines([replace(run("none", 1), operation=filed)])[1]


def test_what_has_a_winner_is_left_to_the_verdicts() -> None:
    record = example_record(("none", "bfq"))
    left = {each.operation for each in undecided_runs(record.measurements, judge(record))}
    assert Operation.SEQUENTIAL_READ in left
    assert Operation.RANDOM_READ not in left


@pytest.mark.parametrize("repeats", [1, 10])
def test_the_article_s_protocol_is_judged_with_repeats_only(repeats: int) -> None:
    """Half as much again of random writes is more than a drift would hide."""
    plan = replace(
        example_record(("none", "bfq"), (Operation.RANDOM_WRITE,), repeats=repeats).plan,
        protocol=Protocol.ARTICLE,
    )
    record = replace(example_record(), plan=plan, measurements=one_after_another(plan))
    judgement = judge(record)
    lines = means_lines(undecided_runs(record.measurements, judgement))
    assert any(ONE_RUN in line for line in lines) == (repeats == 1)
    assert any(verdict.winner == "none" for verdict in judgement.verdicts) == (repeats > 1)


def one_after_another(plan: Plan) -> tuple[Measurement, ...]:
    """Runs of a minute each, in the order of the plan."""
    return tuple(
        replace(
            run(step.variant.name, (1.5 if step.variant.name == "none" else 1) * 1000),
            operation=Operation.RANDOM_WRITE,
            threads=step.cell.threads,
            repeat=step.repeat,
            index=step.index,
            iops=(1.5 if step.variant.name == "none" else 1) * (1000 + step.index % 7),
            started_at=(datetime(2026, 3, 3) + timedelta(minutes=step.index)).isoformat(),
        )
        for step in schedule(plan)
    )
