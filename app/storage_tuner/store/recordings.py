"""Reads the recorded starts that come with the application, described in
``docs/recordings.md``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, NewType

from storage_tuner.core.message import sentence
from storage_tuner.core.recording import RecordedRead, Recording
from storage_tuner.core.workload import RecordedProgram, Workload
from storage_tuner.store.resource_files import resource
from storage_tuner.typed_documents import Format, Range, no_such_key, parse_json, unexpected, whole
from storage_tuner_protocol.workload import (
    LARGEST_READ_BYTES,
    LONGEST_THINK_US,
    MAXIMUM_READS,
    READ_UNIT_BYTES,
)

LARGEST_SPAN_BYTES = 2 << 30

_Read = NewType("_Read", RecordedRead)


@dataclass(frozen=True)
class _Document:
    name: RecordedProgram
    program: str
    recorded: str
    span_bytes: Annotated[int, Range(READ_UNIT_BYTES, LARGEST_SPAN_BYTES)]
    reads: tuple[_Read, ...]


def recordings_for(workloads: Iterable[Workload]) -> dict[RecordedProgram, Recording]:
    """The recordings that ``workloads`` replay. Raises as ``recorded_start``."""
    programs = {each.replay.recording for each in workloads if each.replay}
    return {program: recorded_start(program) for program in programs if program}


def recorded_start(program: RecordedProgram) -> Recording:
    """The recording of ``program``. Raises ``UnreadableResult`` and ``FileNotFoundError`` for a
    faulty installation."""
    return read_recording(resource("recordings", f"{program}.json"))


@lru_cache(maxsize=8)  # needed for every run
def read_recording(path: Path) -> Recording:
    """The recording in ``path``. Raises ``UnreadableResult`` with the place in the file."""
    document = parse_json(str(path), path.read_bytes())
    found = document.read(_Document, _FORMAT)
    if not 1 <= len(found.reads) <= MAXIMUM_READS:
        raise document.refused(
            sentence("expected from 1 to {most} reads", most=MAXIMUM_READS), "reads"
        )
    if any(read.offset + read.length > found.span_bytes for read in found.reads):
        raise document.refused(sentence("a read extends beyond span_bytes"), "reads")
    return Recording(found.name, found.program, found.recorded, found.span_bytes, found.reads)


def _read(value: object) -> RecordedRead:
    if not isinstance(value, list) or len(value) != 3:
        raise unexpected(sentence("a list of offset, bytes and think_us"), value)
    offset = whole(value[0], Range(0, LARGEST_SPAN_BYTES))
    length = whole(value[1], Range(READ_UNIT_BYTES, LARGEST_READ_BYTES))
    if offset % READ_UNIT_BYTES or length % READ_UNIT_BYTES:
        raise unexpected(sentence("multiples of {size} bytes", size=READ_UNIT_BYTES), value)
    return RecordedRead(offset, length, whole(value[2], Range(0, LONGEST_THINK_US)))


_FORMAT = Format(readers={_Read: _read}, unknown_key=no_such_key)
