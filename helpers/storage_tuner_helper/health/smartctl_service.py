"""The supervisor's side of what the worker may not do itself: asking smartctl, or a 3ware
controller, and setting arrays.

A question comes with a socket, on which it's answered. Threads and no event loop: the supervisor
does nothing else but wait, and must not be disturbed by this.
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
        threeware.MARK: threeware.answer,
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
        exit_code = run_program(arguments_of(question), line)
    finally:
        places.release()
    send_exit_code(exit_code, line)
