"""Carries the adaptive protocol out: one long load per cell, the variants switched beneath it.

Which block comes next, and when it is enough, ``bench.adaptive`` says. Here it's done: switch, let
the old variant's effects wash out, look, let a slice pass, look again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Protocol

from storage_tuner.bench.adaptive import (
    Cell,
    CellOutcome,
    MeasureBlock,
    cells_of,
    next_step,
    outcomes,
    remaining_seconds,
)
from storage_tuner.bench.control import Control, PauseAsked
from storage_tuner.bench.runner import (
    HOPELESS_FAILURES,
    Position,
    RunLog,
    nothing_measured,
    threads_phrase,
)
from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Operation, Plan, RunSpecification, Variant
from storage_tuner.fio.result import FioResult, measurement

STALLED = "not one request was completed"
MOST_FAILURES = 2
"""When fio ends unasked it's started anew once in a cell."""


@dataclass(frozen=True)
class Slice:
    """What lay between two looks at the load, told by fio and by the kernel.

    ``result`` is None when no request was completed. ``saturated``: no processor was idle.
    The other fields are those of ``Measurement``.
    """

    result: FioResult | None
    duration_s: float
    whole_system_cpu_s: float | None = None
    utilisation: float | None = None
    queue_length: float | None = None
    disturbed: str | None = None
    saturated: bool = False


class Load(Protocol):
    """One long fio, and the settings beneath it."""

    def read_idle(self, wait: Callable[[float], None]) -> None:
        """Find out, before the first load, what the machine does without it."""

    def apply(self, variant: Variant) -> None:
        """Set the variant's settings, whether or not fio runs."""

    def begin(self, operation: Operation, threads: int) -> None:
        """Start fio. Raises ``ToolFailed`` and the place's own errors, as the next two do."""

    def look(self) -> None:
        """Note where everything stands: a slice begins."""

    def slice(self) -> Slice:
        """What was since ``look``."""

    def end(self) -> None:
        """Stop fio; nothing happens without one."""

    def rest(self) -> None:
        """Give the disk back as it was before, for as long as a pause lasts; fio has ended."""


def carry_out_adaptively(
    plan: Plan,
    load: Load,
    log: RunLog,
    control: Control,
    *,
    on_position: Callable[[Position], None],
    on_measurement: Callable[[Measurement], None],
) -> None:
    """Measure block by block until every cell is decided or the time is over.

    The slices of whole blocks are added to ``log``, disturbed ones too, which say so. Raises
    ``Cancelled``, ``ToolFailed`` when nothing could be measured, and the load's own errors. fio has
    ended then.
    """
    running = _AdaptiveRun(plan, load, log, control, on_position, on_measurement)
    try:
        running.carry_out()
    finally:
        load.end()
        log.failures.extend(running.remarks())


class _AdaptiveRun:
    def __init__(
        self,
        plan: Plan,
        load: Load,
        log: RunLog,
        control: Control,
        on_position: Callable[[Position], None],
        on_measurement: Callable[[Measurement], None],
    ) -> None:
        self._plan = plan
        self._load = load
        self._log = log
        self._control = control
        self._on_position = on_position
        self._on_measurement = on_measurement
        self._elapsed: dict[Cell, float] = {}
        self._failures: Counter[Cell] = Counter()
        self._loaded: Cell | None = None
        self._applied: Variant | None = None
        self._given_up: set[Cell] = set()
        self._index = 0
        self._saturated = 0
        self._slices = 0

    def carry_out(self) -> None:
        self._unpaused(lambda: self._load.read_idle(self._control.wait))
        while isinstance(step := self._next(), MeasureBlock):
            self._on_position(self._position(step))
            self._unpaused(lambda step=step: self._attempt(step))  # type: ignore[misc]
        if self._given_up:
            self._require_something()
        measurable = [each for each in self._outcomes() if each.cell not in self._given_up]
        self._log.failures.extend(_undecided(measurable))

    def remarks(self) -> list[str]:
        """What to say about the conditions of the whole."""
        found = []
        if self._saturated > self._slices / 10:
            found.append(
                f"In {self._saturated} of {self._slices} slices no processor was idle: there the "
                "numbers are the processors' as much as the disk's."
            )
        reasons = Counter(run.disturbed for run in self._log.measurements if run.disturbed)
        found += [
            f"{count} of {self._slices} slices were disturbed and measured again: {reason}."
            for reason, count in reasons.most_common()
        ]
        return found

    def _next(self) -> object:
        return next_step(self._plan, self._log.measurements, self._elapsed, self._given_up)

    def _attempt(self, step: MeasureBlock) -> None:
        started = self._control.now()
        try:
            self._ensure_load(step.cell)
            self._keep(self._block(step))
        except ToolFailed as error:
            self._load.end()
            self._loaded = None
            self._failures[step.cell] += 1
            if self._failures[step.cell] >= MOST_FAILURES:
                self._give_up(step.cell, error)
        finally:
            spent = self._control.now() - started
            self._elapsed[step.cell] = self._elapsed.get(step.cell, 0.0) + spent

    def _unpaused(self, action: Callable[[], None]) -> None:
        """Do it; when a pause is asked for, leave off, let the disk alone, and come back."""
        try:
            action()
        except PauseAsked:
            self._load.end()
            self._loaded = self._applied = None
            self._load.rest()
            self._control.wait_for_resume()

    def _ensure_load(self, cell: Cell) -> None:
        if self._loaded == cell:
            return
        self._load.end()
        self._loaded = None
        self._load.begin(cell.operation, cell.threads)
        self._loaded = cell

    def _give_up(self, cell: Cell, error: ToolFailed) -> None:
        self._given_up.add(cell)
        self._log.failures.append(
            f"{cell.operation.label} with {threads_phrase(cell.threads)} "
            f"could not be measured to its end: {error.summary}"
        )
        if len(self._given_up) >= HOPELESS_FAILURES:
            self._require_something()

    def _require_something(self) -> None:
        """After failures: when there's no result at all, they are what there is to say."""
        if not self._log.measurements:
            reason = self._log.failures.pop(0)
            self._log.failures.clear()
            raise nothing_measured(reason)

    def _block(self, step: MeasureBlock) -> list[Measurement]:
        """Every variant once; those whose slice was disturbed once more at the end."""
        runs = [self._run(step, variant) for variant in step.order]
        disturbed = {run.variant for run in runs if run.disturbed}
        again = [variant for variant in step.order if variant.name in disturbed]
        return runs + [self._run(step, variant) for variant in again]

    def _run(self, step: MeasureBlock, variant: Variant) -> Measurement:
        if variant != self._applied:
            self._load.apply(variant)
            self._applied = variant
            self._control.wait(self._plan.ramp_ms / 1000)
        self._load.look()
        started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._control.wait(self._plan.runtime_ms / 1000)
        slice_ = self._load.slice()
        specification = RunSpecification(
            self._index, step.block, step.cell.operation, step.cell.threads, variant
        )
        self._index += 1
        self._slices += 1
        self._saturated += slice_.saturated
        return _taken(specification, slice_, started_at)

    def _keep(self, runs: list[Measurement]) -> None:
        for run in runs:
            self._log.measurements.append(run)
            self._on_measurement(run)

    def _position(self, step: MeasureBlock) -> Position:
        cells = cells_of(self._plan)
        elapsed = math.fsum(self._elapsed.values())
        remaining = remaining_seconds(
            self._plan, self._log.measurements, self._elapsed, self._given_up
        )
        standing = next(each.standing for each in self._outcomes() if each.cell == step.cell)
        return Position(
            cells.index(step.cell),
            len(cells),
            remaining,
            RunSpecification(
                self._index, step.block, step.cell.operation, step.cell.threads, step.order[0]
            ),
            elapsed / (elapsed + remaining) if elapsed > 0 else 0.0,
            standing.leader,
            100 * math.expm1(abs(standing.lead.mean)) if standing.lead else None,
        )

    def _outcomes(self) -> tuple[CellOutcome, ...]:
        return outcomes(self._plan, self._log.measurements, self._elapsed)


def _undecided(found: Sequence[CellOutcome]) -> list[str]:
    """What more time would give, if anything is open."""
    still_open = [each for each in found if not each.standing.decided]
    if not still_open:
        return []
    text = f"{len(still_open)} of {len(found)} tests were still undecided when the time was over"
    needed = [each.seconds_needed for each in still_open if each.seconds_needed is not None]
    if not needed:
        return [f"{text}."]
    minutes = max(math.ceil(math.fsum(needed) / 60), 1)
    which = "them" if len(needed) == len(still_open) else f"{len(needed)} of them"
    return [f"{text}; about {minutes} min more may decide {which}."]


def _taken(specification: RunSpecification, slice_: Slice, started_at: str) -> Measurement:
    """A slice in its place in the plan."""
    stalled = FioResult(slice_.duration_s, 0, 0, None, {}, None, None)
    return replace(
        measurement(specification, slice_.result or stalled, started_at),
        whole_system_cpu_s=slice_.whole_system_cpu_s,
        utilisation=slice_.utilisation,
        queue_length=slice_.queue_length,
        disturbed=slice_.disturbed,
    )
