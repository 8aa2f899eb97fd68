"""Threads for what the window has done meanwhile, counted in the window's own thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

_log = logging.getLogger(__name__)


class Threads(QObject):
    """Each piece of work has a thread of its own, which emits its own signals.

    ``idle`` is emitted in the thread of this object when nothing is under way any more, after all
    that the work has told.
    """

    idle = Signal()
    _over = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._under_way = 0
        self._threads: list[threading.Thread] = []
        self._over.connect(self._note_end, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether something is under way, or its end wasn't told yet."""
        return self._under_way > 0

    def start(self, work: Callable[[], None]) -> None:
        """Begin ``work``, which tells its errors itself; returns at once."""
        self._under_way += 1
        thread = threading.Thread(target=self._do, args=(work,), name=self._name)
        self._threads.append(thread)
        thread.start()

    def finish(self) -> None:
        """Wait for all that is under way."""
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _do(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception:
            _log.exception("unexpected error")
        finally:
            self._over.emit()

    def _note_end(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self.finish()  # each is about to return from telling its end
            self.idle.emit()
