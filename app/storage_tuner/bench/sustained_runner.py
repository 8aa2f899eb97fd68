"""Writes continuously until a given amount is written, and measures slice by slice.

The load is one sequential stream of 1 MiB requests with the current settings. It neither pauses nor
restarts: an idle disk empties its write cache. A slice in which nothing was completed is part of
the next one, so that no time is lost.
"""

from __future__ import annotations

from storage_tuner.bench.adaptive_runner import BUSY_SHARE, Load, slice_measurements
from storage_tuner.bench.background_work import BackgroundWorkGuard, BackgroundWorkWatch
from storage_tuner.bench.control import Control, PauseAsked, timestamp
from storage_tuner.bench.listener import Listener
from storage_tuner.bench.runner import RunLog, RunPosition
from storage_tuner.bench.sustained import BUDGET_S, SHORTEST_SLICE_MS
from storage_tuner.bench.test_size import size_text
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Plan, RunSpecification

_LONGEST_SLICE_S = 1.0
_SLICES_SO_FAR = 240
"""Slices become longer, as this part of the time so far: a cache that lasts for seconds is
resolved, and an hour has few thousand slices."""
_LEAST_BUSY = 0.1
_BLOCK_S = 10.0
"""The interval between two entries in the journal, each of which is written to a disk."""


def write_continuously(
    plan: Plan,
    amount_bytes: int,
    load: Load,
    log: RunLog,
    control: Control,
    listener: Listener[RunPosition],
    *,
    background_work: BackgroundWorkWatch | None = None,
) -> None:
    """Write ``amount_bytes``, at most for the time of ``plan``, and add a measurement of each slice
    to ``log``.

    A pause ends it: the cache would recover. Raises ``Cancelled``, and the errors of ``load``, such
    as ``ToolFailed`` when there is no space left; fio has ended by then.
    """
    writing = _Writing(plan, amount_bytes, load, log, control, listener, background_work)
    try:
        writing.carry_out()
    except PauseAsked:
        load.end()
        load.rest()
        control.wait_for_resume()
        writing.note_early_end()
    finally:
        load.end()
        writing.end_block()
        writing.note_others()


class _Writing:
    def __init__(
        self,
        plan: Plan,
        amount_bytes: int,
        load: Load,
        log: RunLog,
        control: Control,
        listener: Listener[RunPosition],
        background_work: BackgroundWorkWatch | None,
    ) -> None:
        self._plan = plan
        self._cell = plan.cells[0]
        self._amount_bytes = amount_bytes
        self._load = load
        self._log = log
        self._control = control
        self._listener = listener
        self._attention = BackgroundWorkGuard(
            background_work, log.measurements, control, listener.on_block
        )
        self._block: list[Measurement] = []
        self._block_begun = self._begun = control.now()
        self._written = 0
        self._slices = 0
        self._busy_s = 0.0

    def carry_out(self) -> None:
        self._load.read_idle(self._control.wait)
        self._load.apply(self._plan.variants[0])
        self._load.begin(self._cell)
        self._block_begun = self._begun = self._control.now()
        while self._written < self._amount_bytes:
            if self._elapsed_s > (self._plan.budget_s or BUDGET_S):
                self._log.notes.append(
                    sentence(
                        "Time ran out after {written} of {amount}.",
                        written=size_text(self._written),
                        amount=size_text(self._amount_bytes),
                    )
                )
                break
            self._take_slice()
        self.end_block()
        self._attention.note_now()

    def note_early_end(self) -> None:
        self._log.notes.append(
            sentence(
                "Writing ended after {written}, when it was paused: during a pause the disk can "
                "empty its cache.",
                written=size_text(self._written),
            )
        )

    def note_others(self) -> None:
        """Note that other programs kept the CPUs busy, which throughput may depend on as well."""
        whole_s = sum(run.duration_s for run in self._log.measurements)
        if self._busy_s > _LEAST_BUSY * whole_s:
            self._log.notes.append(
                sentence(
                    "Other programs kept all CPUs busy for {share:.0f} % of the time, which may "
                    "have caused drops.",
                    share=100 * self._busy_s / whole_s,
                )
            )

    def end_block(self) -> None:
        """Report the slices since the last block, if there are any."""
        block, self._block = self._block, []
        self._block_begun = self._control.now()
        if block:
            self._listener.on_block(block)

    @property
    def _elapsed_s(self) -> float:
        return self._control.now() - self._begun

    def _take_slice(self) -> None:
        started_at = timestamp()
        self._control.wait(_slice_s(self._elapsed_s))
        taken = self._load.slice()
        if None in taken.results:
            return
        (run,) = slice_measurements(self._specification(), taken, started_at)
        self._slices += 1
        self._written += run.bytes_moved
        if taken.others_share > BUSY_SHARE:
            self._busy_s += run.duration_s
        self._log.measurements.append(run)
        self._block.append(run)
        self._listener.on_measurement(run)
        self._listener.on_position(self._position(run))
        if self._control.now() - self._block_begun >= _BLOCK_S:
            self.end_block()
            self._attention.note()

    def _specification(self) -> RunSpecification:
        return RunSpecification(self._slices, self._slices, self._cell, self._plan.variants[0])

    def _position(self, run: Measurement) -> RunPosition:
        elapsed, budget = self._elapsed_s, self._plan.budget_s or BUDGET_S
        left = max(self._amount_bytes - self._written, 0)
        rate = run.bytes_moved / run.duration_s
        return RunPosition(
            0,
            0,
            max(min(left / rate, budget - elapsed), 0.0),
            self._specification(),
            min(max(self._written / self._amount_bytes, elapsed / budget), 1.0),
            doing=sentence(
                "{written} of {amount} written, {rate:,.0f} MB/s",
                written=size_text(self._written),
                amount=size_text(self._amount_bytes),
                rate=rate / 1e6,
            ),
        )


def _slice_s(elapsed_s: float) -> float:
    return min(max(SHORTEST_SLICE_MS / 1000, elapsed_s / _SLICES_SO_FAR), _LONGEST_SLICE_S)
