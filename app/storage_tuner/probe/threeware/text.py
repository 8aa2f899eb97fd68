"""Sanitises a program's output: no control characters, no escape sequences, limited length."""

from __future__ import annotations

import re
import unicodedata

LINE_LIMIT = 1000
"""Characters; tw_cli's longest lines have about a hundred."""

LINES_LIMIT = 5000

_ESCAPES = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]"  # CSI: colours, movements
    "|\x1b[PX^_\\]][^\x07\x1b\n]*(?:\x07|\x1b\\\\)?"  # strings: titles, links
    "|\x1b[ -/]*[0-~]"  # two letters
    "|\x9b[0-?]*[ -/]*[@-~]"  # CSI of eight bits
)
_LINE_ENDS = re.compile("\r*\n|\r|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Cn"})


def clean_lines(text: str) -> tuple[str, ...]:
    """Lines that can be displayed anywhere, with tabs expanded.

    Trailing blanks are removed, except at the end of a last line without a line end: there they
    show that no word was cut.

    Escape sequences, control characters and invisible characters that change the text direction are
    removed. Lines are cut at ``LINE_LIMIT`` characters, lines after ``LINES_LIMIT`` are dropped.
    """
    lines = _LINE_ENDS.split(_ESCAPES.sub("", text))[:LINES_LIMIT]
    cleaned = [_clean(line) for line in lines]
    return (*(line.rstrip() for line in cleaned[:-1]), *cleaned[-1:])


def _clean(line: str) -> str:
    # the first cut limits the work, the second the length after expanding tabs
    expanded = line[: 4 * LINE_LIMIT].expandtabs()
    if not (expanded.isascii() and expanded.isprintable()):
        expanded = "".join(map(_visible, expanded))
    return expanded[:LINE_LIMIT]


def _visible(letter: str) -> str:
    if letter.isspace():
        return "" if unicodedata.category(letter) == "Cc" else " "
    return "" if unicodedata.category(letter) in _INVISIBLE else letter
