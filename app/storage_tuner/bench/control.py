"""Stopping and pausing a measurement from another thread, and its clock."""

from __future__ import annotations

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
    """Lets the measuring thread wait, and others request a stop, a pause or resumption: other
    threads, or a signal's handler in the measuring thread itself. A lock, and so an event, which
    has one, would be held for ever if the signal came while the thread holds it.

    ``on_pause`` is called in the measuring thread once the pause has begun.
    """

    def __init__(self, on_pause: Callable[[], None] = lambda: None) -> None:
        self._on_pause = on_pause
        self._is_cancelled = False
        self._is_paused = False

    def cancel(self) -> None:
        """Stop as soon as possible, even during a pause. Can't be undone."""
        self._is_cancelled = True

    def pause(self) -> None:
        self._is_paused = True

    def resume(self) -> None:
        self._is_paused = False

    def is_cancelled(self) -> bool:
        return self._is_cancelled

    def is_paused(self) -> bool:
        return self._is_paused

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
            time.sleep(min(left, _POLL_S))

    def wait_for_resume(self) -> None:
        """Wait until the measurement is resumed. Raises ``Cancelled``."""
        self._on_pause()
        while self.is_paused():
            if self.is_cancelled():
                raise Cancelled
            time.sleep(_POLL_S)
