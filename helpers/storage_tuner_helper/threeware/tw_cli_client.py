"""Asking tw_cli: a question to whoever may start it, bounded in time and size.

That is the supervisor for a worker (supervisor_line), and else this process itself, in the same
way. It blocks, so it's for threads.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from dataclasses import dataclass

from storage_tuner_helper import supervisor_line
from storage_tuner_helper.errors import ControllerRefused, NotSupported
from storage_tuner_helper.health import smartctl_service
from storage_tuner_helper.health.smartctl import EXIT_CODE, NOT_PERMITTED
from storage_tuner_helper.supervisor_line import SupervisorLine
from storage_tuner_helper.threeware import tw_cli
from storage_tuner_helper.threeware.tw_cli import Question
from storage_tuner_protocol.message import said
from storage_tuner_protocol.threeware import ANSWER_SECONDS

_END_SECONDS = 4.0
"""How long a program that was told to end may take; the supervisor kills it."""

_CHUNK_BYTES = 1 << 16


class _OwnLine:
    """To this process itself, from the first question on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line: SupervisorLine | None = None

    def line(self) -> SupervisorLine:
        with self._lock:
            if self._line is None:
                control, served = socket.socketpair(type=socket.SOCK_SEQPACKET)
                smartctl_service.start(served)
                self._line = SupervisorLine(control)
            return self._line


_OWN_LINE = _OwnLine()


@dataclass(frozen=True)
class Told:
    """Standard output and error output together; the exit code means little (both kinds of errors
    were seen with 0)."""

    output: bytes
    exit_code: int


def ask(question: Question, seconds: float = ANSWER_SECONDS) -> Told:
    """Raises ``NotSupported`` where it can't be asked at all, and ``ControllerRefused`` when it
    doesn't answer in time, says too much, or is ended by a signal. It doesn't run any more then."""
    line = supervisor_line.used() or _OWN_LINE.line()
    try:
        answer = line.ask(question.encoded())
    except OSError:
        raise ControllerRefused(said("tw_cli can't be asked any more.")) from None
    with answer:
        return _checked(_read(answer, seconds))


def _read(line: socket.socket, seconds: float) -> bytes:
    told = bytearray()
    deadline = time.monotonic() + seconds
    try:
        while chunk := _received(line, deadline):
            told += chunk
            if len(told) > tw_cli.MAXIMUM_OUTPUT_BYTES + EXIT_CODE.size:
                _end(line)
                raise ControllerRefused(said("tw_cli said more than can be right."))
    except TimeoutError:
        _end(line)
        raise ControllerRefused(
            said("tw_cli didn't answer within {seconds} s.", seconds=f"{seconds:g}")
        ) from None
    return bytes(told)


def _received(line: socket.socket, deadline: float) -> bytes:
    """Raises ``TimeoutError``, also when it never ends to say something."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    line.settimeout(left)
    return line.recv(_CHUNK_BYTES)


def _end(line: socket.socket) -> None:
    """Have it killed, and wait for that: what it was told to set mustn't be set later."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_WR)
        deadline = time.monotonic() + _END_SECONDS
        while _received(line, deadline):
            pass


def _checked(told: bytes) -> Told:
    if len(told) < EXIT_CODE.size:
        raise ControllerRefused(said("tw_cli couldn't be started."))
    output, [exit_code] = told[: -EXIT_CODE.size], EXIT_CODE.unpack(told[-EXIT_CODE.size :])
    if exit_code == tw_cli.NO_PROGRAM:
        raise NotSupported(
            said("tw_cli, the vendor's program, isn't installed where only root can write.")
        )
    if exit_code == NOT_PERMITTED:
        raise NotSupported(said("The helper has no permission to ask 3ware controllers here."))
    if exit_code < 0:
        raise ControllerRefused(said("tw_cli was ended by signal {number}.", number=-exit_code))
    return Told(output, exit_code)
