"""Our input and outputs as we are given them: closed, without Unicode, with nobody who listens."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO, cast


def replace_closed() -> None:
    """A shell's ``<&-`` and ``>&-`` leave us without a stream, which Python tells as None."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115 - lives as long as we do
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115


def bear_any_letter() -> None:
    """A terminal that isn't UTF-8 gets "?" for a dash, and a mark stands for what is no letter in
    what we read; that mustn't end anything."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextlib.contextmanager
def printing_errors() -> Iterator[None]:
    """Nothing that is told on the standard error output ends anything when nobody hears it any
    more, after a terminal was closed or a reader left."""
    with contextlib.redirect_stderr(cast(TextIO, Aside(sys.stderr))):
        yield


class Aside:
    """``stream`` for what is told beside the result: once it can't be written, it goes nowhere."""

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
    """Nothing can be written to it any more, so that further attempts, Python's own last one too,
    must go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
