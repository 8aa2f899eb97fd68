"""Applying settings for the window: set, undone and kept in a thread of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance

from storage_tuner.client.setting_changes import Change, Connect
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.sentence import sentence
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.jobs.apply_settings import (
    Applied,
    apply_changes,
    keep_changes,
    texts_to_keep,
    undo,
)
from storage_tuner.jobs.unexpected import words_of
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.services.qt_helper_desk import HelperDesk
from storage_tuner.services.qt_threads import Threads

_log = logging.getLogger(__name__)


class SettingChanger(QObject):
    """All signals carry first for whom the work was done: the name of a device, or ``vm``.

    ``applied`` carries ``Applied``, ``undone`` and ``kept`` tuples of ``Changed``, ``keepable`` the
    ``PersistentText`` that keeping would write, ``failed`` the ``StorageTunerError`` of any of
    these; nothing was changed then. ``memory_read`` carries the ``VirtualMemory`` alone.

    One piece of work at a time; others wait for their turn. ``idle`` follows when all of it was
    told.
    """

    applied = Signal(str, object)
    undone = Signal(str, object)
    keepable = Signal(str, object)
    kept = Signal(str, object)
    failed = Signal(str, object)
    memory_read = Signal(object)
    idle = Signal()
    _ended = Signal()

    def __init__(
        self,
        connect: Connect,
        parent: QObject | None = None,
        read_memory: Callable[[], VirtualMemory] = read_virtual_memory,
    ) -> None:
        super().__init__(parent)
        self._connect = connect
        self._read_memory = read_memory
        self._desk = HelperDesk("settings")
        self._reading = Threads("memory-settings", self)
        self._under_way = 0
        self._ended.connect(self._note_end, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether something is being set, waits for a password, or wasn't told yet."""
        return self._under_way > 0

    def apply(self, name: str, changes: Sequence[Change]) -> None:
        """Set all or none, until the next restart; returns at once."""
        self._start(name, partial(apply_changes, self._connect, changes), self.applied)

    def undo(self, name: str, applied: Applied) -> None:
        """Bring back what that changed."""
        self._start(name, partial(undo, self._connect, applied), self.undone)

    def look_whether_keepable(self, name: str, changes: Sequence[Change]) -> None:
        """Find out what keeping would write; changes nothing and asks nobody."""
        self._start(name, partial(texts_to_keep, changes), self.keepable)

    def keep(self, name: str, changes: Sequence[Change]) -> None:
        """Have them set at every start."""
        self._start(name, partial(keep_changes, self._connect, changes), self.kept)

    def read_memory(self) -> None:
        """Look how the computer's memory is set; told by ``memory_read``."""
        self._reading.start(lambda: self.memory_read.emit(self._read_memory()))

    def finish(self) -> None:
        """Give what is under way a moment; somebody may be thinking about a password."""
        self._reading.finish()
        self._desk.finish()

    def _start(self, name: str, work: Callable[[], object], done: SignalInstance) -> None:
        self._under_way += 1
        self._desk.submit(lambda: self._work(name, work, done))

    def _work(self, name: str, work: Callable[[], object], done: SignalInstance) -> None:
        try:
            result = work()
        except StorageTunerError as error:
            self._desk.tell(self.failed, name, error)
        except Exception as error:
            _log.exception("unexpected error")
            self._desk.tell(self.failed, name, _unexpected(error))
        else:
            self._desk.tell(done, name, result)
        self._desk.tell(self._ended)

    def _note_end(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self.idle.emit()


def _unexpected(error: Exception) -> StorageTunerError:
    return StorageTunerError(
        sentence("Something unexpected went wrong: {error}.", error=words_of(error)),
        sentence("The old settings are back. The log has the details."),
    )
