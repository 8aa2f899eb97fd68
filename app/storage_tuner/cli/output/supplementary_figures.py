"""Supplementary figures, which are informative but don't affect the verdicts."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from storage_tuner.advice.physics.system_cpu import system_efficiencies
from storage_tuner.core.language import spoken
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import Cell
from storage_tuner.core.workload import threads_phrase
from storage_tuner.present import numbers
from storage_tuner.present.wording import variant_label
from storage_tuner.report.text.line_breaking import wrapped


def lines_beside(record: SessionRecord) -> list[str]:
    """The figures that were measured, each under a heading."""
    return [
        *_efficiency_lines(record),
        *_fairness_lines(record),
    ]


def _efficiency_lines(record: SessionRecord) -> list[str]:
    reported: dict[Cell, list[str]] = {}
    for found in system_efficiencies(record.plan, record.measurements):
        text = f"{variant_label(found.variant)} {numbers.three_digits(found.mb_per_cpu_s)}"
        reported.setdefault(found.cell, []).append(text)
    if not reported:
        return []
    lines = [
        line
        for cell, texts in reported.items()
        for line in wrapped(
            f"{cell.workload.phrase}, {threads_phrase(cell.threads)}: {', '.join(texts)}", "- "
        )
    ]
    return ["", tr("CPU efficiency (MB per second of system-wide kernel CPU time):"), *lines]


def _fairness_lines(record: SessionRecord) -> list[str]:
    reported: dict[tuple[str, int], list[str]] = {}
    for run in record.measurements:
        if run.fairness is not None:
            texts = reported.setdefault((str(run.operation.phrase), run.threads), [])
            texts.append(f"{variant_label(run.variant)} {spoken().number(run.fairness, '.3f')}")
    if not reported:
        return []
    lines = [
        line
        for (operation, threads), texts in reported.items()
        for line in wrapped(
            f"{operation}, {threads_phrase(threads)}: {', '.join(sorted(texts))}", "- "
        )
    ]
    return ["", tr("Fairness between threads (Jain's index; 1 means equal shares):"), *lines]


def time_lines(record: SessionRecord) -> list[str]:
    """The run times of each of the user's commands, with each setting; a start has a table."""
    lines = []
    for workload in record.plan.workloads:
        if workload.command is None or workload.command.start:
            continue
        operation = workload.command.operation
        lines += ["", f"{operation.label}:"]
        for variant in record.plan.variants:
            runs = [
                run.duration_s
                for run in record.measurements
                if (run.operation, run.variant) == (operation, variant.name) and not run.disturbed
            ]
            lines.append(f"  {variant_label(variant.name)}: {_time_text(runs)}")
    return lines


def _time_text(seconds: Sequence[float]) -> str:
    if not seconds:
        return tr("not measured")
    mean = statistics.fmean(seconds)
    count = trn(len(seconds), "{count} run", "{count} runs")
    if len(seconds) < 2:
        return f"{spoken().number(mean, '.3g')} s ({count})"
    spread = statistics.stdev(seconds)
    places = max(0, 1 - math.floor(math.log10(spread))) if spread > 0 else 3
    mean_text, spread_text = (spoken().number(value, f".{places}f") for value in (mean, spread))
    return f"{mean_text} s ± {spread_text} s ({count})"
