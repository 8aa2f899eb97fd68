"""Whether there is a way to the helper at all: looked for in a thread, nobody is asked anything."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.connecting import obstacle
from storage_tuner.core.errors import HelperUnavailable


class HelperObstacle(QObject):
    """``known`` carries the ``HelperUnavailable``, or None where settings can be changed."""

    known = Signal(object)

    def __init__(
        self,
        find: Callable[[], HelperUnavailable | None] = obstacle,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._find = find
        self._thread: threading.Thread | None = None

    def look(self) -> None:
        """Returns at once; does nothing while a look is under way."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._look, name="obstacle", daemon=True)
            self._thread.start()

    def finish(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _look(self) -> None:
        self.known.emit(self._find())
