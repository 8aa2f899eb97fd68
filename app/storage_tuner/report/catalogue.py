"""Translations of sentences, read from the compiled files that the window uses too, without Qt.

A .qm file is a magic number and sections (tag, length, content). The one of the messages is a run
of fields (tag, length, content), each message ended by a field without length; plural forms come
as several translations of one message. Described by what Qt's own reader, QTranslator, takes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

CONTEXT = "Sentence"
"""Where translations of what is said below the window are kept."""

_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
_MESSAGES = 0x69
_END, _TRANSLATION, _SOURCE, _CONTEXT = 1, 3, 6, 7
_UNTRANSLATED = 0xFFFFFFFF

Forms = tuple[str, ...]
"""The translation, or one for each plural form: of one, then of many."""


def read_catalogue(path: Path) -> Mapping[str, Forms]:
    """The translations of all sentences in ``path``, by their English template.

    Raises ``OSError``, and ``ValueError`` for what is no such file.
    """
    content = path.read_bytes()
    if not content.startswith(_MAGIC):
        raise ValueError(f"{path} holds no translations")
    try:
        return dict(_sentences(_section(content, _MESSAGES)))
    except (struct.error, IndexError) as error:
        raise ValueError(f"{path} is damaged: {error}") from None


def _section(content: bytes, wanted: int) -> bytes:
    position = len(_MAGIC)
    while position < len(content):
        tag, length = struct.unpack_from(">BI", content, position)
        start, position = position + 5, position + 5 + length
        if position > len(content):
            raise IndexError("it ends too early")
        if tag == wanted:
            return content[start:position]
    return b""


def _sentences(messages: bytes) -> Iterator[tuple[str, Forms]]:
    forms: list[str] = []
    texts: dict[int, str] = {}
    position = 0
    while position < len(messages):
        tag = messages[position]
        position += 1
        if tag == _END:
            if texts.get(_CONTEXT) == CONTEXT and all(forms):
                yield texts[_SOURCE], tuple(forms)
            forms, texts = [], {}
            continue
        (length,) = struct.unpack_from(">I", messages, position)
        position += 4
        length = 0 if length == _UNTRANSLATED else length
        field = messages[position : position + length]
        position += length
        if tag == _TRANSLATION:
            forms.append(field.decode("utf-16-be"))
        else:
            texts[tag] = field.decode("utf-8")
