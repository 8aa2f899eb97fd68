"""A word of the command line that means a time."""

from __future__ import annotations

import argparse
import math

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Protocol

LONGEST_MINUTES = 24 * 60


def minutes(text: str) -> float:
    """Minutes of measuring, in seconds."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 < found <= LONGEST_MINUTES:
        raise argparse.ArgumentTypeError(f"a number of minutes up to {LONGEST_MINUTES} is expected")
    return 60 * found


def check_minutes(arguments: argparse.Namespace) -> None:
    """Raises ``InvalidInput`` where ``--minutes`` would change nothing."""
    protocol = arguments.protocol
    if arguments.minutes is not None and protocol in (Protocol.ARTICLE, Protocol.REPEATS):
        raise InvalidInput(
            f"The protocol {protocol} takes as long as its runs take: no --minutes.",
            "Choose fewer --workloads, --threads or --schedulers.",
        )
