"""The streams of one run as fio gets them; recorded starts with their reads, placed for the run."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from storage_tuner.bench.placed_reads import placed
from storage_tuner.core.plan import RunSpecification
from storage_tuner.core.recording import Recording
from storage_tuner.core.workload import RecordedProgram
from storage_tuner_protocol.fio_arguments import iolog_text
from storage_tuner_protocol.workload import WHOLE, Stream, extent_of

Recordings = Mapping[RecordedProgram, Recording]
"""Those that the workloads of a plan replay."""

NO_RECORDINGS: Recordings = MappingProxyType({})


def streams_of(
    specification: RunSpecification, size_bytes: int, recordings: Recordings
) -> tuple[Stream, ...]:
    """The streams of the run on a target of this size."""
    cell, number = specification.cell, specification.index
    return tuple(
        _replay(recordings[one.recording], stream, number, size_bytes) if one.recording else stream
        for one in cell.workload.streams
        for stream in (one.in_cell(cell.threads),)
    )


def _replay(recording: Recording, stream: Stream, number: int, size_bytes: int) -> Stream:
    reads = placed(recording, number, extent_of(stream, size_bytes))
    return replace(stream, region=WHOLE, reads=reads, think_us=recording.mean_think_us)


@contextlib.contextmanager
def reads_file(streams: Sequence[Stream], path: str) -> Iterator[str]:
    """The path of a file with the reads of the replay in ``streams``, on the file that fio opens as
    ``path``; empty without a replay. It has no name, so it disappears with us, however we end."""
    replays = [stream for stream in streams if stream.reads]
    if not replays:
        yield ""
        return
    with os.fdopen(os.memfd_create("storage-tuner-reads"), "w", encoding="ascii") as file:
        file.write(iolog_text(replays[0], path))
        file.flush()
        yield f"/proc/{os.getpid()}/fd/{file.fileno()}"
