"""Parses the numbers in fio's JSON. Pure text; tested against recorded outputs of fio 3.33."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import RunSpecification
from storage_tuner.core.workload import Measured, Operation, Stream

Read = TypeVar("Read")


@dataclass(frozen=True)
class FioResult:
    """One direction of one grouped job; latencies in ms, CPU in seconds over all threads.

    ``deadlines_missed`` is None for a stream without deadlines."""

    duration_s: float
    bytes_moved: int
    requests: int
    latency_mean_ms: float | None
    percentiles_ms: dict[str, float]
    system_cpu_s: float | None
    user_cpu_s: float | None
    latency_min_ms: float | None = None
    latency_max_ms: float | None = None
    latency_sd_ms: float | None = None
    deadlines_missed: int | None = None

    @property
    def rate_mb_s(self) -> float:
        return self.bytes_moved / 1e6 / self.duration_s

    @property
    def iops(self) -> float:
        return self.requests / self.duration_s


def parse(text: str, streams: Sequence[Stream]) -> tuple[FioResult, ...]:
    """Parse the output of ``fio --output-format=json --group_reporting``: one result per stream.
    Streams with deadlines need json+.

    Text before the document (fio's notices) is skipped. Raises ``ToolFailed`` when there is no
    complete JSON document, when a job ended in an error, or when a stream moved no data: fio's exit
    code and ``error`` field each miss some failures, so all are checked.
    """
    return read_jobs(text, streams, _result)


def output_for(streams: Sequence[Stream]) -> str:
    """fio's output format for one run of ``streams``: deadlines need the count of every latency."""
    deadlines = any(stream.deadline_ms is not None for stream in streams)
    return "json+" if deadlines else "json"


def measurements(
    specification: RunSpecification, results: Sequence[FioResult], started_at: str
) -> tuple[Measurement, ...]:
    """The measurements of the workload's streams, with their positions in the plan."""
    operations = specification.cell.workload.operations
    return tuple(
        measurement(specification, operation, result, started_at)
        for operation, result in zip(operations, results, strict=True)
    )


def measurement(
    specification: RunSpecification, operation: Operation, result: FioResult, started_at: str
) -> Measurement:
    """The measurement of one stream, with its position in the plan. The rate of a recorded start is
    that of starts; its latencies are those of single reads."""
    variant, threads = specification.variant.name, specification.cell.threads
    run = measured(result, variant, operation, threads, started_at)
    replay = specification.cell.workload.replay
    if specification.cell.workload.rest_ms:
        run = _without_rests(run)
    elif replay and replay.operation == operation:
        run = replace(run, iops=1 / result.duration_s)
    return replace(run, repeat=specification.repeat, index=specification.index)


def _without_rests(run: Measurement) -> Measurement:
    """``run`` with the throughput between the rests: one request at a time gives 1 ÷ mean
    latency. Otherwise the rests, which are the same for all variants, would hide any difference."""
    if not run.latency_mean_ms:
        return run
    rate_mb_s, iops = run.operation.both_rates(None, 1000 / run.latency_mean_ms)
    return replace(run, rate_mb_s=rate_mb_s, iops=iops)


def measured(
    result: FioResult, variant: str, operation: Operation, threads: int, started_at: str
) -> Measurement:
    """As ``measurement``, without a position in a plan."""
    percentile = result.percentiles_ms.get
    return Measurement(
        variant=variant,
        operation=operation,
        threads=threads,
        repeat=0,
        index=0,
        started_at=started_at,
        duration_s=result.duration_s,
        rate_mb_s=result.rate_mb_s,
        iops=result.iops,
        latency_mean_ms=result.latency_mean_ms,
        latency_p50_ms=percentile("50.000000"),
        latency_p95_ms=percentile("95.000000"),
        latency_p99_ms=percentile("99.000000"),
        latency_p999_ms=percentile("99.900000"),
        system_cpu_s=result.system_cpu_s,
        user_cpu_s=result.user_cpu_s,
        bytes_moved=result.bytes_moved,
        latency_min_ms=result.latency_min_ms,
        latency_max_ms=result.latency_max_ms,
        latency_sd_ms=result.latency_sd_ms,
        latency_p9999_ms=percentile("99.990000"),
        missed_per_minute=None
        if result.deadlines_missed is None
        else result.deadlines_missed * 60 / result.duration_s,
    )


def read_jobs(
    text: str, streams: Sequence[Stream], read: Callable[[dict[str, Any], Stream], Read]
) -> tuple[Read, ...]:
    """The result of ``read`` for each job of a document, one per stream. Raises ``ToolFailed``."""
    try:
        return tuple(map(read, _jobs(text, len(streams)), streams))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ToolFailed(
            "fio", sentence("its output can't be parsed ({error!r})", error=error)
        ) from None


def document_start(text: str) -> int | None:
    """The index of the first brace at the beginning of a line, or None: a notice that quotes a path
    may contain braces, too."""
    if text.startswith("{"):
        return 0
    found = text.find("\n{")
    return None if found < 0 else found + 1


def _jobs(text: str, streams: int) -> list[dict[str, Any]]:
    start = document_start(text)
    if start is None:
        raise ToolFailed("fio", _without_result(text))
    try:
        document, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        raise ToolFailed("fio", sentence("its output is truncated")) from None
    jobs = document.get("jobs")
    if not isinstance(jobs, list) or not all(isinstance(job, dict) for job in jobs):
        raise ToolFailed("fio", sentence("its output contains no jobs"))
    if len(jobs) != streams:
        raise ToolFailed(
            "fio",
            sentence(
                "its output contains {jobs} jobs instead of {streams}",
                jobs=len(jobs),
                streams=streams,
            ),
        )
    if failed := [job["error"] for job in jobs if job.get("error")]:
        raise ToolFailed("fio", sentence("error {failed} while measuring", failed=failed[0]))
    return jobs


def figures_of(job: dict[str, Any]) -> dict[str, Any]:
    """The figures of a job: both directions together if it has two, else its only direction."""
    if "mixed" in job:
        return _figures(job["mixed"])
    read, write = _figures(job["read"]), _figures(job["write"])
    return write if write["total_ios"] and not read["total_ios"] else read


def _figures(figures: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(figures, dict):
        raise TypeError("no figures")
    return figures


def latencies_of(job: dict[str, Any], stream: Stream) -> tuple[dict[str, Any], dict[str, Any]]:
    """The statistics of what ``stream`` measures, and those with the percentiles and bins. For
    requests fio has the latter of the completion alone; for fsyncs they are the same: the time
    from the call to its return (``add_sync_clat_sample`` and ``show_sync_status`` in fio 3.33)."""
    if stream.measures is Measured.FSYNCS:
        fsyncs = _figures(job["sync"])["lat_ns"]
        return fsyncs, fsyncs
    figures = figures_of(job)
    return figures["lat_ns"], figures["clat_ns"]


def bins_of(counted: dict[str, Any]) -> dict[int, int]:
    """The histogram of json+: the number of requests by latency (ns, the middle of its bin)."""
    return {int(key): int(count) for key, count in counted.get("bins", {}).items()}


def deadlines_missed(bins: dict[int, int], deadline_ms: float | None) -> int | None:
    """The deadlines that passed while a request was waited for, one per whole period: of a request
    that takes 3.5 periods, three. None for a stream without deadlines. Requests that are late only
    because the one before was are not counted."""
    if deadline_ms is None:
        return None
    period_ns = deadline_ms * 1e6
    return sum(count * int(latency // period_ns) for latency, count in bins.items())


def cpu_seconds(job: dict[str, Any], key: str) -> float | None:
    """The CPU seconds of a job, over all threads. With group_reporting the percentage is the mean
    over threads and ``job_runtime`` their sum, so the product is the sum of seconds (within 0–7 %
    of the operating system's accounting)."""
    if key not in job or "job_runtime" not in job:
        return None
    return float(job[key]) / 100 * float(job["job_runtime"]) / 1000


def _result(job: dict[str, Any], stream: Stream) -> FioResult:
    found = result_or_none(job, stream)
    if found is None:
        raise ToolFailed("fio", sentence("no request was completed in the available time"))
    return found


def result_or_none(job: dict[str, Any], stream: Stream) -> FioResult | None:
    """None where no request was completed."""
    figures = figures_of(job)
    duration_s = float(figures["runtime"]) / 1000
    requests = int(figures["total_ios"])
    if duration_s <= 0 or requests <= 0:
        return None
    latencies, counted = latencies_of(job, stream)
    percentiles = counted.get("percentile", {})
    return FioResult(
        duration_s=duration_s,
        bytes_moved=int(figures["io_bytes"]),
        requests=requests,
        latency_mean_ms=_milliseconds(latencies, "mean"),
        percentiles_ms={name: float(value) / 1e6 for name, value in percentiles.items()},
        system_cpu_s=cpu_seconds(job, "sys_cpu"),
        user_cpu_s=cpu_seconds(job, "usr_cpu"),
        latency_min_ms=_milliseconds(latencies, "min"),
        latency_max_ms=_milliseconds(latencies, "max"),
        latency_sd_ms=_milliseconds(latencies, "stddev"),
        deadlines_missed=deadlines_missed(bins_of(counted), stream.deadline_ms),
    )


def _milliseconds(latencies: dict[str, Any], key: str) -> float | None:
    value = latencies.get(key)
    return float(value) / 1e6 if value else None


def _without_result(text: str) -> Message:
    said = [line for line in text.splitlines() if line.strip()]
    if not said:
        return sentence("it ended without a result")
    return sentence("it ended without a result: {said}", said=said[0].strip()[:200])
