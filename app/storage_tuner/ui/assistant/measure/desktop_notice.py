"""Shows a measurement's progress on the launcher icon, and a notification at its end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from storage_tuner.core.message import tr
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.desktop.launcher import LauncherProgress
from storage_tuner.desktop.notifications import Activated, notify
from storage_tuner.ui.assistant.navigation import Navigation
from storage_tuner.ui.assistant.running import Running
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.window.activation import come_forward

LONG_MS = 30_000
"""Shorter measurements get no notification."""

Notify = Callable[[str, str, Activated], object]


class DesktopNotice(QObject):
    """Notifies of the end if none of our windows is active; a click brings the window to the
    front."""

    _clicked = Signal(str)

    def __init__(
        self,
        navigation: Navigation,
        running: Running,
        window: QWidget,
        report: Notify = notify,
        long_ms: int = LONG_MS,
    ) -> None:
        super().__init__(window)
        self._navigation = navigation
        self._window = window
        self._report = report
        self._long_ms = long_ms
        self._since = QElapsedTimer()
        self._launcher = LauncherProgress()
        self._clicked.connect(self._come_forward)
        running.started.connect(self._since.start)
        running.progressed.connect(self._show_progress)
        running.over.connect(self._note_over)

    def _show_progress(self, progress: Progress) -> None:
        if progress.phase is Phase.MEASURING:
            self._launcher.show(progress.fraction)

    def _note_over(self) -> None:
        """Notify later: the page with the outcome is filled after this."""
        self._launcher.hide()
        if self._since.isValid() and self._since.elapsed() >= self._long_ms:
            QTimer.singleShot(0, self, self._call_back)
        self._since.invalidate()

    def _call_back(self) -> None:
        if self._navigation.closing or QApplication.activeWindow() is not None:
            return
        QApplication.alert(self._window)
        self._report(*self._words(), self._note_click)

    def _note_click(self, token: str) -> None:
        """Called in another thread, possibly after the window was closed."""
        with contextlib.suppress(RuntimeError):
            self._clicked.emit(token)

    def _come_forward(self, token: str) -> None:
        if (main := self._window.parentWidget()) is not None:
            come_forward(main.window(), token)
        come_forward(self._window, token)

    def _words(self) -> tuple[str, str]:
        pages = self._navigation.pages
        if self._navigation.step is Step.RESULT:
            if pages.result.error.summary:
                return tr("The measurement stopped early"), pages.result.error.summary
            return tr("The measurement is complete"), pages.result.headline.summary
        return tr("The measurement ended"), pages.measure.message.summary
