"""One error budget for everything that a session claims.

Questions are asked family by family, in the order of their importance. Each family has a share of
the session's error level and is tested within it after Holm (1979, Scandinavian Journal of
Statistics 6, 65-70); a family whose questions are all answered leaves its share to the next one
(the fallback procedure of Wiens 2003, Pharmaceutical Statistics 2, 211-215). So the probability
that anything at all is claimed falsely stays below the level, whatever is true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Question = TypeVar("Question")


@dataclass(frozen=True)
class Family(Generic[Question]):
    """``share`` is that of the session's error level, ``p_values`` the smallest level at which each
    question would be answered."""

    share: float
    p_values: Mapping[Question, float]


def levels(families: Sequence[Family[Question]], error_level: float) -> dict[Question, float]:
    """At which level each question is tested: it is answered where its p-value is no larger."""
    found: dict[Question, float] = {}
    left_over = 0.0
    for family in families:
        available = family.share * error_level + left_over
        within = _holm_levels(family.p_values, available)
        answered = all(p_value <= within[key] for key, p_value in family.p_values.items())
        left_over = available if answered else 0.0
        found |= within
    return found


def _holm_levels(p_values: Mapping[Question, float], available: float) -> dict[Question, float]:
    """Those that remain after the first unanswered one are all tested at its level."""
    ordered = sorted(p_values, key=lambda key: p_values[key])
    found: dict[Question, float] = {}
    level = 0.0
    stopped = False
    for rank, key in enumerate(ordered):
        if not stopped:
            level = available / (len(ordered) - rank)
            stopped = p_values[key] > level
        found[key] = level
    return found
