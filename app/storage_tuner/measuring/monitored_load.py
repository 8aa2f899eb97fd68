"""A long fio load with the settings of its devices, monitored for interference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from storage_tuner.bench.adaptive_runner import Recording, Slice
from storage_tuner.bench.slice_length import INTERVAL_S
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.device import Counters
from storage_tuner.core.plan import Cell, Variant
from storage_tuner.measuring.condition_sampler import ConditionSampler
from storage_tuner.measuring.executors import OnDevices
from storage_tuner.measuring.loads import LongRun, read_counters
from storage_tuner.measuring.samples import Idle, LoadSample, before_start, slice_between
from storage_tuner.probe.load.counters import activity
from storage_tuner.probe.load.processor import parse_processor_times, processor_line

IDLE_S = 1.0
"""The time for which the idle machine is sampled. With ticks of 10 ms this is exact to a percent of
a processor."""


class MonitoredLoad(OnDevices):
    """A ``bench.adaptive_runner.Load``.

    ``counters`` is the file with the disk's counters, if it has any.
    """

    def __init__(
        self,
        run: LongRun,
        tuned: TunedDevices,
        counters: str | None,
        conditions: ConditionSampler | None = None,
    ) -> None:
        super().__init__(tuned)
        self._run = run
        self._counters = counters
        self._conditions_sampler = conditions or ConditionSampler()
        self._idle = Idle()
        self._cell: Cell | None = None
        self._before: LoadSample | None = None

    def read_idle(self, wait: Callable[[float], None]) -> None:
        self._idle = idle_of(self._counters, wait)

    def apply(self, variant: Variant) -> None:
        super().apply(variant)
        self._conditions_sampler.note_applied(variant)

    def begin(self, cell: Cell) -> None:
        self._cell = cell
        self._before = None
        self._run.begin(cell)

    def record(self, seconds: float, wait: Callable[[float], None]) -> Recording | None:
        first = before = read_counters(self._counters)
        rates = []
        for _ in range(round(seconds / INTERVAL_S)):
            if before is None:
                break
            wait(INTERVAL_S)
            after = read_counters(self._counters)
            if after is not None:
                found = activity(before, after)
                rates.append(found.read_mb_s + found.write_mb_s)
            before = after
        if first is None or before is None:
            return None
        return Recording(tuple(rates), _request_ms(first, before))

    def begin_slice(self) -> None:
        self._before = self._sample()

    def slice(self) -> Slice:
        assert self._cell is not None
        after = self._sample()
        found = slice_between(self._before or before_start(after), after, self._cell, self._idle)
        if None not in found.results:
            self._before = after
        return found

    def end(self) -> None:
        self._run.end()

    def _sample(self) -> LoadSample:
        return self._conditions_sampler.sample_into(self._run.sample())


def idle_of(counters_path: str | None, wait: Callable[[float], None]) -> Idle:
    """The activity without our load; takes a second, in which ``wait`` is called."""
    idle = Idle()
    processors = parse_processor_times(processor_line())
    counters = read_counters(counters_path)
    wait(IDLE_S)
    processors_after = parse_processor_times(processor_line())
    counters_after = read_counters(counters_path)
    if processors and processors_after:
        spent = processors_after.since(processors)
        idle = replace(
            idle,
            system_share=spent.system_s / IDLE_S,
            program_share=spent.user_s / spent.total_s if spent.total_s else 0.0,
        )
    if counters and counters_after:
        found = activity(counters, counters_after)
        idle = replace(idle, disk_mb_s=found.read_mb_s + found.write_mb_s)
    return idle


def _request_ms(before: Counters, after: Counters) -> float | None:
    """The mean latency of the requests between two readings, in ms."""
    requests = after.read_ios + after.write_ios - before.read_ios - before.write_ios
    if requests <= 0:
        return None
    return (after.read_ms + after.write_ms - before.read_ms - before.write_ms) / requests
