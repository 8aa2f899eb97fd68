"""Quick tests for the window: one at a time, in a thread; signals carry values."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.core.errors import Cancelled, StorageTunerError
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.progress import Progress, TuningListener
from storage_tuner.core.sentence import sentence
from storage_tuner.jobs.unexpected import unexpected
from storage_tuner.services.qt_threads import Threads

if TYPE_CHECKING:
    from storage_tuner.jobs.quick_test import QuickTestRequest
    from storage_tuner.jobs.tuning_session import TuningSession

MakeSession = Callable[[TuningListener], "TuningSession"]

_log = logging.getLogger(__name__)
_AS_BEFORE = sentence("No setting was changed. The log has the details.")


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
        self._wish: QuickTestRequest | None = None
        self._session: TuningSession | None = None
        self._tests = Threads("quick test", self)
        self._recalls = Threads("last quick test", self)
        self._tests.idle.connect(self._note_end)

    @property
    def wish(self) -> QuickTestRequest | None:
        """What is being tested; None when nothing is."""
        return self._wish

    def start(self, wish: QuickTestRequest) -> None:
        """Begin, unless a test is under way already; returns at once."""
        if self._wish is not None:
            return
        self._wish = wish
        session = self._session = self._make_session(_Listener(self))
        self._tests.start(lambda: self._work(session, wish))

    def cancel(self) -> None:
        """Stop what is being done, within about two seconds."""
        if self._session is not None:
            self._session.cancel()

    def recall(self, device: Device | None) -> None:
        """Read the last result of ``device``."""
        self._recalls.start(lambda: self._recall(device))

    def finish(self) -> None:
        """Stop, and wait for the end."""
        self.cancel()
        self._recalls.finish()
        self._tests.finish()

    def _note_end(self) -> None:
        self._wish = self._session = None
        self.idle.emit()

    def _work(self, session: TuningSession, wish: QuickTestRequest) -> None:
        # here and below: the window comes sooner without what measures and judges
        from storage_tuner.jobs.quick_test_run import (
            measure_quickly,
            quick_tests_of,
            result_of,
            workloads_of,
        )
        from storage_tuner.jobs.workload_catalogue import known_workloads
        from storage_tuner.store.database.run_store import open_runs

        try:
            with session:
                record = measure_quickly(session, wish, workloads_of(wish, known_workloads()))
                self._save(session, record)
            with open_runs() as runs:
                result = result_of(record, quick_tests_of(runs, wish.device))
            self.finished.emit(result)
        except Cancelled:
            self.stopped.emit()
        except StorageTunerError as error:
            self.failed.emit(error)
        except Exception as error:
            _log.exception("unexpected error")
            self.failed.emit(unexpected(error, _AS_BEFORE))

    def _save(self, session: TuningSession, record: SessionRecord) -> None:
        from storage_tuner.store.kept_sessions import keep

        try:
            keep(record, session.judge(record), session.raw)
        except StorageTunerError as error:
            self.not_saved.emit(error)
        else:
            session.note_saved(record)

    def _recall(self, device: Device | None) -> None:
        from storage_tuner.jobs.quick_test_run import quick_tests_of, result_of
        from storage_tuner.store.database.run_store import open_runs

        try:
            with open_runs() as runs:
                last = next((each for each in quick_tests_of(runs, device) if each.completed), None)
                result = None if last is None else result_of(last, quick_tests_of(runs, device))
            self.recalled.emit(device, result)
        except Exception:
            _log.exception("unexpected error")
            self.recalled.emit(device, None)


class _Listener:
    """Hands what the session tells on to the signals."""

    def __init__(self, tester: QuickTester) -> None:
        self._tester = tester
        self._runs: list[Measurement] = []

    def progressed(self, progress: Progress) -> None:
        self._tester.progressed.emit(progress)

    def measured(self, measurement: Measurement) -> None:
        from storage_tuner.jobs.provisional_standings import take_in
        from storage_tuner.jobs.quick_test_run import figures_of

        take_in(measurement, self._runs)
        self._tester.measured.emit(figures_of(self._runs))
