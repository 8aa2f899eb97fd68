"""A word of the command line that is one of a few."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable
from enum import StrEnum
from typing import TypeVar

Word = TypeVar("Word", bound=StrEnum)


def one_of(words: Iterable[Word]) -> Callable[[str], Word]:
    """What argparse's ``type`` takes: unlike its ``choices``, an enumeration's words are told."""
    known: Collection[Word] = tuple(words)

    def parse(text: str) -> Word:
        for word in known:
            if word.value == text:
                return word
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(known)}")

    return parse
