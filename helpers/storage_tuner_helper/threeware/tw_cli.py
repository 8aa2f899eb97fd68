"""How tw_cli, the vendor's program for 3ware controllers, is asked: argument lists of our own words
and of numbers. Nothing else can be said, also not by a worker that somebody took over.

Setting a controller needs capabilities that the worker has given up. So, as with smartctl, the
worker (tw_cli_client) asks the supervisor (smartctl_service), which starts the program.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_protocol.threeware import PROGRAM_FOLDERS, PROGRAM_NAMES

MAXIMUM_OUTPUT_BYTES = 256 << 10
MAXIMUM_AT_ONCE = 4
NO_PROGRAM = 1001
"""Told in the place of an exit code when there is none that may be started."""

MARK = b"tw_cli "
"""How a question begins on its way to the supervisor."""

_NUMBER = "(?:0|[1-9][0-9]{0,2})"
_WORDS = re.compile(
    "show"
    f"|/c{_NUMBER}/bbu show all"
    f"|/c{_NUMBER}/u{_NUMBER} show all"
    f"|/c{_NUMBER}/u{_NUMBER} set (?:"
    "qpolicy=(?:on|off)"
    "|rdcache=(?:off|basic|intelligent)"
    "|(?:wr)?cache=(?:on|off) quiet"
    "|storsave=(?:protect|balance|perform) quiet"
    "|autoverify=(?:on|off)"
    ")",
    re.ASCII,
)
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True)
class Question:
    """``words`` are the arguments with blanks between. Raises ``ValueError`` for any others than
    those that may be used."""

    words: str

    def __post_init__(self) -> None:
        if not _WORDS.fullmatch(self.words):
            raise ValueError("no question for tw_cli")

    def encoded(self) -> bytes:
        return MARK + self.words.encode("ascii")

    @classmethod
    def decoded(cls, message: bytes) -> Question:
        """Raises ``ValueError`` for anything that isn't one."""
        if not message.startswith(MARK):
            raise ValueError("no question for tw_cli")
        return cls(message.removeprefix(MARK).decode("ascii"))


@dataclass(frozen=True)
class UnitNumber:
    """A unit's place in tw_cli's words: /c0/u1."""

    controller: int
    unit: int

    def __str__(self) -> str:
        return f"/c{self.controller:d}/u{self.unit:d}"


def listing() -> Question:
    return Question("show")


def of_battery(controller: int) -> Question:
    return Question(f"/c{controller:d}/bbu show all")


def of_unit(unit: UnitNumber) -> Question:
    return Question(f"{unit} show all")


def setting(unit: UnitNumber, policy: str, value: str) -> Question:
    """``policy`` in tw_cli's word. With ``quiet`` it doesn't ask back; where the word isn't known,
    it doesn't ask."""
    quiet = " quiet" if policy in ("cache", "wrcache", "storsave") else ""
    return Question(f"{unit} set {policy}={value}{quiet}")


def find_program() -> str | None:
    """Where it is, without links; None when it's nowhere, or where others than root could have put
    it or could exchange it."""
    for folder in PROGRAM_FOLDERS:
        for name in PROGRAM_NAMES:
            try:
                path = Path(folder, name).resolve(strict=True)
                if _is_program(path) and all(map(_is_only_roots, (path, *path.parents))):
                    return str(path)
            except (OSError, RuntimeError):
                continue
    return None


def _is_program(path: Path) -> bool:
    return stat.S_ISREG(path.stat().st_mode) and os.access(path, os.X_OK)


def _is_only_roots(path: Path) -> bool:
    found = path.lstat()
    return found.st_uid == 0 and not found.st_mode & _OTHERS_MAY_WRITE
