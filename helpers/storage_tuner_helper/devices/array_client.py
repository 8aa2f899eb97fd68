"""The worker's side of setting an array: the supervisor writes what the kernel refuses to the
worker.

Calls block, so use threads.
"""

from __future__ import annotations

import errno
import os
import socket

from storage_tuner_helper import supervisor_line
from storage_tuner_helper.devices.array_attributes import ERROR_NUMBER, FOLDER, SECONDS, Question


def may_ask(attribute: str, error: OSError) -> bool:
    """Return whether a missing privilege caused the error, and a supervisor can be asked: the
    supervisor itself, and the helper at boot, have none."""
    return (
        supervisor_line.used() is not None
        and attribute.startswith(FOLDER)
        and error.errno == errno.EACCES
    )


def write(device: str, diskseq: int, attribute: str, value: str) -> None:
    """Write the attribute. Raises ``OSError`` with the kernel's error, or when the supervisor
    doesn't respond in time, or there is none."""
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
