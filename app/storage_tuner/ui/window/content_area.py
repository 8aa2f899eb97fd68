"""The right side of the window: one of its pages, and above it what concerns all of them, as while
settings can't be changed on this computer."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from storage_tuner.core.errors import HelperUnavailable
from storage_tuner.core.message import tr
from storage_tuner.ui.device.practice_page import PracticePage
from storage_tuner.ui.widgets.elements import SPACE, Banner, Tone
from storage_tuner.ui.widgets.layouts import Placed, column_in
from storage_tuner.ui.window import empty_states as states
from storage_tuner.ui.window.welcome import Welcome


class RightSide(QWidget):
    """``pages`` are what is shown of devices, ``practice`` of practice disks; what is shown instead
    of them is here already."""

    def __init__(self, practice: PracticePage, *pages: QWidget) -> None:
        super().__init__()
        self.bar = HelperBar()
        self.welcome = Welcome()
        self.loading = states.loading()
        self.empty = states.no_devices()
        self.practice = practice
        self.nothing = states.nothing_chosen()
        self._stack = QStackedWidget()
        for page in (
            self.loading, self.empty, self.practice, self.nothing, self.welcome, *pages,
        ):  # fmt: skip
            self._stack.addWidget(page)
        self._fit_letters()
        column_in(self, self.bar, Placed(self._stack, 1), spacing=0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit_letters()

    def _fit_letters(self) -> None:
        self.setMinimumWidth(78 * self.fontMetrics().averageCharWidth())

    @property
    def page(self) -> QWidget | None:
        """The one that is shown."""
        return self._stack.currentWidget()

    def show_page(self, page: QWidget) -> None:
        self._stack.setCurrentWidget(page)


class HelperBar(QWidget):
    """There only while there is something to say; ``message.acted``: look again."""

    def __init__(self) -> None:
        super().__init__()
        self.message = Banner()
        column_in(self, self.message, margins=(3 * SPACE, 2 * SPACE, 3 * SPACE, 0))
        self.hide()

    def show_obstacle(self, obstacle: HelperUnavailable | None) -> None:
        """None: settings can be changed."""
        self.setVisible(obstacle is not None)
        if obstacle is None:
            return
        still = tr("Devices, live charts, earlier results and advice are still available.")
        self.message.show_message(
            Tone.CAUTION,
            tr("Storage Tuner can't measure or change settings on this computer yet."),
            " ".join((str(obstacle.summary), still, str(obstacle.remedy))),
            tr("Check a&gain"),
        )
