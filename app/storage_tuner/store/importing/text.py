"""Decodes the text of a foreign file, in any encoding a terminal or an editor may use."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.message import sentence
from storage_tuner.store.bounded_reading import text_of

LARGEST_TEXT = 16 << 20
"""In characters; a benchmark's table has a few thousand."""

LONGEST_LINE = 1000
"""In characters; the longest line that a benchmark prints has 200."""

_NUMBER = re.compile(r"\d{1,15}(?:[.,]\d{1,15})?")


@dataclass(frozen=True)
class TextLine:
    """A line; ``number`` counts from 1."""

    number: int
    text: str

    @property
    def words(self) -> str:
        """The line with whitespace collapsed to single spaces."""
        return " ".join(self.text.split())


def decoded(file: str, content: bytes) -> str:
    """As ``text_of``. Raises ``UnreadableResult`` if it isn't text."""
    text = text_of(content)
    if "\0" in text:
        raise UnreadableResult(file, sentence("it isn't text"))
    return text


def lines_of(text: str) -> Iterator[TextLine]:
    """The lines that aren't empty, numbered from 1. One that is longer than any benchmark's is
    cut."""
    for number, line in enumerate(io.StringIO(text, newline="\n"), start=1):
        short = line[:LONGEST_LINE].strip("\r\n")
        if short.strip():
            yield TextLine(number, short)


def number_of(text: str) -> float | None:
    """A figure as benchmarks print it, also with a decimal comma; None for anything else."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
