"""Notes on the values that sessions left set; those of the virtual memory need no device."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner_helper.keeping.left_values import LeftValues

BEFORE = {"swappiness": "60", "dirty_ratio": "20"}


@pytest.fixture
def left(tmp_path: Path) -> LeftValues:
    return LeftValues(tmp_path)


def test_only_what_a_session_changed_is_noted(left: LeftValues) -> None:
    left.note("vm", 0, BEFORE, {**BEFORE, "swappiness": "10"})
    assert left.lines() == ["vm swappiness=10"]


def test_an_earlier_note_stays_while_its_value_is_set(left: LeftValues) -> None:
    left.note("vm", 0, BEFORE, {**BEFORE, "swappiness": "10"})
    present = {**BEFORE, "swappiness": "10", "dirty_ratio": "5"}
    left.note("vm", 0, {**BEFORE, "swappiness": "10"}, present)
    assert left.lines() == ["vm swappiness=10 dirty_ratio=5"]
    changed_by_others = {**present, "swappiness": "1"}
    left.note("vm", 0, changed_by_others, {**changed_by_others, "dirty_ratio": "8"})
    assert left.lines() == ["vm dirty_ratio=8"]


def test_what_is_of_another_disk_is_not_reported(left: LeftValues) -> None:
    left.note("vm", 7, BEFORE, {**BEFORE, "swappiness": "10"})
    left.note("nosuchdisk", 7, {}, {"nomerges": "1"})
    assert left.lines() == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"diskseq": 0}',
        '{"diskseq": 0, "tunables": []}',
        '{"diskseq": 0, "tunables": {"swappiness": "10 nr_requests=1"}}',
    ],
)
def test_a_broken_note_is_ignored_and_replaced(left: LeftValues, tmp_path: Path, text: str) -> None:
    (tmp_path / "left" / "vm").write_text(text)
    assert left.lines() == []
    left.note("vm", 0, BEFORE, {**BEFORE, "swappiness": "10"})
    assert left.lines() == ["vm swappiness=10"]


def test_a_note_that_cannot_be_written_stops_nothing(left: LeftValues, tmp_path: Path) -> None:
    (tmp_path / "left" / "vm").mkdir()
    left.note("vm", 0, BEFORE, {**BEFORE, "swappiness": "10"})
    assert left.lines() == []
