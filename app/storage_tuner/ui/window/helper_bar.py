"""A bar above every page while settings can't be changed on this computer."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from storage_tuner.core.errors import HelperUnavailable
from storage_tuner.ui.language import translated
from storage_tuner.ui.widgets.elements import SPACE, Message, Tone
from storage_tuner.ui.widgets.layouts import column_in


class HelperBar(QWidget):
    """There only while there is something to say; ``message.acted``: look again."""

    def __init__(self) -> None:
        super().__init__()
        self.message = Message()
        column_in(self, self.message, margins=(3 * SPACE, 2 * SPACE, 3 * SPACE, 0))
        self.hide()

    def show_obstacle(self, obstacle: HelperUnavailable | None) -> None:
        """None: settings can be changed."""
        self.setVisible(obstacle is not None)
        if obstacle is None:
            return
        still = self.tr(
            "Devices, live charts, earlier results and advice can be looked at all the same."
        )
        self.message.say(
            Tone.CAUTION,
            self.tr("Nothing can be measured or changed on this computer yet."),
            " ".join((translated(obstacle.summary), still, translated(obstacle.remedy))),
            self.tr("Look a&gain"),
        )
