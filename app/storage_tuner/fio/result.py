"""From fio's JSON to numbers. Pure text; tested against recorded outputs of fio 3.33."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Operation, RunSpecification


@dataclass(frozen=True)
class FioResult:
    """One direction of one grouped job; latencies in ms, CPU in seconds over all threads."""

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

    @property
    def rate_mb_s(self) -> float:
        return self.bytes_moved / 1e6 / self.duration_s

    @property
    def iops(self) -> float:
        return self.requests / self.duration_s


def parse(text: str, operation: Operation) -> FioResult:
    """Read what ``fio --output-format=json --group_reporting`` printed.

    Text before the first brace (fio's notices) is skipped. Raises ``ToolFailed`` when there is no
    whole JSON document, when the job ended in an error, or when nothing was moved: fio's exit code
    and ``error`` field each miss some failures, so all are looked at.
    """
    job = single_job(text)
    direction = direction_of(job, operation)
    try:
        return _result(job, direction)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ToolFailed("fio", f"its result can't be understood ({error!r})") from None


def measurement(specification: RunSpecification, result: FioResult, started_at: str) -> Measurement:
    """Put a result in its place in the plan."""
    percentile = result.percentiles_ms.get
    return Measurement(
        variant=specification.variant.name,
        operation=specification.operation,
        threads=specification.threads,
        repeat=specification.repeat,
        index=specification.index,
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
    )


def single_job(text: str) -> dict[str, Any]:
    """The one group of a document. Raises ``ToolFailed``."""
    start = text.find("{")
    if start < 0:
        raise ToolFailed("fio", _first_line(text) or "it printed nothing")
    try:
        document, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        raise ToolFailed("fio", "its result is cut off in the middle") from None
    jobs = document.get("jobs")
    if not isinstance(jobs, list) or len(jobs) != 1 or not isinstance(jobs[0], dict):
        raise ToolFailed("fio", "its result holds no single job")
    return jobs[0]


def direction_of(job: dict[str, Any], operation: Operation) -> dict[str, Any]:
    """The figures of ``operation``'s direction. Raises ``ToolFailed``, also for a job in error."""
    if job.get("error"):
        raise ToolFailed("fio", f"error {job['error']} while measuring {operation.label.lower()}")
    direction = job.get("write" if operation.writes else "read")
    if not isinstance(direction, dict):
        raise ToolFailed("fio", "its result has no figures for this operation")
    return direction


def cpu_seconds(job: dict[str, Any], key: str) -> float | None:
    """With group_reporting the percentage is the mean over threads and ``job_runtime`` their sum,
    so the product is the sum of seconds (within 0–7 % of the operating system's accounting)."""
    if key not in job or "job_runtime" not in job:
        return None
    return float(job[key]) / 100 * float(job["job_runtime"]) / 1000


def _result(job: dict[str, Any], direction: dict[str, Any]) -> FioResult:
    duration_s = float(direction["runtime"]) / 1000
    requests = int(direction["total_ios"])
    if duration_s <= 0 or requests <= 0:
        raise ToolFailed("fio", "not one request was completed in the time given")
    latencies = direction.get("lat_ns", {})
    percentiles = direction.get("clat_ns", {}).get("percentile", {})
    return FioResult(
        duration_s=duration_s,
        bytes_moved=int(direction["io_bytes"]),
        requests=requests,
        latency_mean_ms=_milliseconds(latencies, "mean"),
        percentiles_ms={name: float(value) / 1e6 for name, value in percentiles.items()},
        system_cpu_s=cpu_seconds(job, "sys_cpu"),
        user_cpu_s=cpu_seconds(job, "usr_cpu"),
        latency_min_ms=_milliseconds(latencies, "min"),
        latency_max_ms=_milliseconds(latencies, "max"),
        latency_sd_ms=_milliseconds(latencies, "stddev"),
    )


def _milliseconds(latencies: dict[str, Any], key: str) -> float | None:
    value = latencies.get(key)
    return float(value) / 1e6 if value else None


def _first_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0].strip()[:200] if lines else ""
