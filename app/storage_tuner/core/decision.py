"""The result of a measurement as values: every variant compared with the current settings, and
the decision. ``advice`` computes them, ``present`` puts them into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Use
from storage_tuner.core.workload import Operation


class ComparisonState(StrEnum):
    """The result of a comparison. FASTER and SLOWER mean better and worse in any metric; SAME:
    within the plan's margin."""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "same"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True)
class Comparison:
    """One variant compared with the reference, which is the current setting if that was measured.

    ``operation`` and ``metric`` are None for the weighted score of the user's purpose; ``threads``
    is None over all thread counts. ``effect_percent`` is the difference from the reference in the
    metric's own value (negative: less): −20 % latency is faster. A higher score is better.
    ``interval_percent`` is its confidence interval at the level of the claim (at most 5 % wrong);
    None with only a single run each, which gives no spread. ``value`` and ``reference_value`` are
    means in ``Metric.unit`` (None for a score), over ``runs`` runs of the variant. ``doubt`` is a
    phrase for the user on why it's inconclusive or what weakens it; empty if nothing does.
    """

    operation: Operation | None
    metric: Metric | None
    threads: int | None
    variant: str
    reference: str
    state: ComparisonState
    effect_percent: float
    interval_percent: tuple[float, float] | None
    value: float | None = None
    reference_value: float | None = None
    runs: int = 0
    doubt: Text = ""


class Action(StrEnum):
    """The recommended action. NONE: no advice, since the current setting wasn't measured or there
    are too few measurements."""

    KEEP = "keep"
    CHANGE = "change"
    NONE = "none"


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True)
class RejectedVariant:
    """A variant that is faster but not recommended, with the reason as a phrase."""

    variant: str
    reason: Text


@dataclass(frozen=True)
class Decision:
    """The decision on the settings for ``use``.

    ``variant`` is the one to set (CHANGE), to keep (KEEP: the reference), or None. ``settings`` are
    its values. ``gain_percent`` with ``interval_percent`` is its weighted gain over ``reference``,
    None unless CHANGE. ``most_gain_percent`` is the upper bound of any variant's gain over the
    reference; None when unbounded. ``overall`` has the weighted score of each other variant, in the
    order of the plan. ``spread_percent`` is the standard deviation of the weighted difference
    between blocks, ``seconds_needed`` the further measuring time likely to decide it; both None
    when unknown or nothing is open.
    """

    action: Action
    use: Use
    variant: str | None
    reference: str
    settings: tuple[tuple[str, str], ...] = ()
    gain_percent: float | None = None
    interval_percent: tuple[float, float] | None = None
    most_gain_percent: float | None = None
    confidence: Confidence = Confidence.LOW
    overall: tuple[Comparison, ...] = ()
    refused: tuple[RejectedVariant, ...] = ()
    spread_percent: float | None = None
    seconds_needed: float | None = None

    def named(self, state: ComparisonState) -> tuple[str, ...]:
        """The variants whose weighted score is in ``state``."""
        return tuple(each.variant for each in self.overall if each.state is state)

    @property
    def is_decided(self) -> bool:
        """Whether there is a firm decision: a change, or that no other variant is better."""
        if self.action is not Action.KEEP:
            return self.action is Action.CHANGE
        open_states = (ComparisonState.INCONCLUSIVE, ComparisonState.FASTER)
        return bool(self.overall) and all(each.state not in open_states for each in self.overall)
