"""Waiting for what passes by itself: looking again and again until nothing of it disturbs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QPushButton

from storage_tuner.core.condition import Condition, ConditionKind, Severity
from storage_tuner.core.message import tr

EVERY_MS = 15_000

PASSING = frozenset(
    {
        ConditionKind.ARRAY_WORK,
        ConditionKind.DISK_IDLE,
        ConditionKind.PROCESSORS_IDLE,
        ConditionKind.TEMPERATURE,
        ConditionKind.THROTTLING,
    }
)
"""What ends without anybody's doing: a resync, other programs' work, heat."""


class Patience(QObject):
    """``look_due`` asks for another look while it's waited. ``button`` begins and ends that."""

    look_due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._toggle)
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.setInterval(EVERY_MS)
        self.timer.timeout.connect(self.look_due)
        self._is_waiting = False
        self._show(offered=False)

    def note(self, conditions: Sequence[Condition]) -> None:
        """What the last look found: go on waiting only while something of it will pass."""
        passing = any(
            each.kind in PASSING and each.severity is not Severity.NOTE for each in conditions
        )
        self._is_waiting = self._is_waiting and passing
        if self._is_waiting:
            self.timer.start()
        self._show(offered=passing)

    def stop(self) -> None:
        self._is_waiting = False
        self.timer.stop()
        self._show(offered=False)

    def _toggle(self) -> None:
        self._is_waiting = not self._is_waiting
        if self._is_waiting:
            self.timer.start()
        else:
            self.timer.stop()
        self._show(offered=True)

    def _show(self, *, offered: bool) -> None:
        self.button.setText(
            tr("Stop &waiting") if self._is_waiting else tr("&Wait until it's over")
        )
        self.button.setToolTip(tr("Looks again every 15 seconds until nothing of it is left"))
        self.button.setVisible(offered)
