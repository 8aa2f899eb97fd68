"""Work a disk does while it's measured: an array's resync, a unit's verification.

It begins and ends whenever it likes, and whoever knows of it can't be asked all the time: a RAID
controller's program takes a second to answer. So it's looked between the blocks, and what lies
between two looks that don't agree counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from storage_tuner.bench.control import Control, PauseAsked
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Text, sentence

WAITED_S = 30.0
"""How long it's waited before looking again whether what is waited for is over."""


class BackgroundWorkWatch(Protocol):
    """What the disk does by itself."""

    def look(self) -> Text | None:
        """What began or ended since the last look, as a phrase; "" for nothing, None where it was
        looked a moment ago, and wasn't now."""

    def look_now(self) -> Text:
        """As ``look``, however long ago the last one was."""

    def awaited(self) -> Text:
        """What nothing can be measured beside, as found at the last look, as a phrase; "" for
        nothing. Raises ``NotMeasurable`` when it isn't worth waiting for its end."""


class NoBackgroundWork:
    """Of what has none, or isn't known to have any."""

    def look(self) -> Text:
        return ""

    def look_now(self) -> Text:
        return ""

    def awaited(self) -> Text:
        return ""


class BackgroundWorkGuard:
    """Looks for ``work`` after each block, and waits for its end before the next one."""

    def __init__(
        self,
        work: BackgroundWorkWatch,
        measurements: list[Measurement],
        control: Control,
        correct: Callable[[list[Measurement]], None],
    ) -> None:
        """Blocks are added to ``measurements``; ``correct`` is told those that count for nothing
        after all."""
        self._work = work
        self._measurements = measurements
        self._control = control
        self._correct = correct
        self._sure = len(measurements)

    def note(self) -> None:
        """After a block: look, unless that was done a moment ago."""
        found = self._work.look()
        if found is not None:
            self._mark(found)

    def note_now(self) -> bool:
        """After the last block, or when the disk refused something; True when something began or
        ended."""
        return self._mark(self._work.look_now())

    def wait(self, leave: Callable[[Text], None]) -> None:
        """Before a block: until nothing is at work any more that it couldn't be measured beside.
        ``leave`` is told, again and again, what is waited for, and leaves the disk alone. Raises
        ``NotMeasurable`` and ``Cancelled``."""
        while awaited := self._work.awaited():
            leave(sentence("waiting for the end of {work}", work=awaited))
            self._pass_time()
            self._mark(self._work.look_now())

    def _mark(self, change: Text) -> bool:
        """True when there is one."""
        doubtful = self._measurements[self._sure :]
        if change and doubtful:
            marked = [replace(run, disturbed=run.disturbed or change) for run in doubtful]
            self._measurements[self._sure :] = marked
            self._correct(marked)
        self._sure = len(self._measurements)
        return bool(change)

    def _pass_time(self) -> None:
        try:
            self._control.wait(WAITED_S)
        except PauseAsked:
            self._control.wait_for_resume()
