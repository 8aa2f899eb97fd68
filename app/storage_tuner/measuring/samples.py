"""Samples of a load and its conditions, and the slice between two samples."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from storage_tuner.bench.adaptive_runner import BUSY_SHARE, Slice
from storage_tuner.core.device import Activity, Counters
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Cell
from storage_tuner.fio.result import FioResult
from storage_tuner.fio.slices import JobState, between
from storage_tuner.fio.slices import before_start as state_before_start
from storage_tuner.probe.load.counters import activity
from storage_tuner.probe.load.processor import ProcessorTimes
from storage_tuner.probe.md.arrays import describe_work

OTHER_SHARE = 0.05
"""The share of other I/O, relative to fio's, above which a slice is spoiled; higher on a disk that
others use all the time, which affects all variants alike."""

_USUAL = 2.0
"""Other programs' I/O may grow by this factor over that before the load; their CPU time by at most
half of what was free."""

_EDGE_REQUESTS = 2
"""fio and the kernel count at slightly different moments: at either edge, one request per thread
may be counted by only one of them."""

_SATURATED_IDLE = 0.02
_FREE_SHARE = 0.5


@dataclass(frozen=True)
class LoadSample:
    """All counters at one moment; ``at_s`` of a monotonic clock. None: not reported by the kernel.

    ``states`` has one for each of the load's streams.

    ``busy_arrays``: arrays on the disk with background work, and its kind. ``throttled``: the
    number of times the processors were thermally throttled until now; ``temperature_c``: of the
    hottest drive.
    """

    states: tuple[JobState, ...]
    at_s: float
    counters: Counters | None
    processors: ProcessorTimes | None
    busy_arrays: Mapping[str, str]
    throttled: int | None = None
    temperature_c: float | None = None
    on_mains: bool | None = None


@dataclass(frozen=True)
class Idle:
    """The activity without our load: seconds of the kernel's work per second, the share of all
    processors used by programs, and I/O in MB/s."""

    system_share: float = 0.0
    program_share: float = 0.0
    disk_mb_s: float = 0.0


def before_start(first: LoadSample) -> LoadSample:
    """A sample of the moment at which the load of ``first`` began, without its conditions."""
    runtime_ms = max(state.runtime_ms for state in first.states)
    states = tuple(map(state_before_start, first.states))
    return LoadSample(states, first.at_s - runtime_ms / 1000, None, None, first.busy_arrays)


def slice_between(before: LoadSample, after: LoadSample, cell: Cell, idle: Idle) -> Slice:
    """The slice between two samples, marked if it was disturbed."""
    seconds = max(after.at_s - before.at_s, 0.0)
    device = _device(before, after)
    spent = _spent(before, after)
    return Slice(
        results=_results(before, after),
        duration_s=seconds,
        whole_system_cpu_s=max(spent.system_s - idle.system_share * seconds, 0.0)
        if spent
        else None,
        utilisation=device.utilisation if device else None,
        queue_length=device.queue_length if device else None,
        temperature_c=after.temperature_c,
        disturbed=_disturbed(before, after, cell, idle),
        saturated=_is_saturated(spent),
        others_share=_others_share(before, after),
    )


def _disturbed(before: LoadSample, after: LoadSample, cell: Cell, idle: Idle) -> Message | None:
    """The reason why the slice is disturbed, as a phrase; None when it isn't."""
    own_mb_s = math.fsum(result.rate_mb_s for result in _done(before, after))
    if change := change_between(before, after, own_mb_s, cell, idle):
        return change
    if _others_share(before, after) > _tolerable_share(idle.program_share):
        return sentence("other programs kept the CPUs busy")
    return None


def change_between(
    before: LoadSample, after: LoadSample, own_mb_s: float, cell: Cell, idle: Idle
) -> Message | None:
    """The interference seen by the kernel while fio reached ``own_mb_s``, as a phrase; None if
    none."""
    if change := _change_of_conditions(before, after):
        return change
    device = _device(before, after)
    if (
        device
        and device.seconds > 0
        and _other_mb_s(device, own_mb_s, cell) > _tolerable(device, own_mb_s, cell, idle)
    ):
        return sentence("other programs used the disk")
    return None


def _change_of_conditions(before: LoadSample, after: LoadSample) -> Message | None:
    """A condition that changed since the slice's beginning. Lasting conditions affect all variants
    alike, and repeating a slice wouldn't help."""
    began = set(after.busy_arrays.items()) - set(before.busy_arrays.items())
    if began:
        name, action = min(began)
        return sentence("{work} of {name} began", work=describe_work(action), name=name)
    if (after.throttled or 0) > (before.throttled or 0):
        return sentence("the CPUs were throttled by heat")
    if before.on_mains and after.on_mains is False:
        return sentence("the computer was unplugged")
    return None


def _other_mb_s(device: Activity, own_mb_s: float, cell: Cell) -> float:
    """The disk's throughput in addition to fio's. When fio's requests go through the page cache, or
    cause journal writes, the I/O they cause on the disk is unknown."""
    streams = cell.workload.streams
    if any(stream.buffered or stream.fsync_every for stream in streams):
        return 0.0
    if not any(stream.mode.writes for stream in streams):
        return max(device.read_mb_s - own_mb_s, 0.0) + device.write_mb_s
    if not any(stream.mode.reads for stream in streams):
        return max(device.write_mb_s - own_mb_s, 0.0) + device.read_mb_s
    return max(device.read_mb_s + device.write_mb_s - own_mb_s, 0.0)


def _tolerable(device: Activity, own_mb_s: float, cell: Cell, idle: Idle) -> float:
    """The tolerable throughput of others, in MB/s."""
    under_way = sum(
        stream.threads_of(cell.threads) * stream.queue_depth * stream.block_bytes
        for stream in cell.workload.streams
    )
    at_edges = _EDGE_REQUESTS * under_way / 1e6 / device.seconds
    return max(OTHER_SHARE * own_mb_s, _USUAL * idle.disk_mb_s) + at_edges


def _is_saturated(spent: ProcessorTimes | None) -> bool:
    return spent is not None and spent.idle_s <= _SATURATED_IDLE * spent.total_s


def _others_share(before: LoadSample, after: LoadSample) -> float:
    """The share of all processors used by programs other than fio when none was idle, else 0; the
    kernel's work can't be attributed, and most of it is for fio."""
    spent = _spent(before, after)
    if spent is None or not _is_saturated(spent) or spent.total_s <= 0:
        return 0.0
    own = math.fsum(result.user_cpu_s or 0.0 for result in _done(before, after))
    return max(spent.user_s - own, 0.0) / spent.total_s


def _tolerable_share(usual: float) -> float:
    """The tolerable share of all processors for others, given their ``usual`` share; below 1 where
    any was free."""
    return max(BUSY_SHARE, min(_USUAL * usual, usual + _FREE_SHARE * (1 - usual)))


def _device(before: LoadSample, after: LoadSample) -> Activity | None:
    if before.counters is None or after.counters is None:
        return None
    return activity(before.counters, after.counters)


def _spent(before: LoadSample, after: LoadSample) -> ProcessorTimes | None:
    if before.processors is None or after.processors is None:
        return None
    return after.processors.since(before.processors)


def _done(before: LoadSample, after: LoadSample) -> list[FioResult]:
    return [result for result in _results(before, after) if result is not None]


def _results(before: LoadSample, after: LoadSample) -> tuple[FioResult | None, ...]:
    return tuple(itertools.starmap(between, zip(before.states, after.states, strict=True)))
