"""Labels of workloads within sentences."""

from __future__ import annotations

import pytest

from storage_tuner.core.workload import Operation, RateUnit


@pytest.mark.parametrize(
    "label, phrase",
    [
        ("Random read", "random read"),
        ("VM disk", "VM disk"),
        ("I/O priorities: idle", "I/O priorities: idle"),
        ("IOzone read, 4 KiB", "IOzone read, 4 KiB"),
        ("CrystalDiskMark SEQ1M Q8T1 read", "CrystalDiskMark SEQ1M Q8T1 read"),
        ("Database (OLTP): log", "database (OLTP): log"),
        ("A", "a"),
        ("", ""),
    ],
)
def test_only_an_ordinary_word_begins_small(label: str, phrase: str) -> None:
    assert str(Operation("x", label, RateUnit.REQUESTS, writes=False).phrase) == phrase
