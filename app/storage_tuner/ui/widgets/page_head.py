"""The head of a page: name, badges and notices."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from storage_tuner.ui.tree.badges import Badge, BadgeRow
from storage_tuner.ui.widgets.elements import SPACE, Banner, Text, Tone, heading
from storage_tuner.ui.widgets.layouts import Placed, column_in, column_of, row_of


class PageHead(QWidget):
    """``notice`` reports the latest event; more messages may follow below it."""

    def __init__(self, *buttons: QWidget) -> None:
        super().__init__()
        self.title = heading(points=6)
        self.place = Text(tone=Tone.SUBTLE)
        self.notice = Banner()
        self._badges = BadgeRow()
        titles = column_of(self.title, self.place, spacing=2)
        middle = Qt.AlignmentFlag.AlignVCenter
        beside = (Placed(each, at=middle) for each in (self._badges, *buttons))
        line = row_of(Placed(titles, 1), *beside, spacing=12)
        self._column = column_in(
            self, line, margins=(3 * SPACE, 2 * SPACE, 3 * SPACE, SPACE), spacing=12
        )
        self.add(self.notice)

    def add(self, message: Banner) -> None:
        """Add a message below the existing ones."""
        self._column.addWidget(message)

    def show_name(self, title: str, place: str) -> None:
        self.title.setText(title)
        self.place.setText(place)

    def show_badges(self, badges: tuple[Badge, ...]) -> None:
        self._badges.show_badges(badges)

    def text(self) -> str:
        """The texts for the clipboard."""
        return "\n".join((self.title.text(), self.place.text()))
