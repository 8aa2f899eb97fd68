"""Texts about kept sessions."""

from __future__ import annotations

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.session_kinds import SessionKind, kind_of
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.results.kept_runs import Gist
from storage_tuner.present import wording as report_wording
from storage_tuner.present.result import result_headline
from storage_tuner.present.wording import prose, variant_label
from storage_tuner.ui.benchmark import text as quick_words
from storage_tuner.ui.dates import moment

_MOST_NAMED = 4


def kind(choice: SessionKind) -> str:
    return {
        SessionKind.QUICK_TEST: tr("Quick test"),
        SessionKind.COMPARISON: tr("Comparison"),
        SessionKind.CONFIRMATION: tr("Verification with separate runs"),
        SessionKind.LIVE: tr("Live workload comparison"),
        SessionKind.SINGLE: tr("Measurement"),
        SessionKind.SUSTAINED: tr("Sustained writes"),
        SessionKind.MAP: tr("Map of latencies"),
    }[choice]


def what(record: SessionRecord) -> str:
    """The kind, and what was compared or where."""
    plan = record.plan
    found = kind_of(plan)
    if found in (SessionKind.QUICK_TEST, SessionKind.SINGLE, SessionKind.SUSTAINED):
        detail = quick_words.place(record)
    else:
        names = [variant_label(variant.name) for variant in plan.variants]
        more = len(names) - _MOST_NAMED
        if more > 0:
            rest = trn(more, "{count} more", "{count} more")
            names = [*names[:_MOST_NAMED], rest]
        detail = ", ".join(names)
    return f"{kind(found)}: {detail}"


def when(record: SessionRecord) -> str:
    return moment(record.created_at) or tr("unknown")


def result(record: SessionRecord, gist: Gist | None) -> str:
    """The main result in a sentence; while it's being judged, that."""
    if gist is None:
        return tr("evaluating …")
    if not gist.figures:
        return headline(record, gist.judgement)
    return " · ".join(quick_words.short(figure) for figure in gist.figures)


def headline(record: SessionRecord, judgement: Judgement) -> str:
    """The recommendation, or why there is none."""
    return prose(result_headline(record, judgement).text)


def target(record: SessionRecord) -> str:
    if record.plan.target.kind is TargetKind.PRACTICE:
        return tr("Practice disk")
    return str(report_wording.target_title(record))


def title(record: SessionRecord) -> str:
    """A session in a line of text."""
    return f"{when(record)}, {what(record)}"
