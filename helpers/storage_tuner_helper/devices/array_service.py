"""The supervisor's side of setting an array: one attribute of the very array that was requested."""

from __future__ import annotations

import errno
import socket

from storage_tuner_helper.devices.array_attributes import ERROR_NUMBER, FOLDER, Question
from storage_tuner_helper.devices.sysfs import pinned
from storage_tuner_helper.errors import Refusal


def answer(message: bytes, line: socket.socket) -> None:
    """Write the attribute and send the result. Raises ``ValueError`` and ``OSError``; the caller
    then closes the line."""
    line.sendall(ERROR_NUMBER.pack(_written(Question.decoded(message))))


def _written(question: Question) -> int:
    try:
        with pinned(question.device, question.diskseq) as array:
            array.write_once(f"{FOLDER}{question.name}", question.value)
    except Refusal:
        return errno.ENODEV
    except OSError as error:
        return error.errno or errno.EIO
    return 0
