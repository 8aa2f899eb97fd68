"""The supervisor's side of what the worker may not do itself: starts smartctl, or 3ware's tw_cli,
with what they need and no more, and sets arrays (array_service).

A question comes with a socket, to which the program writes. Its exit code follows as four bytes.
Who closes the other end wants no answer any more, and the program is killed. Threads and no event
loop: the supervisor does nothing else but wait, and must not be disturbed by this.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from storage_tuner_helper.devices import array_attributes, array_service
from storage_tuner_helper.health import smartctl
from storage_tuner_helper.health.smartctl import EXIT_CODE, Question
from storage_tuner_helper.threeware import tw_cli
from storage_tuner_protocol.threeware import ANSWER_SECONDS

_SETPRIV = "/usr/bin/setpriv"
_CAP_SETPCAP = 1 << 8
_CAP_MKNOD = 1 << 27
_CAP_SYS_RAWIO = 1 << 17
_CAP_SYS_ADMIN = 1 << 21
_NEEDED = _CAP_SYS_RAWIO | _CAP_SYS_ADMIN
"""For ATA's commands through SCSI, and for NVMe's and 3ware's. Without them smartctl takes a drive
that it may not ask for one that sleeps."""

_MESSAGE_BYTES = 256
_SECONDS = 60.0
"""The worker gives up long before."""

_KILL_SECONDS = 2.0

ArgumentsOf = Callable[[Question], Sequence[str]]
Answer = Callable[[bytes, socket.socket], None]
"""Of a message, on the line that came with it. Raises ``ValueError`` and ``OSError``."""


def start(control: socket.socket, arguments_of: ArgumentsOf = smartctl.arguments) -> None:
    """Answer what comes from ``control`` until its other end is closed, in threads that block the
    signals that are blocked now."""
    threading.Thread(target=_serve, args=(control, arguments_of), daemon=True).start()


def _serve(control: socket.socket, arguments_of: ArgumentsOf) -> None:
    answers = _answers(arguments_of)
    with control, contextlib.suppress(OSError):
        while True:
            message, descriptors, _, _ = socket.recv_fds(control, _MESSAGE_BYTES, 1)
            if not message:
                return
            for descriptor in descriptors:
                line = socket.socket(fileno=descriptor)
                answer = next(answers[mark] for mark in answers if message.startswith(mark))
                thread = threading.Thread(target=_answer, args=(answer, message, line), daemon=True)
                try:
                    thread.start()
                except RuntimeError:  # as many tasks as may be: others are answered again later
                    line.close()


def _answers(arguments_of: ArgumentsOf) -> dict[bytes, Answer]:
    """By the mark that a message begins with; one about a drive's health has none."""
    return {
        array_attributes.MARK: array_service.answer,
        tw_cli.MARK: partial(
            _answer_of_tw_cli, places=threading.BoundedSemaphore(tw_cli.MAXIMUM_AT_ONCE)
        ),
        b"": partial(
            _answer_of_smartctl,
            places=threading.BoundedSemaphore(smartctl.MAXIMUM_AT_ONCE),
            arguments_of=arguments_of,
        ),
    }


def _answer(answer: Answer, message: bytes, line: socket.socket) -> None:
    """Whatever can't be answered is answered by the line's end."""
    with line, contextlib.suppress(OSError, ValueError):
        answer(message, line)


def _answer_of_smartctl(
    message: bytes,
    line: socket.socket,
    places: threading.BoundedSemaphore,
    arguments_of: ArgumentsOf,
) -> None:
    """Who comes when as many are asked as may be gets no answer."""
    question = Question.decoded(message)
    if not places.acquire(blocking=False):
        return
    try:
        exit_code = _run(arguments_of(question), line)
    finally:
        places.release()
    _tell(exit_code, line)


def _answer_of_tw_cli(
    message: bytes, line: socket.socket, places: threading.BoundedSemaphore
) -> None:
    """Who comes when as many are asked as may be waits, as long as anybody would."""
    question = tw_cli.Question.decoded(message)
    if not places.acquire(timeout=ANSWER_SECONDS):
        return
    try:
        if _is_given_up(line):
            # it would change something that nobody waits for any more
            return
        program = tw_cli.find_program()
        exit_code: int | None = tw_cli.NO_PROGRAM
        if program:
            # its errors are told on the one, or on the other
            exit_code = _run((program, *question.words.split(" ")), line, subprocess.STDOUT)
    finally:
        places.release()
    _tell(exit_code, line)


def _tell(exit_code: int | None, line: socket.socket) -> None:
    if exit_code is not None:
        line.sendall(EXIT_CODE.pack(exit_code))


def _run(
    arguments: Sequence[str], line: socket.socket, errors: int = subprocess.DEVNULL
) -> int | None:
    """The exit code; negative for a signal, None when it had to be killed."""
    capabilities = _capabilities()
    if capabilities & _NEEDED != _NEEDED:
        return smartctl.NOT_PERMITTED
    process = subprocess.Popen(
        (*_with_little_power(capabilities), *arguments),
        cwd="/",
        env={},
        stdin=subprocess.DEVNULL,
        stdout=line.fileno(),
        stderr=errors,
        start_new_session=True,
    )
    ended = _wait_for_end(process.pid, line)
    # not waited for yet, so its number still belongs to it and to its children
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    try:
        # a drive that hangs may keep it: that isn't waited for long
        exit_code = process.wait(_KILL_SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return exit_code if ended else None


def _wait_for_end(pid: int, line: socket.socket) -> bool:
    """Whether the process ended, before the time and the interest in it did."""
    process = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(process, select.POLLIN)
        poll.register(line, select.POLLRDHUP)
        ready = poll.poll(_SECONDS * 1000)
    finally:
        os.close(process)
    return process in [descriptor for descriptor, _ in ready]


def _is_given_up(line: socket.socket) -> bool:
    poll = select.poll()
    poll.register(line, select.POLLRDHUP)
    return bool(poll.poll(0))


def _with_little_power(capabilities: int) -> tuple[str, ...]:
    """The start of a command line. Dropping capabilities needs one, too. Both programs make a 3ware
    controller's device node where it isn't there yet."""
    nodes = ",+mknod" if capabilities & _CAP_MKNOD else ""
    drop = (f"--bounding-set=-all,+sys_rawio,+sys_admin{nodes}", "--inh-caps=-all")
    able = capabilities & _CAP_SETPCAP
    return (_SETPRIV, "--pdeathsig", "KILL", "--no-new-privs", *(drop if able else ()), "--")


def _capabilities() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    [line] = [line for line in status.splitlines() if line.startswith("CapEff:")]
    return int(line.split()[1], 16)
