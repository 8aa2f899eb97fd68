"""Stopping and pausing a measurement from another thread, and its clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

from storage_tuner.core.errors import Cancelled

_POLL_S = 0.1


def timestamp() -> str:
    """The current time in the format of ``Measurement.started_at``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class PauseAsked(Exception):
    """Requests a pause; not an error, so it isn't part of the error tree."""


class Control:
    """Lets the measuring thread wait, and other threads request a stop, a pause or resumption.

    ``on_pause`` is called in the measuring thread once the pause has begun.
    """

    def __init__(self, on_pause: Callable[[], None] = lambda: None) -> None:
        self._on_pause = on_pause
        self._cancelled = threading.Event()
        self._going_on = threading.Event()
        self._going_on.set()

    def cancel(self) -> None:
        """Stop as soon as possible, even during a pause. Can't be undone."""
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
        """The time of a monotonic clock, in seconds."""
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        """Wait ``seconds``. Raises ``Cancelled`` and ``PauseAsked`` soon after they were
        requested."""
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
        """Wait until the measurement is resumed. Raises ``Cancelled``."""
        self._on_pause()
        while not self._going_on.wait(_POLL_S):
            if self.is_cancelled():
                raise Cancelled
