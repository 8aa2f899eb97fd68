"""Test data: runs drawn from a known model, so that the right verdict is known."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Target, TargetKind, Use, Variant
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, CLASSICAL_WORKLOADS, Operation


def simulated_runs(
    rates: Mapping[str, float],
    *,
    seed: int,
    repeats: int = 6,
    noise: float = 0.02,
    p99_noise: float | None = None,
    drift: float = 0.0,
    operations: Sequence[Operation] = CLASSICAL_OPERATIONS,
    threads: Sequence[int] = (1, 2, 4, 8),
) -> tuple[Measurement, ...]:
    """``rates[variant]`` in MB/s; ``noise`` is the standard deviation of a run's logarithm,
    ``drift`` that of a random walk from one block to the next, shared by a block's runs,
    ``p99_noise`` what the p99 latency has of its own beside the rate's (default: as much)."""
    source = random.Random(seed)
    runs: list[Measurement] = []
    level = 0.0
    for repeat in range(repeats):
        for operation in operations:
            for count in threads:
                level += source.gauss(0, drift)
                for variant, rate in rates.items():
                    factor = math.exp(level + source.gauss(0, noise))
                    runs.append(
                        _run(
                            variant,
                            operation,
                            count,
                            repeat,
                            len(runs),
                            rate,
                            factor,
                            source,
                            noise,
                            noise if p99_noise is None else p99_noise,
                        )
                    )
    return tuple(runs)


def _run(
    variant: str,
    operation: Operation,
    threads: int,
    repeat: int,
    index: int,
    rate: float,
    factor: float,
    source: random.Random,
    noise: float,
    p99_noise: float,
) -> Measurement:
    mb_s = rate * factor * math.sqrt(threads)
    assert operation.block_bytes
    iops = mb_s * 1e6 / operation.block_bytes
    mean_ms = threads / iops * 1e3
    return Measurement(
        variant=variant,
        operation=operation,
        threads=threads,
        repeat=repeat,
        index=index,
        started_at="2026-01-01T00:00:00+00:00",
        duration_s=1.0,
        rate_mb_s=mb_s,
        iops=iops,
        latency_mean_ms=mean_ms,
        latency_p50_ms=mean_ms,
        latency_p95_ms=mean_ms * 2,
        latency_p99_ms=mean_ms * 3 * math.exp(source.gauss(0, p99_noise)),
        latency_p999_ms=mean_ms * 5,
        system_cpu_s=0.3 * math.exp(source.gauss(0, noise)),
        user_cpu_s=0.1,
        bytes_moved=int(mb_s * 1e6),
    )


def plan_for(variants: Sequence[str], use: Use = Use.NOT_SURE, current: str | None = None) -> Plan:
    return Plan(
        target=Target(TargetKind.DEVICE, "sdz"),
        variants=tuple(Variant(name, (("scheduler", name),)) for name in variants),
        workloads=CLASSICAL_WORKLOADS,
        threads=(1, 2, 4, 8),
        repeats=6,
        runtime_ms=1000,
        ramp_ms=0,
        seed=1,
        use=use,
        current=current,
    )
