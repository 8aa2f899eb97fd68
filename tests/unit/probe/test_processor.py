"""The first line of /proc/stat."""

from __future__ import annotations

import os

import pytest

from storage_tuner.probe.load.processor import parse_processor_times, processor_line

TICKS = os.sysconf("SC_CLK_TCK")


def test_a_line_of_a_recorded_machine() -> None:
    found = parse_processor_times("cpu  1000 200 300 40000 5000 60 70 8 0 0")
    assert found is not None
    assert found.user_s == 1200 / TICKS
    assert found.system_s == pytest.approx(430 / TICKS)
    assert found.idle_s == 45000 / TICKS
    assert found.stolen_s == 8 / TICKS
    assert found.total_s == pytest.approx(46638 / TICKS)


@pytest.mark.parametrize("line", ["", "cpu", "cpu 1 2 3", "cpu0 1 2 3 4 5 6 7 8", "cpu a b c"])
def test_what_is_no_such_line(line: str) -> None:
    assert parse_processor_times(line) is None


def test_nothing_goes_backwards() -> None:
    before = parse_processor_times("cpu  10 0 10 100 50 0 0 0")
    after = parse_processor_times("cpu  11 0 10 105 40 0 0 0")
    assert before and after
    assert after.since(before).idle_s == 0
    assert after.since(before).user_s == pytest.approx(1 / TICKS)


def test_this_machine_tells() -> None:
    assert parse_processor_times(processor_line()) is not None
