"""Work a disk does while it's measured: an array's resync, a unit's verification.

It begins and ends whenever it likes, and whoever knows of it can't be asked all the time: a RAID
controller's program takes a second to answer. So it's looked between the blocks, and what lies
between two looks that don't agree counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol, TypeVar

from storage_tuner.bench.control import Control, PauseAsked
from storage_tuner.core.errors import DeviceBusy
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Text, sentence

Block = TypeVar("Block")

WAITED_S = 30.0
"""How long it's waited before looking again whether what is waited for is over."""


class BackgroundWorkWatch(Protocol):
    """What the disk does by itself."""

    def check(self) -> Text | None:
        """What began or ended since the last look, as a phrase; "" for nothing, None where it was
        looked a moment ago, and wasn't now."""

    def check_now(self) -> Text:
        """As ``check``, however long ago the last one was."""

    def awaited(self) -> Text:
        """What nothing can be measured beside, as found at the last look, as a phrase; "" for
        nothing. Raises ``NotMeasurable`` when it isn't worth waiting for its end."""


class NoBackgroundWork:
    """Of what has none, or isn't known to have any."""

    def check(self) -> Text:
        return ""

    def check_now(self) -> Text:
        return ""

    def awaited(self) -> Text:
        return ""


class BackgroundWorkGuard:
    """Looks for ``work`` after each block, and waits for its end before the next one."""

    def __init__(
        self,
        work: BackgroundWorkWatch | None,
        measurements: list[Measurement],
        control: Control,
        correct: Callable[[list[Measurement]], None],
    ) -> None:
        """Blocks are added to ``measurements``; ``correct`` is told those that count for nothing
        after all."""
        self._work = work or NoBackgroundWork()
        self._measurements = measurements
        self._control = control
        self._correct = correct
        self._sure = len(measurements)

    def blocks(self, next_block: Callable[[], Block | None]) -> Iterator[Block]:
        """What is to be measured, until ``next_block`` has nothing more also after the last look:
        what began meanwhile may have spoiled what was measured."""
        while (block := next_block()) is not None:
            while block is not None:
                yield block
                self.note()
                block = next_block()
            if not self.note_now():
                return

    def note(self) -> None:
        """After a block: look, unless that was done a moment ago."""
        found = self._work.check()
        if found is not None:
            self._mark(found)

    def note_now(self) -> bool:
        """After the last block; True when something began or ended."""
        return self._mark(self._work.check_now())

    def attempt(self, action: Callable[[], object]) -> bool:
        """Do what a disk that began to work by itself may refuse; False when it did, which is all
        right until that is over."""
        try:
            action()
        except DeviceBusy:
            if not self.note_now():
                raise
            return False
        return True

    def wait(self, leave: Callable[[], None], report: Callable[[Text], None]) -> bool:
        """Before a block: until nothing is at work any more that it couldn't be measured beside.
        ``leave`` lets the disk alone for that long, ``tell`` is given, again and again, what is
        waited for. True when it was left alone. Raises ``NotMeasurable`` and ``Cancelled``."""
        left = False
        while awaited := self._work.awaited():
            if not left:
                leave()
            left = True
            report(sentence("waiting for {work} to end", work=awaited))
            self._pass_time()
            self._mark(self._work.check_now())
        return left

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
