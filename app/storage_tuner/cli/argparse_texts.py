"""argparse's own texts in the current language."""

from __future__ import annotations

import argparse

from storage_tuner.core.language import spoken
from storage_tuner.core.message import counted, sentence

TEXTS = (
    sentence("usage: "),
    sentence("positional arguments"),
    sentence("options"),
    sentence("show this help message and exit"),
    sentence("%(prog)s: error: %(message)s\n"),
    sentence("argument %(argument_name)s: %(message)s"),
    sentence("ambiguous option: %(option)s could match %(matches)s"),
    sentence("expected at least one argument"),
    sentence("expected at most one argument"),
    sentence("expected one argument"),
    counted(2, "expected %s argument", "expected %s arguments"),
    sentence("ignored explicit argument %r"),
    sentence("invalid %(type)s value: %(value)r"),
    sentence("invalid choice: %(value)r (choose from %(choices)s)"),
    sentence("not allowed with argument %s"),
    sentence("one of the arguments %s is required"),
    sentence("the following arguments are required: %s"),
    sentence("unexpected option string: %s"),
    sentence("unknown parser %(parser_name)r (choices: %(choices)s)"),
    sentence("unrecognized arguments: %s"),
)
"""The texts of argparse that a user may see, in its spelling, for the translation catalogue."""


def translate() -> None:
    """Make argparse look up its texts in our catalogue: Python ships no translations."""
    vars(argparse).update(_=_translated, ngettext=_translated_plural)


def _translated(text: str) -> str:
    return spoken().translated(text)


def _translated_plural(singular: str, plural: str, count: int) -> str:
    return spoken().translated_plural(singular, plural, count)
