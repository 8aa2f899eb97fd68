"""Runs the quick tests of all tabs, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.core.errors import Cancelled, StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.progress import TuningListener
from storage_tuner.jobs.quick_test.job import FiguresSoFar, carry_out, last_quick_test
from storage_tuner.ui.jobs import Jobs, with_remedy

if TYPE_CHECKING:
    from storage_tuner.jobs.quick_test.request import QuickTestRequest
    from storage_tuner.jobs.tuning_session import TuningSession

MakeSession = Callable[[TuningListener], "TuningSession"]


class QuickTester(QObject):
    """Runs quick tests, and loads the last result of a device.

    ``progressed`` carries a ``Progress``, ``measured`` the results so far (``Figure``s, updated
    with each run). Each test ends with one of ``finished`` (a ``QuickResult``), ``stopped`` and
    ``failed`` (a ``StorageTunerError``), and then ``idle``. ``not_saved`` carries the error why a
    result wasn't saved. ``recalled`` carries the requested device (None: practice disks) and its
    last result, or None.
    """

    progressed = Signal(object)
    measured = Signal(object)
    finished = Signal(object)
    stopped = Signal()
    failed = Signal(object)
    not_saved = Signal(object)
    recalled = Signal(object, object)
    idle = Signal()

    def __init__(self, make_session: MakeSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_session = make_session
        self.request: QuickTestRequest | None = None
        """The running test; None if there is none."""
        self._session: TuningSession | None = None
        as_before = tr("No settings were changed. See the log for details.")
        self._tests = Jobs("quick test", self, with_remedy(as_before))
        self._recalls = Jobs("last quick test", self)
        self._tests.idle.connect(self._note_end)

    def start(self, request: QuickTestRequest) -> None:
        """Start a test unless one is running; returns at once."""
        if self.request is not None:
            return
        self.request = request
        relay = self._tests.relay
        listener = FiguresSoFar(relay(self.progressed.emit), relay(self.measured.emit))
        session = self._session = self._make_session(listener)
        test = partial(carry_out, session, request, relay(self.not_saved.emit))
        self._tests.start(test, self.finished.emit, self._note_failed)

    def cancel(self) -> None:
        """Stop the running test within about two seconds."""
        if self._session is not None:
            self._session.cancel()

    def recall(self, device: Device | None) -> None:
        """Read the last result of ``device``."""
        self._recalls.start(
            partial(last_quick_test, device),
            partial(self.recalled.emit, device),
            lambda _: self.recalled.emit(device, None),
        )

    def finish(self) -> None:
        """Stop, and wait for the end."""
        self.cancel()
        self._recalls.finish()
        self._tests.finish()

    def _note_failed(self, error: StorageTunerError) -> None:
        if isinstance(error, Cancelled):
            self.stopped.emit()
        else:
            self.failed.emit(error)

    def _note_end(self) -> None:
        self.request = self._session = None
        self.idle.emit()
