"""Runs tw_cli, the vendor's program for 3ware controllers, with argument lists of our own words and
numbers. No other arguments are possible, even from a compromised worker.

Setting a controller needs capabilities that the worker has dropped. So, as with smartctl, the
worker (``ask``) sends a request to the supervisor (``answer``), which starts the program. Without a
worker, at boot, this process handles the request itself in the same way.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
import stat
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper import supervisor_line
from storage_tuner_helper.confined_programs import (
    EXIT_CODE,
    NOT_PERMITTED,
    WITH_ERRORS,
    is_given_up,
    run_program,
    send_exit_code,
)
from storage_tuner_helper.errors import ControllerRefused, NotSupported
from storage_tuner_protocol.message import said
from storage_tuner_protocol.threeware import ANSWER_SECONDS, PROGRAM_FOLDERS, PROGRAM_NAMES

MARK = b"tw_cli "
"""The prefix of a request to the supervisor."""

_MAXIMUM_OUTPUT_BYTES = 256 << 10
_NO_PROGRAM = 1001
"""Sent instead of an exit code when there is no program that may be started."""

_PLACES = threading.BoundedSemaphore(4)
"""The number of programs that may run at once."""

_END_SECONDS = 4.0
"""The time a program may take to end on request; the supervisor then kills it."""

_CHUNK_BYTES = 1 << 16

_NUMBER = "(?:0|[1-9][0-9]{0,2})"
_WORDS = re.compile(
    "show"
    f"|/c{_NUMBER}/bbu show all"
    f"|/c{_NUMBER}/u{_NUMBER} show all"
    f"|/c{_NUMBER}/u{_NUMBER} set (?:"
    "qpolicy=(?:on|off)"
    "|rdcache=(?:off|basic|intelligent)"
    "|(?:wr)?cache=(?:on|off) quiet"
    "|storsave=(?:protect|balance|perform) quiet"
    "|autoverify=(?:on|off)"
    ")",
    re.ASCII,
)
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True)
class Question:
    """A request. ``words`` are the arguments, separated by blanks. Raises ``ValueError`` for any
    arguments that aren't allowed."""

    words: str

    def __post_init__(self) -> None:
        if not _WORDS.fullmatch(self.words):
            raise ValueError("no question for tw_cli")

    def encoded(self) -> bytes:
        return MARK + self.words.encode("ascii")

    @classmethod
    def decoded(cls, message: bytes) -> Question:
        """Parse a request. Raises ``ValueError`` for an invalid one."""
        if not message.startswith(MARK):
            raise ValueError("no question for tw_cli")
        return cls(message.removeprefix(MARK).decode("ascii"))


@dataclass(frozen=True)
class UnitNumber:
    """A unit's position in tw_cli's notation: /c0/u1."""

    controller: int
    unit: int

    def __str__(self) -> str:
        return f"/c{self.controller:d}/u{self.unit:d}"


def listing() -> Question:
    return Question("show")


def of_battery(controller: int) -> Question:
    return Question(f"/c{controller:d}/bbu show all")


def of_unit(unit: UnitNumber) -> Question:
    return Question(f"{unit} show all")


def setting(unit: UnitNumber, policy: str, value: str) -> Question:
    """The request to set ``policy``, in tw_cli's word. ``quiet`` suppresses the confirmation
    prompt; versions without that word don't prompt."""
    quiet = " quiet" if policy in ("cache", "wrcache", "storsave") else ""
    return Question(f"{unit} set {policy}={value}{quiet}")


def ask(question: Question, seconds: float = ANSWER_SECONDS) -> bytes:
    """Return standard output and error output together; the exit code means little (both kinds of
    errors were seen with 0).

    Raises ``NotSupported`` where tw_cli can't be run at all, and ``ControllerRefused`` when it
    doesn't finish in time, prints too much, or is ended by a signal. It has ended by then.
    """
    supervisor = supervisor_line.used()
    try:
        line = supervisor.ask(question.encoded()) if supervisor else _own_line(question)
    except OSError:
        raise ControllerRefused(said("tw_cli is no longer available.")) from None
    with line:
        return _checked(_read(line, seconds))


def _own_line(question: Question) -> socket.socket:
    """Return our end of a socket on which a thread of this process replies."""
    ours, theirs = socket.socketpair()
    try:
        threading.Thread(target=_answer, args=(question, theirs), daemon=True).start()
    except RuntimeError:  # the limit of tasks is reached
        theirs.close()
    return ours


def _answer(question: Question, line: socket.socket) -> None:
    with line, contextlib.suppress(OSError):
        answer(question.encoded(), line)


def _read(line: socket.socket, seconds: float) -> bytes:
    reply = bytearray()
    deadline = time.monotonic() + seconds
    try:
        while chunk := _received(line, deadline):
            reply += chunk
            if len(reply) > _MAXIMUM_OUTPUT_BYTES + EXIT_CODE.size:
                _end(line)
                raise ControllerRefused(said("tw_cli printed too much output."))
    except TimeoutError:
        _end(line)
        raise ControllerRefused(
            said("tw_cli didn't respond within {seconds} s.", seconds=f"{seconds:g}")
        ) from None
    return bytes(reply)


def _received(line: socket.socket, deadline: float) -> bytes:
    """Return the output. Raises ``TimeoutError``, also when the output never ends."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    line.settimeout(left)
    return line.recv(_CHUNK_BYTES)


def _end(line: socket.socket) -> None:
    """Have the program killed, and wait for that: a cancelled change mustn't be made later."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_WR)
        deadline = time.monotonic() + _END_SECONDS
        while _received(line, deadline):
            pass


def _checked(reply: bytes) -> bytes:
    if len(reply) < EXIT_CODE.size:
        raise ControllerRefused(said("tw_cli couldn't be started."))
    output, [exit_code] = reply[: -EXIT_CODE.size], EXIT_CODE.unpack(reply[-EXIT_CODE.size :])
    if exit_code == _NO_PROGRAM:
        raise NotSupported(
            said("tw_cli, the vendor's program, isn't installed where only root can write.")
        )
    if exit_code == NOT_PERMITTED:
        raise NotSupported(said("The helper has no permission to query 3ware controllers here."))
    if exit_code < 0:
        raise ControllerRefused(
            said("tw_cli was terminated by signal {number}.", number=-exit_code)
        )
    return output


def answer(message: bytes, line: socket.socket) -> None:
    """Run the program and send its output to ``line``. A request beyond the limit of programs
    waits, as long as the longest time limit. Raises ``ValueError`` and ``OSError``."""
    question = Question.decoded(message)
    if not _PLACES.acquire(timeout=ANSWER_SECONDS):
        return
    try:
        if is_given_up(line):
            # it would make a change that the caller has given up on
            return
        program = _find_program()
        exit_code: int | None = _NO_PROGRAM
        if program:
            # tw_cli prints errors to either of the two
            exit_code = run_program((program, *question.words.split(" ")), line, WITH_ERRORS)
    finally:
        _PLACES.release()
    send_exit_code(exit_code, line)


def _find_program() -> str | None:
    """Return the program's real path; None if there is none, or if users other than root could have
    installed or could replace it."""
    for folder in PROGRAM_FOLDERS:
        for name in PROGRAM_NAMES:
            try:
                path = Path(folder, name).resolve(strict=True)
                if _is_program(path) and all(map(_is_only_roots, (path, *path.parents))):
                    return str(path)
            except (OSError, RuntimeError):
                continue
    return None


def _is_program(path: Path) -> bool:
    return stat.S_ISREG(path.stat().st_mode) and os.access(path, os.X_OK)


def _is_only_roots(path: Path) -> bool:
    found = path.lstat()
    return found.st_uid == 0 and not found.st_mode & _OTHERS_MAY_WRITE
