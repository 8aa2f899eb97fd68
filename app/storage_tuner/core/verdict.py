"""The judgement over measurements, as values; ``advice`` computes them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Operation, Use


class State(StrEnum):
    BETTER = "better"
    EQUAL = "equal"
    UNDECIDED = "undecided"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True)
class Summary:
    """One variant in one cell group: mean over the runs, standard deviation, 95 % interval.

    In the metric's unit; ``runs`` is the number of runs. ``low``/``high`` are None below 2 runs.
    Over several thread counts it's the geometric mean of the counts' means.
    """

    variant: str
    mean: float
    standard_deviation: float | None
    low: float | None
    high: float | None
    runs: int


@dataclass(frozen=True)
class Verdict:
    """Who wins an operation on a metric; ``threads`` is None over all thread counts.

    ``effect_percent`` tells how much better the best variant is than the runner-up, with its 95 %
    interval; positive is better whatever the metric (5 means 5 % more MB/s, or a 5 % shorter
    time relative to the longer one). ``winner`` is None unless ``state`` is BETTER. ``best`` are
    the variants that no other one beats. ``p_value`` is the corrected one, of best against
    runner-up. ``seconds_needed`` tells of an UNDECIDED one how much longer measuring is likely to
    decide it; None when that can't be told.
    """

    operation: Operation
    metric: Metric
    threads: int | None
    state: State
    winner: str | None = None
    runner_up: str | None = None
    effect_percent: float | None = None
    interval_percent: tuple[float, float] | None = None
    p_value: float | None = None
    best: tuple[str, ...] = ()
    summaries: tuple[Summary, ...] = ()
    seconds_needed: float | None = None

    @property
    def symbol(self) -> str:
        """What a table shows: the winner's name, "=", "= ?" (not shown equal either) or "–"."""
        if self.state is State.BETTER:
            return self.winner or ""
        return {State.EQUAL: "=", State.UNDECIDED: "= ?", State.NOT_MEASURED: "–"}[self.state]


@dataclass(frozen=True)
class Evidence:
    """One reason for a recommendation: a sentence, and where it comes from."""

    statement: str
    source: str


@dataclass(frozen=True)
class Recommendation:
    """What to do. ``variant`` is the recommended one; ``change`` tells whether that differs from
    what was set before. ``headline`` is one sentence in plain words, ``gain_percent`` the expected
    weighted gain over the settings from before with its 95 % interval, None when not known.
    """

    use: Use
    variant: str
    change: bool
    headline: str
    settings: tuple[tuple[str, str], ...]
    gain_percent: float | None
    gain_interval_percent: tuple[float, float] | None
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class Judgement:
    """All verdicts of a session and what follows from them (None: nothing was compared)."""

    verdicts: tuple[Verdict, ...]
    recommendation: Recommendation | None
