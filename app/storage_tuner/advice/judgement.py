"""The whole judgement over a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage_tuner.advice.comparing import comparisons
from storage_tuner.advice.decision.admissible import inadmissible
from storage_tuner.advice.decision.deciding import decide, describe
from storage_tuner.advice.decision.overall import overall
from storage_tuner.advice.decision.recommendation import recommend
from storage_tuner.advice.decision.recommended_set import recommended_set
from storage_tuner.advice.decision.scoring import scores_of, scores_of_table
from storage_tuner.advice.live import live_evidence, live_refusals, live_scores
from storage_tuner.advice.load_map import load_map
from storage_tuner.advice.priority_classes import compare_classes
from storage_tuner.advice.published.by_setting import setting_advices
from storage_tuner.advice.published.evidence import PublishedEvidence
from storage_tuner.advice.published.session_background import Background
from storage_tuner.advice.published.supplementary_settings import (
    choices,
    rate_checks,
    unmeasured_settings,
)
from storage_tuner.advice.statistics.interim_look import reference_of
from storage_tuner.advice.statistics.methods import ORDER_NOTE, UNKNOWN_ORDER, method_for
from storage_tuner.advice.sustained import sustained_writes
from storage_tuner.advice.tradeoffs import beside_tradeoffs, compare_tradeoffs
from storage_tuner.advice.verdict import ComparisonTable, assess
from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Plan, Protocol, Use
from storage_tuner.core.verdict import Judgement, Verdict

ARTICLE_NOTE = sentence(
    "The variants were measured one after the other, so drift of the disk can't be distinguished "
    "from a difference between variants. The intervals are wide enough to allow for it, and there "
    "is no recommendation. Use the adaptive protocol, which alternates the variants."
)


def judge(record: SessionRecord, background: Background | None = None) -> Judgement:
    """All comparisons of a session's runs, and the decision for its plan's use, or for the
    live load; with ``background`` also published advice and physical limits. Of sustained writes,
    only their levels: slices of one curve are no repetitions. Of a map, only its evaluation."""
    plan = record.plan
    if plan.protocol is Protocol.SUSTAINED:
        return Judgement((), None, sustained=sustained_writes(record.measurements))
    if plan.protocol is Protocol.MAP:
        return Judgement((), None, load_map=load_map(plan, record.measurements))
    judgement = judge_plan(plan, record.measurements, record.device)
    notes = (*_notes(plan), *order_notes(judgement.verdicts))
    method = method_for(plan)
    judgement = replace(
        judgement,
        notes=notes,
        priority_classes=compare_classes(plan, record.measurements, method),
        tradeoffs=compare_tradeoffs(plan, record.measurements, method),
    )
    return _combined(record, judgement, background)


def judge_table(table: ComparisonTable, reference: str, use: Use = Use.NOT_SURE) -> Judgement:
    """The judgement of runs without a plan, or with one that allows no recommendation."""
    table = replace(table, scores=scores_of_table(table.estimates, reference, use).estimates)
    return replace(_compared(table, reference), decision=describe(table, reference, use))


def judge_plan(
    plan: Plan, measurements: Sequence[Measurement], device: Device | None = None
) -> Judgement:
    """All comparisons of what was measured for ``plan`` on ``device``, and the decision."""
    method = beside_tradeoffs(plan, method_for(plan))
    if len(plan.variants) < 2 or not measurements:
        return Judgement(assess(measurements, method).verdicts, None)
    reference = reference_of(plan)
    if plan.protocol in (Protocol.IMPORTED, Protocol.ARTICLE):
        return judge_table(assess(measurements, method), reference, plan.use)
    live = plan.protocol is Protocol.LIVE
    scores = (live_scores if live else scores_of)(plan, measurements, reference, method)
    table = assess(measurements, method, reference, scores.estimates)
    compared = _compared(table, reference)
    if not scores.estimates:
        return compared
    refused = (
        live_refusals(plan, measurements, reference, method)
        if live
        else inadmissible(plan, reference, device)
    )
    decision = decide(plan, table, scores.lacking, refused)
    advice = recommend(plan, decision, table.verdicts)
    if live:
        evidence = live_evidence(plan, measurements, reference, method)
        advice = replace(advice, evidence=(*evidence, *advice.evidence[1:]))
    return replace(compared, recommendation=advice, decision=decision)


def _compared(table: ComparisonTable, reference: str) -> Judgement:
    """The comparisons, without a recommendation."""
    verdicts = table.verdicts
    return Judgement(verdicts, None, overall(verdicts), comparisons=comparisons(table, reference))


def _combined(
    record: SessionRecord, judgement: Judgement, background: Background | None
) -> Judgement:
    """The judgement with advice by setting and unmeasured advice."""
    advice = background.advice_on(record) if background else None
    published = PublishedEvidence(background.knowledge, advice) if background and advice else None
    recommendation = judgement.recommendation
    if recommendation is not None:
        recommendation = replace(
            recommendation,
            by_setting=setting_advices(record, judgement.verdicts, recommendation, published),
        )
    judgement = replace(judgement, recommendation=recommendation)
    if published is None:
        return judgement
    compared = {name for variant in record.plan.variants for name, _ in variant.settings}
    labels = {operation.name: operation.label for operation in record.plan.operations}
    return replace(
        judgement,
        hypotheses=unmeasured_settings(published, compared),
        choices=choices(published),
        rate_checks=rate_checks(published.advice, labels),
        not_comparable=published.advice.incomparable,
        recommended=recommended_set(published, judgement),
    )


def _notes(plan: Plan) -> tuple[Message, ...]:
    if plan.protocol is Protocol.ARTICLE and len(plan.variants) > 1:
        return (ARTICLE_NOTE,)
    return ()


def order_notes(verdicts: Sequence[Verdict]) -> tuple[Message, ...]:
    """How to exclude drift where the order of the runs is unknown."""
    unknown = any(str(UNKNOWN_ORDER) in str(verdict.doubt) for verdict in verdicts)
    return (ORDER_NOTE,) if unknown else ()
