"""Starts of recorded programs as workloads: on the idle disk, and beside readers and writers."""

from __future__ import annotations

from storage_tuner.bench.catalogue import Entry
from storage_tuner.bench.programs.command import (
    LOADS,
    START_PURPOSE,
    copying_operations,
    start_label,
)
from storage_tuner.core.message import counted, sentence
from storage_tuner.core.workload import (
    Mode,
    Operation,
    RateUnit,
    RecordedProgram,
    Region,
    Stream,
    Workload,
)
from storage_tuner_protocol.workload import LARGEST_READ_BYTES

COPY_BYTES = 256 << 10
"""The size of a request of the readers and writers, as of those beside a command's start."""

_PROGRAMS = {
    RecordedProgram.SMALL: sentence("a small program"),
    RecordedProgram.MEDIUM: sentence("a medium-sized program"),
    RecordedProgram.LARGE: sentence("a large program"),
}
_SOURCE = (
    "Recorded by us: resources/recordings. The loads are those of the S suite of bfq's authors: "
    "github.com/Algodev-github/S, comm_startup_lat.sh, 27fa2b2, 2021-01-08."
)
_OF_START = Region(0, 50)
_OF_READERS = Region(50, 25)
_OF_WRITERS = Region(75, 25)


def recorded_starts() -> tuple[Entry, ...]:
    """For each program a start beside each of ``LOADS``, then beside the readers alone, which a
    target that is only read allows."""
    return tuple(
        Entry(workload, _SOURCE)
        for program in RecordedProgram
        for workload in (
            *(_start(program, readers, readers) for readers in LOADS),
            *(_start(program, readers, 0) for readers in LOADS if readers),
        )
    )


def _start(program: RecordedProgram, readers: int, writers: int) -> Workload:
    name = f"start-{program}-{readers}"
    label = start_label(_PROGRAMS[program], readers)
    if readers and not writers:
        name += "-read"
        label = counted(
            readers,
            "Start {command}, {count} reader",
            "Start {command}, {count} readers",
            command=_PROGRAMS[program],
        )
    operation = Operation(name, label, RateUnit.RUNS, writes=False)
    reading, writing = copying_operations(name, label, COPY_BYTES)
    beside = (
        _copying(reading, Mode.READ, readers, _OF_READERS),
        _copying(writing, Mode.WRITE, writers, _OF_WRITERS),
    )
    start = Stream(
        operation,
        Mode.RANDOM_READ,
        LARGEST_READ_BYTES,
        threads=1,
        region=_OF_START,
        recording=program,
    )
    return Workload(
        name,
        label,
        purpose=START_PURPOSE,
        simulates=sentence("A program whose start was recorded."),
        streams=(start, *(stream for stream in beside if stream.threads)),
    )


def _copying(operation: Operation, mode: Mode, threads: int, region: Region) -> Stream:
    return Stream(operation, mode, COPY_BYTES, threads=threads, region=region, shared=False)
