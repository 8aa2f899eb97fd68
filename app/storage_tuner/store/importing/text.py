"""The text of a foreign file, in whatever encoding a terminal or an editor left it."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.message import sentence

LARGEST_TEXT = 16 << 20
"""In characters; a table of a benchmark has a few thousand."""

LONGEST_LINE = 1000
"""In characters; the longest line that a benchmark prints has 200."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""A Windows shell writes UTF-16 where output goes to a file."""

_NUMBER = re.compile(r"\d{1,15}(?:[.,]\d{1,15})?")


@dataclass(frozen=True)
class TextLine:
    """``number`` counts from 1."""

    number: int
    text: str

    @property
    def words(self) -> str:
        """With one space wherever there is any."""
        return " ".join(self.text.split())


def decoded(file: str, content: bytes) -> str:
    """Raises ``UnreadableResult`` for what is no text.

    What isn't UTF-8 is taken for Latin 1: figures and the words around them are the same in all
    encodings that are left.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _without_zeros(file, content[len(mark) :].decode(encoding, "replace"))
    try:
        return _without_zeros(file, content.decode("utf-8"))
    except UnicodeDecodeError:
        return _without_zeros(file, content.decode("latin-1"))


def lines_of(text: str) -> Iterator[TextLine]:
    """The lines that aren't empty, from 1 on. One that is longer than any benchmark's is cut."""
    for number, line in enumerate(io.StringIO(text, newline="\n"), start=1):
        short = line[:LONGEST_LINE].strip("\r\n")
        if short.strip():
            yield TextLine(number, short)


def number_of(text: str) -> float | None:
    """A figure as benchmarks print it, also with a decimal comma; None for anything else."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def _without_zeros(file: str, text: str) -> str:
    if "\0" in text:
        raise UnreadableResult(file, sentence("it isn't text"))
    return text
