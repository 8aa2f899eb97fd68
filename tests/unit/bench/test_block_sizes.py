"""Workloads with requests of chosen sizes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.block_sizes import of_sizes
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.workload_catalogue import known_workloads

KNOWN = known_workloads(Path("/nonexistent"))


def known(name: str) -> Workload:
    return KNOWN.find(name).workload


def test_each_workload_has_each_size() -> None:
    made = of_sizes((known("randomio"), known("rand-read")), (512, 65536))
    assert [each.name for each in made] == [
        "randomio-512",
        "randomio-64k",
        "rand-read-512",
        "rand-read-64k",
    ]
    for workload, size in zip(made, (512, 65536) * 2, strict=True):
        (stream,) = workload.streams
        assert stream.block_bytes == stream.operation.block_bytes == size
        assert stream.operation.name == workload.name
        assert str(workload.label).endswith(("512 B", "64 KiB"))


def test_a_size_that_ships_is_the_same_by_either_way() -> None:
    (chosen,) = of_sizes((known("randomio"),), (65536,))
    shipped = known("randomio-64k")
    assert chosen.streams == shipped.streams
    assert str(chosen.label) == str(shipped.label)
    for one, other in zip(chosen.operations, shipped.operations, strict=True):
        assert str(one.label) == str(other.label)


def test_without_sizes_they_are_as_they_are() -> None:
    assert of_sizes((known("randomio"),), ()) == (known("randomio"),)


def test_streams_keep_their_names_and_strides() -> None:
    (oltp,) = of_sizes((known("oltp"),), (4096,))
    assert [each.name for each in oltp.operations] == ["oltp-4k/pages", "oltp-4k/log"]
    strided = replace(known("randomio").streams[0], block_bytes=4096, stride_bytes=3 * 4096)
    (made,) = of_sizes((replace(known("randomio"), streams=(strided,)),), (512,))
    assert made.streams[0].stride_bytes == 3 * 512


def test_what_has_no_requests_has_no_sizes() -> None:
    with pytest.raises(InvalidInput, match="has no block size"):
        of_sizes((known("tree-small-files"),), (512,))
