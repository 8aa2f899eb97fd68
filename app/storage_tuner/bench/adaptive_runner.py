"""Carries out raced plans: block after block, until all is decided or the time is over.

``bench.adaptive`` chooses the next block and when to stop; this module executes it. In a cell whose
variants can be switched under one long load: switch, let the old variant's effects wash out,
sample, let a slice pass, sample again. In any other cell each slice is a separate run.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from typing import Protocol

from storage_tuner.bench.adaptive import (
    MeasureBlock,
    next_step,
    planned_seconds,
    remaining_seconds,
    standings,
)
from storage_tuner.bench.background_work import BackgroundWorkGuard, BackgroundWorkWatch
from storage_tuner.bench.control import Control, PauseAsked, timestamp
from storage_tuner.bench.listener import Listener
from storage_tuner.bench.restart_reasons import is_restarted, restart_sentences, restarted_paces
from storage_tuner.bench.runner import (
    HOPELESS_FAILURES,
    Executor,
    RunLog,
    RunPosition,
    nothing_measured,
)
from storage_tuner.bench.slice_length import (
    Noise,
    detectable_difference,
    detectable_sentence,
    noise_of,
    pace_for,
)
from storage_tuner.bench.thread_counts import left_out_sentences
from storage_tuner.bench.time_costs import (
    RECORDING_S,
    in_rounds,
    seconds_under_load,
    workloads_to_record,
)
from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, Text, english_text, sentence, together
from storage_tuner.core.plan import Cell, CellPace, Plan, RunSpecification, Variant
from storage_tuner.core.workload import Workload, threads_phrase
from storage_tuner.fio.result import FioResult, measurements
from storage_tuner.fio.slices import one_request

MOST_FAILURES = 2
"""When fio ends unexpectedly, it's restarted once in a cell."""

BUSY_SHARE = 0.2
"""The share of all processors above which other programs' work spoils a slice when no processor is
idle; higher on a machine that is always busy."""

SATURATED = "no CPU was idle"
BUSY = "of all CPUs during the measurement"
AGAIN = "had interference and were repeated"
NO_TURN = "Time ran out before one complete block of"
EARLIER_NOTICES = (
    "no processor was idle",
    "were disturbed and measured again",
    "of all processors while it was measured",
    "were still undecided when the time was over",
    "The time was over before a whole block was measured of",
)
"""Sentences of earlier versions, found in sessions that are resumed."""

RECORDING = sentence("measuring how much results vary")


@dataclass(frozen=True)
class Recording:
    """A load recorded without any change of settings: one rate per 100 ms, in any unit, and the
    mean latency of a request in ms."""

    rates: tuple[float, ...]
    request_ms: float | None


@dataclass(frozen=True)
class Slice:
    """The activity between two samples of a load, as reported by fio and the kernel.

    ``results`` has one for each of the load's streams; None where no request was completed, which
    counts as one: a stall may be caused by the settings, too. ``saturated``: no processor was idle;
    ``others_share`` is the share of all processors that programs other than fio used then, from 0
    to 1. The other fields are those of ``Measurement``.
    """

    results: tuple[FioResult | None, ...]
    duration_s: float
    whole_system_cpu_s: float | None = None
    utilisation: float | None = None
    queue_length: float | None = None
    temperature_c: float | None = None
    disturbed: Text | None = None
    saturated: bool = False
    others_share: float = 0.0


class Load(Protocol):
    """One long fio load, and the settings of its devices."""

    def read_idle(self, wait: Callable[[float], None]) -> None:
        """Sample the machine's idle activity before the first load."""

    def apply(self, variant: Variant) -> None:
        """Set the variant's settings, whether or not fio runs."""

    def begin(self, cell: Cell) -> None:
        """Start fio. Raises ``ToolFailed`` and the implementation's own errors, as do the next
        three."""

    def record(self, seconds: float, wait: Callable[[float], None]) -> Recording | None:
        """Record the load for ``seconds`` from the kernel's counters; None where there are none."""

    def begin_slice(self) -> None:
        """Begin a slice: sample all counters."""

    def slice(self) -> Slice:
        """Return the slice since ``begin_slice``, or since the end of the last one in which every
        stream completed something, or since fio's start."""

    def end(self) -> None:
        """Stop fio, if it's running."""

    def rest(self) -> None:
        """Restore the previous settings for the duration of a pause; fio has ended."""


@dataclass(frozen=True)
class Taken:
    """The result of a slice or run: one measurement for each operation of the workload, or two
    where the first was disturbed; ``saturated`` and ``others_share`` as in ``Slice``. ``stalled``:
    some stream completed nothing."""

    measurements: tuple[Measurement, ...]
    saturated: bool = False
    others_share: float = 0.0
    stalled: bool = False


class Taker(Protocol):
    """Takes one slice or run after the other. Raises ``ToolFailed``, ``Cancelled``, ``PauseAsked``
    and the implementation's own errors."""

    def enter(self, cell: Cell) -> None:
        """Prepare to take slices of ``cell``; does nothing when that is already the case."""

    def take(self, specification: RunSpecification, plan: Plan) -> Taken:
        """Take one slice or run; ``plan`` has the times of the cell."""

    def leave(self) -> None:
        """End any load, and forget which variant is set."""

    def rest(self) -> None:
        """Restore the previous settings, as ``Load.rest``."""


class Switching:
    """Takes slices of one long load."""

    def __init__(self, load: Load, control: Control) -> None:
        self._load = load
        self._control = control
        self._cell: Cell | None = None
        self._applied: Variant | None = None

    def enter(self, cell: Cell) -> None:
        if self._cell == cell:
            return
        self._load.end()
        self._cell = self._applied = None  # what begins has to settle, too
        self._load.begin(cell)
        self._cell = cell

    def record(self) -> Recording | None:
        """Record the running load."""
        self._load.begin_slice()  # fio has surely begun
        return self._load.record(RECORDING_S, self._control.wait)

    def take(self, specification: RunSpecification, plan: Plan) -> Taken:
        if specification.variant != self._applied:
            self._load.apply(specification.variant)
            self._applied = specification.variant
            self._control.wait(plan.ramp_ms / 1000)
        self._load.begin_slice()
        started_at = timestamp()
        self._control.wait(plan.runtime_ms / 1000)
        slice_ = self._load.slice()
        measured = slice_measurements(specification, slice_, started_at)
        stalled = None in slice_.results
        return Taken(measured, slice_.saturated, slice_.others_share, stalled)

    def leave(self) -> None:
        self._load.end()
        self._cell = self._applied = None

    def rest(self) -> None:
        self._load.rest()


class Restarting:
    """Makes separate runs."""

    def __init__(self, place: Executor, control: Control) -> None:
        self._place = place
        self._control = control
        self._applied: Variant | None = None

    def enter(self, cell: Cell) -> None:
        """Do nothing: runs are independent of each other."""

    def take(self, specification: RunSpecification, plan: Plan) -> Taken:
        self._control.wait(0)  # a cancel or a pause may have been asked for since the last one
        if specification.variant != self._applied:
            self._place.apply(specification.variant)
            self._applied = specification.variant
        return Taken(self._place.execute(specification, plan))

    def leave(self) -> None:
        self._applied = None

    def rest(self) -> None:
        self._place.rest()


def carry_out_adaptively(
    plan: Plan,
    load: Load,
    log: RunLog,
    control: Control,
    listener: Listener[RunPosition],
    *,
    place: Executor | None = None,
    background_work: BackgroundWorkWatch | None = None,
) -> None:
    """Measure block by block until all is decided or the time is over.

    Measurements already in ``log`` count as made earlier, and the plan is resumed from there. The
    slices of whole blocks are added to it, including disturbed ones, which are marked. ``place``
    makes the single runs of a plan that has any. Blocks that ``background_work`` affected are
    marked as disturbed afterwards, and given to ``listener`` once more. Raises ``Cancelled``,
    ``ToolFailed`` when nothing could be measured, ``NotMeasurable``, and the errors of load and
    place. fio has ended by then.
    """
    attention = BackgroundWorkGuard(background_work, log.measurements, control, listener.on_block)
    running = _Races(plan, load, place, log, control, listener, attention)
    try:
        running.carry_out()
    finally:
        load.end()
        log.failures.extend(running.remarks())


class _Races:
    def __init__(
        self,
        plan: Plan,
        load: Load,
        place: Executor | None,
        log: RunLog,
        control: Control,
        listener: Listener[RunPosition],
        attention: BackgroundWorkGuard,
    ) -> None:
        known = {(pace.workload, pace.threads): pace for pace in restarted_paces(plan)}
        known |= {(pace.workload, pace.threads): pace for pace in plan.paces}
        self._plan = replace(plan, paces=tuple(known.values()))
        self._load = load
        self._log = log
        self._control = control
        self._listener = listener
        self._attention = attention
        self._switching = Switching(load, control)
        self._restarting = Restarting(place, control) if place else None
        self._taker: Taker = self._switching
        self._elapsed = planned_seconds(self._plan, log.measurements)
        self._failures: dict[Cell, list[ToolFailed]] = {}
        self._given_up: set[Cell] = set()
        self._noises: dict[Workload, Noise] = {}
        self._requests_ms: dict[Workload, float | None] = {}
        self._index = 1 + max((run.index for run in log.measurements), default=-1)
        self._earlier = len({run.index for run in log.measurements})
        self._taken: list[Taken] = []
        self._notice: Message | None = None

    def carry_out(self) -> None:
        self._log.notes.extend((*restart_sentences(self._plan), *left_out_sentences(self._plan)))
        self._log.plan = self._plan
        if not all(is_restarted(self._plan, cell) for cell in self._plan.cells):
            self._unpaused_at_last(partial(self._load.read_idle, self._control.wait))
        self._record_loads()
        for step in self._attention.blocks(self._next):
            self._measure(step)
        self._give_up_what_only_failed()
        self._log.failures.extend(without_a_turn(self._unmeasured()))
        self._require_something()

    def _measure(self, step: MeasureBlock) -> None:
        """Measure the block of ``step``, or leave it for later after a pause or background work."""
        self._attention.wait(self._leave, partial(self._report, step))
        self._listener.on_position(self._position(step))
        attempt = partial(self._unpaused, partial(self._attempt, step))
        if not self._attention.attempt(attempt):
            self._taker.leave()

    def _leave(self) -> None:
        """End the load, and restore the previous settings."""
        self._taker.leave()
        self._taker.rest()

    def _report(self, step: MeasureBlock, doing: Text) -> None:
        """Report the activity, or the wait, before ``step``."""
        self._listener.on_position(replace(self._position(step), doing=doing))

    def remarks(self) -> list[Message]:
        """Sentences on the conditions of the whole measurement."""
        found = []
        checked_at = len(self._taken)
        saturated = sum(taken.saturated for taken in self._taken)
        if saturated > checked_at / 10:
            seen = sentence("{count} slices", count=checked_at)
            if self._earlier:
                seen = sentence("{count} slices of the last part", count=checked_at)
            found.append(
                sentence(
                    "In {saturated} of {slices}, no CPU was idle, so the CPUs limited the "
                    "results as much as the disk.",
                    saturated=saturated,
                    slices=seen,
                )
            )
        if share := self._others_share():
            found.append(
                sentence(
                    "Other programs used {share:.0f} % of all CPUs during the measurement: "
                    "repeat when the computer is idle.",
                    share=100 * share,
                )
            )
        stalls = Counter(taken.measurements[0].variant for taken in self._taken if taken.stalled)
        found += [
            sentence(
                "With {variant}, no request was completed in {count} slices; each of these "
                "counts as one request.",
                variant=variant,
                count=count,
            )
            for variant, count in stalls.most_common()
        ]
        slices: dict[int, Text | None] = {}
        for run in self._log.measurements:
            slices[run.index] = slices.get(run.index) or run.disturbed
        reasons = Counter(reason for reason in slices.values() if reason)
        found += [
            sentence(
                "{count} of {slices} slices had interference and were repeated: {reason}.",
                count=count,
                slices=self._earlier + checked_at,
                reason=reason,
            )
            for reason, count in reasons.most_common()
        ]
        return found

    def _next(self) -> MeasureBlock | None:
        step = next_step(self._plan, self._log.measurements, self._elapsed, self._given_up)
        return step if isinstance(step, MeasureBlock) else None

    def _record_loads(self) -> None:
        """Record how much each load's throughput varies, and divide the time accordingly. Recording
        counts towards the total time."""
        if not (workloads := workloads_to_record(self._plan)):
            return
        whole = self._plan
        for workload in workloads:
            cell = next(each for each in whole.cells if each.workload == workload)
            step = MeasureBlock(cell, 0, whole.variants_in(cell))
            self._attention.wait(self._leave, partial(self._report, step))
            self._report(step, RECORDING)
            self._unpaused_at_last(partial(self._record, cell))
        self._set_paces()
        self._log.plan = replace(
            whole, paces=self._plan.paces, round_blocks=self._plan.round_blocks
        )
        if self._noises and whole.budget_s is not None:
            share = detectable_difference(self._noises, self._plan)
            self._notice = detectable_sentence(share, whole.budget_s)
            self._log.notes.append(self._notice)

    def _record(self, cell: Cell) -> None:
        started = self._control.now()
        try:
            self._enter(cell)
            recording = self._switching.record()
            noise = noise_of(recording.rates) if recording else None
            if recording and noise:
                self._noises[cell.workload] = noise
                self._requests_ms[cell.workload] = recording.request_ms
        except ToolFailed as error:
            self._note_failure(cell, error)
        finally:
            if self._plan.budget_s is not None:
                left = self._plan.budget_s - (self._control.now() - started)
                self._plan = replace(self._plan, budget_s=max(left, 0.0))

    def _set_paces(self) -> None:
        plan = self._plan
        found = {
            workload: pace_for(
                noise,
                len(plan.variants),
                self._requests_ms[workload],
                seconds_under_load(plan),
                plan.error_level,
            )
            for workload, noise in self._noises.items()
        }
        paces = tuple(
            CellPace(cell.workload.name, cell.threads, pace.slice_ms, pace.settle_ms)
            for cell in plan.cells
            if (pace := found.get(cell.workload)) is not None
        )
        self._plan = in_rounds(replace(plan, paces=(*plan.paces, *paces)))

    def _attempt(self, step: MeasureBlock) -> None:
        started = self._control.now()
        try:
            self._enter(step.cell)
            self._keep(self._block(step))
        except ToolFailed as error:
            self._note_failure(step.cell, error)
        finally:
            spent = self._control.now() - started
            self._elapsed[step.cell] = self._elapsed.get(step.cell, 0.0) + spent

    def _enter(self, cell: Cell) -> None:
        taker = self._taker_of(cell)
        if taker is not self._taker:
            self._taker.leave()
            taker.leave()
            self._taker = taker
        taker.enter(cell)

    def _taker_of(self, cell: Cell) -> Taker:
        if not is_restarted(self._plan, cell):
            return self._switching
        assert self._restarting is not None
        return self._restarting

    def _note_failure(self, cell: Cell, error: ToolFailed) -> None:
        self._taker.leave()
        failures = self._failures.setdefault(cell, [])
        failures.append(error)
        if len(failures) >= MOST_FAILURES:
            self._give_up(cell, error)

    def _give_up_what_only_failed(self) -> None:
        """Give up cells that failed and weren't retried in time, so that the reason is reported."""
        for cell, failures in self._failures.items():
            if cell in self._unmeasured():
                self._give_up(cell, failures[-1])

    def _unpaused(self, action: Callable[[], None]) -> bool:
        """Run ``action`` and return True; when a pause interrupts it, leave the disk alone until
        the pause is over, and return False."""
        try:
            action()
        except PauseAsked:
            self._leave()
            self._control.wait_for_resume()
            return False
        return True

    def _unpaused_at_last(self, action: Callable[[], None]) -> None:
        while not self._unpaused(action):
            pass

    def _give_up(self, cell: Cell, error: ToolFailed) -> None:
        self._given_up.add(cell)
        self._log.failures.append(
            sentence(
                "{workload} with {threads} couldn't be measured completely: {summary}",
                workload=cell.workload.label,
                threads=threads_phrase(cell.threads),
                summary=error.summary,
            )
        )
        if len(self._given_up) >= HOPELESS_FAILURES:
            self._require_something()

    def _require_something(self) -> None:
        """Raise the reason for failure when there's no result at all."""
        if not self._log.measurements and self._log.failures:
            reason = self._log.failures[0 if self._given_up else -1]
            self._log.failures.clear()
            raise nothing_measured(reason)

    def _block(self, step: MeasureBlock) -> list[Measurement]:
        """Measure every variant once, and repeat at the end those whose last slice was
        disturbed."""
        runs = [self._run(step, variant) for variant in step.order]
        again = [
            variant
            for variant, run in zip(step.order, runs, strict=True)
            if any(part.disturbed for part in {part.operation: part for part in run}.values())
        ]
        runs += [self._run(step, variant) for variant in again]
        return [part for run in runs for part in run]

    def _run(self, step: MeasureBlock, variant: Variant) -> tuple[Measurement, ...]:
        specification = RunSpecification(self._index, step.block, step.cell, variant)
        taken = self._taker.take(specification, self._plan.paced(step.cell))
        self._index += 1
        self._taken.append(taken)
        return taken.measurements

    def _keep(self, runs: list[Measurement]) -> None:
        self._log.measurements.extend(runs)
        for run in runs:
            self._listener.on_measurement(run)
        self._listener.on_block(runs)

    def _position(self, step: MeasureBlock) -> RunPosition:
        cells = self._plan.cells
        elapsed = math.fsum(self._elapsed.values())
        remaining = remaining_seconds(
            self._plan, self._log.measurements, self._elapsed, self._given_up
        )
        standing = standings(self._plan, self._log.measurements)[step.cell]
        notice, self._notice = self._notice, None
        return RunPosition(
            cells.index(step.cell),
            len(cells),
            remaining,
            RunSpecification(self._index, step.block, step.cell, step.order[0]),
            elapsed / (elapsed + remaining) if elapsed > 0 else 0.0,
            standing.leader,
            100 * math.expm1(abs(standing.lead.mean)) if standing.lead else None,
            notice=notice,
            others_share=self._others_share(),
        )

    def _others_share(self) -> float:
        """Other programs' share of all processors, as in ``RunPosition``."""
        share = median(taken.others_share for taken in self._taken) if self._taken else 0.0
        return share if share > BUSY_SHARE else 0.0

    def _unmeasured(self) -> list[Cell]:
        """The cells without a complete block that weren't given up."""
        found = standings(self._plan, self._log.measurements)
        return [cell for cell in found if not found[cell].blocks and cell not in self._given_up]


def is_repeated_notice(sentence: Text) -> bool:
    """Return whether ``sentence`` describes a whole session, so that resuming it makes it
    obsolete."""
    said = english_text(sentence)
    return any(words in said for words in (SATURATED, BUSY, AGAIN, NO_TURN, *EARLIER_NOTICES))


def without_a_turn(cells: Sequence[Cell]) -> list[Text]:
    """Sentences on ``cells`` for which there was no time."""
    names = [
        sentence(
            "{workload} with {threads}",
            workload=cell.workload.phrase,
            threads=threads_phrase(cell.threads),
        )
        for cell in cells
    ]
    if not names:
        return []
    return [
        sentence(
            "Time ran out before one complete block of {names} was measured.",
            names=together(names, ", "),
        )
    ]


def slice_measurements(
    specification: RunSpecification, slice_: Slice, started_at: str
) -> tuple[Measurement, ...]:
    """A slice as measurements of the plan, one per stream."""
    streams = specification.cell.workload.streams
    results = [
        result or one_request(stream, slice_.duration_s)
        for stream, result in zip(streams, slice_.results, strict=True)
    ]
    return tuple(
        replace(
            measured,
            whole_system_cpu_s=slice_.whole_system_cpu_s,
            utilisation=slice_.utilisation,
            queue_length=slice_.queue_length,
            temperature_c=slice_.temperature_c,
            disturbed=slice_.disturbed,
        )
        for measured in measurements(specification, results, started_at)
    )
