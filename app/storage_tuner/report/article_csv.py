"""The figures of the article's tables as CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from pathlib import Path

from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement, State, Verdict
from storage_tuner.present.article_tables import (
    METRICS,
    article_tables,
    leader_of,
    measured_variants,
    verdicts_of,
)
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.store.tables.delimited import defused


def write_article_csv(plan: Plan, judgement: Judgement, path: Path) -> None:
    """One row for each operation, metric and number of threads (empty: all), a column for the mean
    of each variant; the header alone of a session with another protocol. Raises ``NoSpace`` and
    ``InvalidInput``; leaves no half file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(_csv_rows(plan, judgement))
    write_atomically(path, text.getvalue().encode())


_SAME = "="
"""Replaces a missing winner."""
CSV_COLUMNS = ("operation", "metric", "unit", "threads", "runs", "winner", "leader")
CSV_FIGURES = ("lead_percent", "low_percent", "high_percent")


def _csv_rows(plan: Plan, judgement: Judgement) -> Iterator[list[str]]:
    shown = bool(article_tables(plan, judgement))
    variants = measured_variants(plan, judgement) if shown else ()
    yield [*CSV_COLUMNS, *CSV_FIGURES, *map(defused, variants)]
    for operation in plan.operations if shown else ():
        for metric in METRICS:
            for verdict in verdicts_of(judgement, operation, metric):
                yield _csv_row(verdict, variants)


def _csv_row(verdict: Verdict, variants: tuple[str, ...]) -> list[str]:
    means = {item.variant: item for item in verdict.summaries}
    winner = {State.BETTER: verdict.winner or "", State.EQUAL: _SAME}.get(verdict.state, "")
    leader, lead = leader_of(verdict) or ("", None)
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
