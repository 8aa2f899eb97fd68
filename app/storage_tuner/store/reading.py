"""The bytes of a file somebody names as a result, a plan or a workload."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.sentence import sentence

LARGEST_BYTES = 256 << 20
"""A result of a hundred thousand runs has 60 MB; more is something else, such as a disk."""

LARGEST_SMALL_BYTES = 1 << 20
"""Plans and workloads have a few thousand; more is something else."""


def read_bytes(path: Path) -> bytes:
    """Everything in ``path``. Raises ``UnreadableResult``: no such file, not allowed, too large."""
    with _explained(path):
        return _bounded(path, LARGEST_BYTES, sentence("it is too large for a result"))


def read_small_file(path: Path) -> bytes:
    """As ``read_bytes``, of a plan or a workload, and of no pipe, which would keep us waiting."""
    with _explained(path):
        if not path.is_file():
            raise UnreadableResult(str(path), sentence("it is no file"))
        return _bounded(path, LARGEST_SMALL_BYTES, sentence("it is too large"))


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UnreadableResult(str(path), error.strerror or str(error)) from error


def _bounded(path: Path, largest: int, too_large: str) -> bytes:
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise UnreadableResult(str(path), too_large)
    return content
