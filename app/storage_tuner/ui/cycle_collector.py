"""Python's cyclic garbage is collected in the window's thread alone.

Python collects in whichever thread happens to allocate. There it may free a Qt object that the
window's thread is just using, and the application ends with a segmentation fault.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 250


class CycleCollector(QObject):
    """Collects as often as Python would by itself, from its making until ``stop``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(_INTERVAL_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    def stop(self) -> None:
        """Leave it to Python again, when no other thread is at work any more."""
        self._timer.stop()
        gc.enable()

    def _collect(self) -> None:
        """The oldest generation that is due, with all younger ones."""
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, limit) in enumerate(counts) if count > limit]
        if due:
            gc.collect(due[-1])
