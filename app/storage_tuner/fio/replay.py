"""Parses the result of a recorded start and of the streams beside it."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.message import sentence
from storage_tuner.core.workload import Stream
from storage_tuner.fio.result import FioResult, read_jobs, result_or_none
from storage_tuner.fio.slices import one_request


def parse_start(text: str, streams: Sequence[Stream], reads: int) -> tuple[FioResult, ...]:
    """As ``parse``, for the replay of a recording with so many ``reads`` and the streams beside it.
    One of these may have completed nothing meanwhile, and then counts as if it had completed one
    request.

    Raises ``ToolFailed`` also when the replay was ended by the time limit.
    """
    results = read_jobs(text, streams, result_or_none)
    replays = [one for one, stream in zip(results, streams, strict=True) if stream.recording]
    replay = replays[0] if replays else None
    if replay is None or replay.requests < reads:
        raise ToolFailed(
            "fio",
            sentence(
                "the start wasn't finished within the time limit, with {done} of {reads} reads",
                done=replay.requests if replay else 0,
                reads=reads,
            ),
        )
    return tuple(
        one or one_request(stream, replay.duration_s)
        for one, stream in zip(results, streams, strict=True)
    )
