"""Counts down to the end of a trial, when the previous settings are restored."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from storage_tuner.core.message import tr
from storage_tuner.jobs.tuning_session import TRY_SECONDS
from storage_tuner.ui.widgets.elements import Text
from storage_tuner.ui.widgets.layouts import column_in


class Countdown(QWidget):
    """Visible only while it runs; ``over`` is emitted at the end."""

    over = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._text = Text()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, TRY_SECONDS)
        self.bar.setAccessibleName(tr("Seconds until the previous settings are restored"))
        column_in(self, self._text, self.bar)
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self.tick)
        self.seconds = 0
        self.hide()

    @property
    def is_running(self) -> bool:
        return self._timer.isActive()

    def start(self) -> None:
        self.seconds = TRY_SECONDS
        self._timer.start()
        self._show()
        self.show()

    def stop(self) -> None:
        self._timer.stop()
        self.hide()

    def tick(self) -> None:
        """Count one second."""
        self.seconds -= 1
        if self.seconds <= 0:
            self.stop()
            self.over.emit()
        else:
            self._show()

    def _show(self) -> None:
        self._text.setText(
            tr(
                "The new settings are active. The previous ones are restored in {seconds} s.",
                seconds=self.seconds,
            )
        )
        self.bar.setValue(self.seconds)
