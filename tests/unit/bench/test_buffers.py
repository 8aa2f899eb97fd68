"""Workloads with prefilled buffers: other operations than those with new data for each write."""

from __future__ import annotations

import pytest

from storage_tuner.bench.buffers import Buffers, of_buffers
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.workload import CLASSICAL_WORKLOADS, Operation, classical_workload

READ = classical_workload(Operation.RANDOM_READ)
WRITE = classical_workload(Operation.SEQUENTIAL_WRITE)


def test_what_writes_becomes_another_operation() -> None:
    read, write = of_buffers((READ, WRITE), Buffers.PREFILLED)
    assert read == READ
    assert write.name == write.operations[0].name == "seq-write-prefilled"
    assert write.operations[0] != WRITE.operations[0]
    assert str(write.label) == "Sequential write, prefilled buffers"
    assert [stream.prefilled for stream in write.streams] == [True]


def test_refilled_ones_are_as_they_were() -> None:
    assert of_buffers(CLASSICAL_WORKLOADS, Buffers.REFILLED) == CLASSICAL_WORKLOADS


def test_reads_have_no_buffers_to_fill() -> None:
    with pytest.raises(InvalidInput):
        of_buffers((READ,), Buffers.PREFILLED)
