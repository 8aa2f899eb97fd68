"""Curves of sustained writes whose levels are known."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.workload import Operation

GB = 1e9
Rate = Callable[[float], float]
"""MB/s after so many GB."""


def steps(*levels: tuple[float, float]) -> Rate:
    """``(until GB, MB/s)``, the last one without end."""

    def rate(written: float) -> float:
        return next((value for until, value in levels if written < until), levels[-1][1])

    return rate


def ramp(first: float, last: float, whole: float) -> Rate:
    return lambda written: first + (last - first) * written / whole


def curve(
    rate: Rate,
    whole_gb: float,
    seed: int,
    *,
    noise: float = 0.05,
    dips: float = 0.0,
    persistence: float = 0.0,
) -> list[Measurement]:
    """Slices of a tenth of a second to a second with log-normal ``noise``, ``persistence`` of which
    lasts into the next one; ``dips`` is the chance of one to a tenth to a half, for one to three
    slices."""
    source = random.Random(seed)
    found: list[Measurement] = []
    written = elapsed = lasting = 0.0
    dipping = 0
    depth = 1.0
    while written < whole_gb:
        seconds = min(max(0.1, elapsed / 240), 1.0)
        fresh = source.gauss(0, noise) * math.sqrt(1 - persistence**2)
        lasting = persistence * lasting + fresh
        if dipping == 0 and source.random() < dips:
            dipping, depth = source.randint(1, 3), source.uniform(0.1, 0.5)
        factor = depth if dipping else 1.0
        dipping = max(dipping - 1, 0)
        moved = rate(written) * math.exp(lasting) * factor * seconds / 1000
        found.append(slice_of(len(found), moved, seconds))
        written += moved
        elapsed += seconds
    return found


def slice_of(number: int, moved_gb: float, seconds: float) -> Measurement:
    return Measurement(
        variant="as it is",
        operation=Operation.SEQUENTIAL_WRITE,
        threads=1,
        repeat=number,
        index=number,
        started_at="2026-01-01T00:00:00.000+00:00",
        duration_s=seconds,
        rate_mb_s=moved_gb * 1000 / seconds,
        iops=None,
        latency_mean_ms=None,
        latency_p50_ms=None,
        latency_p95_ms=None,
        latency_p99_ms=None,
        latency_p999_ms=None,
        system_cpu_s=None,
        user_cpu_s=None,
        bytes_moved=round(moved_gb * GB),
    )
