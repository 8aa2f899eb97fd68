"""The table by seconds: one row each, beside it the run that went on."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from storage_tuner.core.errors import NoSpace
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.store.tables.seconds_table import COLUMNS, write_seconds
from tests.unit.report.example_session import START, example_record


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_one_row_a_second(tmp_path: Path) -> None:
    record = example_record(repeats=1)
    first = record.measurements[0]
    course = TimeCourse(
        (START - timedelta(seconds=1)).isoformat(),
        ends_s=(0.5, 2.0, 3.6),
        read_mb_s=(0.0, 123.456, 1.0),
        write_mb_s=(0.0, 0.0, 0.0),
        read_iops=(0.0, 117.0, 2.0),
        write_iops=(0.0, 0.0, 0.0),
        latency_ms=(None, 4.25, 1.0),
        queue_length=(0.0, 1.5, 0.0),
        utilisation=(0.0, 1.0, 0.5),
    )
    path = tmp_path / "seconds.csv"
    write_seconds(replace(record, time_course=course), path)
    before, during, between = rows(path)
    assert tuple(during) == COLUMNS
    assert before["latency_ms"] == ""
    assert before["variant"] == before["operation"] == ""
    assert (during["seconds"], during["read_mb_s"], during["latency_ms"]) == (
        "2.0",
        "123.456",
        "4.25",
    )
    assert during["at"] == (START + timedelta(seconds=1)).isoformat()
    assert (during["variant"], during["operation"], during["threads"]) == (
        first.variant,
        first.operation.name,
        str(first.threads),
    )
    assert between["variant"] == ""


def test_without_seconds_there_is_the_header_alone(tmp_path: Path) -> None:
    path = tmp_path / "seconds.csv"
    write_seconds(example_record(repeats=1), path)
    assert path.read_text() == ",".join(COLUMNS) + "\n"


def test_a_full_disk() -> None:
    with pytest.raises(NoSpace):
        write_seconds(example_record(repeats=1), Path("/dev/full"))
