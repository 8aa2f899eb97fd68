"""Converts a workload's streams to fio's argument list. Pure text."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.workload import Stream
from storage_tuner_protocol import fio_arguments, workload
from storage_tuner_protocol.workload import Workload

ONE_BY_ONE = "psync"
"""The engine for one request at a time per thread, which is always available."""

ASYNCHRONOUS = "libaio"
"""The engine for several requests at a time; also works where io_uring is forbidden to users."""


def engine_for(streams: Sequence[Stream | workload.Stream]) -> str:
    """The value of fio's ``ioengine``: the same for all streams, so that they compete equally."""
    return ASYNCHRONOUS if any(stream.queue_depth > 1 for stream in streams) else ONE_BY_ONE


def arguments(
    streams: Sequence[Stream],
    *,
    path: str,
    size_bytes: int,
    threads: int,
    runtime_ms: int,
    ramp_ms: int,
    fio_version: str,
    output: str = "json",
) -> tuple[str, ...]:
    """The whole argv, beginning with ``fio``, for one run of all ``streams`` at once on ``path``.

    ``threads`` is for streams without a count of their own. ``output`` is fio's format; ``json+``
    adds the counts of all latencies, which slices need. The rest is as in
    ``storage_tuner_protocol.fio_arguments``.
    """
    in_cell = tuple(stream.in_cell(threads) for stream in streams)
    run = Workload(in_cell, runtime_ms, ramp_ms, engine_for(streams), output)
    return run_arguments(run, path=path, size_bytes=size_bytes, fio_version=fio_version)


def run_arguments(
    run: Workload, *, path: str, size_bytes: int, fio_version: str, iolog: str = ""
) -> tuple[str, ...]:
    """As ``arguments``, for a run whose streams are complete; ``iolog`` is the file with the reads
    of a replay."""
    options = fio_arguments.arguments(run, escape(path), size_bytes, fio_version, iolog)
    return ("fio", *options)


def escape(path: str) -> str:
    """The path for fio's command line: ``:`` separates file names unless escaped by a backslash."""
    return path.replace("\\", "\\\\").replace(":", "\\:")
