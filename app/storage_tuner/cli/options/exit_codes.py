"""Exit codes that scripts ask for with ``--exit-code``, as git diff has them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from storage_tuner.core.errors import NotRestored
from storage_tuner.core.message import tr

UNDONE = 9
"""Another program undid a permanent setting (also without ``--exit-code``)."""
CHANGED = 10
"""Something was changed, or would be with ``--dry-run``."""
UNDECIDED = 11
"""The measurement didn't decide between the settings."""


def add_exit_code(parser: argparse.ArgumentParser) -> None:
    """Add ``--exit-code``; without it, 0 means success whatever came of it."""
    parser.add_argument(
        "--exit-code",
        action="store_true",
        help=tr(
            "exit with {changed} if something was changed, and with {inconclusive} if a "
            "measurement was inconclusive",
            changed=CHANGED,
            inconclusive=UNDECIDED,
        ),
    )


def code_of_changes(*, tells_all: bool, changed: bool) -> int:
    """The exit code of a command that changes settings; ``tells_all``: with ``--exit-code``."""
    return CHANGED if tells_all and changed else 0


def worst_code(codes: Iterable[int]) -> int:
    """The exit code of several targets: that a value couldn't be restored, which all others rule
    out, then the highest error, then that something was changed."""
    successes = (0, CHANGED, UNDECIDED)
    return max(
        codes,
        key=lambda code: (
            code == NotRestored.exit_code,
            code not in successes,
            code == CHANGED,
            code,
        ),
    )
