"""The computer's activity without our load, between two readings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.condition import Condition, ConditionKind, warning
from storage_tuner.core.device import Activity, Counters
from storage_tuner.core.message import sentence
from storage_tuner.probe.load.counters import CounterSampler, activity
from storage_tuner.probe.load.processor import ProcessorTimes, parse_processor_times, processor_line
from storage_tuner.probe.load.thermal import ThrottleCounters, throttling_conditions

WATCHED_S = 1.0
"""Seconds between two readings: long enough to resolve 1 % of a CPU, whose time is counted in
ticks."""

_IDLE_REQUESTS_S = 10.0
_IDLE_MB_S = 1.0
_IDLE_UTILISATION = 0.05
"""Any system's log causes less; more is noticeable on a disk with 120 requests per second."""

_IDLE_PROCESSORS = 0.2
"""Share of all CPUs; the threshold that also marks a slice as disturbed."""


@dataclass(frozen=True)
class IdleSnapshot:
    """Counters by disk; None and missing entries are unknown."""

    counters: dict[str, Counters]
    processors: ProcessorTimes | None
    throttled: int | None


def read_idle_snapshot(disks: Iterable[str], root: Path = Path("/")) -> IdleSnapshot:
    """Read the counters of the disks and the CPU times. Never fails."""
    with CounterSampler(disks, root) as sampler:
        counters = sampler.sample()
    times = parse_processor_times(processor_line(root))
    return IdleSnapshot(counters, times, ThrottleCounters(root).read())


def idle_conditions(before: IdleSnapshot, after: IdleSnapshot) -> tuple[Condition, ...]:
    """The conditions from activity between two readings without our load; pure."""
    found = [
        condition
        for disk, counters in after.counters.items()
        if disk in before.counters
        and (condition := _disk_condition(disk, activity(before.counters[disk], counters)))
    ]
    share = _processor_share(before.processors, after.processors)
    if share > _IDLE_PROCESSORS:
        found.append(
            warning(
                ConditionKind.PROCESSORS_IDLE,
                sentence("Other programs use {share:.0f} % of all CPUs.", share=100 * share),
                sentence("Close them, or wait until they finish."),
            )
        )
    return (*found, *throttling_conditions(before.throttled, after.throttled))


def _disk_condition(disk: str, seen: Activity) -> Condition | None:
    requests, moved = seen.read_iops + seen.write_iops, seen.read_mb_s + seen.write_mb_s
    busy = requests >= _IDLE_REQUESTS_S or moved >= _IDLE_MB_S
    if not busy and seen.utilisation < _IDLE_UTILISATION:
        return None
    return warning(
        ConditionKind.DISK_IDLE,
        sentence(
            "{disk} isn't idle: other programs make {requests:.0f} requests per second "
            "({moved:.1f} MB/s).",
            disk=disk,
            requests=requests,
            moved=moved,
        ),
        sentence("Close the programs that use it, or wait until they finish."),
    )


def _processor_share(before: ProcessorTimes | None, after: ProcessorTimes | None) -> float:
    """The share of all CPUs used by programs and the kernel."""
    if before is None or after is None:
        return 0.0
    spent = after.since(before)
    return (spent.user_s + spent.system_s) / spent.total_s if spent.total_s > 0 else 0.0
