"""Stopping and pausing a measurement from another thread, and its clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

from storage_tuner.core.errors import Cancelled

_POLL_S = 0.1


def timestamp() -> str:
    """Now, as ``Measurement.started_at`` tells it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class PauseAsked(Exception):
    """Somebody wants the disk for a while; not an error, so not of the tree."""


class Control:
    """Who measures waits with it; anybody else may ask it to stop, to pause or to go on.

    ``on_pause`` is called when the pause has come about, by the one who measures.
    """

    def __init__(self, on_pause: Callable[[], None] = lambda: None) -> None:
        self._on_pause = on_pause
        self._cancelled = threading.Event()
        self._going_on = threading.Event()
        self._going_on.set()

    def cancel(self) -> None:
        """Stop as soon as possible, also out of a pause. There is no way back."""
        self._cancelled.set()

    def pause(self) -> None:
        self._going_on.clear()

    def resume(self) -> None:
        self._going_on.set()

    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def is_paused(self) -> bool:
        return not self._going_on.is_set()

    def now(self) -> float:
        """Seconds of a clock that never jumps."""
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Let time pass. Raises ``Cancelled`` and ``PauseAsked`` soon after they were asked for."""
        deadline = self.now() + seconds
        while True:
            if self.is_cancelled():
                raise Cancelled
            if self.is_paused():
                raise PauseAsked
            left = deadline - self.now()
            if left <= 0:
                return
            self._cancelled.wait(min(left, _POLL_S))

    def wait_for_resume(self) -> None:
        """Until somebody wants to go on. Raises ``Cancelled``."""
        self._on_pause()
        while not self._going_on.wait(_POLL_S):
            if self.is_cancelled():
                raise Cancelled
