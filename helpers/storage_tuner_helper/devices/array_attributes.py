"""Sets attributes of an array itself. The kernel allows that only with CAP_SYS_ADMIN
(drivers/md/md.c, md_attr_store), whoever owns the file, and the worker has no capability.

So the worker (array_client) sends a request to the supervisor (array_service), which checks each
word again: one of the allow-list's attributes of an array, an allowed value, and the very array
that the client looked at.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from storage_tuner_helper.errors import Refusal
from storage_tuner_helper.restoring.tunables import checked
from storage_tuner_protocol.tunables import BY_NAME, Scope

FOLDER = "md/"
ERROR_NUMBER = struct.Struct("!i")
"""The reply: the kernel's error number, 0 on success."""

MARK = b"array "
"""The prefix of a request to the supervisor."""

SECONDS = 60.0
"""Changing the number of threads waits until the array has finished its present work."""

_QUESTION = re.compile(
    r"([A-Za-z][A-Za-z0-9_!.-]{0,31}) ([0-9]{1,19}) ([a-z_]{1,32}) ([a-z0-9]{1,20})", re.ASCII
)


@dataclass(frozen=True)
class Question:
    """A request. Raises ``ValueError`` for anything that isn't allowed."""

    device: str
    diskseq: int
    name: str
    value: str

    def __post_init__(self) -> None:
        tunable = BY_NAME.get(self.name)
        if tunable is None or tunable.scope is not Scope.ARRAY:
            raise ValueError("no attribute of an array")
        value: object = int(self.value) if self.value.isdigit() else self.value
        try:
            checked(self.name, value)
        except Refusal as error:
            raise ValueError(str(error)) from None

    def encoded(self) -> bytes:
        return MARK + f"{self.device} {self.diskseq} {self.name} {self.value}".encode("ascii")

    @classmethod
    def decoded(cls, message: bytes) -> Question:
        """Parse a request. Raises ``ValueError`` for an invalid one."""
        words = _QUESTION.fullmatch(message.removeprefix(MARK).decode("ascii"))
        if not message.startswith(MARK) or words is None:
            raise ValueError("no question about an array")
        return cls(words[1], int(words[2]), words[3], words[4])
