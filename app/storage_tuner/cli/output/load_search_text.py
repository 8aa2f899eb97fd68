"""The output of ``sweep --saturate`` and ``sweep --offered-load``."""

from __future__ import annotations

import itertools

from storage_tuner.bench.searches.saturation import Knee, Reason
from storage_tuner.bench.searches.saturation_runner import SaturationCurve, curves
from storage_tuner.bench.thread_counts import LoadLimits
from storage_tuner.cli.output.terminal import UNKNOWN, columns, table
from storage_tuner.core.language import spoken
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import Plan
from storage_tuner.core.workload import threads_phrase
from storage_tuner.jobs.requests import LoadSearch
from storage_tuner.measuring.load_searches import rules_for
from storage_tuner.present.decision import named
from storage_tuner.present.wording import variant_label
from storage_tuner.store.documents import document_of
from storage_tuner_protocol.workload import MAXIMUM_THREADS


def plan_lines(plan: Plan, load: LoadSearch) -> list[str]:
    """The plan for the terminal."""
    variants = ", ".join(str(named(variant.name)) for variant in plan.variants)
    workloads = ", ".join(str(workload.phrase) for workload in plan.workloads)
    course = (
        tr("Doubles the threads of each until throughput stops growing.")
        if load.percent is None
        else tr(
            "Finds the maximum of the current setting, then measures all at {share} % of it.",
            share=load.percent,
        )
    )
    return [
        tr("Compares {variants}: {workloads}.", variants=variants, workloads=workloads),
        " ".join((course, tr("Ctrl-C stops and restores the previous settings."))),
    ]


def document(record: SessionRecord, load: LoadSearch) -> dict[str, object]:
    """The key ``saturation`` of ``sweep --saturate --json``."""
    return {
        "saturation": [
            {
                "workload": curve.workload.name,
                "unit": curve.workload.operations[0].unit.value,
                "variant": curve.variant,
                "points": [document_of(point) for point in curve.points],
                "knee": document_of(curve.knee) if curve.knee else None,
            }
            for curve in _found(record, load)
        ]
    }


def saturation_lines(record: SessionRecord, load: LoadSearch) -> list[str]:
    """The lines of a table per workload, each followed by the knee of each variant."""
    lines: list[str] = []
    found = _found(record, load)
    for workload, group in itertools.groupby(found, lambda curve: curve.workload):
        each = list(group)
        lines += ["", f"{workload.label}:", *_table(each), ""]
        lines += [_knee_line(curve, load) for curve in each]
    return lines[1:]


def _found(record: SessionRecord, load: LoadSearch) -> tuple[SaturationCurve, ...]:
    """The saturation curves as in the search; by now, a practice disk no longer exists."""
    bounds = LoadLimits(record.plan.target.size_bytes, record.machine.memory_bytes or None)
    rules = rules_for(bounds, load.latency_limit_ms, load.most_threads)
    return curves(record.plan, record.measurements, rules)


def _table(group: list[SaturationCurve]) -> list[str]:
    """A line per thread count: throughput and mean latency of each variant, "*" at the knee."""
    unit = group[0].workload.operations[0].unit.value
    heads = [(f"{variant_label(curve.variant)} {unit}", "ms", "") for curve in group]
    counts = sorted({point.threads for curve in group for point in curve.points})
    rows = [(tr("THREADS"), *itertools.chain.from_iterable(heads))]
    for threads in counts:
        cells = (_cells(curve, threads) for curve in group)
        rows.append((str(threads), *itertools.chain.from_iterable(cells)))
    numbers = tuple(column for column in range(len(rows[0])) if column % 3 != 0 or column == 0)
    return table(rows, columns(), right=numbers)


def _cells(curve: SaturationCurve, threads: int) -> tuple[str, str, str]:
    for point in curve.points:
        if point.threads == threads:
            latency = (
                UNKNOWN if point.latency_ms is None else spoken().number(point.latency_ms, ".3g")
            )
            at_knee = curve.knee is not None and curve.knee.point == point
            return spoken().number(point.rate, ",.0f"), latency, "*" if at_knee else ""
    return "", "", ""


def _knee_line(curve: SaturationCurve, load: LoadSearch) -> str:
    limit_ms = load.latency_limit_ms
    if curve.knee is None:
        found = (
            tr("mean latency above {limit:g} ms even with a single thread", limit=limit_ms)
            if curve.points and limit_ms
            else tr("not found")
        )
        return f"{variant_label(curve.variant)}: {found}."
    knee = _knee_text(curve.knee, limit_ms, load.most_threads)
    return f"{variant_label(curve.variant)}: {knee}"


def _knee_text(knee: Knee, limit_ms: float | None, most_threads: int) -> str:
    threads = knee.point.threads
    phrase = threads_phrase(threads)
    if knee.reason is Reason.LATENCY:
        assert limit_ms is not None
        return tr(
            "at most {threads}: beyond that, mean latency exceeds {limit:g} ms.",
            threads=phrase,
            limit=limit_ms,
        )
    if knee.reason is Reason.MOST_THREADS:
        wished = threads == most_threads < MAXIMUM_THREADS
        if wished:
            return tr("still gains at {threads}, the limit of --most-threads.", threads=phrase)
        return tr("still gains at {threads}, the most that can be measured here.", threads=phrase)
    return trn(
        threads,
        "{count} thread is enough: more threads add almost nothing.",
        "{count} threads are enough: more threads add almost nothing.",
    )
