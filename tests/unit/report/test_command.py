"""``storage-tuner report``."""

from __future__ import annotations

import argparse
from pathlib import Path

import pypdf
import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.cli.report import add_parsers
from storage_tuner.core.errors import InvalidInput, UnreadableResult
from storage_tuner.store.results import read_results, write_results
from storage_tuner.store.tables.delimited import read_table
from storage_tuner.store.tables.run_table import read_runs
from tests.unit.report.example_session import example_record


def run(*words: str | Path) -> int:
    parser = argparse.ArgumentParser()
    add_parsers(parser.add_subparsers())
    arguments = parser.parse_args(["report", *map(str, words)])
    code: int = arguments.run(arguments)
    return code


@pytest.fixture
def result(tmp_path: Path) -> Path:
    path = tmp_path / "results.json"
    record = example_record(repeats=2)
    write_results(record, judge(record), path)
    return path


def test_every_output_is_written_and_told(
    result: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = {name: tmp_path / f"out.{name}" for name in ("pdf", "csv", "html", "json")}
    options = [word for name, path in out.items() for word in (f"--{name}", path)]
    assert run(result, *options) == 0
    assert capsys.readouterr().out.splitlines() == [f"Wrote {path}" for path in out.values()]
    record = read_results(result)
    assert read_results(out["json"]) == record
    assert read_runs(read_table(out["csv"])).runs == record.measurements
    assert out["html"].read_text().startswith("<!doctype html>")
    assert len(pypdf.PdfReader(out["pdf"]).pages) > 1


def test_what_is_appended_to_by_the_shell_holds_the_report_and_nothing_else(
    result: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("my notes\n")
    with notes.open("a") as file:
        assert run(result, "--md", f"/dev/fd/{file.fileno()}") == 0
    assert run(result, "--md", tmp_path / "alone.md") == 0
    assert notes.read_text() == "my notes\n" + (tmp_path / "alone.md").read_text()
    assert capsys.readouterr().out == f"Wrote {tmp_path / 'alone.md'}\n"


def test_without_an_output_there_is_nothing_to_do(result: Path) -> None:
    with pytest.raises(InvalidInput, match="--pdf"):
        run(result)


def test_a_csv_is_no_whole_session(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"evaluate the CSV"):
        run(tmp_path / "runs.csv", "--pdf", tmp_path / "a.pdf")


def test_an_unreadable_result_writes_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "results.json"
    broken.write_text("{}")
    with pytest.raises(UnreadableResult):
        run(broken, "--html", tmp_path / "a.html")
    assert list(tmp_path.iterdir()) == [broken]
