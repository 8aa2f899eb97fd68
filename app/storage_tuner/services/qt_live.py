"""One live comparison for the window: a worker thread around a ``LiveSession``."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Progress
from storage_tuner.core.sentence import sentence
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.live_session import LiveSession, live_plan_for, live_target
from storage_tuner.jobs.requests import LiveRequest
from storage_tuner.jobs.unexpected import unexpected
from storage_tuner.present.live import rows_so_far
from storage_tuner.services.qt_threads import Threads
from storage_tuner.store.kept_sessions import keep

_log = logging.getLogger(__name__)
_AS_BEFORE = sentence("The settings from before are put back. The log has the details.")


class LiveWatcher(QObject):
    """``begun`` carries the plan, ``progressed`` a ``Progress``, ``seen`` the figures so far
    (``FigureRow``s). ``judged`` carries record and judgement, however the watching ended, and
    ``failed`` the ``StorageTunerError``; after either or both ``ended`` comes, and the settings are
    back unless that was ``NotRestored`` or ``HelperGone``. ``not_saved`` comes
    before ``judged`` and says why the result isn't among the kept ones."""

    begun = Signal(object)
    progressed = Signal(object)
    seen = Signal(object)
    judged = Signal(object, object)
    not_saved = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(
        self, connect: Callable[[], HelperConnection], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._connect = connect
        self._session: LiveSession | None = None
        self._threads = Threads("live comparison", self)
        self._threads.idle.connect(self._note_end)

    @property
    def is_busy(self) -> bool:
        return self._threads.is_busy

    def watch(self, request: LiveRequest) -> None:
        """Begin; returns at once."""
        if self.is_busy:
            return
        listener = _Listener(self)
        session = self._session = LiveSession(self._connect, listener)
        self._threads.start(lambda: self._run(session, listener, request))

    def stop(self) -> None:
        """End it soon; what was seen so far is judged."""
        if self._session is not None:
            self._session.cancel()

    def _run(self, session: LiveSession, listener: _Listener, request: LiveRequest) -> None:
        try:
            with session:
                self._watch(session, listener, request)
        except StorageTunerError as error:
            self.failed.emit(error)
        except Exception as error:
            _log.exception("unexpected error")
            self.failed.emit(unexpected(error, _AS_BEFORE))

    def _watch(self, session: LiveSession, listener: _Listener, request: LiveRequest) -> None:
        target = live_target(request.device, request.comparison)
        plan = live_plan_for(
            target, request.comparison, budget_s=request.budget_s, slice_s=request.slice_s
        )
        session.open(target)
        listener.plan = plan
        self.begun.emit(plan)
        try:
            self._judge(session, session.watch(plan))
        except StorageTunerError as error:
            if error.record is not None:
                self._judge(session, error.record)
            raise

    def _judge(self, session: LiveSession, record: SessionRecord) -> None:
        if not record.measurements:
            return
        judgement = session.judge(record)
        try:
            keep(record, judgement)
        except StorageTunerError as error:
            self.not_saved.emit(error)
        self.judged.emit(record, judgement)

    def _note_end(self) -> None:
        self._session = None
        self.ended.emit()


class _Listener:
    """Hands on what the session tells, with the figures of all that was seen."""

    def __init__(self, watcher: LiveWatcher) -> None:
        self._watcher = watcher
        self._seen: dict[tuple[int, Operation], Measurement] = {}
        self.plan: Plan | None = None

    def progressed(self, progress: Progress) -> None:
        self._watcher.progressed.emit(progress)

    def measured(self, measurement: Measurement) -> None:
        self._seen[measurement.index, measurement.operation] = measurement
        if self.plan is not None:
            self._watcher.seen.emit(rows_so_far(self.plan, tuple(self._seen.values())))
