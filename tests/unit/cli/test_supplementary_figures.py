"""Figures beside the verdicts in the terminal."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.cli.output.supplementary_figures import lines_beside
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.workload import Operation
from tests.unit.report.example_session import example_record


def test_nothing_measured_gives_no_heading() -> None:
    record = example_record(("none",), repeats=0)
    assert lines_beside(record) == []


def test_thousands_are_written_out() -> None:
    record = _with_processor_time(example_record(("none",), (Operation.SEQUENTIAL_READ,)))
    (line,) = [each for each in lines_beside(record) if "none " in each][:1]
    assert "e+" not in line


def _with_processor_time(record: SessionRecord) -> SessionRecord:
    """A second of processor time for many GB each."""
    runs = (
        replace(run, whole_system_cpu_s=1.0, bytes_moved=8_750_000_000)
        for run in record.measurements
    )
    return replace(record, measurements=tuple(runs))
