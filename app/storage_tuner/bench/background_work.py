"""Work a disk does while it's measured: an array's resync, a unit's verification.

It begins and ends at any time, and can't be polled continuously: a RAID controller's program takes
a second per query. So it's checked between the blocks, and blocks between two checks with different
results are discarded.
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
"""The interval between two checks while waiting for the end of background work."""


class BackgroundWorkWatch(Protocol):
    """Checks for background work of the disk."""

    def check(self) -> Text | None:
        """Work that began or ended since the last check, as a phrase; "" for none, None if the
        check is skipped because the last one was a moment ago."""

    def check_now(self) -> Text:
        """As ``check``, but never skipped."""

    def awaited(self) -> Text:
        """Work found at the last check that prevents measuring, as a phrase; "" for none. Raises
        ``NotMeasurable`` when it isn't worth waiting for its end."""


class NoBackgroundWork:
    """For disks that have no background work, or none that is known."""

    def check(self) -> Text:
        return ""

    def check_now(self) -> Text:
        return ""

    def awaited(self) -> Text:
        return ""


class BackgroundWorkGuard:
    """Checks for ``work`` after each block, and waits for its end before the next one."""

    def __init__(
        self,
        work: BackgroundWorkWatch | None,
        measurements: list[Measurement],
        control: Control,
        correct: Callable[[list[Measurement]], None],
    ) -> None:
        """Blocks are added to ``measurements``; ``correct`` is called with those discarded
        later."""
        self._work = work or NoBackgroundWork()
        self._measurements = measurements
        self._control = control
        self._correct = correct
        self._sure = len(measurements)

    def blocks(self, next_block: Callable[[], Block | None]) -> Iterator[Block]:
        """The blocks to measure, until ``next_block`` has none left even after the final check,
        which may discard earlier blocks."""
        while (block := next_block()) is not None:
            while block is not None:
                yield block
                self.note()
                block = next_block()
            if not self.note_now():
                return

    def note(self) -> None:
        """Check after a block, unless the last check was a moment ago."""
        found = self._work.check()
        if found is not None:
            self._mark(found)

    def note_now(self) -> bool:
        """Check after the last block. Return True when something began or ended."""
        return self._mark(self._work.check_now())

    def attempt(self, action: Callable[[], object]) -> bool:
        """Run ``action``, which a disk may refuse during background work. Return False if it did;
        that is tolerated until the work is over."""
        try:
            action()
        except DeviceBusy:
            if not self.note_now():
                raise
            return False
        return True

    def wait(self, leave: Callable[[], None], report: Callable[[Text], None]) -> bool:
        """Wait before a block until no work prevents measuring. ``leave`` releases the disk
        meanwhile; ``report`` is called repeatedly with the work waited for. Return True if the disk
        was released. Raises ``NotMeasurable`` and ``Cancelled``."""
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
        """Discard the affected blocks. Return True when there is a ``change``."""
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
