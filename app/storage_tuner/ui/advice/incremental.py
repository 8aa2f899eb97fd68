"""Much work for the window in small pieces, so that it stays quick meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

Step = Callable[[], object]


class Steps(QObject):
    """Does one step each time the event loop is idle; ``done`` follows each."""

    done = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[Step] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    def take(self, *steps: Step) -> None:
        """Do these, and nothing more of what was given before."""
        self._waiting = deque(steps)
        if steps:
            self._timer.start()
        else:
            self._timer.stop()

    def _go_on(self) -> None:
        if len(self._waiting) <= 1:
            self._timer.stop()
        if self._waiting:
            QTimer.singleShot(0, self, self.done.emit)
            self._waiting.popleft()()
