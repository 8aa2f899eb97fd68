"""The result of an import: sessions, and what couldn't be parsed."""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Text, counted

MOST_PROBLEMS = 200
"""More of them would help no user."""

MOST_RUNS = 100_000
"""Limit for one file; our own longest sessions have a tenth of that."""

LONGEST_QUOTE = 80


@dataclass(frozen=True)
class Problem:
    """Something that wasn't imported. ``line`` counts from 1 (None: it's about the whole file);
    ``reason`` is a phrase for the user."""

    line: int | None
    reason: Text


@dataclass(frozen=True)
class Imported:
    """The content of a file or folder; ``form`` names its format, such as "fio JSON" ("":
    unknown)."""

    records: tuple[SessionRecord, ...]
    problems: tuple[Problem, ...]
    form: str


class Problems:
    """Collects the problems of one file; above a limit they are only counted."""

    def __init__(self) -> None:
        self._found: list[Problem] = []
        self._left_out = 0

    def add(self, line: int | None, reason: Text) -> None:
        if len(self._found) < MOST_PROBLEMS:
            self._found.append(Problem(line, reason))
        else:
            self._left_out += 1

    @property
    def all(self) -> tuple[Problem, ...]:
        if not self._left_out:
            return tuple(self._found)
        more = counted(
            self._left_out,
            "{count} more problem isn't listed",
            "{count} more problems aren't listed",
        )
        return (*self._found, Problem(None, more))


def quoted(text: str) -> str:
    """A part of a foreign file for display: on one line, printable and not long."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * LONGEST_QUOTE])
    line = " ".join(shown.split())
    return line if len(line) <= LONGEST_QUOTE else f"{line[: LONGEST_QUOTE - 1]}…"
