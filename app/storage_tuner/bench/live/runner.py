"""Carries out the live protocol: switch, let it settle, watch the requests of other programs.

``bench.live.plan`` decides what comes next, and when to stop. Independent of the helper and sysfs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from storage_tuner.bench.background_work import BackgroundWorkGuard, BackgroundWorkWatch
from storage_tuner.bench.control import Control, PauseAsked, timestamp
from storage_tuner.bench.listener import Listener
from storage_tuner.bench.live.plan import (
    OPERATIONS,
    SAMPLE_S,
    OperationSide,
    Rotation,
    Turn,
    next_rotation,
    seconds_of,
    sides,
    slice_measurements,
    was_idle,
)
from storage_tuner.bench.runner import RunLog
from storage_tuner.core.device import Activity
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, Text, closed, listed, sentence
from storage_tuner.core.plan import Plan, Variant

IDLE = sentence(
    "The device was too idle: no slice had enough requests to measure their latency. Watch "
    "it again while it is in use."
)


class Watched(Protocol):
    """A device in use, and its settings. Every method may raise ``DeviceGone``."""

    def apply(self, variant: Variant) -> None:
        """Set the variant's settings."""

    def note_counters(self) -> None:
        """Read the counters as the start of a second."""

    def second(self) -> Activity:
        """Return the activity since the last ``note_counters`` or ``second``."""

    def disturbance(self) -> Text | None:
        """A disturbance since ``apply`` that the load didn't cause, as a phrase; None if there is
        none."""

    def rest(self) -> None:
        """Restore the previous settings for the duration of a pause."""


@dataclass(frozen=True)
class LivePosition:
    """The current position, with at most ``remaining_s`` left, after ``blocks`` whole blocks with
    their ``measurements``. ``doing`` is the activity while nothing is watched."""

    turn: Turn
    block: int
    remaining_s: float
    fraction: float
    sides: tuple[OperationSide, ...]
    measurements: tuple[Measurement, ...]
    doing: Text = ""


def watch(
    plan: Plan,
    device: Watched,
    log: RunLog,
    control: Control,
    listener: Listener[LivePosition],
    *,
    background_work: BackgroundWorkWatch | None = None,
) -> None:
    """Watch block by block until all is decided or the time is over.

    Whole blocks are added to ``log``, including disturbed slices, which are marked. Blocks that
    ``background_work`` affected are discarded; waiting doesn't count towards the session's time.
    Raises ``Cancelled``, ``NotMeasurable`` and the device's own errors.
    """
    running = _LiveRun(plan, device, log, control, listener, background_work)
    try:
        running.carry_out()
    finally:
        log.failures.extend(running.remarks())


class _LiveRun:
    def __init__(
        self,
        plan: Plan,
        device: Watched,
        log: RunLog,
        control: Control,
        listener: Listener[LivePosition],
        background_work: BackgroundWorkWatch | None,
    ) -> None:
        self._plan = plan
        self._device = device
        self._log = log
        self._control = control
        self._listener = listener
        self._elapsed_s = 0.0
        self._index = 0
        self._sides: tuple[OperationSide, ...] = ()
        self._attention = BackgroundWorkGuard(
            background_work, log.measurements, control, listener.on_block
        )

    def carry_out(self) -> None:
        for rotation in self._attention.blocks(self._next):
            self._sides = sides(self._plan, self._log.measurements)
            self._attention.wait(self._device.rest, partial(self._report, rotation))
            self._attention.attempt(partial(self._attempt, rotation))
        self._log.failures.extend(_undecided(self._plan, self._log.measurements))

    def _next(self) -> Rotation | None:
        return next_rotation(self._plan, self._log.measurements, self._elapsed_s)

    def _report(self, rotation: Rotation, waiting: Text) -> None:
        """Report the wait before ``rotation``."""
        position = self._position(rotation, rotation.turns[0], 0, self._control.now())
        self._listener.on_position(replace(position, doing=waiting))

    def remarks(self) -> list[Message]:
        """Sentences on the whole session."""
        measured = self._log.measurements
        found = []
        if measured and was_idle(measured):
            found.append(IDLE)
        slices = len(measured) // len(OPERATIONS)
        reasons = Counter(item.disturbed for item in measured if item.disturbed)
        found += [
            sentence(
                "{count} of {slices} slices were excluded: {reason}.",
                count=count // len(OPERATIONS),
                slices=slices,
                reason=reason,
            )
            for reason, count in reasons.most_common()
        ]
        return found

    def _attempt(self, rotation: Rotation) -> None:
        """Watch a block; it's discarded when a pause or the end interrupts it, and repeated after a
        pause."""
        started = self._control.now()
        try:
            block = [
                measurement
                for done, turn in enumerate(rotation.turns)
                for measurement in self._watch(rotation, turn, done, started)
            ]
        except PauseAsked:
            self._elapsed_s += self._control.now() - started
            self._device.rest()
            self._control.wait_for_resume()
            return
        self._elapsed_s += self._control.now() - started
        for measurement in block:
            self._log.measurements.append(measurement)
            self._listener.on_measurement(measurement)
        self._listener.on_block(block)

    def _watch(
        self, rotation: Rotation, turn: Turn, done: int, block_started: float
    ) -> tuple[Measurement, Measurement]:
        self._listener.on_position(self._position(rotation, turn, done, block_started))
        self._device.apply(turn.variant)
        self._control.wait(self._plan.ramp_ms / 1000)
        started_at = timestamp()
        seconds = self._seconds(turn.seconds)
        self._index += 1
        return slice_measurements(
            turn,
            rotation,
            self._index - 1,
            seconds,
            started_at=started_at,
            disturbed=self._device.disturbance(),
        )

    def _seconds(self, length_s: float) -> list[Activity]:
        """Sample once a second; the last interval varies so that none is too short."""
        self._device.note_counters()
        count = max(round(length_s / SAMPLE_S), 1)
        found = []
        for _ in range(count):
            self._control.wait(length_s / count)
            found.append(self._device.second())
        return found

    def _position(
        self, rotation: Rotation, turn: Turn, done: int, block_started: float
    ) -> LivePosition:
        elapsed = self._elapsed_s + self._control.now() - block_started
        budget = self._plan.budget_s or math.inf
        left = max(budget - elapsed, 0.0)
        return LivePosition(
            turn,
            rotation.block,
            min(left, self._needed_s(rotation, done)),
            elapsed / (elapsed + left) if elapsed > 0 and math.isfinite(left) else 0.0,
            self._sides,
            tuple(self._log.measurements),
        )

    def _needed_s(self, rotation: Rotation, done: int) -> float:
        """The estimated time until all is decided, if it continues as so far."""
        counting = [side for side in self._sides if side.counts and not side.standing.decided]
        needed = [side.standing.blocks_needed for side in counting]
        known = [blocks for blocks in needed if blocks is not None]
        if not known or len(known) < len(needed):
            return math.inf
        block_s = seconds_of(self._plan, rotation)
        return max(known) * block_s - done * block_s / len(rotation.turns)


def _undecided(plan: Plan, measurements: Sequence[Measurement]) -> list[Text]:
    """Sentences on what more time would achieve, if anything is inconclusive."""
    still_open = [
        side for side in sides(plan, measurements) if side.counts and not side.standing.decided
    ]
    if not still_open:
        return []
    names = listed(side.operation.phrase for side in still_open)
    text = sentence("The latency results for {names} are inconclusive", names=names)
    needed = [side.standing.blocks_needed for side in still_open]
    known = [blocks for blocks in needed if blocks is not None]
    if len(known) < len(needed):
        return [closed(text)]
    turn_s = (plan.runtime_ms + plan.ramp_ms) / 1000
    minutes = max(math.ceil(max(known) * len(plan.variants) * turn_s / 60), 1)
    return [sentence("{text}; about {minutes} min more may be enough.", text=text, minutes=minutes)]
