"""The worker's side of setting an array: what the kernel doesn't let it write, the supervisor may.

It blocks, so it's for threads.
"""

from __future__ import annotations

import errno
import os
import socket

from storage_tuner_helper.array_attributes import ERROR_NUMBER, FOLDER, SECONDS, Question

_lines: list[socket.socket] = []


def ask_through(control: socket.socket) -> None:
    """From now on the supervisor is asked, over this line. Without one nobody is: the supervisor
    itself, and the start of the computer, may write."""
    _lines[:] = [control]


def may_ask(attribute: str, error: OSError) -> bool:
    """Whether that's why it couldn't be written, and somebody else may."""
    return bool(_lines) and attribute.startswith(FOLDER) and error.errno == errno.EACCES


def write(device: str, diskseq: int, attribute: str, value: str) -> None:
    """Raises ``OSError`` as the kernel does, or when the supervisor doesn't answer in time."""
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            question = Question(device, diskseq, attribute.removeprefix(FOLDER), value)
            socket.send_fds(_lines[0], [question.encoded()], [theirs.fileno()])
        ours.settimeout(SECONDS)
        try:
            told = ours.recv(ERROR_NUMBER.size, socket.MSG_WAITALL)
        except TimeoutError:
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT)) from None
    if len(told) < ERROR_NUMBER.size:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    [number] = ERROR_NUMBER.unpack(told)
    if number:
        raise OSError(number, os.strerror(number))
