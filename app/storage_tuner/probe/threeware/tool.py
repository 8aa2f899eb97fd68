"""Locates the vendor's program and runs single queries."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.errors import NoSuchProgram, ToolFailed, ToolMissing
from storage_tuner.core.message import Text, sentence
from storage_tuner.probe.threeware.parsing import Output, parse_output
from storage_tuner.process import CLEAN_ENVIRONMENT, run
from storage_tuner_protocol.threeware import ANSWER_SECONDS, PROGRAM_FOLDERS, PROGRAM_NAMES

OUTPUT_LIMIT_BYTES = 1 << 20


def find_tool(folders: Sequence[str] = PROGRAM_FOLDERS) -> Path | None:
    """The program, from PATH first; None when it isn't installed."""
    searched = [folder for folder in os.environ.get("PATH", "").split(":") if folder[:1] == "/"]
    for folder in (*searched, *folders):
        for name in PROGRAM_NAMES:
            if found := shutil.which(f"{folder}/{name}"):
                return Path(found)
    return None


def given_tool(path: Path) -> Path:
    """The program named by the user. Raises ``NoSuchProgram``."""
    found = shutil.which(path.absolute())
    if found is None and len(path.parts) == 1:
        found = shutil.which(path)
    if found is None:
        raise NoSuchProgram(str(path))
    return Path(found).absolute()


@dataclass(frozen=True)
class Answer:
    """The result of a query. ``output`` is None when there was none; ``failure`` is then the
    reason, as a phrase.

    ``silent``: the program had to be killed, or can't be run, and so would fail again.
    """

    output: Output | None
    failure: Text = ""
    silent: bool = False


class Tool:
    """Runs the program without input and without the environment variables for its options.

    All queries together stop at ``seconds`` from construction.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        self._path = path
        self._deadline = time.monotonic() + seconds

    def ask(self, *words: str) -> Answer:
        """Run one query; raises nothing. The words are ours or were checked against a pattern,
        never free text."""
        seconds = min(ANSWER_SECONDS, self._deadline - time.monotonic())
        if seconds <= 0:
            return Answer(None, sentence("it took too long in total"), silent=True)
        try:
            outcome = run(
                (str(self._path), *words),
                timeout=seconds,
                limit=OUTPUT_LIMIT_BYTES,
                environment=CLEAN_ENVIRONMENT,
            )
        except ToolMissing:
            return Answer(None, sentence("the program is gone"), silent=True)
        except ToolFailed as error:
            return Answer(None, error.reason, silent=True)
        # the output comes last because its last line may be truncated
        output = parse_output(f"{outcome.error_output}\n{outcome.output}")
        if output.errors:
            return Answer(output, output.errors[0])
        if outcome.exit_code:
            exit_code = sentence("exit code {exit_code}", exit_code=outcome.exit_code)
            return Answer(output, next(iter(output.unread[-1:]), exit_code))
        return Answer(output)
