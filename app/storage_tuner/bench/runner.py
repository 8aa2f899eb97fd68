"""Carries a plan out, run by run. Knows neither the helper nor fio's command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from storage_tuner.bench.control import Control, PauseAsked
from storage_tuner.bench.planning import run_seconds
from storage_tuner.bench.protocol import schedule
from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, RunSpecification, Variant
from storage_tuner.fio.result import measurement, parse

HOPELESS_FAILURES = 3
"""When the first runs all fail, the others would too."""


class MeasuringPlace(Protocol):
    """Where runs are made: applies settings and executes fio."""

    def apply(self, variant: Variant) -> None:
        """Set the variant's settings. Raises a ``StorageTunerError`` when that fails."""

    def execute(self, specification: RunSpecification, plan: Plan) -> str:
        """Run fio and give back its JSON. Raises ``ToolFailed`` or ``Cancelled``."""

    def rest(self) -> None:
        """Put the settings from before back, for as long as a pause lasts."""


@dataclass(frozen=True)
class Position:
    """Where the runner is: ``done`` of ``total`` runs, and what comes now.

    In the adaptive protocol these are cells; then ``leader`` is ahead of the next one in this cell
    by ``lead_percent`` so far (None before the first block and when nobody is compared), and
    ``fraction`` is the share of the time.
    """

    done: int
    total: int
    remaining_s: float
    specification: RunSpecification
    fraction: float
    leader: str | None = None
    lead_percent: float | None = None


@dataclass
class RunLog:
    """What a run of the plan has given so far; filled while it goes, so a cancel keeps it."""

    measurements: list[Measurement]
    failures: list[str]


def carry_out(
    plan: Plan,
    place: MeasuringPlace,
    log: RunLog,
    control: Control,
    *,
    on_position: Callable[[Position], None],
    on_measurement: Callable[[Measurement], None],
) -> None:
    """Make every run of ``plan`` and add its measurement to ``log``.

    A run whose fio fails is repeated once and then noted in ``log.failures``; the others go on.
    A pause begins after the run that is being made. Raises ``Cancelled`` between runs when asked
    to, ``ToolFailed`` when nothing could be measured, and lets the place's own errors through.
    """
    runs = schedule(plan)
    worked_s = 0.0
    applied: Variant | None = None
    for done, specification in enumerate(runs):
        if _rested(place, control, plan.pause_ms / 1000 if done else 0.0):
            applied = None
        started = control.now()
        remaining = _remaining_seconds(plan, done, len(runs), worked_s)
        on_position(Position(done, len(runs), remaining, specification, done / len(runs)))
        if specification.variant != applied:
            place.apply(specification.variant)
            applied = specification.variant
        result = _execute_twice_at_most(place, specification, plan, log)
        if result:
            log.measurements.append(result)
            on_measurement(result)
        elif not log.measurements and len(log.failures) >= HOPELESS_FAILURES:
            raise nothing_measured(log.failures[0])
        worked_s += control.now() - started + plan.pause_ms / 1000


def _rested(place: MeasuringPlace, control: Control, seconds: float) -> bool:
    """Wait between two runs, as long as is asked for. True when the settings were given back."""
    try:
        control.wait(seconds)
    except PauseAsked:
        place.rest()
        control.wait_for_resume()
        return True
    return False


def _execute_twice_at_most(
    place: MeasuringPlace, specification: RunSpecification, plan: Plan, log: RunLog
) -> Measurement | None:
    started_at = datetime.now(UTC).isoformat(timespec="milliseconds")
    for attempt in (1, 2):
        try:
            output = place.execute(specification, plan)
            return measurement(specification, parse(output, specification.operation), started_at)
        except ToolFailed as error:
            if attempt == 2:
                log.failures.append(_failure_sentence(specification, error))
    return None


def _failure_sentence(specification: RunSpecification, error: ToolFailed) -> str:
    threads = threads_phrase(specification.threads)
    return (
        f"{specification.operation.label} with {threads} and {specification.variant.name} "
        f"could not be measured: {error.summary}"
    )


def nothing_measured(reason: str) -> ToolFailed:
    """What to raise when every run failed; ``reason`` is the sentence on one of them."""
    return ToolFailed("fio", f"no run succeeds. {reason}".rstrip("."))


def threads_phrase(count: int) -> str:
    return f"{count} thread{'' if count == 1 else 's'}"


def _remaining_seconds(plan: Plan, done: int, total: int, elapsed_s: float) -> float:
    """From what the runs took so far; before the first few, from the plan."""
    seconds_each = elapsed_s / done if done >= 4 else run_seconds(plan)
    return (total - done) * seconds_each
