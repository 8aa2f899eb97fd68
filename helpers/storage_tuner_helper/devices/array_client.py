"""The worker's side of setting an array: what the kernel doesn't let it write, the supervisor may.

It blocks, so it's for threads.
"""

from __future__ import annotations

import errno
import os
import socket

from storage_tuner_helper import supervisor_line
from storage_tuner_helper.devices.array_attributes import ERROR_NUMBER, FOLDER, SECONDS, Question


def may_ask(attribute: str, error: OSError) -> bool:
    """Whether that's why it couldn't be written, and somebody else may: the supervisor itself, and
    the start of the computer, have nobody to ask."""
    return (
        supervisor_line.used() is not None
        and attribute.startswith(FOLDER)
        and error.errno == errno.EACCES
    )


def write(device: str, diskseq: int, attribute: str, value: str) -> None:
    """Raises ``OSError`` as the kernel does, or when the supervisor doesn't answer in time, or
    there is none."""
    line = supervisor_line.used()
    if line is None:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    question = Question(device, diskseq, attribute.removeprefix(FOLDER), value)
    with line.ask(question.encoded()) as answer:
        answer.settimeout(SECONDS)
        try:
            reported = answer.recv(ERROR_NUMBER.size, socket.MSG_WAITALL)
        except TimeoutError:
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT)) from None
    if len(reported) < ERROR_NUMBER.size:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    [number] = ERROR_NUMBER.unpack(reported)
    if number:
        raise OSError(number, os.strerror(number))
