"""What tuning a device and watching it have in common: who may stop them, and how they end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from storage_tuner.bench.control import Control
from storage_tuner.core.errors import Cancelled, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.sentence import sentence
from storage_tuner.services.held_devices import HeldDevices
from storage_tuner.services.helper import HelperConnection
from storage_tuner.services.progress import Phase, Progress, TuningListener


class DeviceWork:
    """Work of one thread on devices that the helper holds meanwhile. ``close`` must come last
    whatever happened; it's a context manager for that."""

    def __init__(self, connect: Callable[[], HelperConnection], listener: TuningListener) -> None:
        self._listener = listener
        self._control = Control(self._tell_pause)
        self._held = HeldDevices(connect, self._progress, self._control.is_cancelled)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cancel(self) -> None:
        """Stop as soon as possible; from any thread. Also ends an ``open`` that fills a disk."""
        self._control.cancel()

    def pause(self) -> None:
        """Leave the disk alone as soon as possible, with its settings from before; from any thread.

        A long load ends at once, and an unfinished block is measured anew later; a single run is
        finished first.
        """
        self._control.pause()

    def resume(self) -> None:
        """Go on; from any thread."""
        self._control.resume()

    @property
    def is_paused(self) -> bool:
        """Whether a pause was asked for."""
        return self._control.is_paused()

    def close(self) -> None:
        """End what is open: settings back unless kept, practice disk removed, helper left."""
        self._held.close()

    def _interrupted_by(self, action: Callable[[], None]) -> StorageTunerError | None:
        """Do it; the settings from before are back afterwards. Gives what ended it too early."""
        interruption = None
        try:
            action()
        except StorageTunerError as error:
            interruption = error
        finally:
            self._progress(Phase.RESTORING, 1, sentence("Putting the settings from before back…"))
            reverting = self._reverted()
        return interruption or reverting

    def _reverted(self) -> StorageTunerError | None:
        try:
            self._held.revert()
        except StorageTunerError as error:
            return error
        return None

    def _progress(self, phase: Phase, fraction: float, text: str) -> None:
        self._listener.progressed(Progress(phase, fraction, text))

    def _tell_pause(self) -> None:
        self._progress(Phase.PAUSED, 1, sentence("Paused, with the settings from before."))


def given_or_raised(record: SessionRecord, interruption: StorageTunerError | None) -> SessionRecord:
    """``record``, also of what was cancelled; any other interruption is raised and carries it."""
    if interruption and not isinstance(interruption, Cancelled):
        interruption.record = record
        raise interruption
    return record
