"""Quick tests for all tabs of the window: one at a time."""

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
    """Makes quick tests, and recalls the last one of a device.

    ``progressed`` carries a ``Progress``, ``measured`` what was measured so far (``Figure``s, each
    test again when it's repeated). Each test ends with one of ``finished`` (a ``QuickResult``),
    ``stopped`` and ``failed`` (a ``StorageTunerError``), and then ``idle``. ``not_saved`` says
    why a result isn't among the kept ones. ``recalled`` carries the device (None: practice disks)
    that was asked about and its last result, or None.
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
        """What is being tested; None when nothing is."""
        self._session: TuningSession | None = None
        as_before = tr("No settings were changed. See the log for details.")
        self._tests = Jobs("quick test", self, with_remedy(as_before))
        self._recalls = Jobs("last quick test", self)
        self._tests.idle.connect(self._note_end)

    def start(self, request: QuickTestRequest) -> None:
        """Begin, unless a test is under way already; returns at once."""
        if self.request is not None:
            return
        self.request = request
        relay = self._tests.relay
        listener = FiguresSoFar(relay(self.progressed.emit), relay(self.measured.emit))
        session = self._session = self._make_session(listener)
        test = partial(carry_out, session, request, relay(self.not_saved.emit))
        self._tests.start(test, self.finished.emit, self._note_failed)

    def cancel(self) -> None:
        """Stop what is being done, within about two seconds."""
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
