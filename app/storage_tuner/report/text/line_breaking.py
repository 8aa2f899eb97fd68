"""Lines of a terminal: how wide a text is, and where it's broken."""

from __future__ import annotations

import unicodedata

from storage_tuner.present.numbers import plain_spaces

WIDTH = 80


def columns(text: str) -> int:
    """How many columns of a terminal ``text`` takes."""
    return sum(
        0
        if unicodedata.combining(character)
        else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def wrapped(text: str, bullet: str = "", indent: str | None = None) -> list[str]:
    """``text`` on lines of ``WIDTH`` columns, broken at spaces but not at those before units."""
    hanging = " " * len(bullet) if indent is None else indent
    lines = [bullet]
    for word in text.split(" "):
        for piece in _pieces(word, WIDTH - max(len(bullet), len(hanging))):
            begun = lines[-1] not in (bullet, hanging)
            if begun and columns(lines[-1]) + 1 + columns(piece) > WIDTH:
                lines.append(hanging)
                begun = False
            lines[-1] += f" {piece}" if begun else piece
    return [plain_spaces(line) for line in lines]


def _pieces(word: str, width: int) -> list[str]:
    """``word`` whole, or cut where it's wider than ``width`` columns."""
    pieces = [""]
    for character in word:
        if columns(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces
