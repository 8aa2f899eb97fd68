"""Workloads with other block sizes than their own: the rows of a matrix sizes × threads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from storage_tuner.bench.catalogue import size_label, size_word
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.workload import Operation, Stream, Workload


def of_sizes(workloads: Iterable[Workload], sizes: Iterable[int]) -> tuple[Workload, ...]:
    """Each workload with each size, in the order given; unchanged if there are no sizes.

    Raises ``InvalidInput`` for workloads without a block size.
    """
    wanted = tuple(sizes)
    if not wanted:
        return tuple(workloads)
    return tuple(_of_size(workload, size) for workload in workloads for size in wanted)


def _of_size(workload: Workload, size: int) -> Workload:
    """A workload named like those with a list of sizes in the catalogue: ``randomio-4k``."""
    if not workload.streams or workload.replay:
        raise InvalidInput(
            sentence("{label} has no block size.", label=workload.label),
            sentence("Omit it, or measure it without block sizes."),
        )
    name = f"{workload.name}-{size_word(size)}"
    return replace(
        workload,
        name=name,
        label=_label(workload.label, size),
        streams=tuple(_stream(stream, workload.name, name, size) for stream in workload.streams),
    )


def _stream(stream: Stream, workload: str, name: str, size: int) -> Stream:
    return replace(
        stream,
        operation=_operation(stream.operation, workload, name, size),
        block_bytes=size,
        stride_bytes=stream.stride_bytes // stream.block_bytes * size,
    )


def _operation(operation: Operation, workload: str, name: str, size: int) -> Operation:
    return replace(
        operation,
        name=name + operation.name.removeprefix(workload),
        label=_label(operation.label, size),
        block_bytes=size,
    )


def _label(label: Text, size: int) -> Message:
    return together((label, size_label(size)), ", ")
