"""What application and helper must agree on, although neither imports the other."""

from __future__ import annotations

import pytest

from storage_tuner.core.plan import Operation
from storage_tuner.fio import job
from storage_tuner_helper import fio

ONLY_AS_ROOT = {"--invalidate=0"}
"""Emptying a disk's cache needs a capability that the helper gave up; files have no such need."""


@pytest.mark.parametrize("operation", Operation)
@pytest.mark.parametrize("threads", [1, 8])
def test_the_commands_of_a_report_are_those_of_the_helper(
    operation: Operation, threads: int
) -> None:
    size = 1000 << 20
    ours = job.arguments(
        operation, path="F", size_bytes=size, threads=threads, runtime_ms=700, ramp_ms=100
    )
    workload = fio.Workload(operation.value, threads, operation.block_bytes, 700, 100, job.ENGINE)
    theirs = fio.arguments(workload, 9, size)
    options = {option for option in theirs[theirs.index(fio.FIO) + 1 :] if "filename" not in option}
    assert options - ONLY_AS_ROOT == {option for option in ours[1:] if "filename" not in option}
