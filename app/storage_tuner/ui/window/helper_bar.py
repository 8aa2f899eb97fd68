"""A bar above every page while settings can't be changed on this computer."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from storage_tuner.core.errors import HelperUnavailable
from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.elements import SPACE, Message, Tone


class HelperBar(QWidget):
    """There only while there is something to say; ``message.acted``: look again."""

    def __init__(self) -> None:
        super().__init__()
        self.message = Message()
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 0)
        column.addWidget(self.message)
        self.hide()

    def show_obstacle(self, obstacle: HelperUnavailable | None) -> None:
        """None: settings can be changed."""
        self.setVisible(obstacle is not None)
        if obstacle is None:
            return
        still = tr(
            "Devices, live charts, earlier results and advice can be looked at all the same."
        )
        self.message.say(
            Tone.CAUTION,
            tr("Nothing can be measured or changed on this computer yet."),
            " ".join((str(obstacle.summary), still, str(obstacle.remedy))),
            tr("Look a&gain"),
        )
