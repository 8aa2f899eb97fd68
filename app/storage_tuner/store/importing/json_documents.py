"""Finds JSON documents in a stream of other text, such as terminal output: one after the other,
with warnings and tables in between."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from storage_tuner.core.message import Message, sentence
from storage_tuner.store.importing.values import Problems
from storage_tuner.typed_documents import Json

MOST_VALUES = 4_000_000
"""A thousand jobs with all histograms have one million; each value takes about 100 bytes."""

MOST_BROKEN = 100
_PATIENCE = 4
"""The limit for reading truncated documents in vain, in multiples of the text's length."""

_DEEPEST_INDENT = 200
_BEGINNING = re.compile(r"^[ \t]*\{", re.MULTILINE)
_NO_NUMBER = re.compile(r'(?<=": )-?(?:nan|inf)\b|(?<=" : )-?(?:nan|inf)\b', re.IGNORECASE)


@dataclass(frozen=True)
class Document:
    """A parsed document. ``line`` is where it begins. ``doubled`` are keys that occurred twice in
    an object with different values: both were dropped."""

    line: int
    content: dict[str, Json]
    doubled: tuple[str, ...] = ()


def documents_in(text: str, problems: Problems) -> Iterator[Document]:
    """Every top-level object that begins at the start of a line. A truncated one is noted as a
    problem, and reading resumes after it."""
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        problems.add(None, sentence("it contains too many values for a result"))
        return
    text = _NO_NUMBER.sub("null", text)
    lines = _Lines(text)
    position = broken = 0
    in_vain = 0
    beginnings = _BEGINNING
    while beginning := beginnings.search(text, position):
        if beginnings is _BEGINNING:
            beginnings = _as_far_left(beginning)
        start = beginning.end() - 1
        reading = _Reading()
        try:
            content, position = reading.decoder.raw_decode(text, start)
        except RecursionError:
            problems.add(lines.number_at(start), sentence("it is nested too deeply"))
            position = start + 1
            broken += 1
        except ValueError as error:
            stopped = error.pos if isinstance(error, json.JSONDecodeError) else len(text)
            problems.add(lines.number_at(start), _reason(error, lines, len(text)))
            in_vain += max(stopped - start, 1)
            position = start + 1
            broken += 1
        else:
            yield Document(
                lines.number_at(start), cast("dict[str, Json]", content), reading.doubled
            )
        if broken > MOST_BROKEN or in_vain > _PATIENCE * len(text):
            problems.add(lines.number_at(start), sentence("the rest wasn't read"))
            return


def _as_far_left(first: re.Match[str]) -> re.Pattern[str]:
    """The pattern for objects no further indented than the first; others are parts of another
    object."""
    indent = min(len(first[0]) - 1, _DEEPEST_INDENT)
    return re.compile(rf"^[ \t]{{0,{indent}}}\{{", re.MULTILINE)


def _reason(error: ValueError, lines: _Lines, length: int) -> Message:
    if not isinstance(error, json.JSONDecodeError):
        return sentence("it isn't JSON ({error})", error=str(error)[:80])
    if error.pos >= length or error.msg.startswith("Unterminated"):
        return sentence("the JSON that starts here is truncated")
    return sentence(
        "the JSON that starts here can't be parsed from line {line} on",
        line=lines.number_at(error.pos),
    )


class _Lines:
    """Maps positions to line numbers; mostly queried in rising order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position, self._number = 0, 1

    def number_at(self, position: int) -> int:
        if position < self._position:
            self._position, self._number = 0, 1
        self._number += self._text.count("\n", self._position, position)
        self._position = position
        return self._number


class _Reading:
    """One document's decoder, which collects duplicate keys."""

    def __init__(self) -> None:
        self._doubled: dict[str, None] = {}
        self.decoder = json.JSONDecoder(
            object_pairs_hook=self._object, parse_constant=lambda _: None
        )

    @property
    def doubled(self) -> tuple[str, ...]:
        return tuple(self._doubled)

    def _object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        first: dict[str, Json] = {}
        for key, value in pairs:
            if key in first and first[key] != value:
                self._doubled[key] = None
                found.pop(key, None)
            first.setdefault(key, value)
        return found
