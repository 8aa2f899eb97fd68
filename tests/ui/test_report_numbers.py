"""The same session has the same digits in every file, in the terminal and in the window."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from storage_tuner import process
from storage_tuner.core.measurement import Measurement, Metric, SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.judging import judge_session
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Table
from storage_tuner.present.result import result_blocks
from storage_tuner.report.text.terminal import summary_lines
from storage_tuner.report.writers import WRITERS
from storage_tuner.store.results import read_results
from storage_tuner.store.tables.delimited import read_table
from storage_tuner.store.tables.run_table import read_runs
from storage_tuner.ui.assistant.steps.result_step import ResultStep
from storage_tuner.ui.blocks.table import BlockTable
from tests.unit.report.example_session import example_record

SPACES = re.compile(r"\s+")


def close(text: str) -> str:
    """Without any space: a page breaks lines where it wants to."""
    return SPACES.sub("", text)


@pytest.fixture(scope="module")
def record() -> SessionRecord:
    return example_record(
        ("none", "mq-deadline", "bfq"),
        (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ),
        repeats=4,
    )


@pytest.fixture(scope="module")
def judgement(record: SessionRecord) -> Judgement:
    return judge_session(record)


@pytest.fixture(scope="module")
def texts(
    record: SessionRecord, judgement: Judgement, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("same")
    found: dict[str, str] = {}
    for kind in ("pdf", "html", "md", "txt", "csv", "json"):
        path = folder / f"report.{kind}"
        WRITERS[kind].write(record, judgement, path)
        if kind == "pdf":
            found[kind] = process.run(("pdftotext", "-raw", str(path), "-"), timeout=60).output
        elif kind in ("html", "md", "txt"):
            found[kind] = re.sub(r"<[^>]+>", "", path.read_text())
        else:
            found[kind] = str(path)
    return found


def differences(record: SessionRecord, judgement: Judgement) -> list[str]:
    """Every figure of the table that all show."""
    table = next(each for each in result_blocks(record, judgement) if isinstance(each, Table))
    return [cell.text for row in table.rows for cell in row[1:]]


def values(judgement: Judgement) -> list[str]:
    """Mean and interval of each variant in each cell."""
    return [
        part
        for verdict in judgement.verdicts
        if verdict.threads is not None
        for summary in verdict.summaries
        for part in numbers.mean_and_interval(verdict.metric, summary)
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["pdf", "html", "md", "txt"])
def test_every_verdict_and_every_value_is_in_the_report(
    texts: dict[str, str], record: SessionRecord, judgement: Judgement, kind: str
) -> None:
    said = close(texts[kind])
    compared = differences(record, judgement)
    assert len(compared) > 8
    assert len(values(judgement)) == 2 * (2 * 4 * len(Metric) * 3)
    missing = [one for one in (*compared, *values(judgement)) if close(one) not in said]
    assert missing == []


def test_the_table_and_the_data_come_to_the_same_verdict(
    texts: dict[str, str], record: SessionRecord, judgement: Judgement
) -> None:
    back = read_results(Path(texts["json"]))
    assert judge_session(back) == judgement
    assert read_runs(read_table(Path(texts["csv"]))).runs == record.measurements


@pytest.mark.parametrize(
    ("column", "told"),
    [
        ("rate_mb_s", lambda run: run.rate_mb_s),
        ("iops", lambda run: run.iops),
        ("latency_mean_ms", lambda run: run.latency_mean_ms),
        ("latency_p99_ms", lambda run: run.latency_p99_ms),
        ("cpu_mb_per_s", lambda run: run.cpu_mb_per_s),
    ],
)
def test_every_run_of_the_table_is_the_one_that_was_measured(
    texts: dict[str, str],
    record: SessionRecord,
    column: str,
    told: Callable[[Measurement], float],
) -> None:
    with Path(texts["csv"]).open(newline="") as file:
        shown = [numbers.three_digits(float(row[column])) for row in csv.DictReader(file)]
    assert shown == [numbers.three_digits(told(run)) for run in record.measurements]


def test_the_terminal_has_the_same_differences(record: SessionRecord, judgement: Judgement) -> None:
    said = close("\n".join(summary_lines(record, judgement)))
    compared = differences(record, judgement)
    assert [one for one in compared if close(one) not in said] == []


def test_the_window_has_the_same_differences(
    qtbot: QtBot, record: SessionRecord, judgement: Judgement
) -> None:
    page = ResultStep()
    qtbot.addWidget(page)
    page.show_result(record, judgement)
    table = page.findChildren(BlockTable)[0]
    items = [
        table.item(row, column)
        for row in range(table.rowCount())
        for column in range(table.columnCount())
    ]
    said = close("".join(item.text() for item in items if item is not None))
    compared = differences(record, judgement)
    assert [one for one in compared if close(one) not in said] == []
