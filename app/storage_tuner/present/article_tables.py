"""The tables of the published comparisons, for sessions with their protocol: the best variant of
each operation, then the means by thread count."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from storage_tuner.advice.verdict import percent
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import sentence, together, tr
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.verdict import Judgement, State, VariantSummary, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.present import numbers, wording
from storage_tuner.present.blocks import Mark, Table, TableCell
from storage_tuner.present.compared import find_verdict, in_plan_order, legend_of

METRICS = (Metric.RATE, Metric.ACCESS_TIME, Metric.CPU_EFFICIENCY)
"""The metrics that the articles judge."""

TITLE = sentence("Tables as in the published articles")


def article_tables(plan: Plan, judgement: Judgement) -> tuple[Table, ...]:
    """First the best variant of each operation in throughput, latency and CPU efficiency, then the
    means of each operation and metric by thread count. Empty unless two variants or more were
    measured one after the other."""
    if plan.protocol is not Protocol.ARTICLE or len(measured_variants(plan, judgement)) < 2:
        return ()
    operations = [each for each in plan.operations if find_verdict(judgement, each, Metric.RATE)]
    return (
        _winners(plan, judgement, operations),
        *(
            _means(plan, judgement, operation, metric)
            for operation in operations
            for metric in METRICS
            if verdicts_of(judgement, operation, metric)
        ),
    )


def measured_variants(plan: Plan, judgement: Judgement) -> tuple[str, ...]:
    measured = {item.variant for verdict in judgement.verdicts for item in verdict.summaries}
    return in_plan_order(plan, measured)


def verdicts_of(judgement: Judgement, operation: Operation, metric: Metric) -> tuple[Verdict, ...]:
    """By thread count, then over all of them where there are several."""
    found = sorted(
        (
            verdict
            for verdict in judgement.verdicts
            if (verdict.operation, verdict.metric) == (operation, metric) and verdict.summaries
        ),
        key=lambda verdict: (verdict.threads is None, verdict.threads or 0),
    )
    return tuple(found[:-1] if len(found) == 2 and found[-1].threads is None else found)


def _winners(plan: Plan, judgement: Judgement, operations: list[Operation]) -> Table:
    found = [[find_verdict(judgement, each, metric) for metric in METRICS] for each in operations]
    verdicts = [verdict for row in found for verdict in row if verdict is not None]
    title = tr("Best by operation")
    answer = _answer_of(judgement, verdicts)
    rows = tuple(
        (TableCell(wording.printable(operation.label)), *map(answer, row))
        for operation, row in zip(operations, found, strict=True)
    )
    return Table(
        str(title if _are_judged(verdicts) else together((title, _reason(judgement)), ": ")),
        (tr("Operation"), *(str(metric.label) for metric in METRICS)),
        rows,
        legend_of(rows, plan.margin),
    )


def _means(plan: Plan, judgement: Judgement, operation: Operation, metric: Metric) -> Table:
    verdicts = verdicts_of(judgement, operation, metric)
    variants = measured_variants(plan, judgement)
    answer = _answer_of(judgement, verdicts)
    unit = "" if numbers.is_time(metric) else metric.unit(operation)
    head = tr("Winner")
    if not _are_judged(verdicts):
        head = tr("Leader ({reason})", reason=_reason(judgement))
    rows = tuple(
        (
            TableCell(_count(verdict)),
            *(_mean(verdict, name) for name in variants),
            answer(verdict),
        )
        for verdict in verdicts
    )
    return Table(
        str(together((together((operation.label, metric.phrase), ": "), unit), ", ")),
        (tr("Threads"), *map(wording.variant_label, variants), head),
        rows,
        legend_of(rows, plan.margin),
    )


def _count(verdict: Verdict) -> str:
    return tr("all") if verdict.threads is None else numbers.whole(verdict.threads)


def _mean(verdict: Verdict, variant: str) -> TableCell:
    summary = next((item for item in verdict.summaries if item.variant == variant), None)
    if summary is None:
        return TableCell(numbers.NOTHING)
    mean, interval = numbers.mean_and_interval(verdict.metric, summary)
    return TableCell(mean, tip=interval)


def _are_judged(verdicts: Sequence[Verdict]) -> bool:
    return any(_is_judged(verdict) for verdict in verdicts)


def _is_judged(verdict: Verdict) -> bool:
    return verdict.effect_percent is not None


def _reason(judgement: Judgement) -> str:
    """The reason for judging nothing."""
    runs = [
        item.runs
        for verdict in judgement.verdicts
        if verdict.threads is not None
        for item in verdict.summaries
    ]
    most = max(runs, default=1)
    if most == 1:
        return tr("one run: no verdict")
    return tr("{count} runs: too few for a verdict", count=most)


def _answer_of(
    judgement: Judgement, verdicts: Sequence[Verdict]
) -> Callable[[Verdict | None], TableCell]:
    """A function that gives the last cell of a table's rows. Where no verdict is judged, the
    table's head gives the reason; otherwise each cell without a judgement does."""
    reason = _reason(judgement) if _are_judged(verdicts) else ""

    def answer(verdict: Verdict | None) -> TableCell:
        if verdict is None or not verdict.summaries:
            return TableCell(numbers.NOTHING)
        if not _is_judged(verdict):
            return _led(verdict, reason)
        tip = numbers.change(verdict.effect_percent, verdict.interval_percent)
        if verdict.state is State.BETTER:
            return TableCell(wording.variant_label(verdict.winner or ""), Mark.FASTER, tip)
        if verdict.state is State.EQUAL:
            return TableCell("", Mark.SAME, tip)
        return TableCell("", Mark.INCONCLUSIVE, tip)

    return answer


def _led(verdict: Verdict, reason: str) -> TableCell:
    found = leader_of(verdict)
    if found is None:
        return TableCell(numbers.NOTHING)
    leader, lead = found
    text = tr("{variant} by {lead:.1f} %", variant=wording.variant_label(leader), lead=lead)
    if not reason:
        return TableCell(text)
    return TableCell(tr("{leader} ({reason})", leader=text, reason=reason))


def leader_of(verdict: Verdict) -> tuple[str, float] | None:
    """The variant with the best mean, and how much better it is than the next one, in percent."""
    ranked = sorted(
        (item for item in verdict.summaries if item.mean > 0),
        key=lambda item: item.mean,
        reverse=verdict.metric.higher_is_better,
    )
    if len(ranked) < 2:
        return None
    return ranked[0].variant, _lead(verdict.metric, *ranked[:2])


def _lead(metric: Metric, first: VariantSummary, second: VariantSummary) -> float:
    return percent(abs(math.log(first.mean / second.mean)), metric)
