"""A long fio with the settings beneath it, and an eye on what may disturb it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from storage_tuner.bench.adaptive_runner import Slice
from storage_tuner.core.plan import Operation, Variant
from storage_tuner.probe.conditions import busy_arrays
from storage_tuner.probe.counters import activity
from storage_tuner.probe.processor import parse_processor_times, processor_line
from storage_tuner.services.loads import LongRun, read_counters
from storage_tuner.services.looks import Idle, LoadKind, Look, slice_between
from storage_tuner.services.measuring_places import HelperSession, apply_to_all, revert_all

IDLE_S = 1.0
"""How long the machine is watched without a load. Ticks of 10 ms make that exact to a percent of a
processor."""


class WatchedLoad:
    """A ``bench.adaptive_runner.Load``.

    ``counters`` is the disk's file with its counters, if it has any; ``arrays`` are those whose own
    work would disturb.
    """

    def __init__(
        self,
        run: LongRun,
        tuned: Sequence[HelperSession],
        counters: str | None,
        arrays: Sequence[str] = (),
    ) -> None:
        self._run = run
        self._tuned = tuple(tuned)
        self._counters = counters
        self._arrays = tuple(arrays)
        self._idle = Idle()
        self._kind = LoadKind(Operation.RANDOM_READ, 1)
        self._before: Look | None = None

    def read_idle(self, wait: Callable[[float], None]) -> None:
        processors = parse_processor_times(processor_line())
        counters = read_counters(self._counters)
        wait(IDLE_S)
        processors_after = parse_processor_times(processor_line())
        counters_after = read_counters(self._counters)
        if processors and processors_after:
            spent = processors_after.since(processors)
            self._idle = replace(
                self._idle,
                system_share=spent.system_s / IDLE_S,
                program_share=spent.user_s / spent.total_s if spent.total_s else 0.0,
            )
        if counters and counters_after:
            found = activity(counters, counters_after)
            self._idle = replace(self._idle, disk_mb_s=found.read_mb_s + found.write_mb_s)

    def apply(self, variant: Variant) -> None:
        apply_to_all(self._tuned, variant.settings)

    def begin(self, operation: Operation, threads: int) -> None:
        self._kind = LoadKind(operation, threads)
        self._run.begin(operation, threads)

    def look(self) -> None:
        self._before = self._look()

    def slice(self) -> Slice:
        assert self._before is not None
        return slice_between(self._before, self._look(), self._kind, self._idle)

    def end(self) -> None:
        self._run.end()

    def rest(self) -> None:
        revert_all(self._tuned)

    def _look(self) -> Look:
        return replace(self._run.look(), busy_arrays=busy_arrays(self._arrays))
