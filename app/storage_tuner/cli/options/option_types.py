"""Converters for argparse's ``type``, and options shared by several commands."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Collection, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from storage_tuner.core.hazards import HAZARDS
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.message import Text, either, sentence, tr

LONGEST_MINUTES = 24 * 60

Word = TypeVar("Word", bound=StrEnum)


def named_path(text: str) -> Path:
    """A file or folder. An empty word is refused: it would mean the current folder, and usually
    comes from an unset variable."""
    if not text:
        raise argparse.ArgumentTypeError(tr("the name is empty"))
    return Path(text)


def one_of(words: Iterable[Word]) -> Callable[[str], Word]:
    """A converter to one of ``words``: unlike with argparse's ``choices``, the error lists the
    words of an enumeration."""
    known: Collection[Word] = tuple(words)

    def parse(text: str) -> Word:
        for word in known:
            if word.value == text:
                return word
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not one of {known}", text=text, known=", ".join(known))
        )

    return parse


def several(text: str) -> tuple[str, ...]:
    """``none,bfq`` → the words, each once, in their order."""
    return tuple(dict.fromkeys(word for word in text.split(",") if word))


def aims(text: str) -> tuple[Aim, ...]:
    """Up to three priorities, each once."""
    try:
        found = tuple(Aim(word) for word in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("expected up to three of {aims}", aims=", ".join(Aim))
        ) from None
    if len(set(found)) != len(found) or len(found) > 3:
        raise argparse.ArgumentTypeError(tr("expected up to three different priorities"))
    return found


_A_NUMBER = sentence("a number")


def whole(least: int, most: int, what: Text = _A_NUMBER) -> Callable[[str], int]:
    """A converter to a whole number from ``least`` to ``most``."""

    def parse(text: str) -> int:
        try:
            return whole_number(text, least, most)
        except ValueError:
            raise argparse.ArgumentTypeError(
                tr("expected {what} from {least} to {most}", what=what, least=least, most=most)
            ) from None

    return parse


def minutes(text: str) -> float:
    """A measuring time given in minutes, in seconds."""
    found = _number(text)
    if not 0 < found <= LONGEST_MINUTES:
        raise argparse.ArgumentTypeError(
            tr(
                "expected a number of minutes up to {most}",
                most=LONGEST_MINUTES,
            )
        )
    return 60 * found


def seconds(least: float, most: float, expected: str) -> Callable[[str], float]:
    """A converter to a time up to ``most``, and at least ``least`` or above 0; ``expected`` is used
    in the error."""

    def parse(text: str) -> float:
        found = _number(text)
        if not found > 0 or not least <= found <= most:
            raise argparse.ArgumentTypeError(tr("expected {expected}", expected=expected))
        return found

    return parse


def percentage(text: str) -> float:
    """A percentage, as a share."""
    found = _number(text.removesuffix("%"))
    if not 0.01 <= found <= 50:
        raise argparse.ArgumentTypeError(
            tr("{text!r}: expected a percentage from 0.01 to 50", text=text)
        )
    return found / 100


def add_former_name(parser: argparse.ArgumentParser, name: str, option: argparse.Action) -> None:
    """Accept ``name`` for a renamed ``option`` as well; help and completion omit it."""
    rest: dict[str, Any] = {"action": "store_true"} if option.nargs == 0 else {"type": option.type}
    parser.add_argument(
        name, dest=option.dest, default=argparse.SUPPRESS, help=argparse.SUPPRESS, **rest
    )


def add_allowed_risks(parser: argparse._ActionsContainer) -> None:
    """Add ``--allow-risk``: the user accepts that a setting may lose data."""
    parser.add_argument(
        "--allow-risk",
        metavar=tr("RISK"),
        dest="allowed_risks",
        choices=tuple(HAZARDS),
        action="append",
        default=[],
        help=tr(
            "allow settings that can lose data: {risks}; repeatable",
            risks=either(HAZARDS),
        ),
    )


def add_progress(parser: argparse.ArgumentParser) -> None:
    """Add ``--progress``."""
    parser.add_argument(
        "--progress",
        choices=("text", "json"),
        default="text",
        help=tr("progress on standard error: text (default), or json with one object a line"),
    )


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def whole_number(text: str, least: int, most: int) -> int:
    """The number in ``text``, from ``least`` to ``most``. Raises ``ValueError``."""
    if not text.isascii() or not text.isdecimal() or not least <= int(text[:9]) <= most:
        raise ValueError
    return int(text)
