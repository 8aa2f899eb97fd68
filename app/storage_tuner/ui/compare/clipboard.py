"""The comparison to be pasted and to be calculated with."""

from __future__ import annotations

import csv
import io

from storage_tuner.advice.comparison_of_records import SideBySide
from storage_tuner.jobs.results.compared_runs import Compared
from storage_tuner.report.text.terminal import comparison_lines

_HEAD = (
    "operation", "threads", "metric", "unit", "variant", "mean", "low", "high", "runs", "verdict",
)  # fmt: skip


def as_text(compared: Compared) -> str:
    """The same text as on the command line."""
    comparison = SideBySide(compared.judgement, compared.lineup.differing, compared.lineup.alike)
    return "\n".join(comparison_lines(comparison)) + "\n"


def as_csv(compared: Compared) -> str:
    """One row a value: the mean of a variant in an operation with so many threads (none: over all
    of them), with its 95 % interval, and the verdict over all variants there."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEAD)
    for verdict in compared.judgement.verdicts:
        for item in verdict.summaries:
            writer.writerow(
                (
                    verdict.operation.name,
                    "" if verdict.threads is None else verdict.threads,
                    verdict.metric.value,
                    verdict.metric.unit(verdict.operation),
                    item.variant,
                    *(
                        "" if value is None else f"{value:.6g}"
                        for value in (item.mean, item.low, item.high)
                    ),
                    item.runs,
                    verdict.winner or verdict.state.value,
                )
            )
    return text.getvalue()
