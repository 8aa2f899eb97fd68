"""The guide's formula, with the numbers of its example, and what direct I/O changes."""

from __future__ import annotations

import pytest

from storage_tuner.bench.test_size import Caches, least_bytes, size_condition
from storage_tuner.core.condition import Severity

MB = 10**6
GUIDE = Caches(memory_bytes=96 * MB, controller_bytes=224 * MB, disk_bytes=6 * 16 * MB)
"""Its example: "total core memory limited to 96 MB, controller cache 224 MB, 6 disk with 16 MB
each". (It adds them up to 516 MB; they are 416.)"""


def test_twice_the_sum_of_all_caches() -> None:
    assert least_bytes(GUIDE, direct=False) == 2 * 416 * MB


def test_direct_io_leaves_the_memory_out() -> None:
    assert least_bytes(GUIDE, direct=True) == 2 * (224 + 96) * MB


@pytest.mark.parametrize(
    ("size", "direct", "severity", "words"),
    [
        (
            640 * MB,
            True,
            Severity.NOTE,
            (
                "enough",
                "controller 224 MB",
                "disks at most 96 MB",
                "the minimum is 640 MB",
                "832 MB",
            ),
        ),
        (639 * MB, True, Severity.WARNING, ("too small", "at least 640 MB is needed")),
        (640 * MB, False, Severity.WARNING, ("memory 96 MB", "at least 832 MB is needed")),
        (832 * MB, False, Severity.NOTE, ("enough", "the minimum is 832 MB")),
    ],
)
def test_whether_a_size_is_enough(
    size: int, direct: bool, severity: Severity, words: tuple[str, ...]
) -> None:
    found = size_condition(size, GUIDE, direct=direct)
    assert found.severity is severity
    for word in words:
        assert word in str(found.sentence)
    assert ("Without direct I/O" in str(found.sentence)) is (direct and severity is Severity.NOTE)


def test_without_any_cache_everything_is_enough() -> None:
    found = size_condition(1, Caches(0), direct=True)
    assert found.severity is Severity.NOTE
    assert "(none)" in str(found.sentence)
