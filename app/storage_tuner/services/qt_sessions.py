"""Kept results: read, judged, compared, removed and brought back, all in one thread."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError, UnreadableResult
from storage_tuner.core.measurement import Outcome
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.sentence import sentence
from storage_tuner.core.session_kinds import SessionKind, is_quick_test, kind_of
from storage_tuner.core.verdict import Judgement
from storage_tuner.services.unexpected import unexpected
from storage_tuner.store.folders import StoredSession, StoredSessions, same_device
from storage_tuner.store.kept import address_of, sessions_of
from storage_tuner.store.runs import StoredRun, open_runs, runs_file

if TYPE_CHECKING:
    from storage_tuner.services.quick_test import Figure

_log = logging.getLogger(__name__)
_AS_BEFORE = sentence("The kept results are as they were. The log has the details.")


_Key = tuple[Path, int, bool, Outcome]


@dataclass(frozen=True)
class Gist:
    """What a session comes to: its judgement, and of a quick test what it gave."""

    judgement: Judgement
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class Removed:
    """A session that was moved to the trash."""

    session: StoredSession


class StoredResults(QObject):
    """``loaded`` is emitted when the kept results were read. ``judged`` carries a session's path
    and ``Gist``, ``compared`` the two sessions that were asked about and a ``Comparison``,
    ``removed`` a ``Removed``; ``failed`` a ``StorageTunerError``."""

    loaded = Signal()
    judged = Signal(object, object)
    compared = Signal(object, object)
    removed = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found = StoredSessions((), ())
        self._read: dict[StoredRun, StoredSession] = {}
        self._is_loaded = False
        self._is_loading = False
        self._gists: dict[_Key, Gist] = {}
        self._asked: set[_Key] = set()
        self._worker: ThreadPoolExecutor | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether they were read at least once."""
        return self._is_loaded

    @property
    def damaged(self) -> tuple[UnreadableResult, ...]:
        """Why others of them can't be read."""
        return self._found.damaged

    @property
    def folder(self) -> Path:
        """Where they are kept; it need not exist."""
        return runs_file().parent

    def load(self) -> None:
        """Read them; does nothing while that is under way."""
        if not self._is_loading:
            self._is_loading = True
            self._submit(self._load)

    def finish(self) -> None:
        if self._worker is not None:
            self._worker.shutdown(cancel_futures=True)
            self._worker = None

    def sessions(self, device: Device | None) -> tuple[StoredSession, ...]:
        """Those of ``device``, newest first, as far as read; None: those of practice disks, of
        which the next one has the same name and is another disk."""
        return tuple(session for session in self._found.sessions if _is_of(session, device))

    def newest(self, device: Device) -> StoredSession | None:
        """The last session of this device in which settings were compared, or nothing else was."""
        found = self.sessions(device)
        tuned = (each for each in found if not is_quick_test(each.record.plan))
        return next(tuned, next(iter(found), None))

    def newest_comparison(self, device: Device) -> StoredSession | None:
        """The last session in which settings of this device were compared to choose among them."""
        kinds = (SessionKind.COMPARISON, SessionKind.LIVE)
        found = self.sessions(device)
        return next((each for each in found if kind_of(each.record.plan) in kinds), None)

    def gist(self, session: StoredSession) -> Gist | None:
        """What was judged before; None asks for ``judge``."""
        return self._gists.get(_key(session))

    def judge(self, session: StoredSession) -> None:
        """Have ``judged`` told; only once for each that waits."""
        if _key(session) not in self._asked:
            self._asked.add(_key(session))
            self._submit(lambda: self._judge(session))

    def compare(self, one: tuple[str, StoredSession], other: tuple[str, StoredSession]) -> None:
        """Have ``compared`` told of two under these names, the first one first."""
        self._submit(lambda: self._compare(one, other))

    def remove(self, session: StoredSession) -> None:
        """Move it to the trash; tells ``removed``, and reads anew."""
        self._submit(lambda: self._remove(session))

    def restore(self, removed: Removed) -> None:
        """Bring it back, and read anew."""
        self._submit(lambda: self._restore(removed))

    def _submit(self, work: Callable[[], None]) -> None:
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "results")
        self._worker.submit(self._attempt, work)

    def _attempt(self, work: Callable[[], None]) -> None:
        try:
            work()
        except StorageTunerError as error:
            self.failed.emit(error)
        except Exception as error:
            _log.exception("unexpected error")
            self.failed.emit(unexpected(error, _AS_BEFORE))

    def _load(self) -> None:
        try:
            with open_runs() as runs:
                lines = runs.listed()
                new = [line for line in lines if line not in self._read]
                found = {each.path: each for each in sessions_of(runs, new)}
                damaged = runs.not_taken_in()
            before = {line: self._read[line] for line in lines if line in self._read}
            addresses = {line: address_of(line.identifier) for line in new}
            self._read = before | {
                line: found[path] for line, path in addresses.items() if path in found
            }
            sessions = tuple(self._read[line] for line in lines if line in self._read)
            self._found = StoredSessions(sessions, damaged)
        finally:
            self._is_loaded, self._is_loading = True, False
            self.loaded.emit()

    def _judge(self, session: StoredSession) -> None:
        # here and below: the window comes sooner without what judges
        from storage_tuner.services.judging import judge_session
        from storage_tuner.services.quick_test import figures_of

        try:
            record = session.record
            figures = figures_of(record.measurements) if is_quick_test(record.plan) else ()
            gist = self._gists[_key(session)] = Gist(judge_session(record), figures)
        finally:
            self._asked.discard(_key(session))
        self.judged.emit(session.path, gist)

    def _compare(self, one: tuple[str, StoredSession], other: tuple[str, StoredSession]) -> None:
        from storage_tuner.services.side_by_side import compare_records

        named = [(name, session.record) for name, session in (one, other)]
        self.compared.emit((one[1], other[1]), compare_records(named))

    def _remove(self, session: StoredSession) -> None:
        with open_runs() as runs:
            runs.trash(session.path.name)
        self._load()
        self.removed.emit(Removed(session))

    def _restore(self, removed: Removed) -> None:
        with open_runs() as runs:
            runs.bring_back(removed.session.path.name)
        self._load()


def _key(session: StoredSession) -> _Key:
    """It may be kept anew: what was measured is the same then, its outcome isn't."""
    record = session.record
    return session.path, len(record.measurements), record.completed, record.outcome


def _is_of(session: StoredSession, device: Device | None) -> bool:
    measured = session.record.device
    practised = session.record.plan.target.kind is TargetKind.PRACTICE
    if device is None or practised:
        return practised and device is None
    return measured is not None and same_device(measured, device)
