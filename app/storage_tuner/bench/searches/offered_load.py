"""The same load for every variant, below saturation, to compare latencies. Pure.

With a fixed number of threads the mean latency only restates the throughput (Little's law): a
faster variant gets more requests. At a fixed rate below saturation all variants get the same load,
so their latencies are comparable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from storage_tuner.advice.load_map import ENOUGH
from storage_tuner.bench.searches.saturation import Knee
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Plan
from storage_tuner.core.workload import Stream, Workload


def offered(workload: Workload, knee: Knee, iops: float, percent: int) -> Workload:
    """``workload`` with the threads of ``knee``, which together request ``percent`` of ``iops``,
    their highest rate.

    Raises ``InvalidInput`` when the workload has several streams or a rate of its own, or when
    there is less than a request a second for each thread.
    """
    require_one_free_stream(workload)
    (stream,) = workload.streams
    threads = knee.point.threads
    wanted = iops * percent / 100
    while threads > 1 and wanted / threads < _LEAST_IOPS:
        threads //= 2
    rate = round(wanted / threads)
    if rate < 1:
        raise InvalidInput(
            sentence(
                "{percent} % of {iops:.3g} IOPS is too little to measure.",
                percent=percent,
                iops=iops,
            )
        )
    return replace(
        workload,
        name=f"{workload.name}-at-{percent}",
        label=sentence("{workload} at {percent} % load", workload=workload.label, percent=percent),
        streams=(_limited(stream, threads, rate, percent),),
    )


_LEAST_IOPS = 20
"""A thread's rate is a whole number; below this, rounding would miss the percentage by more than
2.5 % of it."""


def shortfalls(plan: Plan, measurements: Sequence[Measurement]) -> list[Message]:
    """Sentences on variants that didn't reach the requested rate: they were saturated, so their
    latencies reflect the queue in front of them."""
    found = []
    for workload in plan.workloads:
        asked = sum((stream.rate_iops or 0) * stream.threads_of(1) for stream in workload.streams)
        for variant in plan.variants:
            done = [
                run.iops
                for run in measurements
                if (run.operation, run.variant) == (workload.operations[0], variant.name)
                and run.iops is not None
                and not run.disturbed
            ]
            if done and fmean(done) < ENOUGH * asked:
                found.append(
                    sentence(
                        "{label}: {variant} reached {done:,.0f} of the offered {asked:,} "
                        "IOPS, so it was at its limit.",
                        label=workload.label,
                        variant=variant.name,
                        done=fmean(done),
                        asked=asked,
                    )
                )
    return found


def require_one_free_stream(workload: Workload) -> None:
    """Raises ``InvalidInput`` for workloads whose rate can't be set."""
    fixed = any(stream.rate_iops is not None for stream in workload.streams)
    if len(workload.streams) != 1 or fixed or workload.rest_ms or workload.replay:
        raise InvalidInput(
            sentence("{label} can't be measured at partial load.", label=workload.label),
            sentence(
                "Choose a workload of one stream without a rate of its own, such as rand-read."
            ),
        )


def _limited(stream: Stream, threads: int, rate: int, percent: int) -> Stream:
    operation = replace(
        stream.operation,
        name=f"{stream.operation.name}-at-{percent}",
        label=sentence(
            "{workload} at {percent} % load", workload=stream.operation.label, percent=percent
        ),
    )
    return replace(stream, operation=operation, threads=threads, rate_iops=rate)
