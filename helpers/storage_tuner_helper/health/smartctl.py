"""Builds smartctl's argument list of our own words, from a checked request.

Querying a drive needs capabilities that the worker has dropped. So the worker (smartctl_client)
sends a request to the supervisor (smartctl_service), which can start this one program and nothing
else for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from storage_tuner_protocol.interface import ASLEEP_EXIT_CODE

SMARTCTL = "/usr/sbin/smartctl"
ASLEEP = ASLEEP_EXIT_CODE
"""The exit code that we request for a sleeping drive; smartctl has no other use for it."""

MAXIMUM_OUTPUT_BYTES = 1 << 20
MAXIMUM_AT_ONCE = 4

_PATH = re.compile(r"/dev/[a-zA-Z][a-zA-Z0-9_.-]{0,40}(?:/[a-zA-Z0-9][a-zA-Z0-9_.-]{0,40})?")
_KIND = re.compile(r"auto|sat|3ware,[0-9]{1,3}")


@dataclass(frozen=True)
class Question:
    """A request. ``path`` is a device node's, ``kind`` one of smartctl's words for drives."""

    path: str
    kind: str

    def encoded(self) -> bytes:
        return f"{self.kind} {self.path}".encode("ascii")

    @classmethod
    def decoded(cls, message: bytes) -> Question:
        """Parse a request. Raises ``ValueError`` for an invalid one."""
        kind, _, path = message.decode("ascii").partition(" ")
        if not (_KIND.fullmatch(kind) and _PATH.fullmatch(path)):
            raise ValueError(message)
        return cls(path, kind)


@dataclass(frozen=True)
class Answer:
    """smartctl's output. ``exit_code`` is its bit mask (smartctl(8), EXIT STATUS), or
    ``ASLEEP``."""

    output: str
    exit_code: int


def arguments(question: Question) -> tuple[str, ...]:
    """Return the arguments of a query, which changes nothing. Before 7.5, smartctl puts the sector
    formats of NVMe drives only into its printed text, so ``o`` includes that text."""
    return (
        SMARTCTL,
        "--json=co",
        f"--nocheck=standby,{ASLEEP}",
        "--info",
        "--health",
        "--capabilities",
        "--attributes",
        "--log=error",
        "--log=ssd",
        f"--device={question.kind}",
        question.path,
    )
