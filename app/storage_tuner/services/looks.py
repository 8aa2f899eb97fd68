"""A look at a load and at what is around it, and what two of them say of the time between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storage_tuner.bench.adaptive_runner import STALLED, Slice
from storage_tuner.core.device import Activity, Counters
from storage_tuner.core.plan import Operation
from storage_tuner.fio.result import FioResult
from storage_tuner.fio.slices import State, between
from storage_tuner.probe.counters import activity
from storage_tuner.probe.processor import ProcessorTimes

OTHER_SHARE = 0.05
"""So much I/O beside fio's, as a share of it, spoils a slice; more on a disk that others use all
the time, which meets all variants alike."""

_USUAL = 2.0
"""What others did before the load began may double."""

_EDGE_REQUESTS = 2
"""fio and the kernel count at slightly different moments: a request of each thread at either edge
may be counted by one of them only."""

_SATURATED_IDLE = 0.02
_FOREIGN_SHARE = 0.2
"""Of all processors: so much work of other programs spoils a slice when nothing is idle, more on
a machine that always works."""


@dataclass(frozen=True)
class Look:
    """Everything at one moment; ``at_s`` of a monotonic clock. None: the kernel doesn't tell.

    ``busy_arrays``: arrays that stand on the disk and work by themselves, with what they do.
    """

    state: State
    at_s: float
    counters: Counters | None
    processors: ProcessorTimes | None
    busy_arrays: Mapping[str, str]


@dataclass(frozen=True)
class LoadKind:
    operation: Operation
    threads: int


@dataclass(frozen=True)
class Idle:
    """What goes on without our load: seconds of the kernel's work per second, the share of all
    processors that programs use, and I/O in MB/s."""

    system_share: float = 0.0
    program_share: float = 0.0
    disk_mb_s: float = 0.0


def slice_between(before: Look, after: Look, kind: LoadKind, idle: Idle) -> Slice:
    """What was from one look to the other, and whether it's to be trusted."""
    result = between(before.state, after.state)
    seconds = max(after.at_s - before.at_s, 0.0)
    device = _device(before, after)
    spent = _spent(before, after)
    return Slice(
        result=result,
        duration_s=seconds,
        whole_system_cpu_s=max(spent.system_s - idle.system_share * seconds, 0.0)
        if spent
        else None,
        utilisation=device.utilisation if device else None,
        queue_length=device.queue_length if device else None,
        disturbed=_disturbed(before, after, kind, idle),
        saturated=_is_saturated(spent),
    )


def _disturbed(before: Look, after: Look, kind: LoadKind, idle: Idle) -> str | None:
    """Why the slice isn't to be trusted, as a phrase; None when nothing speaks against it."""
    result = between(before.state, after.state)
    if result is None:
        return STALLED
    began = set(after.busy_arrays.items()) - set(before.busy_arrays.items())
    if began:
        name, action = min(began)
        return f"a {action} of {name} began"
    device = _device(before, after)
    if (
        device
        and device.seconds > 0
        and _other_mb_s(device, result, kind) > _tolerable(device, result, kind, idle)
    ):
        return "other programs used the disk"
    spent = _spent(before, after)
    busy = max(_FOREIGN_SHARE, _USUAL * idle.program_share)
    if _is_saturated(spent) and spent and _foreign_share(spent, result) > busy:
        return "other programs kept the processors busy"
    return None


def _other_mb_s(device: Activity, result: FioResult, kind: LoadKind) -> float:
    """What the disk moved beside fio's requests."""
    if kind.operation.writes:
        return max(device.write_mb_s - result.rate_mb_s, 0.0) + device.read_mb_s
    return max(device.read_mb_s - result.rate_mb_s, 0.0) + device.write_mb_s


def _tolerable(device: Activity, result: FioResult, kind: LoadKind, idle: Idle) -> float:
    """MB/s that others may move."""
    at_edges = _EDGE_REQUESTS * kind.threads * kind.operation.block_bytes / 1e6 / device.seconds
    return max(OTHER_SHARE * result.rate_mb_s, _USUAL * idle.disk_mb_s) + at_edges


def _is_saturated(spent: ProcessorTimes | None) -> bool:
    return spent is not None and spent.idle_s <= _SATURATED_IDLE * spent.total_s


def _foreign_share(spent: ProcessorTimes, result: FioResult) -> float:
    """What programs other than fio took of all processors; the kernel's work can't be told apart,
    and most of it is for fio."""
    own = result.user_cpu_s or 0.0
    return (spent.user_s - own) / spent.total_s if spent.total_s > 0 else 0.0


def _device(before: Look, after: Look) -> Activity | None:
    if before.counters is None or after.counters is None:
        return None
    return activity(before.counters, after.counters)


def _spent(before: Look, after: Look) -> ProcessorTimes | None:
    if before.processors is None or after.processors is None:
        return None
    return after.processors.since(before.processors)
