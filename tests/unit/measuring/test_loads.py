"""A long fio of our own with very many threads, looked at from its very beginning."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner.bench.measured_file import MeasuredFile
from storage_tuner.core.plan import Cell
from storage_tuner.core.workload import Operation, classical_workloads
from storage_tuner.measuring.loads import FileRun
from tests.loop_device import MEBIBYTE, scratch_folder


@pytest.fixture
def file() -> Iterator[MeasuredFile]:
    with scratch_folder() as folder:
        path = Path(folder, "file")
        path.write_bytes(os.urandom(64 * MEBIBYTE))
        yield MeasuredFile(str(path), 64 * MEBIBYTE)


@pytest.mark.parametrize("threads", [1, 256, pytest.param(1024, marks=pytest.mark.slow)])
def test_all_threads_are_waited_for(file: MeasuredFile, threads: int) -> None:
    """fio that is asked for its state before all of its threads exist may never answer."""
    (workload,) = classical_workloads([Operation.RANDOM_READ])
    run = FileRun(file, None, lambda: False, "")
    run.begin(Cell(workload, threads))
    try:
        looks = [run.sample() for _ in range(3)]
    finally:
        run.end()
    requests = [sample.states[0].requests for sample in looks]
    assert requests[0] < requests[1] < requests[2]
    spent_ms = [sample.states[0].thread_ms for sample in looks]
    assert spent_ms == sorted(spent_ms)
