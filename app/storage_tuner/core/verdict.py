"""The judgement over measurements, as values; ``advice`` computes them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.decision import Comparison, ComparisonState, Confidence, Decision
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Use
from storage_tuner.core.recommended_set import RecommendedSet
from storage_tuner.core.workload import Operation


class State(StrEnum):
    BETTER = "better"
    EQUAL = "equal"
    UNDECIDED = "undecided"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True)
class VariantSummary:
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
    decide it; None when that can't be told. ``doubt`` says, as a phrase for persons, why it can't
    be decided or what weakens it; empty: nothing.
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
    summaries: tuple[VariantSummary, ...] = ()
    seconds_needed: float | None = None
    doubt: Text = ""


@dataclass(frozen=True)
class Evidence:
    """One reason for a recommendation: a sentence, and where it comes from."""

    statement: Text
    source: Text


class Basis(StrEnum):
    """What an advice on a setting rests on. UNDECIDED was measured, and the time didn't suffice;
    UNMEASURED is only published."""

    MEASURED = "measured"
    UNDECIDED = "undecided"
    UNMEASURED = "unmeasured"


@dataclass(frozen=True)
class SettingAdvice:
    """What to do about one setting, and why.

    ``value`` is the advised one, ``before`` the present one (None: not known); unless ``change``
    they are the same. ``summary`` and ``disagreement`` (between what was measured and what is
    published; "": none) are sentences, ``hypothesis`` says what is published and wasn't decided
    here. ``gain_percent`` is that of this setting by itself with its 95 % interval, None where
    only a whole set was measured. ``risk`` is none, slow or stall, as in the catalogue. ``surer``
    are phrases on what would make it surer, or commands; ``seconds_needed`` is how much longer
    measuring would, about (None: that can't be told, or isn't needed). ``trials`` are values of an
    UNMEASURED one that rules want and that can be tried on its ``devices``.
    """

    setting: str
    value: str
    before: str | None
    change: bool
    basis: Basis
    summary: Text
    confidence: Confidence
    evidence: tuple[Evidence, ...] = ()
    gain_percent: float | None = None
    gain_interval_percent: tuple[float, float] | None = None
    risk: str = "none"
    side_effects: Text = ""
    disagreement: Text = ""
    hypothesis: Text = ""
    surer: tuple[Text, ...] = ()
    seconds_needed: float | None = None
    trials: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChoiceAdvice:
    """What is published, and what physics says, of a choice that can't be changed while the storage
    is used. ``now`` is what was chosen (None: not known), ``wishes`` what rules want otherwise;
    ``agreed``: others want it as it is."""

    choice: str
    label: Text
    now: str | None
    wishes: tuple[Text, ...]
    physics: Text = ""
    agreed: bool = False
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class PossibleCause:
    """Something that may be wrong: ``found`` says what speaks for it here ("": nothing), ``check``
    what would tell."""

    what: Text
    check: Text
    found: Text = ""


@dataclass(frozen=True)
class RateCheck:
    """A measured rate beside what physics expects (``low`` to ``high``, in ``unit``). ``ratio`` is
    measured ÷ ``low``; ``alarming`` from what share on something must be wrong, and ``look_for``
    what that may be, what was found here first. ``formula`` and ``basis`` say how it is got."""

    operation: str
    label: Text
    measured: float
    low: float
    high: float
    unit: str
    ratio: float
    alarming: bool
    formula: Text
    basis: Text
    look_for: tuple[PossibleCause, ...] = ()


@dataclass(frozen=True)
class Recommendation:
    """A decision with its reasons. ``variant`` is the recommended one; ``change`` tells whether
    that differs from what was set before. ``gain_percent`` is the expected weighted gain over the
    settings from before with its interval, None unless ``change``. ``by_setting`` is the same
    setting by setting, of those that were compared. ``aims`` are the user's, in their order.
    """

    use: Use
    variant: str
    change: bool
    settings: tuple[tuple[str, str], ...]
    gain_percent: float | None
    gain_interval_percent: tuple[float, float] | None
    evidence: tuple[Evidence, ...]
    by_setting: tuple[SettingAdvice, ...] = ()
    aims: tuple[Aim, ...] = ()


@dataclass(frozen=True)
class BestForUse:
    """``variants`` are those that nothing beats in anything that counts for ``use``, best first;
    empty: what wins the one loses the other. ``settled``: nothing of that is undecided."""

    use: Use
    variants: tuple[str, ...]
    settled: bool


@dataclass(frozen=True)
class Overall:
    """All verdicts over all thread counts in one.

    ``everywhere`` are the variants that no other one beats in anything, those that win more often
    first. ``differing``: somewhere somebody beats somebody. ``undecided`` of ``compared`` verdicts
    aren't decided. ``by_use`` is empty unless ``everywhere`` is.
    """

    everywhere: tuple[str, ...]
    differing: bool
    undecided: int
    compared: int
    by_use: tuple[BestForUse, ...] = ()

    @property
    def settled(self) -> bool:
        return self.undecided == 0


@dataclass(frozen=True)
class ClassComparison:
    """A stream of one I/O priority class against the stream of ``workload`` that is served first,
    ``reference``, under one ``variant`` and in the same runs. ``share_percent`` is how much of the
    reference's throughput it gets, over all thread counts; its interval is None where a few runs
    tell none. The values are means in the operation's unit."""

    workload: str
    variant: str
    operation: Operation
    reference: Operation
    state: ComparisonState
    share_percent: float
    interval_percent: tuple[float, float] | None
    value: float
    reference_value: float
    runs: int


@dataclass(frozen=True)
class Judgement:
    """All verdicts of a session and what follows from them (None: nothing was compared).

    ``notes`` are sentences for persons about the whole of it. ``hypotheses`` are published of
    settings that weren't compared, ``choices`` of what was chosen when the storage was built.
    ``rate_checks`` hold rates against physics; nothing is expected of ``not_comparable``
    operations. ``comparisons`` are of every other variant with the reference, over all thread
    counts first, then for each; ``decision`` is what they come to (None: nothing was compared).
    ``priority_classes`` compare streams with each other, not variants. ``recommended`` is the one
    set that it all comes to (None: the device, or what is published, isn't known).
    """

    verdicts: tuple[Verdict, ...]
    recommendation: Recommendation | None
    overall: Overall | None = None
    notes: tuple[Text, ...] = ()
    hypotheses: tuple[SettingAdvice, ...] = ()
    choices: tuple[ChoiceAdvice, ...] = ()
    rate_checks: tuple[RateCheck, ...] = ()
    not_comparable: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    decision: Decision | None = None
    priority_classes: tuple[ClassComparison, ...] = ()
    recommended: RecommendedSet | None = None
