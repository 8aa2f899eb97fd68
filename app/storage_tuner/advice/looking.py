"""What is decided on the way, between the rounds of a session whose time is known beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan

LOOKS = 4
"""Of a session, the last one when its time is over."""


@dataclass(frozen=True)
class Look:
    """``slower`` are variants that needn't be measured any more; ``decided``: nothing is open."""

    slower: frozenset[str]
    decided: bool


def look(plan: Plan, measurements: Sequence[Measurement]) -> Look:  # noqa: ARG001 - see below
    """What ``measurements`` of complete rounds decide. So far: nothing before the end."""
    return Look(frozenset(), decided=False)
