"""Tables 1 to 8 of the published comparison, in its own form."""

from __future__ import annotations

import csv
import dataclasses
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.bench.run_order import schedule
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Protocol
from storage_tuner.core.workload import Operation
from storage_tuner.present.article_tables import TITLE, article_tables
from storage_tuner.present.blocks import Mark, Section, Table
from storage_tuner.present.result import result_blocks
from storage_tuner.report.article_csv import write_article_csv
from storage_tuner.report.text.markdown_and_plain import markdown
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.report.writers import write_bundle
from tests.unit.report.example_session import example_record

START = datetime(2026, 3, 3)
OPERATIONS = (Operation.SEQUENTIAL_READ, Operation.RANDOM_WRITE)


def session(repeats: int, threads: tuple[int, ...] = (1, 8)) -> SessionRecord:
    """Of random writes "none" makes half as many again as bfq, of reads both the same."""
    given = example_record(("none", "bfq"), OPERATIONS)
    plan = dataclasses.replace(
        given.plan, protocol=Protocol.ARTICLE, repeats=repeats, threads=threads
    )
    return dataclasses.replace(
        given,
        plan=plan,
        measurements=tuple(
            run(given.measurements[0], step.variant.name, step.cell.workload.operations[0], step)
            for step in schedule(plan)
        ),
    )


def run(given: Measurement, variant: str, operation: Operation, step: object) -> Measurement:
    index, threads = step.index, step.cell.threads  # type: ignore[attr-defined]
    faster = 1.5 if (variant, operation) == ("none", Operation.RANDOM_WRITE) else 1.0
    rate = faster * (1 + index % 3 / 1000) * 200
    return dataclasses.replace(
        given,
        variant=variant,
        operation=operation,
        threads=threads,
        repeat=step.repeat,  # type: ignore[attr-defined]
        index=index,
        rate_mb_s=rate,
        iops=10 * rate,
        latency_mean_ms=100 * threads / rate,
        latency_p99_ms=1000 / rate,
        system_cpu_s=2.0,
        bytes_moved=int(rate * 1e8),
        started_at=(START + timedelta(minutes=index)).isoformat(),
    )


def tables_of(record: SessionRecord) -> tuple[Table, ...]:
    return article_tables(record.plan, judge(record))


def texts(table: Table) -> list[tuple[str, ...]]:
    return [tuple(str(cell.text) for cell in row) for row in table.rows]


def test_the_first_table_is_the_article_s() -> None:
    """Operations in rows, metrics in columns, in them the winner or "="."""
    first, *_ = tables_of(session(10))
    assert [row[0] for row in texts(first)] == ["Sequential read", "Random write"]
    assert len(first.heads) == 4
    assert texts(first)[1][1:] == ("none", "none", "none")
    assert {cell.mark for cell in first.rows[1][1:]} == {Mark.FASTER}
    assert all(cell.mark in (Mark.SAME, Mark.INCONCLUSIVE) for cell in first.rows[0][1:])


def test_behind_it_are_the_means_by_threads() -> None:
    """Of each operation and metric: a row a number of threads, and one over all of them."""
    tables = tables_of(session(10))
    assert len(tables) == 1 + 2 * 3
    rate = next(table for table in tables if table.title == "Random write: throughput, IOPS")
    assert rate.heads == ("Threads", "none", "bfq", "Winner")
    assert [row[0] for row in texts(rate)] == ["1", "8", "all"]
    assert texts(rate)[0][1:3] == ("3\u202f000", "2\u202f000")
    assert [row[-1] for row in texts(rate)] == ["none", "none", "none"]
    assert "% (" in rate.rows[0][-1].tip


def test_one_run_a_cell_isnt_judged_and_has_a_leader() -> None:
    first, *others = tables_of(session(1))
    assert "one run: no verdict" in first.title
    assert texts(first)[1][1].startswith("none by 50.")
    assert all("one run: no verdict" in table.heads[-1] for table in others)
    assert all(cell.mark is Mark.NONE for table in others for row in table.rows for cell in row)
    # a time that is a third shorter, as verdicts say it
    time = next(table for table in others if table.title == "Random write: mean latency")
    assert texts(time)[-1][-1].startswith("none by 33.")


def test_too_few_runs_are_said_as_such() -> None:
    """Two show nothing of a drift, with however many thread counts; three do."""
    for threads in ((1,), (1, 2, 4, 8)):
        assert tables_of(session(2, threads))[0].title.endswith("2 runs: too few for a verdict")
        assert tables_of(session(3, threads))[-1].heads[-1] == "Winner"


@pytest.mark.parametrize("protocol", [Protocol.RESTARTS, Protocol.REPEATS])
def test_other_sessions_have_none(protocol: Protocol) -> None:
    record = session(10)
    other = dataclasses.replace(record, plan=dataclasses.replace(record.plan, protocol=protocol))
    assert tables_of(other) == ()
    titles = [
        each.title for each in result_blocks(other, judge(other)) if isinstance(each, Section)
    ]
    assert str(TITLE) not in titles


def test_a_single_variant_has_none() -> None:
    record = session(2)
    alone = tuple(each for each in record.measurements if each.variant == "none")
    assert tables_of(dataclasses.replace(record, measurements=alone)) == ()


def test_the_terminal_and_markdown_have_them() -> None:
    record = session(1)
    lines = summary_lines(record, judge(record))
    assert max(map(len, lines)) <= 80
    assert f"{TITLE}:" in lines
    assert "Random write: throughput, IOPS:" in lines
    assert any("none by 50." in line for line in lines)
    text = markdown(record, judge(record))
    assert "### Random write: throughput, IOPS" in text
    assert "one run: no verdict" in text


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("repeats", "winner"), [(1, ""), (10, "none")])
def test_the_bundle_has_them_as_csv(tmp_path: Path, repeats: int, winner: str) -> None:
    record = session(repeats)
    judgement = judge(record)
    write_bundle(record, judgement, tmp_path)
    with (tmp_path / "article.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 3 * 3
    row = next(
        each
        for each in rows
        if (each["operation"], each["metric"], each["threads"]) == ("rand-write", "rate", "8")
    )
    assert (row["winner"], row["leader"], row["unit"]) == (winner, "none", "IOPS")
    assert float(row["lead_percent"]) == pytest.approx(50, abs=1)
    assert float(row["none"]) == pytest.approx(3000, rel=0.01)
    assert bool(row["low_percent"]) == (repeats > 1)
    assert row["runs"] == str(repeats)


def test_the_csv_of_another_session_is_its_header(tmp_path: Path) -> None:
    record = example_record(("none", "bfq"), OPERATIONS)
    write_article_csv(record.plan, judge(record), tmp_path / "a.csv")
    assert len((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()) == 1
