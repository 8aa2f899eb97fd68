"""The tables of the published comparisons, of sessions with their protocol: who is best at each
operation, and behind it the means by number of threads. As blocks, as plain tables, as CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from storage_tuner.advice.verdict import percent
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.sentence import sentence, together
from storage_tuner.core.verdict import Judgement, State, Summary, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.present.blocks import Mark, Table, TableCell
from storage_tuner.report import numbers, wording
from storage_tuner.report.figures import find_verdict, in_plan_order
from storage_tuner.store.atomic import write_atomically
from storage_tuner.store.delimited import defused

METRICS = (Metric.RATE, Metric.ACCESS_TIME, Metric.CPU_EFFICIENCY)
"""What the articles judge."""

TITLE = sentence("Tables as in the published articles")
_SAME, _OPEN = "=", "?"


def article_tables(plan: Plan, judgement: Judgement) -> tuple[Table, ...]:
    """First who is best at each operation in throughput, latency and CPU efficiency, then for each
    operation and metric the means by number of threads. Empty unless two variants or more were
    measured one after the other."""
    if plan.protocol is not Protocol.ARTICLE or len(_variants(plan, judgement)) < 2:
        return ()
    operations = [each for each in plan.operations if find_verdict(judgement, each, Metric.RATE)]
    return (
        _winners(judgement, operations),
        *(
            _means(plan, judgement, operation, metric)
            for operation in operations
            for metric in METRICS
            if _rows(judgement, operation, metric)
        ),
    )


def write_article_csv(plan: Plan, judgement: Judgement, path: Path) -> None:
    """One row for each operation, metric and number of threads (empty: all), a column for the mean
    of each variant; the header alone of a session with another protocol. Raises ``NoSpace`` and
    ``InvalidInput``; leaves no half file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(_csv_rows(plan, judgement))
    write_atomically(path, text.getvalue().encode())


CSV_COLUMNS = ("operation", "metric", "unit", "threads", "runs", "winner", "leader")
CSV_FIGURES = ("lead_percent", "low_percent", "high_percent")


def _csv_rows(plan: Plan, judgement: Judgement) -> Iterator[list[str]]:
    shown = bool(article_tables(plan, judgement))
    variants = _variants(plan, judgement) if shown else ()
    yield [*CSV_COLUMNS, *CSV_FIGURES, *map(defused, variants)]
    for operation in plan.operations if shown else ():
        for metric in METRICS:
            for verdict in _rows(judgement, operation, metric):
                yield _csv_row(verdict, variants)


def _csv_row(verdict: Verdict, variants: tuple[str, ...]) -> list[str]:
    means = {item.variant: item for item in verdict.summaries}
    winner = {State.BETTER: verdict.winner or "", State.EQUAL: _SAME}.get(verdict.state, "")
    leader, lead = _leader(verdict) or ("", None)
    low, high = verdict.interval_percent or (None, None)
    figures = (lead if verdict.effect_percent is None else verdict.effect_percent, low, high)
    return [
        verdict.operation.name,
        verdict.metric.value,
        str(verdict.metric.unit(verdict.operation)),
        "" if verdict.threads is None else str(verdict.threads),
        str(max(item.runs for item in verdict.summaries)),
        defused(winner),
        defused(leader),
        *map(_digits, figures),
        *(_digits(means[name].mean) if name in means else "" for name in variants),
    ]


def _digits(value: float | None) -> str:
    return "" if value is None or not math.isfinite(value) else f"{value:.6g}"


def _variants(plan: Plan, judgement: Judgement) -> tuple[str, ...]:
    measured = {item.variant for verdict in judgement.verdicts for item in verdict.summaries}
    return in_plan_order(plan, measured)


def _rows(judgement: Judgement, operation: Operation, metric: Metric) -> tuple[Verdict, ...]:
    """By number of threads, then over all of them where there are several."""
    found = sorted(
        (
            verdict
            for verdict in judgement.verdicts
            if (verdict.operation, verdict.metric) == (operation, metric) and verdict.summaries
        ),
        key=lambda verdict: (verdict.threads is None, verdict.threads or 0),
    )
    return tuple(found[:-1] if len(found) == 2 and found[-1].threads is None else found)


def _winners(judgement: Judgement, operations: list[Operation]) -> Table:
    found = [[find_verdict(judgement, each, metric) for metric in METRICS] for each in operations]
    verdicts = [verdict for row in found for verdict in row if verdict is not None]
    title = sentence("Best of each operation")
    return Table(
        title if _are_judged(verdicts) else together((title, _reason(judgement)), ": "),
        (sentence("Operation"), *(metric.label for metric in METRICS)),
        tuple(
            (
                TableCell(wording.printable(operation.label)),
                *map(_answer_of(judgement, verdicts), row),
            )
            for operation, row in zip(operations, found, strict=True)
        ),
        _legend(verdicts),
    )


def _means(plan: Plan, judgement: Judgement, operation: Operation, metric: Metric) -> Table:
    verdicts = _rows(judgement, operation, metric)
    variants = _variants(plan, judgement)
    answer = _answer_of(judgement, verdicts)
    unit = "" if numbers.is_time(metric) else metric.unit(operation)
    head = sentence("Winner")
    if not _are_judged(verdicts):
        head = sentence("Leader ({reason})", reason=_reason(judgement))
    return Table(
        together((together((operation.label, metric.phrase), ": "), unit), ", "),
        (sentence("Threads"), *map(wording.printable, variants), head),
        tuple(
            (
                TableCell(_count(verdict)),
                *(_mean(verdict, name) for name in variants),
                answer(verdict),
            )
            for verdict in verdicts
        ),
        _legend(verdicts),
    )


def _count(verdict: Verdict) -> str:
    return sentence("all") if verdict.threads is None else numbers.whole(verdict.threads)


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
    """Why nothing is judged."""
    runs = [
        item.runs
        for verdict in judgement.verdicts
        if verdict.threads is not None
        for item in verdict.summaries
    ]
    most = max(runs, default=1)
    if most == 1:
        return sentence("one run: not judged")
    return sentence("{count} runs: too few to judge", count=most)


def _answer_of(
    judgement: Judgement, verdicts: Sequence[Verdict]
) -> Callable[[Verdict | None], TableCell]:
    """How the verdicts of one table are answered: where none is judged, its head says why; where
    some are, each of the others does."""
    reason = _reason(judgement) if _are_judged(verdicts) else ""

    def answer(verdict: Verdict | None) -> TableCell:
        if verdict is None or not verdict.summaries:
            return TableCell(numbers.NOTHING)
        if not _is_judged(verdict):
            return _led(verdict, reason)
        tip = numbers.change(verdict.effect_percent, verdict.interval_percent)
        if verdict.state is State.BETTER:
            return TableCell(wording.printable(verdict.winner or ""), Mark.FASTER, tip)
        if verdict.state is State.EQUAL:
            return TableCell(_SAME, Mark.SAME, tip)
        return TableCell(_OPEN, Mark.INCONCLUSIVE, tip)

    return answer


def _led(verdict: Verdict, reason: str) -> TableCell:
    found = _leader(verdict)
    if found is None:
        return TableCell(numbers.NOTHING)
    leader, lead = found
    text = sentence("{variant} by {lead:.1f} %", variant=wording.printable(leader), lead=lead)
    if not reason:
        return TableCell(text)
    return TableCell(sentence("{leader} ({reason})", leader=text, reason=reason))


def _leader(verdict: Verdict) -> tuple[str, float] | None:
    """The variant with the best mean, and how much better it is than the next one, in percent."""
    ranked = sorted(
        (item for item in verdict.summaries if item.mean > 0),
        key=lambda item: item.mean,
        reverse=verdict.metric.higher_is_better,
    )
    if len(ranked) < 2:
        return None
    return ranked[0].variant, _lead(verdict.metric, *ranked[:2])


def _lead(metric: Metric, first: Summary, second: Summary) -> float:
    return percent(abs(math.log(first.mean / second.mean)), metric)


def _legend(verdicts: Sequence[Verdict]) -> tuple[tuple[Mark, str], ...]:
    judged = [verdict for verdict in verdicts if _is_judged(verdict)]
    meanings = {
        State.EQUAL: (Mark.SAME, sentence("same within the margin")),
        State.UNDECIDED: (Mark.INCONCLUSIVE, sentence("inconclusive")),
    }
    states = {verdict.state for verdict in judged}
    return tuple(meaning for state, meaning in meanings.items() if state in states)
