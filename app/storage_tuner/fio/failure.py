"""Finds the reason why fio failed in its output. Pure text."""

from __future__ import annotations

import re

from storage_tuner.core.message import Message, sentence

_FAILED_REQUEST = re.compile(
    r"io_u error on file .+: (?P<error>[^:\n]+): (?P<operation>\w+) offset=(?P<offset>\d+)"
)


def failed_request(text: str) -> Message | None:
    """The first failed request as a phrase, or None. A failed request ends fio; later output, such
    as a failed assertion, is a consequence."""
    found = _FAILED_REQUEST.search(text)
    if found is None:
        return None
    return sentence(
        "{error} ({operation} at byte {offset})",
        error=found["error"],
        operation=found["operation"],
        offset=int(found["offset"]),
    )
