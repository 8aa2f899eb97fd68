"""The reason why fio ended, from its output. Pure text."""

from __future__ import annotations

import re

from storage_tuner.core.message import Message, sentence

_FAILED_REQUEST = re.compile(
    r"io_u error on file .+: (?P<error>[^:\n]+): (?P<operation>\w+) offset=(?P<offset>\d+)"
)


def failed_request(text: str) -> Message | None:
    """The first request that failed, as a phrase; None: none did. One ends fio, and what fio
    prints after it, such as an assertion of its own, follows from that."""
    found = _FAILED_REQUEST.search(text)
    if found is None:
        return None
    return sentence(
        "{error} ({operation} at byte {offset})",
        error=found["error"],
        operation=found["operation"],
        offset=int(found["offset"]),
    )
