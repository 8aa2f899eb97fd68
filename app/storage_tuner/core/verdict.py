"""The judgement of a session's measurements, as values; ``advice`` computes them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.decision import Comparison, ComparisonState, Confidence, Decision
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.load_map import LoadMap
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Use
from storage_tuner.core.recommended_set import RecommendedSet
from storage_tuner.core.sustained import SustainedWrites
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
    Over several thread counts it's the geometric mean of the means per count.
    """

    variant: str
    mean: float
    standard_deviation: float | None
    low: float | None
    high: float | None
    runs: int


@dataclass(frozen=True)
class Verdict:
    """The winner of an operation on a metric; ``threads`` is None over all thread counts.

    ``effect_percent`` is how much better the best variant is than the runner-up, with its 95 %
    interval; positive is better whatever the metric (5 means 5 % more MB/s, or a 5 % shorter
    time relative to the longer one). ``winner`` is None unless ``state`` is BETTER. ``best`` are
    the variants that no other variant beats. ``p_value`` is corrected, for best against runner-up.
    ``seconds_needed`` is the further measuring time that is likely to decide an UNDECIDED verdict;
    None when unknown. ``doubt`` is a phrase for the user on why the verdict is inconclusive or what
    weakens it; empty if nothing does.
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
    """One reason for a recommendation: a sentence and its source."""

    statement: Text
    source: Text


class Basis(StrEnum):
    """The basis of advice on a setting. UNDECIDED: measured, but the time didn't suffice;
    UNMEASURED: only published."""

    MEASURED = "measured"
    UNDECIDED = "undecided"
    UNMEASURED = "unmeasured"


@dataclass(frozen=True)
class SettingAdvice:
    """The advice on one setting, with the reasons.

    ``value`` is the advised value, ``before`` the current one (None: unknown); unless ``change``
    they are the same. ``summary`` and ``disagreement`` (between measured and published results;
    "": none) are sentences; ``hypothesis`` states the published result that wasn't decided here.
    ``gain_percent`` is the gain of this setting alone with its 95 % interval, None where only a
    whole set was measured. ``risk`` is none, slow or stall, as in the catalogue. ``surer`` are
    phrases or commands on how to increase confidence; ``seconds_needed`` is the approximate further
    measuring time for that (None: unknown or not needed). ``trials`` are the values that rules
    recommend for an UNMEASURED setting and that can be tried on its ``devices``.
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
    """Published results and physics on a choice that can't be changed while the storage is in use.

    ``now`` is the choice made (None: unknown), ``wishes`` the alternatives that rules recommend;
    ``agreed``: other rules recommend the choice made."""

    choice: str
    label: Text
    now: str | None
    wishes: tuple[Text, ...]
    physics: Text = ""
    agreed: bool = False
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class PossibleCause:
    """A possible cause of a problem: ``found`` is the evidence for it here ("": none), ``check``
    how to find out."""

    what: Text
    check: Text
    found: Text = ""


@dataclass(frozen=True)
class RateCheck:
    """A measured rate compared with the physically expected one (``low`` to ``high``, in ``unit``).

    ``ratio`` is measured ÷ ``low``; ``alarming`` is the share from which on something must be
    wrong, and ``look_for`` lists the possible causes, those with evidence here first. ``formula``
    and ``basis`` describe how the expected rate is derived."""

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
    """A decision with its reasons.

    ``variant`` is the recommended one; ``change`` is whether it differs from the previous settings.
    ``gain_percent`` is the expected weighted gain over the previous settings with its interval,
    None unless ``change``. ``by_setting`` is the same for each setting that was compared. ``aims``
    are the user's priorities, in their order.
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
    """The best variants for a use.

    ``variants`` are unbeaten in everything that counts for ``use``, best first; empty when there is
    a trade-off. ``settled``: no verdict that counts is inconclusive."""

    use: Use
    variants: tuple[str, ...]
    settled: bool


@dataclass(frozen=True)
class Overall:
    """A summary of all verdicts over all thread counts.

    ``everywhere`` are the variants that no other variant beats in anything, those with more wins
    first. ``differing``: at least one verdict has a winner. ``undecided`` of ``compared`` verdicts
    are inconclusive. ``by_use`` is empty unless ``everywhere`` is.
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
    """A stream of one I/O priority class compared with ``reference``, the stream of ``workload``
    that is served first, under one ``variant`` and in the same runs.

    ``share_percent`` is its throughput as a share of the reference's, over all thread counts; its
    interval is None when there are too few runs. The values are means in the operation's unit."""

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
class TradeoffFigure:
    """A geometric mean with its 95 % interval (None: one run), and how it differs from the
    reference: ``state`` FASTER means better, ``effect_percent`` is the difference in the figure's
    own value (negative: less). Both are None for the reference itself."""

    value: float
    interval: tuple[float, float] | None
    state: ComparisonState | None = None
    effect_percent: float | None = None
    effect_interval_percent: tuple[float, float] | None = None


@dataclass(frozen=True)
class TradeoffPoint:
    """A variant's mean latency in the foreground and the throughput of the whole background in the
    same runs. ``missed_per_minute`` are missed deadlines (None: there are none to miss).
    ``beaten_by`` are the variants better in one of the two and not worse in the other; without any,
    the point is on the Pareto front."""

    variant: str
    latency_ms: TradeoffFigure
    background_mb_s: TradeoffFigure
    missed_per_minute: float | None
    beaten_by: tuple[str, ...]
    runs: int

    @property
    def is_on_front(self) -> bool:
        return not self.beaten_by


@dataclass(frozen=True)
class Tradeoff:
    """The latency of ``foreground`` against the throughput of the background of ``workload``."""

    workload: str
    foreground: Operation
    reference: str
    points: tuple[TradeoffPoint, ...]


@dataclass(frozen=True)
class Judgement:
    """All verdicts of a session and the conclusions from them (None: nothing was compared).

    ``notes`` are sentences for the user about the session as a whole. ``hypotheses`` are published
    advice on settings that weren't compared, ``choices`` on decisions made when the storage was
    built. ``rate_checks`` compare rates with physics; ``not_comparable`` operations have no
    expected rate. ``comparisons`` compare every other variant with the reference, over all thread
    counts first, then for each count; ``decision`` is their result (None: nothing was compared).
    ``priority_classes`` compare streams with each other, not variants; ``tradeoffs`` are
    responsiveness against throughput, by workload with a background. ``recommended`` is the
    resulting set of settings (None: the device or the published knowledge is unknown).
    ``sustained`` are the levels of sustained writes, ``load_map`` is the map of latencies, where
    those were measured.
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
    tradeoffs: tuple[Tradeoff, ...] = ()
    recommended: RecommendedSet | None = None
    sustained: SustainedWrites | None = None
    load_map: LoadMap | None = None
