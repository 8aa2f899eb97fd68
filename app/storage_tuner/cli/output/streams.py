"""Standard streams that are closed, not UTF-8, or without a reader."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO, cast


def replace_closed() -> None:
    """Replace closed standard streams by the null device: Python sets a stream to None that the
    shell closed with ``<&-`` or ``>&-``."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115 - stays open until exit
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115


def bear_any_letter() -> None:
    """Replace letters that a stream can't encode or decode, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextlib.contextmanager
def printing_errors() -> Iterator[None]:
    """Ignore errors on standard error after its terminal was closed or its reader has exited."""
    with contextlib.redirect_stderr(cast(TextIO, Aside(sys.stderr))):
        yield


class Aside:
    """``stream`` for diagnostics: discards them once it can't be written."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError:
            forget(self._stream)
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            forget(self._stream)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def forget(stream: TextIO) -> None:
    """Redirect a stream that can't be written any more to the null device, also for Python's own
    flush at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
