"""The bytes of a file somebody names as a result."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.sentence import sentence

LARGEST_BYTES = 256 << 20
"""A result of a hundred thousand runs has 60 MB; more is something else, such as a disk."""


def read_bytes(path: Path) -> bytes:
    """Everything in ``path``. Raises ``UnreadableResult``: no such file, not allowed, too large."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise UnreadableResult(str(path), error.strerror or str(error)) from error
    if len(content) > LARGEST_BYTES:
        raise UnreadableResult(str(path), sentence("it is too large for a result"))
    return content
