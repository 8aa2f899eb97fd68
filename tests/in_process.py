"""The command line within the test's own process: as good as one of its own where nothing is about
processes, and without the start of an interpreter."""

from __future__ import annotations

import locale
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess
from typing import IO
from unittest import mock

from storage_tuner.cli.main import main
from storage_tuner.core.language import speak, spoken


def run_here(words: Sequence[str], environment: Mapping[str, str]) -> CompletedProcess[str]:
    """What ``storage-tuner WORDS`` would say and give, with nobody at its input."""
    with _file() as output, _file() as errors:
        with _surroundings(environment, output, errors):
            try:
                code = main(words)
            except SystemExit as left:  # argparse
                code = left.code if isinstance(left.code, int) else 1
        return CompletedProcess(list(words), code, _written(output), _written(errors))


@contextmanager
def _surroundings(
    environment: Mapping[str, str], output: IO[str], errors: IO[str]
) -> Iterator[None]:
    """Also the C library's messages are as a new process has them: Qt in this one has them in the
    user's language, and what was once translated would stay so."""
    language, interrupted = spoken(), signal.getsignal(signal.SIGINT)
    messages = locale.setlocale(locale.LC_MESSAGES)
    with (
        Path(os.devnull).open() as nothing,
        mock.patch.dict(os.environ, environment, clear=True),
        mock.patch.multiple(sys, stdin=nothing, stdout=output, stderr=errors),
    ):
        locale.setlocale(locale.LC_MESSAGES, "C")
        try:
            yield
        finally:
            locale.setlocale(locale.LC_MESSAGES, messages)
            speak(language)
            signal.signal(signal.SIGINT, interrupted)


def _file() -> IO[str]:
    """One with a descriptor, which a program may ask for."""
    return tempfile.TemporaryFile("w+", encoding="utf-8")


def _written(file: IO[str]) -> str:
    file.seek(0)
    return file.read()
