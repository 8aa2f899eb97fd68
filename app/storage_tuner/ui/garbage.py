"""Collects Python's garbage in the window's thread.

Python collects in whichever thread happens to allocate. In a worker's thread, that would destroy
unused widgets while the window uses them, which Qt doesn't allow.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1000


class GarbageCollection(QObject):
    """From ``start`` on, in the thread that makes it; until then there is none at all."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(collect_what_is_due)

    def start(self) -> None:
        self._timer.start()


def collect_what_is_due() -> None:
    """The oldest generation that has grown as much as Python would let it (gc, "set_threshold")."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in reversed(range(len(counts))):
        if counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return
