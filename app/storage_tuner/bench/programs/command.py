"""The user's own command as a workload: its notation, and the result of a run."""

from __future__ import annotations

import errno
import os
import re
import shlex
import signal
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import PurePath

from storage_tuner.bench.counter_snapshot import CounterSnapshot, moment_from
from storage_tuner.bench.programs.page_cache import Eviction, eviction_from
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.workload import (
    ColdStart,
    Command,
    Copying,
    Operation,
    RateUnit,
    Workload,
    label_of,
    printable_lines,
    shortened,
)

LONGEST_TIMEOUT_S = 24 * 3600.0
_LONGEST_REASON = 200
_NOT_STARTED = {
    0: sentence("it isn't a command"),
    errno.ENOENT: sentence("there is no such program"),
    errno.EACCES: sentence("it isn't executable"),
    errno.ENOEXEC: sentence("it isn't a program"),
}
_SHELL_ONLY = frozenset({"|", "||", "&", "&&", ";", ">", ">>", ">&", "&>", "<", "<<"})
_WRONG = re.compile(
    r"error|fail|fatal|abort|cannot|can't|could ?n.t|unable|denied|no such|no space|not found"
    r"|no rule|invalid|missing|killed",
    re.IGNORECASE,
)
_ESCAPED = re.compile(r"\\.")


class CommandStep(StrEnum):
    """The commands of a run, in their order; COPYING are the readers and writers beside a start."""

    PREPARE = "prepare"
    COPYING = "copying"
    COMMAND = "command"
    CLEAN_UP = "clean-up"


class End(StrEnum):
    """The way a command ended."""

    EXITED = "exited"
    TOO_LONG = "too long"
    STOPPED = "stopped"
    NOT_STARTED = "not started"


@dataclass(frozen=True)
class StepRun:
    """The run of one step. ``code`` is the exit code, negative for a signal, or the system's error
    number for a command that couldn't be started. ``said`` is the end of its output, ``read_bytes``
    what it read from disks. Times in seconds."""

    step: CommandStep
    end: End
    code: int
    duration_s: float = 0.0
    user_s: float = 0.0
    system_s: float = 0.0
    said: str = ""
    read_bytes: int = 0

    @property
    def succeeded(self) -> bool:
        return self.end is End.EXITED and self.code == 0

    @property
    def reason(self) -> Text:
        """The way it failed, as a phrase about "it"."""
        if self.end is End.NOT_STARTED:
            return _NOT_STARTED.get(self.code) or os.strerror(self.code).lower()
        if self.end is End.TOO_LONG:
            return sentence(
                "it took longer than {duration_s:.0f} s and was stopped", duration_s=self.duration_s
            )
        how = sentence("exit code {code}", code=self.code)
        if self.code < 0:
            how = sentence("it was terminated by signal {code}", code=_signal_name(-self.code))
        line = _significant_line(printable_lines(self.said))
        if not line:
            return how
        return together((how, f"({shortened(line, _LONGEST_REASON)})"))


@dataclass(frozen=True)
class Copied:
    """The bytes that the readers and the writers passed."""

    read_bytes: int
    written_bytes: int


@dataclass(frozen=True)
class CommandRun:
    """A run with all of its commands that were started. ``before`` and ``after`` are the counters
    around the timed one; None if it didn't run. ``left`` is the number of processes that couldn't
    be ended. Of a cold start: what was ``evicted`` before, what was ``copied`` during it, and, if
    it was only traced, the paths that it ``opened``."""

    steps: tuple[StepRun, ...]
    before: CounterSnapshot | None
    after: CounterSnapshot | None
    left: int
    evicted: Eviction | None = None
    copied: Copied | None = None
    opened: tuple[str, ...] = ()

    @property
    def failed(self) -> StepRun | None:
        """The first command that failed; None if none did."""
        return next((step for step in self.steps if not step.succeeded), None)

    @property
    def timed(self) -> StepRun | None:
        return next((step for step in self.steps if step.step is CommandStep.COMMAND), None)

    def document(self) -> dict[str, object]:
        return asdict(self)


def run_from(document: Mapping[str, object]) -> CommandRun:
    """The ``CommandRun`` in ``document``; the inverse of ``CommandRun.document``."""
    steps, before, after = document["steps"], document["before"], document["after"]
    evicted, copied, opened = document["evicted"], document["copied"], document["opened"]
    assert isinstance(steps, list)
    assert isinstance(opened, list)
    return CommandRun(
        tuple(
            StepRun(**{**step, "step": CommandStep(step["step"]), "end": End(step["end"])})
            for step in steps
        ),
        moment_from(before) if before else None,
        moment_from(after) if after else None,
        int(str(document["left"])),
        eviction_from(evicted) if evicted else None,
        Copied(**copied) if isinstance(copied, dict) else None,
        tuple(opened),
    )


_UNPARSABLE = {
    "No closing quotation": sentence("a closing quotation mark is missing"),
    "No escaped character": sentence("nothing follows the last backslash"),
}
"""The reasons of ``shlex``, which has no others."""


def words_of(text: str, what: Text) -> tuple[str, ...]:
    """Split ``text`` into program and arguments, with quotes as in a shell and no other shell
    syntax.

    ``what`` names the text in the ``InvalidInput`` that is raised when it has no words, a quote
    isn't closed, or it couldn't be written down.
    """
    if not _is_text(text):
        raise InvalidInput(
            sentence("{what} isn't UTF-8 text, so no result could store it.", what=what),
            sentence("Put the command into a script, and use that."),
        )
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise InvalidInput(
            sentence("{what} can't be parsed: {error}.", what=what, error=_UNPARSABLE[str(error)])
        ) from None
    if not words or not words[0] or "\0" in text:
        raise InvalidInput(
            sentence("{what} names no program.", what=what),
            sentence("Write a program and its arguments, such as make -C src."),
        )
    return words


def shell_note(text: str) -> Message | None:
    """A note that no shell is used, since ``|`` would be passed to the program as an argument; None
    if ``text`` has no shell syntax."""
    lexer = shlex.shlex(_ESCAPED.sub("", text), posix=False, punctuation_chars=True)
    lexer.commenters = ""
    try:
        found = _SHELL_ONLY.intersection(lexer)
    except ValueError:
        return None
    if not found:
        return None
    return sentence(
        "Commands run without a shell, so {found!r} is passed to the program as an "
        "argument. To use a shell, run sh -c '…'.",
        found=min(found),
    )


def command_workload(
    argv: Sequence[str],
    *,
    prepare: Sequence[str] = (),
    clean_up: Sequence[str] = (),
    timeout_s: float = Command.timeout_s,
) -> Workload:
    """``argv`` as a workload; commands with the same program but other arguments have one name."""
    if not 0 < timeout_s <= LONGEST_TIMEOUT_S:
        raise InvalidInput(
            sentence("The time limit of {timeout_s:g} s isn't possible.", timeout_s=timeout_s),
            sentence("Choose a limit above 0, up to one day."),
        )
    program = re.sub(r"[^a-z0-9]+", "-", PurePath(argv[0]).name.lower()).strip("-")
    name = f"command-{program}" if program else "command"
    operation = Operation(
        name, sentence("Command {command}", command=label_of(argv)), RateUnit.RUNS, writes=True
    )
    command = Command(operation, tuple(argv), tuple(prepare), tuple(clean_up), timeout_s)
    return Workload(
        name,
        operation.label,
        purpose=sentence("The run time of your own program."),
        simulates=sentence("itself"),
        command=command,
    )


LOADS = (0, 1, 5)
"""The numbers of readers, and of as many writers, beside a start: those of the S suite of bfq's
authors, whose usual load is 5 and 5 (github.com/Algodev-github/S, comm_startup_lat.sh, 27fa2b2,
2021-01-08)."""

START_PURPOSE = sentence("The time that a program takes to start while files are copied.")


def start_workloads(
    argv: Sequence[str],
    *,
    prepare: Sequence[str] = (),
    clean_up: Sequence[str] = (),
    timeout_s: float = Command.timeout_s,
) -> tuple[Workload, ...]:
    """The cold start of ``argv`` as workloads, one for each of ``LOADS``. Raises ``InvalidInput``
    as ``command_workload``."""
    run = command_workload(argv, prepare=prepare, clean_up=clean_up, timeout_s=timeout_s)
    assert run.command
    return tuple(_start_workload(run.command, readers) for readers in LOADS)


def _start_workload(command: Command, readers: int) -> Workload:
    name = f"{command.operation.name.replace('command', 'start', 1)}-{readers}"
    label = start_label(label_of(command.argv), readers)
    copying = None
    if readers:
        copying = Copying(*copying_operations(name, label), readers)
    operation = Operation(name, label, RateUnit.RUNS, writes=True)
    return Workload(
        name,
        label,
        purpose=START_PURPOSE,
        simulates=sentence("itself"),
        command=replace(command, operation=operation, start=ColdStart(copying)),
    )


def start_label(command: Text, readers: int) -> Message:
    """The label of the start of ``command`` beside so many readers and as many writers."""
    if not readers:
        return sentence("Start {command}, idle disk", command=command)
    if readers == 1:
        return sentence("Start {command}, one reader and one writer", command=command)
    return sentence(
        "Start {command}, {readers} readers and {readers} writers", command=command, readers=readers
    )


def copying_operations(
    start: str, label: Text, block_bytes: int | None = None
) -> tuple[Operation, Operation]:
    """What the readers and the writers beside ``start``, the name of a start with this label, do;
    ``block_bytes`` is the size of their requests, if these are counted."""

    def copying(part: str, text: Text, *, writes: bool) -> Operation:
        name, unit = f"{start}/{part}", RateUnit.MEGABYTES
        return Operation(name, text, unit, writes, block_bytes, background=True)

    return (
        copying("read", sentence("{start}: reading", start=label), writes=False),
        copying("write", sentence("{start}: writing", start=label), writes=True),
    )


def _is_text(text: str) -> bool:
    """Return whether ``text`` has no surrogates, which replace undecodable bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _significant_line(text: str) -> str:
    """The last line that mentions an error, or else the last line; some programs, such as dd, print
    statistics after the error."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wrong = [line for line in lines if _WRONG.search(line)]
    return next(reversed(wrong or lines), "")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal has none
        return str(number)
