"""Handles the signals that stop and pause a measurement in the terminal."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import TypeVar

from storage_tuner.jobs.device_job import DeviceJob

Session = TypeVar("Session", bound=DeviceJob)


@contextlib.contextmanager
def obeying_signals(session: Session) -> Iterator[Session]:
    """Enter ``session``; until it's closed, stop the measurement and restore the settings on SIGINT
    and SIGTERM, instead of exiting at once; a second signal exits without waiting. SIGHUP stops,
    too, but repeated ones are ignored: the shell and the system each send one. SIGUSR1 pauses and
    resumes."""
    asked: list[int] = []

    def pause_or_go_on(_: int, __: FrameType | None) -> None:
        if session.is_paused:
            session.resume()
        else:
            session.pause()

    def stop(number: int, _: FrameType | None) -> None:
        session.cancel()
        if number == signal.SIGHUP:
            return
        asked.append(number)
        if len(asked) > 1:
            raise KeyboardInterrupt

    handlers = {
        signal.SIGINT: stop,
        signal.SIGTERM: stop,
        signal.SIGHUP: stop,
        signal.SIGUSR1: pause_or_go_on,
    }
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        with session:
            yield session
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
