"""Builds sessions from foreign figures; facts that a file lacks stay unknown."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from storage_tuner.core.measurement import Machine, Measurement, SessionRecord
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan, Protocol, RunOrder, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, Workload

_UNTOLD = RunOrder(in_blocks=False, timed=False, when_decided=False)


@dataclass(frozen=True)
class ReportedFacts:
    """The facts in a file other than its figures; "" and None: none. ``created_at`` is ISO 8601,
    without a zone where the file has none; ``device`` is the name of a disk that was measured
    directly, ``path`` the file otherwise."""

    created_at: str = ""
    host: str = ""
    kernel: str = ""
    distribution: str = ""
    fio: str = ""
    device: str | None = None
    path: str | None = None
    size_bytes: int | None = None
    caveats: tuple[Text, ...] = ()


def run(
    variant: str,
    operation: Operation,
    threads: int,
    *,
    rate_mb_s: float | None = None,
    iops: float | None = None,
    latency_mean_ms: float | None = None,
    latency_max_ms: float | None = None,
    duration_s: float = 0.0,
) -> Measurement:
    """A run from the figures that most benchmarks print. Of ``rate_mb_s`` and ``iops`` one follows
    from the other where all requests have one size. ``session`` numbers the runs."""
    rate_mb_s, iops = operation.both_rates(rate_mb_s, iops)
    return Measurement(
        variant=variant,
        operation=operation,
        threads=threads,
        repeat=0,
        index=0,
        started_at="",
        duration_s=duration_s,
        rate_mb_s=rate_mb_s,
        iops=iops,
        latency_mean_ms=latency_mean_ms,
        latency_p50_ms=None,
        latency_p95_ms=None,
        latency_p99_ms=None,
        latency_p999_ms=None,
        system_cpu_s=None,
        user_cpu_s=None,
        bytes_moved=0,
        latency_max_ms=latency_max_ms,
    )


def session(runs: Sequence[Measurement], reported: ReportedFacts) -> SessionRecord:
    """A session from runs of one variant, numbered within their cells in their order."""
    timed = all(each.started_at for each in runs)
    return session_in_order(_numbered(runs), reported, replace(_UNTOLD, timed=timed))


def session_in_order(
    runs: Sequence[Measurement], reported: ReportedFacts, order: RunOrder
) -> SessionRecord:
    """A session from numbered runs; ``order`` is what is known of their order."""
    operations = dict.fromkeys(each.operation for each in runs)
    cells = Counter((each.variant, each.operation.name, each.threads) for each in runs)
    durations = sorted(each.duration_s for each in runs)
    kind = TargetKind.DEVICE if reported.device else TargetKind.FILE
    plan = Plan(
        target=Target(kind, reported.device, reported.path, reported.size_bytes),
        variants=tuple(Variant(name, ()) for name in dict.fromkeys(each.variant for each in runs)),
        workloads=tuple(
            Workload(operation.name, operation.label, observed=(operation,))
            for operation in operations
        ),
        threads=tuple(sorted({each.threads for each in runs})),
        repeats=max(cells.values(), default=0),
        runtime_ms=_about(durations[len(durations) // 2]) if durations else 0,
        ramp_ms=0,
        seed=0,
        protocol=Protocol.IMPORTED,
        order=replace(order, run_s=math.fsum(durations) / len(durations) if durations else 0.0),
    )
    return SessionRecord(
        created_at=reported.created_at,
        machine=Machine(
            host=reported.host,
            kernel=reported.kernel,
            distribution=reported.distribution,
            processor="",
            processors=0,
            memory_bytes=0,
            fio=reported.fio,
            storage_tuner="",
        ),
        device=None,
        plan=plan,
        original_settings={},
        measurements=tuple(runs),
        caveats=reported.caveats,
    )


def _about(duration_s: float) -> int:
    """The duration in ms with two digits: the mean of many runs is never exact for each of them."""
    return round(float(f"{duration_s * 1000:.2g}"))


def _numbered(runs: Iterable[Measurement]) -> list[Measurement]:
    counts: Counter[tuple[str, str, int]] = Counter()
    found = []
    for index, each in enumerate(runs):
        cell = (each.variant, each.operation.name, each.threads)
        found.append(replace(each, repeat=counts[cell], index=index))
        counts[cell] += 1
    return found
