"""Suggestions for a name that doesn't exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from storage_tuner.core.message import Message, Text, either, sentence, together


def did_you_mean(name: str, known: Iterable[str], otherwise: Text) -> Message:
    """Up to three of ``known`` that are similar to ``name``, then ``otherwise``."""
    near = difflib.get_close_matches(name, [*known])
    hint = sentence("Did you mean {near}?", near=either(near)) if near else ""
    return together((hint, otherwise))
