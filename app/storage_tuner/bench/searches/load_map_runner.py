"""Measures a map block by block: every load with every variant once, in random order.

Each slice is a run of its own, since fio makes up for requests that it couldn't send in time: after
a saturated slice, the next one would get more than its load.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from storage_tuner.bench.background_work import BackgroundWorkWatch
from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Listener, WithoutBlocks
from storage_tuner.bench.planning import run_seconds
from storage_tuner.bench.runner import Executor, RunLog, RunPosition, carry_out
from storage_tuner.bench.searches.load_map import next_block, unsaturated
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan, Protocol

MOST_BLOCKS = 20


class TimedPositions(WithoutBlocks[RunPosition]):
    """Forwards positions with the share of ``seconds`` since it was made; the number of runs isn't
    known before. ``doing``: the activity, unless it's the run itself."""

    def __init__(self, listener: Listener[RunPosition], control: Control, seconds: float) -> None:
        super().__init__(listener)
        self._control = control
        self._begun = control.now()
        self._seconds = seconds
        self.doing: Text = ""

    def on_whole_block(self, block: Sequence[Measurement]) -> None:
        """Forward the block of a map, from which it can be resumed; those of runs aren't."""
        self._listener.on_block(block)

    @property
    def left_s(self) -> float:
        return self._seconds - (self._control.now() - self._begun)

    def on_position(self, position: RunPosition) -> None:
        left = max(self.left_s, position.remaining_s, 0.0)
        elapsed = self._seconds - self.left_s
        super().on_position(
            replace(
                position,
                done=0,
                total=0,
                remaining_s=left,
                fraction=elapsed / (elapsed + left) if elapsed > 0 else 0.0,
                doing=position.doing or self.doing,
            )
        )


class _Numbered(WithoutBlocks[RunPosition]):
    """Forwards the events of a block, whose runs have their numbers in the map: the first one is
    ``first``."""

    def __init__(self, listener: Listener[RunPosition], first: int, block: int) -> None:
        super().__init__(listener)
        self._first = first
        self._block = block

    def on_measurement(self, measurement: Measurement) -> None:
        super().on_measurement(self.in_map(measurement))

    def in_map(self, run: Measurement) -> Measurement:
        return replace(run, index=run.index + self._first, repeat=self._block)


def measure_map(
    plan: Plan,
    place: Executor,
    log: RunLog,
    control: Control,
    listener: TimedPositions,
    *,
    background_work: BackgroundWorkWatch | None = None,
) -> None:
    """Measure the workloads of ``plan`` at least once, and then as long as the next block surely
    fits into the time. What no variant can bear is measured only twice. The measurements already in
    ``log`` are complete blocks.

    Adds the measurements to ``log``; raises what ``carry_out`` raises.
    """
    begun = next_block(log.measurements)
    took_s = seconds_of(plan, log.measurements) / max(begun, 1)
    for block, stage in _stages(plan, log, begun):
        if block and took_s > listener.left_s:
            return
        started = control.now()
        made = RunLog([], [])
        first = 1 + max((run.index for run in log.measurements), default=-1)
        numbered = _Numbered(listener, first, block)
        try:
            carry_out(stage, place, made, control, numbered, background_work=background_work)
        finally:
            log.failures.extend(made.failures)
            runs = [*map(numbered.in_map, made.measurements)]
            log.measurements.extend(runs)
        listener.on_whole_block(runs)
        took_s = control.now() - started


def seconds_of(plan: Plan, measurements: Sequence[Measurement]) -> float:
    """The approximate time that earlier ``measurements`` took."""
    return len({run.index for run in measurements}) * run_seconds(plan)


def _stages(plan: Plan, log: RunLog, first: int) -> Iterator[tuple[int, Plan]]:
    """A plan for each block, from the block ``first`` on."""
    for block in range(first, MOST_BLOCKS):
        seed = plan.seed + block
        workloads = unsaturated(plan, log.measurements)
        if not workloads:
            return
        order = random.Random(seed).sample(workloads, len(workloads))  # noqa: S311 - no secret
        yield (
            block,
            replace(
                plan,
                workloads=tuple(order),
                repeats=1,
                seed=seed,
                protocol=Protocol.RESTARTS,
                budget_s=None,
            ),
        )
