"""Comparisons as one table, operations × variants, and as a plot of the overall scores."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.core.decision import Comparison, ComparisonState, Decision
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import sentence, together, tr, trn
from storage_tuner.core.plan import USE_PHRASES, Plan
from storage_tuner.core.verdict import Judgement, Verdict
from storage_tuner.core.workload import LIVE_WORKLOAD, Operation
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Dot, DotPlot, Mark, Table, TableCell
from storage_tuner.present.decision import named
from storage_tuner.present.wording import current_note, printable, variant_label

MARKS = {
    ComparisonState.FASTER: Mark.FASTER,
    ComparisonState.SLOWER: Mark.SLOWER,
    ComparisonState.SAME: Mark.SAME,
    ComparisonState.INCONCLUSIVE: Mark.INCONCLUSIVE,
}
STATES = {
    ComparisonState.FASTER: sentence("faster"),
    ComparisonState.SLOWER: sentence("slower"),
    ComparisonState.SAME: sentence("same"),
    ComparisonState.INCONCLUSIVE: sentence("inconclusive"),
}
_OBSERVED = frozenset(LIVE_WORKLOAD.operations)
THREEFOLD = 200.0
"""Percent; from here on a difference is shown as a multiple."""
INDENT = numbers.SPACE * 2
"""Before the metrics that follow an operation's throughput."""


@dataclass(frozen=True)
class Key:
    """The subject of a row."""

    operation: Operation
    metric: Metric
    threads: int | None


@dataclass(frozen=True)
class Compared:
    """``values`` are means by variant, ``found`` the comparisons of the others with the
    ``reference``. ``reference_note`` follows its name."""

    reference: str
    others: tuple[str, ...]
    values: Mapping[Key, Mapping[str, float]]
    found: Mapping[Key, Mapping[str, Comparison]]
    margin: float
    reference_note: str = ""

    @property
    def keys(self) -> tuple[Key, ...]:
        """By operation, then by metric."""
        operations = list(dict.fromkeys(key.operation for key in self.values))
        metrics = list(Metric)
        return tuple(
            sorted(
                self.values,
                key=lambda key: (
                    operations.index(key.operation),
                    key.threads or 0,
                    metrics.index(key.metric),
                ),
            )
        )

    @property
    def decided(self) -> frozenset[Key]:
        """Keys in which some variant is faster or slower."""
        sure = (ComparisonState.FASTER, ComparisonState.SLOWER)
        return frozenset(
            key
            for key, found in self.found.items()
            if any(each.state in sure for each in found.values())
        )


def compared_of(judgement: Judgement, margin: float, current: str | None = None) -> Compared | None:
    """None where nothing was measured. What wasn't compared has its means only."""
    values: dict[Key, dict[str, float]] = {}
    found: dict[Key, dict[str, Comparison]] = {}
    for verdict in judgement.verdicts:
        of_key = values.setdefault(Key(verdict.operation, verdict.metric, verdict.threads), {})
        of_key.update({each.variant: each.mean for each in verdict.summaries})
    for each in judgement.comparisons:
        if each.operation is None or each.metric is None:
            continue
        key = Key(each.operation, each.metric, each.threads)
        found.setdefault(key, {})[each.variant] = each
        means = {each.reference: each.reference_value, each.variant: each.value}
        known = {name: mean for name, mean in means.items() if mean is not None}
        values.setdefault(key, {}).update(known)
    names = _variants(judgement, values)
    if not names:
        return None
    reference, *others = names
    note = current_note(reference, current)
    measured = {key: means for key, means in values.items() if means}
    return Compared(reference, tuple(others), measured, found, margin, note)


def _variants(judgement: Judgement, values: Mapping[Key, Mapping[str, float]]) -> tuple[str, ...]:
    """The reference first, then the others in the order of the plan."""
    decision = judgement.decision
    first = [decision.reference] if decision else []
    planned = [each.variant for each in decision.overall] if decision else []
    of_comparisons = [
        name for each in judgement.comparisons for name in (each.reference, each.variant)
    ]
    measured = [name for means in values.values() for name in means]
    return tuple(dict.fromkeys((*first, *planned, *of_comparisons, *measured)))


def main_keys(compared: Compared) -> tuple[Key, ...]:
    """Throughput and p99 latency of each operation, and any other decided metric. The mean latency
    equals the throughput, except under other programs' load."""
    ours = {key.operation for key in compared.keys if key.metric is Metric.RATE} - _OBSERVED
    shown = []
    for key in compared.keys:
        if key.threads is not None:
            continue
        if key.metric in (Metric.RATE, Metric.ACCESS_TIME_P99):
            shown.append(key)
        elif key.metric is Metric.ACCESS_TIME:
            shown += [key] if key.operation not in ours else []
        elif key in compared.decided:
            shown.append(key)
    return tuple(shown)


def other_keys(compared: Compared) -> tuple[Key, ...]:
    """Keys over all thread counts that ``main_keys`` omits, without the redundant mean latency."""
    main = main_keys(compared)
    return tuple(
        key
        for key in compared.keys
        if key.threads is None and key not in main and key.metric is not Metric.ACCESS_TIME
    )


def thread_keys(compared: Compared) -> tuple[Key, ...]:
    """The first metric of each operation by thread count; none where there is one count only."""
    main = {key.operation: key.metric for key in reversed(main_keys(compared))}
    keys = [key for key in compared.keys if key.threads is not None]
    if len({key.threads for key in keys}) < 2:
        return ()
    return tuple(key for key in keys if main.get(key.operation) is key.metric)


def table(title: str, compared: Compared, keys: Sequence[Key], *, absolute: bool = False) -> Table:
    """The reference in absolute values, the others in percent of it; ``absolute``: both."""
    rows = tuple(
        _row(compared, key, _label(key, before), absolute)
        for key, before in zip(keys, (None, *keys), strict=False)
    )
    return Table(title, _heads(compared), rows, legend_of(rows, compared.margin))


def _heads(compared: Compared) -> tuple[str, ...]:
    reference = variant_label(compared.reference)
    first = (
        tr("{variant} ({note})", variant=reference, note=compared.reference_note)
        if compared.reference_note
        else reference
    )
    return (tr("Operation"), first, *map(variant_label, compared.others))


def _row(compared: Compared, key: Key, label: str, absolute: bool) -> tuple[TableCell, ...]:
    values, found = compared.values[key], compared.found.get(key, {})
    others = (
        _cell(key, values.get(other), found.get(other), absolute) for other in compared.others
    )
    reference = numbers.metric_value(key.metric, key.operation, values.get(compared.reference))
    return (TableCell(label), TableCell(reference), *others)


def _label(key: Key, before: Key | None) -> str:
    """The operation with its throughput; other metrics by their own names below it."""
    if before and (before.operation, before.threads) == (key.operation, key.threads):
        return str(together((INDENT, key.metric.label), ""))
    operation = printable(together((key.operation.label,)))
    threads = trn(key.threads, "{count} thread", "{count} threads") if key.threads else ""
    metric = "" if key.metric is Metric.RATE else key.metric.phrase
    return str(together((operation, threads, metric), ", "))


def _cell(
    key: Key, value: float | None, comparison: Comparison | None, absolute: bool
) -> TableCell:
    shown = numbers.metric_value(key.metric, key.operation, value)
    if comparison is None:
        return TableCell(shown)
    change = _change(comparison.effect_percent)
    return TableCell(
        str(together((shown, change)) if absolute and value is not None else change),
        MARKS[comparison.state],
        _tip(comparison, "" if absolute or value is None else shown),
    )


def _change(effect: float) -> str:
    return (
        numbers.times(1 + effect / 100) if effect >= THREEFOLD else numbers.signed_percent(effect)
    )


def _tip(comparison: Comparison, value: str) -> str:
    """The value, the state with its interval, and any doubt."""
    state, span = str(STATES[comparison.state]), _span(comparison.interval_percent)
    if span:
        state = tr("{state} ({interval})", state=state, interval=span)
    return str(together((value, state, printable(comparison.doubt)), "; "))


def _span(interval: tuple[float, float] | None) -> str:
    return numbers.signed_percent_span(interval) if interval else ""


def legend_of(rows: Iterable[Sequence[TableCell]], margin: float) -> tuple[tuple[Mark, str], ...]:
    """The meanings of the marks in ``rows``."""
    used = {cell.mark for row in rows for cell in row}
    meanings = (
        (Mark.FASTER, STATES[ComparisonState.FASTER]),
        (Mark.SLOWER, STATES[ComparisonState.SLOWER]),
        (Mark.SAME, same_within(margin)),
        (Mark.INCONCLUSIVE, STATES[ComparisonState.INCONCLUSIVE]),
    )
    return tuple((mark, str(meaning)) for mark, meaning in meanings if mark in used)


def same_within(margin: float) -> str:
    return tr("same (within {percent:g} %)", percent=100 * margin)


def dot_plot(
    decision: Decision, margin: float, current: str | None = None, purpose: str = ""
) -> DotPlot | None:
    """The weighted score of each variant against the reference; None without any. ``purpose`` is
    what it's for; "": the decision's use."""
    if not decision.overall:
        return None
    reference = named(decision.reference)
    if note := current_note(decision.reference, current):
        reference = tr("{variant} ({note})", variant=reference, note=note)
    title = tr(
        "Overall for {use}, against {reference}",
        use=purpose or USE_PHRASES[decision.use],
        reference=reference,
    )
    return DotPlot(title, tuple(map(_dot, decision.overall)), 100 * margin)


def _dot(each: Comparison) -> Dot:
    low, high = each.interval_percent or (None, None)
    return Dot(
        label=variant_label(each.variant),
        mean=each.effect_percent,
        low=low,
        high=high,
        mark=MARKS[each.state],
        text=str(together((_change(each.effect_percent), STATES[each.state]), ", ")),
    )


def in_plan_order(plan: Plan, measured: Collection[str]) -> tuple[str, ...]:
    """The variants that were measured: those of the plan first, then others by name."""
    planned = [variant.name for variant in plan.variants]
    others = sorted(name for name in measured if name not in planned)
    return tuple(name for name in dict.fromkeys((*planned, *others)) if name in measured)


def find_verdict(
    judgement: Judgement, operation: Operation, metric: Metric, threads: int | None = None
) -> Verdict | None:
    """The verdict over all thread counts, or over ``threads`` of them."""
    for verdict in judgement.verdicts:
        if (verdict.operation, verdict.metric, verdict.threads) == (operation, metric, threads):
            return verdict
    return None


def shown_metrics(judgement: Judgement) -> tuple[Metric, ...]:
    """The columns of a table; without the spread where it wasn't measured, as of a live load."""
    spread = any(item.summaries for item in judgement.verdicts if item.metric is Metric.SPREAD)
    return tuple(metric for metric in Metric if spread or metric is not Metric.SPREAD)
