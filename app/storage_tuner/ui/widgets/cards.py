"""Pages of cards, and cards of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from storage_tuner.present.blocks import Fact
from storage_tuner.ui.widgets.elements import AROUND_A_PAGE, Card
from storage_tuner.ui.widgets.facts import Facts, spoken
from storage_tuner.ui.widgets.layouts import column_in


class Scrolling(QScrollArea):
    """Scrolls ``content`` vertically where space is short."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(content)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Update the layout: Qt may keep that of an old width which changed while hidden."""
        super().showEvent(event)
        content = self.widget()
        if content is not None and (layout := content.layout()) is not None:
            layout.update()


class Scrolled(Scrolling):
    """A page of cards."""

    def __init__(self) -> None:
        content = QWidget()
        self._column = column_in(content, margins=AROUND_A_PAGE, spacing=12)
        super().__init__(content)

    def fill(self, widgets: Iterable[QWidget]) -> None:
        for widget in widgets:
            self._column.addWidget(widget)
        self._column.addStretch(1)


class FactCard(Card):
    """A card of rows, hidden while there are none."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.title = title
        self.facts = Facts()
        self.body.addWidget(self.facts)

    def show_facts(self, rows: Sequence[Fact]) -> None:
        self.facts.show_rows(rows)
        self.setVisible(bool(rows))

    def text(self) -> str:
        """Content for the clipboard; "" where empty."""
        rows = [f"  {spoken(fact)}" for fact in self.facts.facts]
        return "\n".join([self.title, *rows]) if rows else ""
