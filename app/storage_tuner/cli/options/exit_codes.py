"""Exit codes that scripts ask for with ``--exit-code``, as git diff has them."""

from __future__ import annotations

import argparse

from storage_tuner.core.message import tr

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
            "exit with {changed} if something was changed, and with {undecided} if a measurement "
            "was inconclusive",
            changed=CHANGED,
            undecided=UNDECIDED,
        ),
    )


def code_of_changes(*, tells_all: bool, changed: bool) -> int:
    """The exit code of a command that changes settings; ``tells_all``: with ``--exit-code``."""
    return CHANGED if tells_all and changed else 0
