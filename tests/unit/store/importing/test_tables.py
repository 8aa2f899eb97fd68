"""Our own results, from here or another computer, and tables of the documented form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from storage_tuner.advice.judgement import judge, judge_table
from storage_tuner.advice.statistics.methods import ORDER_NOTE, method_for_table
from storage_tuner.advice.verdict import assess
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Protocol
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.judging import judge_session
from storage_tuner.store.importing import import_path
from storage_tuner.store.results import results_document, write_results
from storage_tuner.store.tables.delimited import read_table
from storage_tuner.store.tables.run_table import COLUMNS, read_runs, write_csv
from tests.unit.report.example_session import example_record
from tests.unit.said import said


@pytest.mark.parametrize("protocol", [Protocol.RESTARTS, Protocol.ADAPTIVE, Protocol.ARTICLE])
def test_our_own_session_of_another_computer_is_judged_the_same(
    tmp_path: Path, protocol: Protocol
) -> None:
    example = example_record(("none", "bfq", "kyber"), repeats=4)
    record = replace(
        example,
        plan=replace(example.plan, protocol=protocol),
        machine=replace(example.machine, host="elsewhere"),
    )
    judgement = judge_session(record)
    write_results(record, judgement, tmp_path / "exported")
    found = import_path(tmp_path / "exported")
    assert said((found.form, found.problems)) == ("results.json", ())
    assert found.records == (record,)
    again = judge_session(found.records[0])
    assert results_document(found.records[0], again) == results_document(record, judgement)


def test_a_result_of_ours_that_is_cut_off_is_a_problem(tmp_path: Path) -> None:
    record = example_record(("none", "bfq"), repeats=2)
    write_results(record, judge(record), tmp_path / "whole")
    content = (tmp_path / "whole").read_bytes()
    (tmp_path / "cut").write_bytes(content[: len(content) // 2])
    found = import_path(tmp_path / "cut")
    assert found.form == "results.json"
    assert found.records == ()
    assert "it isn't JSON" in str(found.problems[0].reason)


def judged_as_table(path: Path) -> object:
    table = read_runs(read_table(path))
    method = method_for_table(
        table.runs,
        in_blocks=table.in_blocks,
        timed=table.timed,
        when_decided=table.when_decided,
    )
    return judge_table(assess(table.runs, method), table.runs[0].variant).verdicts


@pytest.mark.parametrize("protocol", [Protocol.RESTARTS, Protocol.ADAPTIVE, Protocol.ARTICLE])
def test_a_table_is_judged_the_same_when_it_is_imported(tmp_path: Path, protocol: Protocol) -> None:
    """Whatever is known of the order of its runs is kept with them."""
    example = example_record(("none", "bfq", "kyber"), repeats=5)
    record = replace(example, plan=replace(example.plan, protocol=protocol))
    path = tmp_path / "runs.csv"
    write_csv(record, path)
    found = import_path(path)
    assert found.form == "CSV"
    (imported,) = found.records
    assert judge(imported).verdicts == judged_as_table(path)
    write_results(imported, judge(imported), tmp_path / "again")
    assert import_path(tmp_path / "again").records == (imported,)


def test_of_an_unknown_order_it_is_said_what_would_exclude_drift(tmp_path: Path) -> None:
    rows = [f"{name},seq-read,1,{run},{100 + run}" for name in "ab" for run in range(5)]
    path = tmp_path / "runs.csv"
    path.write_text("\n".join(["variant,operation,threads,repeat,rate_mb_s", *rows]))
    (imported,) = import_path(path).records
    assert ORDER_NOTE in judge(imported).notes


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rates=st.lists(st.floats(50, 150), min_size=4, max_size=16),
    columns=st.sets(st.sampled_from(["repeat", "index", "started_at", "stopping"])),
)
@example(rates=[50.0, 52.0, 51.0, 50.0, 52.0], columns=set())
def test_tables_of_any_columns_are_judged_the_same_when_they_are_imported(
    tmp_path: Path, rates: list[float], columns: set[str]
) -> None:
    header = ["variant", "operation", "threads", "rate_mb_s", *sorted(columns)]
    rows = []
    for place, rate in enumerate(rates):
        cells = {
            "repeat": str(place // 2),
            "index": str(place),
            "started_at": f"2026-01-01T10:{place:02}:00",
            "stopping": "when decided",
        }
        told = [cells[name] for name in sorted(columns)]
        rows.append(",".join([f"v{place % 2}", "seq-read", "1", repr(rate), *told]))
    path = tmp_path / "runs.csv"
    path.write_text("\n".join([",".join(header), *rows]) + "\n")
    (imported,) = import_path(path).records
    assert judge(imported).verdicts == judged_as_table(path)
    assert judge(imported).recommendation is None


def test_rows_that_cant_be_read_are_told_by_line_and_the_rest_is_imported(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    path.write_text(
        "variant;operation;threads;iops;mood\n"
        "none;rand-read;1;81,5;good\n"
        "none;rand-read;zero;81,5;good\n"
        "none;rand-read;1\n"
        "bfq;rand-read;1;-3;bad\n"
        "bfq;rand-read;1;79,5;bad\n"
    )
    found = import_path(path)
    (record,) = found.records
    assert [(run.variant, run.iops) for run in record.measurements] == [
        ("none", 81.5),
        ("bfq", 79.5),
    ]
    assert all(run.operation is Operation.RANDOM_READ for run in record.measurements)
    assert said([problem.line for problem in found.problems]) == [3, 4, 5, None]
    assert said(found.problems[3].reason) == "unknown columns: mood"


def test_means_are_no_runs(tmp_path: Path) -> None:
    path = tmp_path / "means.csv"
    path.write_text("variant,operation,metric,mean,sd,n\nnone,rand-read,iops,80,1.5,10\n")
    found = import_path(path)
    assert found.records == ()
    assert "a table of means has no runs" in str(found.problems[0].reason)


def test_a_table_keeps_all_figures_of_its_runs(tmp_path: Path) -> None:
    record = example_record(("none", "bfq"), repeats=2)
    write_csv(record, tmp_path / "runs.csv")
    (imported,) = import_path(tmp_path / "runs.csv").records

    def told(run: Measurement) -> tuple[object, ...]:
        return tuple(getattr(run, name) for name in COLUMNS if hasattr(run, name))

    assert [told(run) for run in imported.measurements] == [
        told(run) for run in record.measurements
    ]
