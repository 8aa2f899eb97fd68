"""The newest kept sessions of each disk, read in a thread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.session_kinds import SessionKind
from storage_tuner.services.run_desk import RunDesk
from storage_tuner.store.database.run_summaries import PRACTICE, device_key_of
from storage_tuner.store.folders import StoredSession

if TYPE_CHECKING:
    from storage_tuner.store.database.run_store import RunStore, StoredRun

_TO_CHOOSE = (SessionKind.COMPARISON, SessionKind.LIVE)


class StoredResults(QObject):
    """``loaded`` is emitted when they were read, ``failed`` carries a ``StorageTunerError``.

    However many there are, no more than two of a disk are read.
    """

    loaded = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._newest: dict[str, StoredSession] = {}
        self._comparisons: dict[str, StoredSession] = {}
        self._read: dict[StoredRun, StoredSession] = {}
        self._is_loaded = False
        self._is_loading = False
        self._desk = RunDesk("results", self._refuse)

    @property
    def is_loaded(self) -> bool:
        """Whether they were read at least once."""
        return self._is_loaded

    def load(self) -> None:
        """Read them; does nothing while that is under way."""
        if not self._is_loading:
            self._is_loading = True
            self._desk.submit(self._load)

    def finish(self) -> None:
        self._desk.finish()

    def newest(self, device: Device | None) -> StoredSession | None:
        """The last session of this device in which settings were compared, or nothing else was;
        None: of practice disks."""
        key = PRACTICE if device is None else device_key_of(device)
        return self._newest.get(key)

    def newest_comparison(self, device: Device) -> StoredSession | None:
        """The last session in which settings of this device were compared to choose among them."""
        return self._comparisons.get(device_key_of(device))

    def _load(self, store: RunStore) -> None:
        from storage_tuner.store.kept_sessions import sessions_of

        lines = store.listed()
        tuned = [line for line in lines if line.kind != SessionKind.QUICK_TEST]
        newest = _first_of_each(lines) | _first_of_each(tuned)
        comparisons = _first_of_each(line for line in tuned if line.kind in _TO_CHOOSE)
        wanted = {*newest.values(), *comparisons.values()}
        self._read = {
            line: session
            for line in wanted
            for session in (
                [self._read[line]] if line in self._read else sessions_of(store, [line])
            )
        }
        self._newest = self._as_sessions(newest)
        self._comparisons = self._as_sessions(comparisons)
        self._tell()

    def _as_sessions(self, lines: dict[str, StoredRun]) -> dict[str, StoredSession]:
        """Without those that can't be read."""
        return {key: self._read[line] for key, line in lines.items() if line in self._read}

    def _refuse(self, error: StorageTunerError) -> None:
        self.failed.emit(error)
        self._tell()

    def _tell(self) -> None:
        self._is_loaded, self._is_loading = True, False
        self.loaded.emit()


def _first_of_each(lines: Iterable[StoredRun]) -> dict[str, StoredRun]:
    """By disk; ``lines`` come newest first."""
    found: dict[str, StoredRun] = {}
    for line in lines:
        found.setdefault(line.device_key, line)
    return found
