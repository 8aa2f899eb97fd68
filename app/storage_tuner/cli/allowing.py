"""``--allow-risk``: the word of a person that a setting may lose data when the power fails."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.hazards import HAZARDS
from storage_tuner.core.tunable import Hazard


def add_argument(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--allow-risk",
        metavar="RISK",
        dest="allowed_risks",
        choices=tuple(HAZARDS),
        action="append",
        default=[],
        help="set a 3ware controller's policy although data can be lost when the power fails: "
        + " or ".join(HAZARDS)
        + "; repeatable",
    )


def require_allowed(hazards: Iterable[Hazard], arguments: argparse.Namespace) -> tuple[str, ...]:
    """The names of ``hazards``. Raises ``InvalidInput`` that says what can be lost when one of
    them wasn't allowed."""
    names = tuple(dict.fromkeys(hazard.name for hazard in hazards))
    for name in names:
        if name not in arguments.allowed_risks:
            raise InvalidInput(HAZARDS[name].loss, f"If that may be so, add --allow-risk {name}.")
    return names
