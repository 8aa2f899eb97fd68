"""Figures beside the verdicts in the terminal."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.advice.judgement import judge
from storage_tuner.cli.figures_beside import lines_beside
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.workload import Operation
from tests.unit.report.example_session import example_record

VALUES = "What was measured, with 95 % intervals:"


def test_what_was_measured_of_the_only_setting_is_told() -> None:
    """With nothing to compare, the table of verdicts holds dashes only."""
    record = example_record(("none",), (Operation.RANDOM_READ,))
    lines = lines_beside(record, judge(record))
    assert lines[:2] == ["", VALUES]
    text = " ".join(" ".join(lines[2:]).split())
    for threads in ("1 thread:", "2 threads:", "4 threads:", "8 threads:"):
        assert f"- random read, {threads} rate " in text
    assert text.count("IOPS, access time ") == text.count("slowest 1 % ") == 4
    assert all(len(line) <= 80 for line in lines)


def test_of_compared_settings_the_verdicts_tell() -> None:
    record = example_record(("none", "bfq"), (Operation.RANDOM_READ,))
    assert VALUES not in lines_beside(record, judge(record))


def test_nothing_measured_gives_no_heading() -> None:
    record = example_record(("none",), repeats=0)
    assert lines_beside(record, judge(record)) == []


def test_thousands_are_written_out() -> None:
    record = _with_processor_time(example_record(("none",), (Operation.SEQUENTIAL_READ,)))
    (line,) = [each for each in lines_beside(record, judge(record)) if "none " in each][:1]
    assert "e+" not in line


def _with_processor_time(record: SessionRecord) -> SessionRecord:
    """A second of processor time for many GB each."""
    runs = (
        replace(run, whole_system_cpu_s=1.0, bytes_moved=8_750_000_000)
        for run in record.measurements
    )
    return replace(record, measurements=tuple(runs))
