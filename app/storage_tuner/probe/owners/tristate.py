"""Three-valued logic: yes, no or unknown."""

from __future__ import annotations

import re
from enum import IntEnum
from fnmatch import translate
from functools import lru_cache

UNCERTAIN = "(may apply)"

_REPEATED_GROUP = re.compile(r"\)[*+{]")
_REPEATED = re.compile(r"(?<!\\)[*+{]")
_LIMIT_SEARCHED = 1 << 14


class Truth(IntEnum):
    """A truth value, ordered so that ``min`` is "and" and ``max`` is "or"."""

    NO = 0
    MAYBE = 1
    YES = 2

    @property
    def opposite(self) -> Truth:
        return Truth(2 - self)


def truth(fact: bool) -> Truth:
    return Truth.YES if fact else Truth.NO


def hedged(place: str, certainty: Truth) -> str:
    """``place``, with a remark when it's uncertain whether the setting there applies."""
    return place if certainty is Truth.YES else f"{place} {UNCERTAIN}"


def matches(patterns: str, value: str | None) -> Truth:
    """Return whether ``value`` matches one of ``patterns`` in udev's notation: "sd*|vd[a-z]".

    A missing value matches the empty pattern (udev-rules.c: token_match_string).
    """
    pattern = _pattern(patterns)
    return Truth.MAYBE if pattern is None else truth(pattern.match(value or "") is not None)


@lru_cache(4096)
def _pattern(patterns: str) -> re.Pattern[str] | None:
    """The compiled patterns; None for those without an equivalent in Python: classes and escapes of
    fnmatch(3)."""
    if "[:" in patterns or ("\\" in patterns and any(sign in patterns for sign in "*?[")):
        return None
    parts = (translate(part.replace("[^", "[!")) for part in patterns.split("|"))
    try:
        return re.compile("|".join(parts))
    except (re.error, OverflowError, RecursionError):
        return None


def searched(expression: str, text: str) -> Truth:
    """Return whether a regular expression from a configuration matches anywhere in ``text``.

    MAYBE for an invalid one, or one that might take Python too long to search.
    """
    most = max(len(_REPEATED.findall(part)) for part in expression.split("|"))
    if _REPEATED_GROUP.search(expression) or most > 2:
        return Truth.MAYBE
    try:
        return truth(re.search(expression, text[:_LIMIT_SEARCHED], re.MULTILINE) is not None)
    except (re.error, OverflowError, RecursionError):
        return Truth.MAYBE
