"""The common part of jobs that hold devices: stopping, pausing and ending."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Self

from storage_tuner.bench.control import Control
from storage_tuner.client.held_devices import HeldDevices
from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.errors import Cancelled, StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.progress import Phase, Progress, TuningListener


class DeviceJob:
    """Work of one thread on devices that the helper holds meanwhile. ``close`` must come last
    whatever happened; it's a context manager for that."""

    def __init__(self, connect: Callable[[], HelperConnection], listener: TuningListener) -> None:
        self._listener = listener
        self._control = Control(self._report_pause)
        self._held = HeldDevices(connect, self._progress, self._control.is_cancelled)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        try:
            self.close()
        except StorageTunerError as left:
            if isinstance(error, StorageTunerError) and str(error) != str(left):
                self._report_beside(error)
            raise

    def cancel(self) -> None:
        """Stop as soon as possible; from any thread. Also ends an ``open`` that fills a disk."""
        self._control.cancel()

    def pause(self) -> None:
        """Pause as soon as possible, with the previous settings restored; from any thread.

        A long load ends at once, and an unfinished block is repeated later; a single run is
        finished first.
        """
        self._control.pause()

    def resume(self) -> None:
        """Resume; from any thread."""
        self._control.resume()

    @property
    def is_paused(self) -> bool:
        """Whether a pause was asked for."""
        return self._control.is_paused()

    def close(self) -> None:
        """End the job: restore settings unless kept, remove the practice disk, leave the helper.
        Raises ``NotRestored`` or ``HelperGone`` when something may still be changed."""
        self._held.close()

    def _interrupted_by(self, action: Callable[[], None]) -> StorageTunerError | None:
        """Run ``action`` and restore the previous settings. Return the error that interrupted it,
        or the reason why they aren't restored, which takes precedence over any other error."""
        interruption = None
        try:
            action()
        except StorageTunerError as error:
            interruption = error
        except BaseException:
            self._bring_back()
            raise
        reverting = self._why_not_back()
        if reverting is None or str(reverting) == str(interruption):
            self._report_going_on(interruption)
            return interruption
        if interruption is not None:
            self._report_beside(interruption)
            reverting.__cause__ = interruption
        return reverting

    def _why_not_back(self) -> StorageTunerError | None:
        try:
            self._bring_back()
        except StorageTunerError as error:
            return error
        return None

    def _bring_back(self) -> None:
        try:
            self._progress(Phase.RESTORING, 1, sentence("Restoring the previous settings…"))
        finally:
            self._held.revert()

    def _report_beside(self, error: StorageTunerError) -> None:
        """Report an error that must not be lost although a more severe one is raised. Its remedy is
        left out, since it would claim that nothing is left changed."""
        self._report_going_on(error)
        if not isinstance(error, Cancelled):
            self._notice(error.summary)

    def _report_going_on(self, error: StorageTunerError | None) -> None:
        if isinstance(error, Cancelled) and error.going_on:
            self._notice(error.going_on)

    def _notice(self, text: Text) -> None:
        self._listener.progressed(Progress(Phase.RESTORING, 1, text, notice=text))

    def _progress(self, phase: Phase, fraction: float, text: Text) -> None:
        self._listener.progressed(Progress(phase, fraction, text))

    def _report_pause(self) -> None:
        self._progress(Phase.PAUSED, 1, sentence("Paused. The previous settings are restored."))


def given_or_raised(record: SessionRecord, interruption: StorageTunerError | None) -> SessionRecord:
    """``record``, also of what was cancelled; any other interruption is raised and carries it, with
    earlier errors included."""
    if interruption is None or isinstance(interruption, Cancelled):
        return record
    before = interruption.__cause__
    if isinstance(before, StorageTunerError) and not isinstance(before, Cancelled):
        record = replace(record, caveats=(*record.caveats, before.summary))
    interruption.record = record
    raise interruption
