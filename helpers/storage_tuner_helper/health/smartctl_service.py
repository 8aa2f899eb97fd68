"""The supervisor's side of operations that the worker may not perform: running smartctl or tw_cli,
and setting arrays.

A request arrives with a socket for the reply. Threads and no event loop: otherwise the supervisor
only waits, and this mustn't disturb it.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Sequence
from functools import partial

from storage_tuner_helper import threeware
from storage_tuner_helper.confined_programs import run_program, send_exit_code
from storage_tuner_helper.devices import array_attributes, array_service
from storage_tuner_helper.health import smartctl
from storage_tuner_helper.health.smartctl import Question

_MESSAGE_BYTES = 256

ArgumentsOf = Callable[[Question], Sequence[str]]
Answer = Callable[[bytes, socket.socket], None]
"""Handles a message, and replies on the line that came with it. Raises ``ValueError`` and
``OSError``."""


def start(control: socket.socket, arguments_of: ArgumentsOf = smartctl.arguments) -> None:
    """Handle requests from ``control`` until its other end is closed, in threads that block the
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
                except RuntimeError:  # the limit of tasks is reached: later requests may succeed
                    line.close()


def _answers(arguments_of: ArgumentsOf) -> dict[bytes, Answer]:
    """Return the handlers by the prefix of a message; a request about a drive's health has none."""
    return {
        array_attributes.MARK: array_service.answer,
        threeware.MARK: threeware.answer,
        b"": partial(
            _answer_of_smartctl,
            places=threading.BoundedSemaphore(smartctl.MAXIMUM_AT_ONCE),
            arguments_of=arguments_of,
        ),
    }


def _answer(answer: Answer, message: bytes, line: socket.socket) -> None:
    """Handle a request; a failure closes the line without a reply."""
    with line, contextlib.suppress(OSError, ValueError):
        answer(message, line)


def _answer_of_smartctl(
    message: bytes,
    line: socket.socket,
    places: threading.BoundedSemaphore,
    arguments_of: ArgumentsOf,
) -> None:
    """Query the drive; beyond the limit of concurrent queries, close the line without a reply."""
    question = Question.decoded(message)
    if not places.acquire(blocking=False):
        return
    try:
        exit_code = run_program(arguments_of(question), line)
    finally:
        places.release()
    send_exit_code(exit_code, line)
