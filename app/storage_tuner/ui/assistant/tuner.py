"""One tuning session for the window; it works in its own thread and reports by signals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.errors import (
    Dismissed,
    NoAuthenticationAgent,
    NoSpace,
    NotAuthorized,
    NotKept,
    NotRestored,
    StorageTunerError,
)
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.tuning_job import AdjustPlan, MakeSession, Settings, TuningEvents, TuningJob
from storage_tuner.ui.jobs import Failed, JobsInTurn, Result, with_remedy

_LEFT_ALONE = (NotKept, NoSpace, NotAuthorized, NoAuthenticationAgent, Dismissed)
"""Errors that only keep settings from being made permanent."""


class Tuner(QObject):
    """Requests are carried out in their order.

    The first signals are those of ``TuningEvents``; ``tried`` is emitted when a trial begins,
    ``left`` when the previous settings are restored, ``kept`` with the record.
    ``may_keep_for_good`` and ``not_keepable`` (with an error) report whether settings can be made
    permanent, ``texts_shown`` carries what would be written (``PersistentText``s) and ``no_texts``
    the error that prevents it, ``kept_for_good`` a ``KeptForGood``, and ``not_kept_for_good`` the
    error after which the previous settings are active. ``failed`` carries a
    ``StorageTunerError``; ``closed`` is the last signal and carries this object.
    """

    progressed = Signal(object)
    measured = Signal(object)
    opened = Signal(object, object)
    begun = Signal(object)
    confirmed = Signal(object, object)
    measured_all = Signal(object, object)
    broken_off = Signal(object, object, object)
    not_saved = Signal(object)
    tried = Signal()
    left = Signal()
    kept = Signal(object)
    may_keep_for_good = Signal()
    not_keepable = Signal(object)
    texts_shown = Signal(object)
    no_texts = Signal(object)
    kept_for_good = Signal(object)
    not_kept_for_good = Signal(object)
    failed = Signal(object)
    closed = Signal(object)

    def __init__(
        self, make_session: MakeSession, adjust: AdjustPlan, after: Tuner | None = None
    ) -> None:
        """``after`` is a closed tuner; nothing is done before it has ended."""
        super().__init__()
        self._is_closing = False
        self.not_restored: NotRestored | None = None
        back = tr("The previous settings were restored. See the log for details.")
        self._jobs = JobsInTurn("tuning", self, with_remedy(back))
        relay = self._jobs.relay
        events = TuningEvents(
            progressed=relay(self.progressed.emit),
            measured=relay(self.measured.emit),
            opened=relay(self.opened.emit),
            begun=relay(self.begun.emit),
            confirmed=relay(self.confirmed.emit),
            measured_all=relay(self.measured_all.emit),
            broken_off=relay(self.broken_off.emit),
            not_saved=relay(self.not_saved.emit),
        )
        self._work = TuningJob(make_session, adjust, events)
        if after is not None:
            self._jobs.start(after._work.wait)

    def measure(self, request: TuningRequest) -> None:
        self._start(partial(self._work.measure, request))

    def go_on(self, begun: SessionRecord, stored: Path | None) -> None:
        self._start(partial(self._work.go_on, begun, stored))

    def confirm(self, record: SessionRecord, judgement: Judgement) -> None:
        self._start(partial(self._work.confirm, record, judgement))

    def measure_longer(self, record: SessionRecord, seconds: float) -> None:
        longer = partial(self._work.measure_longer, record, seconds)
        self._start(longer)

    @property
    def stored(self) -> Path | None:
        """The path of the saved result; None if it isn't saved."""
        return self._work.stored

    def try_settings(self, settings: Settings) -> None:
        work = partial(self._work.try_settings, settings)
        self._start(work, lambda _: self.tried.emit())

    def keep(self, settings: Settings) -> None:
        self._start(partial(self._work.keep, settings), self.kept.emit)

    def ask_for_good(self, settings: Settings) -> None:
        """Find out whether ``settings`` can be made permanent."""
        ask = partial(self._work.persistent_texts, settings)
        self._start(ask, lambda _: self.may_keep_for_good.emit(), self.not_keepable.emit)

    def show_texts(self, settings: Settings) -> None:
        """Find out what making ``settings`` permanent would write."""
        show = partial(self._work.persistent_texts, settings)
        failed = self._failing(self.no_texts.emit, NotKept)
        self._start(show, self.texts_shown.emit, failed)

    def keep_for_good(self, settings: Settings) -> None:
        keep = partial(self._work.keep_for_good, settings)
        failed = self._failing(self.not_kept_for_good.emit, *_LEFT_ALONE)
        self._start(keep, self.kept_for_good.emit, failed)

    def leave(self) -> None:
        self._start(self._work.leave, lambda _: self.left.emit())

    def cancel(self) -> None:
        """Stop the current work within about two seconds."""
        self._work.cancel()

    def pause(self, paused: bool) -> None:
        """Pause with the previous settings restored, or resume."""
        self._work.pause(paused)

    def close(self) -> None:
        """Restore what isn't kept and end; ``closed`` is emitted when that is done."""
        self._work.cancel()
        if not self._is_closing:
            self._is_closing = True
            self._jobs.start(self._work.close, self._note_closed, self._note_not_closed)
            self._jobs.start(self._work.note_end)

    def finish(self) -> None:
        """Close, and wait for the end; returns at once after ``closed``."""
        self.close()
        self._work.wait()
        self._jobs.finish()

    def _start(
        self,
        work: Callable[[], Result],
        done: Callable[[Result], object] = lambda _: None,
        failed: Failed | None = None,
    ) -> None:
        """Start ``work`` unless closing has begun."""
        if not self._is_closing:
            self._jobs.start(work, done, failed or self.failed.emit)

    def _note_closed(self, _: object) -> None:
        self.closed.emit(self)

    def _note_not_closed(self, error: StorageTunerError) -> None:
        if isinstance(error, NotRestored):
            self.not_restored = error
        self.failed.emit(error)
        self.closed.emit(self)

    def _failing(self, known: Failed, *kinds: type[StorageTunerError]) -> Failed:
        """``known`` for errors of these kinds, ``failed`` for others."""
        return lambda error: (known if isinstance(error, kinds) else self.failed.emit)(error)
