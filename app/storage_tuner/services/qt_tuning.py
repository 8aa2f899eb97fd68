"""One tuning for the window: a worker thread around a ``TuningSession``; signals carry values."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.errors import (
    Dismissed,
    NoAuthenticationAgent,
    NoSpace,
    NotAuthorized,
    NotKept,
    StorageTunerError,
)
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Plan, Target, Thoroughness, Use
from storage_tuner.core.verdict import Judgement
from storage_tuner.services.progress import Progress, TuningListener
from storage_tuner.services.tuning import TuningSession
from storage_tuner.store.folders import save
from storage_tuner.store.results import write_results

MakeSession = Callable[[TuningListener], TuningSession]
AdjustPlan = Callable[[Plan], Plan]
Settings = Sequence[tuple[str, str]]

_LEFT_ALONE = (NotKept, NoSpace, NotAuthorized, NoAuthenticationAgent, Dismissed)
"""Why settings weren't kept for good; nothing else is wrong then."""

_log = logging.getLogger(__name__)


class Tuner(QObject):
    """Everything asked for is done in the order of asking. Each signal is emitted in the worker.

    ``opened`` carries device (or None) and plan; ``measured_all`` record and judgement; ``tried``
    comes when settings are set on trial, ``left`` when the old ones are back, ``kept`` with the
    record. ``may_keep_for_good`` and ``not_keepable`` (with an error) tell whether settings can
    outlast a restart, ``texts_shown`` carries what would be written (``PersistentText``),
    ``kept_for_good`` a ``KeptForGood``, and ``not_kept_for_good`` the error after which everything
    is as it was before. ``failed`` carries a ``StorageTunerError``; ``closed`` is the last one and
    carries this object. ``broken_off`` carries record, judgement and the error that ended a
    measurement after some runs. ``not_saved`` says why the result isn't among the kept ones; it's
    complete nevertheless.
    """

    progressed = Signal(object)
    measured = Signal(object)
    opened = Signal(object, object)
    measured_all = Signal(object, object)
    broken_off = Signal(object, object, object)
    not_saved = Signal(object)
    tried = Signal()
    left = Signal()
    kept = Signal(object)
    may_keep_for_good = Signal()
    not_keepable = Signal(object)
    texts_shown = Signal(object)
    kept_for_good = Signal(object)
    not_kept_for_good = Signal(object)
    failed = Signal(object)
    closed = Signal(object)

    def __init__(
        self, make_session: MakeSession, adjust: AdjustPlan, after: Tuner | None = None
    ) -> None:
        """``after`` is one that was closed; nothing is done before it has ended."""
        super().__init__()
        self._adjust = adjust
        self._after = after
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._session = make_session(_Listener(self))
        self._judgement = Judgement((), None)
        self._stored: Path | None = None
        self._thread = threading.Thread(target=self._run, name="tuning")
        self._thread.start()

    def measure(self, target: Target, use: Use, thoroughness: Thoroughness) -> None:
        """Open the target, plan, measure and judge."""
        self._work.put(lambda: self._measure(target, use, thoroughness))

    def try_settings(self, settings: Settings) -> None:
        self._work.put(lambda: self._try(settings))

    def keep(self, settings: Settings) -> None:
        self._work.put(lambda: self._keep(settings))

    def ask_for_good(self, settings: Settings) -> None:
        """Find out whether ``settings`` can be kept for good at all."""
        self._work.put(lambda: self._ask_for_good(settings))

    def show_texts(self, settings: Settings) -> None:
        """Find out what keeping ``settings`` for good would write."""
        self._work.put(lambda: self._show_texts(settings))

    def keep_for_good(self, settings: Settings) -> None:
        self._work.put(lambda: self._keep_for_good(settings))

    def leave(self) -> None:
        self._work.put(self._leave)

    def cancel(self) -> None:
        """Stop what is being done, within about two seconds."""
        self._session.cancel()

    def pause(self, paused: bool) -> None:
        """Leave the disk alone with its settings from before, or go on."""
        if paused:
            self._session.pause()
        else:
            self._session.resume()

    def close(self) -> None:
        """Put back what isn't kept and end; ``closed`` tells when that is done."""
        self._session.cancel()
        self._work.put(None)

    def finish(self) -> None:
        """Close, and wait for the end; that's at once when ``closed`` was told."""
        self.close()
        self._thread.join()

    def _run(self) -> None:
        if self._after is not None:
            self._after.finish()
        while (work := self._work.get()) is not None:
            self._attempt(work)
        self._attempt(self._session.close)
        self.closed.emit(self)

    def _attempt(self, work: Callable[[], None]) -> None:
        try:
            work()
        except StorageTunerError as error:
            self.failed.emit(error)
        except Exception as error:
            # the worker must live to put the settings back; the log has the rest
            _log.exception("unexpected error")
            self.failed.emit(_unexpected(error))

    def _measure(self, target: Target, use: Use, thoroughness: Thoroughness) -> None:
        device = self._session.open(target)
        plan = self._adjust(self._session.plan(use, thoroughness))
        self.opened.emit(device, plan)
        try:
            record = self._session.measure(plan)
        except StorageTunerError as error:
            if error.record is None or not error.record.measurements:
                raise
            self.broken_off.emit(error.record, self._judge(error.record), error)
        else:
            self.measured_all.emit(record, self._judge(record))

    def _judge(self, record: SessionRecord) -> Judgement:
        self._judgement = self._session.judge(record)
        if record.measurements:
            self._store(record)
        return self._judgement

    def _store(self, record: SessionRecord) -> None:
        """Keep ``record`` among this user's results, in place of an earlier state of it."""
        try:
            if self._stored is None:
                self._stored = save(record, self._judgement)
            else:
                write_results(record, self._judgement, self._stored)
        except StorageTunerError as error:
            self.not_saved.emit(error)

    def _keep(self, settings: Settings) -> None:
        record = self._session.keep(settings)
        if record is not None:
            self._store(record)
        self.kept.emit(record)

    def _ask_for_good(self, settings: Settings) -> None:
        try:
            self._session.persistent_texts(settings)
        except StorageTunerError as error:
            self.not_keepable.emit(error)
        else:
            self.may_keep_for_good.emit()

    def _show_texts(self, settings: Settings) -> None:
        try:
            texts = self._session.persistent_texts(settings)
        except NotKept as error:
            self.not_keepable.emit(error)
        else:
            self.texts_shown.emit(texts)

    def _keep_for_good(self, settings: Settings) -> None:
        try:
            kept = self._session.keep_for_good(settings)
        except _LEFT_ALONE as error:
            self.not_kept_for_good.emit(error)
            return
        if kept.record is not None:
            self._store(kept.record)
        self.kept_for_good.emit(kept)

    def _try(self, settings: Settings) -> None:
        self._session.try_settings(settings)
        self.tried.emit()

    def _leave(self) -> None:
        self._session.leave()
        self.left.emit()


class _Listener:
    """Hands what the session tells on to the signals."""

    def __init__(self, tuner: Tuner) -> None:
        self._tuner = tuner

    def progressed(self, progress: Progress) -> None:
        self._tuner.progressed.emit(progress)

    def measured(self, measurement: Measurement) -> None:
        self._tuner.measured.emit(measurement)


def _unexpected(error: Exception) -> StorageTunerError:
    return StorageTunerError(
        f"Something unexpected happened: {error or type(error).__name__}.",
        "The settings from before are put back. The log has the details.",
    )
