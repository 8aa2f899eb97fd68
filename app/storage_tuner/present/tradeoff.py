"""Responsiveness against throughput: a table for each workload with a background, and the
recommendation in both figures."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner.core.decision import Action, ComparisonState
from storage_tuner.core.message import Text, listed, sentence, together, tr
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement, Tradeoff, TradeoffFigure, TradeoffPoint
from storage_tuner.present import numbers, wording
from storage_tuner.present.blocks import Mark, Table, TableCell
from storage_tuner.present.compared import MARKS, legend_of
from storage_tuner.present.decision import MOST_NAMED, named

TITLE = sentence("Responsiveness against throughput")
ON_FRONT = sentence("on the Pareto front")
MANIFOLD = 1.5
"""From here on a difference in latency is shown as a multiple, as it may be manifold."""


def tradeoff_tables(plan: Plan, judgement: Judgement) -> tuple[Table, ...]:
    """A row per variant: how long the foreground waits, what the background gets done meanwhile,
    and whether another variant is better in one of the two and not worse in the other."""
    return tuple(_table(plan, each) for each in judgement.tradeoffs)


def both_sides(plan: Plan, judgement: Judgement) -> tuple[str, ...]:
    """A sentence for each workload on what the recommended variant gains and costs; if none is
    recommended, on the variants that let the foreground wait less."""
    return tuple(
        wording.prose(_sides(plan, tradeoff, point))
        for tradeoff in judgement.tradeoffs
        for point in _told(judgement, tradeoff)
    )


def _told(judgement: Judgement, tradeoff: Tradeoff) -> list[TradeoffPoint]:
    decision = judgement.decision
    if decision is not None and decision.action is Action.CHANGE:
        return [
            each
            for each in tradeoff.points
            if each.variant == decision.variant and each.latency_ms.state is not None
        ]
    quicker = [each for each in tradeoff.points if each.latency_ms.state is ComparisonState.FASTER]
    return sorted(quicker, key=lambda each: each.latency_ms.value)[:MOST_NAMED]


def _sides(plan: Plan, tradeoff: Tradeoff, point: TradeoffPoint) -> Text:
    return sentence(
        "{variant} against {reference}, {workload}: {latency}; {background}.",
        variant=named(point.variant),
        reference=named(tradeoff.reference),
        workload=next(each.phrase for each in plan.workloads if each.name == tradeoff.workload),
        latency=_latency(point.latency_ms),
        background=_background(point.background_mb_s),
    )


def _latency(figure: TradeoffFigure) -> Text:
    effect, span = figure.effect_percent, figure.effect_interval_percent
    if figure.state in (None, ComparisonState.INCONCLUSIVE) or effect is None or span is None:
        return sentence("no clear difference in latency")
    if figure.state is ComparisonState.SAME:
        return sentence("the same latency")
    if 1 / MANIFOLD < 1 + effect / 100 < MANIFOLD:
        return _percent_latency(effect, span)
    factor, *bounds = (1 + each / 100 for each in (effect, *span))
    if figure.state is ComparisonState.SLOWER:
        return sentence(
            "reacts {times} slower ({low} to {high})",
            times=numbers.times(factor),
            low=numbers.times(bounds[0]),
            high=numbers.times(bounds[1]),
        )
    return sentence(
        "reacts {times} faster ({low} to {high})",
        times=numbers.times(1 / factor),
        low=numbers.times(1 / bounds[1]),
        high=numbers.times(1 / bounds[0]),
    )


def _percent_latency(effect: float, span: tuple[float, float]) -> Text:
    if effect > 0:
        return sentence(
            "latency {percent} longer ({interval})",
            **_share(effect, span),
        )
    return sentence(
        "latency {percent} shorter ({interval})",
        **_share(-effect, (-span[1], -span[0])),
    )


def _share(effect: float, span: tuple[float, float]) -> dict[str, Text]:
    """A difference and its interval, in percent, as arguments of a sentence."""
    return {
        "percent": numbers.percent_message(effect, numbers.places_of(span)),
        "interval": numbers.percent_span(span),
    }


def _background(figure: TradeoffFigure) -> Text:
    effect, span = figure.effect_percent, figure.effect_interval_percent
    if figure.state in (None, ComparisonState.INCONCLUSIVE) or effect is None or span is None:
        return sentence("no clear difference in the background")
    if figure.state is ComparisonState.SAME:
        return sentence("the background is equally fast")
    if figure.state is ComparisonState.FASTER:
        return sentence(
            "the background is {percent} faster ({interval})",
            **_share(effect, span),
        )
    return sentence(
        "the background is {percent} slower ({interval})",
        **_share(-effect, (-span[1], -span[0])),
    )


def _table(plan: Plan, tradeoff: Tradeoff) -> Table:
    heads = [tr("Variant"), tr("Mean latency"), tr("Background"), tr("Result")]
    has_deadlines = any(point.missed_per_minute is not None for point in tradeoff.points)
    if has_deadlines:
        heads.insert(2, tr("Missed deadlines per minute"))
    rows = []
    for point in tradeoff.points:
        cells = list(_cells(point))
        if has_deadlines:
            cells.insert(2, TableCell(_missed(point)))
        rows.append(tuple(cells))
    return Table(
        str(tradeoff.foreground.label), tuple(heads), tuple(rows), legend_of(rows, plan.margin)
    )


def _cells(point: TradeoffPoint) -> Iterator[TableCell]:
    yield TableCell(wording.variant_label(point.variant))
    yield _cell(point.latency_ms, *numbers.time_unit(point.latency_ms.value))
    yield _cell(point.background_mb_s, 1, "MB/s")
    yield TableCell(standing(point))


def standing(point: TradeoffPoint) -> str:
    """Whether a variant is on the Pareto front, or which ones beat it."""
    if point.is_on_front:
        return str(ON_FRONT)
    return tr("beaten by {variants}", variants=listed(map(wording.variant_label, point.beaten_by)))


def _missed(point: TradeoffPoint) -> str:
    missed = point.missed_per_minute
    return numbers.NOTHING if missed is None else numbers.three_digits(missed)


def _cell(figure: TradeoffFigure, factor: float, unit: str) -> TableCell:
    """The value with its interval; the difference from the reference in the tip."""
    interval = figure.interval
    span = numbers.interval(*(bound * factor for bound in interval)) if interval else ""
    value = f"{numbers.three_digits(figure.value * factor)}{numbers.SPACE}{unit}"
    mark = MARKS[figure.state] if figure.state else Mark.NONE
    change = numbers.change(figure.effect_percent, figure.effect_interval_percent)
    return TableCell(str(together((value, span))), mark, change)
