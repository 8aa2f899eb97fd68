"""The whole judgement over a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage_tuner.advice.background import Background
from storage_tuner.advice.beside import choices, rate_checks, unmeasured_settings
from storage_tuner.advice.by_setting import setting_advices
from storage_tuner.advice.live import recommend_live
from storage_tuner.advice.methods import ORDER_NOTE, UNKNOWN_ORDER, method_for
from storage_tuner.advice.overall import overall
from storage_tuner.advice.priority_classes import compare_classes
from storage_tuner.advice.published import Published
from storage_tuner.advice.recommendation import recommend
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.sentence import sentence
from storage_tuner.core.verdict import Judgement, Verdict

ARTICLE_NOTE = sentence(
    "The variants were measured one after the other, so a drift of the disk "
    "can't be told from a difference between them: the intervals allow for "
    "it and are wide, and nothing is recommended on such numbers. The "
    "adaptive protocol measures them in turns."
)


def judge(record: SessionRecord, background: Background | None = None) -> Judgement:
    """All verdicts of a session's runs, and the recommendation for the use of its plan, or for the
    load that was there; with ``background`` also what is published and what physics says."""
    plan, method = record.plan, method_for(record.plan)
    verdicts = judge_measurements(record.measurements, method)
    if plan.protocol is Protocol.LIVE:
        advice = recommend_live(plan, record.measurements, verdicts, method)
    elif plan.protocol is Protocol.IMPORTED:
        advice = None  # what the variants of another program set isn't known
    else:
        advice = recommend(plan, record.measurements, verdicts)
    judgement = Judgement(
        verdicts,
        advice,
        overall(verdicts),
        (*_notes(plan), *order_notes(verdicts)),
        priority_classes=compare_classes(plan, record.measurements, method),
    )
    return _combined(record, judgement, background)


def _combined(
    record: SessionRecord, judgement: Judgement, background: Background | None
) -> Judgement:
    """With the recommendation setting by setting, and with what wasn't measured beside it."""
    advice = background.advice_on(record) if background else None
    published = Published(background.knowledge, advice) if background and advice else None
    recommendation = judgement.recommendation
    if recommendation is not None:
        recommendation = replace(
            recommendation,
            by_setting=setting_advices(record, judgement.verdicts, recommendation, published),
            aims=record.plan.aims,
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
    )


def _notes(plan: Plan) -> tuple[str, ...]:
    if plan.protocol is Protocol.ARTICLE and len(plan.variants) > 1:
        return (ARTICLE_NOTE,)
    return ()


def order_notes(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """What would exclude the drift that can't be excluded for not knowing the order."""
    unknown = any(UNKNOWN_ORDER in verdict.doubt for verdict in verdicts)
    return (ORDER_NOTE,) if unknown else ()
