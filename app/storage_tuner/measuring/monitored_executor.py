"""Single runs monitored for interference, as ``monitored_load`` does for a long one."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from storage_tuner.bench.runner import Executor
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Plan, RunSpecification, Variant
from storage_tuner.measuring.condition_sampler import ConditionSampler
from storage_tuner.measuring.loads import read_counters
from storage_tuner.measuring.monitored_load import idle_of
from storage_tuner.measuring.samples import Idle, LoadSample, change_between


class MonitoredExecutor:
    """A ``bench.runner.Executor`` around another one.

    A disturbed run is marked and, if it's fio's, repeated once; both are returned. The kernel's
    counters cover fio's start and end, too, when it does less than while measuring: so others' work
    is only detected where it's certain.
    """

    def __init__(
        self,
        place: Executor,
        counters: str | None,
        conditions: ConditionSampler,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """``counters`` is the file with the disk's counters, if it has any."""
        self._place = place
        self._counters = counters
        self._conditions_sampler = conditions
        self._wait = wait
        self._idle: Idle | None = None

    def apply(self, variant: Variant) -> None:
        self._place.apply(variant)
        self._conditions_sampler.note_applied(variant)

    def rest(self) -> None:
        self._place.rest()

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        runs = self._watched(specification, plan)
        if specification.cell.workload.streams and any(run.disturbed for run in runs):
            return (*runs, *self._watched(specification, plan))
        return runs

    def _watched(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        if self._idle is None:
            self._idle = idle_of(self._counters, self._wait)
        cell = specification.cell
        counted = bool(cell.workload.streams) and not cell.workload.replay
        before = self._sample(counted)
        runs = self._place.execute(specification, plan)
        after = self._sample(counted)
        own_mb_s = math.fsum((run.bytes_moved or 0) / 1e6 / run.duration_s for run in runs)
        reason = change_between(before, after, own_mb_s, cell, self._idle)
        return tuple(
            replace(run, disturbed=run.disturbed or reason, temperature_c=after.temperature_c)
            for run in runs
        )

    def _sample(self, counted: bool) -> LoadSample:
        """Sample the load, with the disk's counters if ``counted``: the I/O of the user's own
        program is unknown, and that of the readers and writers before a recorded start, so others'
        can't be distinguished."""
        at_s = time.monotonic()
        counters = read_counters(self._counters) if counted else None
        return self._conditions_sampler.sample_into(LoadSample((), at_s, counters, None, {}))


def disturbance_sentences(measurements: Sequence[Measurement]) -> tuple[Message, ...]:
    """Sentences for the record on how many single runs were disturbed, and by what."""
    reasons = Counter(run.disturbed for run in measurements if run.disturbed)
    return tuple(
        sentence(
            "{count} of {measurements} runs had interference and were excluded: {reason}.",
            count=count,
            measurements=len(measurements),
            reason=reason,
        )
        for reason, count in reasons.most_common()
    )
