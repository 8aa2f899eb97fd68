"""Workloads that write from buffers that fio fills only once.

Generating random data for each request keeps a CPU core busy above a few GB/s. Prefilled buffers
are random, too, and fio scrambles a few bytes of each 512 before it sends them again
(``scramble_buffers``), so that equal blocks aren't deduplicated; a disk that compresses may still
recognise them. Their results are therefore those of other operations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.workload import Operation, Stream, Workload


class Buffers(StrEnum):
    """REFILLED: with new random data for each write; PREFILLED: once, at the start."""

    REFILLED = "refilled"
    PREFILLED = "prefilled"


def of_buffers(workloads: Iterable[Workload], buffers: Buffers) -> tuple[Workload, ...]:
    """Each workload with such buffers; those that only read are unchanged. Raises ``InvalidInput``
    where none writes with fio."""
    before = tuple(workloads)
    if buffers is Buffers.REFILLED:
        return before
    found = tuple(map(_prefilled, before))
    if found == before:
        raise InvalidInput(
            sentence("None of these workloads writes from fio's buffers."),
            sentence("Choose others with --workloads or --operations, or omit --buffers."),
        )
    return found


def _prefilled(workload: Workload) -> Workload:
    if not any(stream.mode.writes for stream in workload.streams):
        return workload
    name = _name(workload.name)
    streams = tuple(_stream(stream, workload.name, name) for stream in workload.streams)
    return replace(workload, name=name, label=_label(workload.label), streams=streams)


def _stream(stream: Stream, workload: str, name: str) -> Stream:
    if not stream.mode.writes:
        return stream
    return replace(stream, operation=_operation(stream.operation, workload, name), prefilled=True)


def _operation(operation: Operation, workload: str, name: str) -> Operation:
    return replace(
        operation,
        name=name + operation.name.removeprefix(workload),
        label=_label(operation.label),
    )


def _name(name: str) -> str:
    return f"{name}-{Buffers.PREFILLED}"


def _label(label: Text) -> Message:
    return sentence("{label}, prefilled buffers", label=label)
