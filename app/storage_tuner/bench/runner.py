"""Carries out a plan, run by run. Independent of the helper and fio's command line."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from storage_tuner.bench.background_work import BackgroundWorkGuard, BackgroundWorkWatch
from storage_tuner.bench.control import Control, PauseAsked
from storage_tuner.bench.listener import Listener
from storage_tuner.bench.planning import run_seconds
from storage_tuner.bench.run_order import schedule
from storage_tuner.core.errors import CommandFailed, ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, Text, listed, sentence
from storage_tuner.core.plan import Plan, RunSpecification, Variant
from storage_tuner.core.workload import threads_phrase

HOPELESS_FAILURES = 3
"""The number of failures at the beginning after which all further runs are expected to fail."""


class Executor(Protocol):
    """Makes runs: applies settings and executes workloads."""

    def apply(self, variant: Variant) -> None:
        """Set the variant's settings. Raises a ``StorageTunerError`` when that fails."""

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        """Make the run: one measurement for each operation of its workload, in their order.

        Raises ``ToolFailed`` or ``Cancelled``.
        """

    def rest(self) -> None:
        """Restore the previous settings for the duration of a pause."""


@dataclass(frozen=True)
class RunPosition:
    """The runner's position: ``done`` of ``total`` runs, and the current one.

    In the adaptive protocol these are cells; then ``leader`` is ahead of the next one in this cell
    by ``lead_percent`` so far (None before the first block and when nothing is compared), and
    ``fraction`` is the share of the time. ``doing`` is the activity there instead of measuring, as
    a phrase; ``notice`` a sentence to be shown once. ``others_share`` is the share of all
    processors used by other programs, from 0 to 1, where it's enough to slow the load down; else 0.
    """

    done: int
    total: int
    remaining_s: float
    specification: RunSpecification
    fraction: float
    leader: str | None = None
    lead_percent: float | None = None
    doing: Text = ""
    notice: Text | None = None
    others_share: float = 0.0


@dataclass
class RunLog:
    """The results of a plan so far; filled while measuring, so they survive a cancel.

    ``notes`` are sentences on how it was measured; ``plan`` is the plan as measured where it was
    determined during the measurement.
    """

    measurements: list[Measurement]
    failures: list[Text]
    notes: list[Text] = field(default_factory=list)
    plan: Plan | None = None


def carry_out(
    plan: Plan,
    place: Executor,
    log: RunLog,
    control: Control,
    listener: Listener[RunPosition],
    *,
    background_work: BackgroundWorkWatch | None = None,
) -> None:
    """Make every run of ``plan`` and add its measurements to ``log``.

    Measurements already in ``log`` aren't repeated. Each run is reported to ``listener`` as a
    block, and once more if ``background_work`` turns out to have disturbed it.

    A run that fails is repeated once, unless it's the user's own command, and then noted in
    ``log.failures``; the others continue. A pause begins after the current run. Raises
    ``Cancelled`` between runs when requested, ``ToolFailed`` when nothing could be measured,
    ``NotMeasurable``, and the executor's own errors.
    """
    attention = BackgroundWorkGuard(background_work, log.measurements, control, listener.on_block)
    runs = schedule(plan)
    made = {run.index for run in log.measurements}
    worked_s = 0.0
    applied: Variant | None = None
    for new, specification in enumerate(run for run in runs if run.index not in made):
        if _rested(place, control, plan.pause_ms / 1000 if new else 0.0):
            applied = None
        done = len(made) + new
        remaining = _remaining_seconds(plan, new, len(runs) - len(made), worked_s)
        position = RunPosition(done, len(runs), remaining, specification, done / len(runs))
        wait = partial(attention.wait, place.rest, partial(_report, listener, position))
        if wait():
            applied = None
        started = control.now()
        listener.on_position(position)
        if specification.variant != applied:
            while not attention.attempt(partial(place.apply, specification.variant)):
                wait()
            applied = specification.variant
        results = _execute_twice_at_most(place, specification, plan, log)
        log.measurements.extend(results)
        for result in results:
            listener.on_measurement(result)
        listener.on_block(results)
        if not log.measurements and len(log.failures) >= HOPELESS_FAILURES:
            raise nothing_measured(log.failures[0])
        worked_s += control.now() - started + plan.pause_ms / 1000
        if done + 1 < len(runs):
            attention.note()
        else:
            attention.note_now()
    if not log.measurements and log.failures:
        raise nothing_measured(log.failures[0])


def _report(listener: Listener[RunPosition], position: RunPosition, waiting: Text) -> None:
    """Report the wait before the run at ``position``."""
    listener.on_position(replace(position, doing=waiting))


def _rested(place: Executor, control: Control, seconds: float) -> bool:
    """Wait ``seconds`` between two runs. Return True when the previous settings were restored."""
    try:
        control.wait(seconds)
    except PauseAsked:
        place.rest()
        control.wait_for_resume()
        return True
    return False


def _execute_twice_at_most(
    place: Executor, specification: RunSpecification, plan: Plan, log: RunLog
) -> tuple[Measurement, ...]:
    for attempt in (1, 2):
        try:
            return place.execute(specification, plan.paced(specification.cell))
        except ToolFailed as error:
            if attempt == 2 or isinstance(error, CommandFailed):
                log.failures.append(_failure_sentence(specification, error))
                break
    return ()


def _failure_sentence(specification: RunSpecification, error: ToolFailed) -> Message:
    cell = specification.cell
    variant = specification.variant.name
    under = listed((threads_phrase(cell.threads), variant)) if cell.workload.streams else variant
    return sentence(
        "{workload} with {settings} couldn't be measured: {summary}",
        workload=cell.workload.label,
        settings=under,
        summary=error.summary,
    )


def nothing_measured(reason: Text) -> ToolFailed:
    """The error to raise when every run failed; ``reason`` is the sentence on one of them."""
    return ToolFailed(
        sentence("The measurement"),
        sentence("no run succeeded. {reason}", reason=reason),
    )


def _remaining_seconds(plan: Plan, done: int, total: int, elapsed_s: float) -> float:
    """Estimated from the duration of the runs so far, or from the plan before the first few."""
    seconds_each = elapsed_s / done if done >= 4 else run_seconds(plan)
    return (total - done) * seconds_each
