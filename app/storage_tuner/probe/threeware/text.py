"""Makes a program's output harmless: no control characters, no escape sequences, bounded."""

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
    """Lines that can be shown anywhere, with tabs expanded.

    Blanks at their ends are taken away, except at the end of the last one, which has no line end:
    they show that it isn't cut in a word.

    Taken out are escape sequences, control characters and the invisible signs that turn the
    direction of writing round. Longer lines than ``LINE_LIMIT`` are cut, further ones dropped.
    """
    lines = _LINE_ENDS.split(_ESCAPES.sub("", text))[:LINES_LIMIT]
    cleaned = [_clean(line) for line in lines]
    return (*(line.rstrip() for line in cleaned[:-1]), *cleaned[-1:])


def _clean(line: str) -> str:
    # the first cut bounds the work, the second what the expanded tabs make of it
    expanded = line[: 4 * LINE_LIMIT].expandtabs()
    if not (expanded.isascii() and expanded.isprintable()):
        expanded = "".join(map(_visible, expanded))
    return expanded[:LINE_LIMIT]


def _visible(letter: str) -> str:
    if letter.isspace():
        return "" if unicodedata.category(letter) == "Cc" else " "
    return "" if unicodedata.category(letter) in _INVISIBLE else letter
