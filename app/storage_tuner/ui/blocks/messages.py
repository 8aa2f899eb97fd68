"""Headlines and notices, with a colour and an icon by tone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from storage_tuner.present import blocks
from storage_tuner.ui.widgets.elements import SPACE, Banner, SymbolLabel, Tone
from storage_tuner.ui.widgets.facts import SelectableText

TONES = {
    blocks.Tone.DECIDED: (Tone.GOOD, "success"),
    blocks.Tone.OPEN: (Tone.PLAIN, "information"),
    blocks.Tone.STOPPED: (Tone.CAUTION, "stop"),
    blocks.Tone.NOTE: (Tone.PLAIN, "information"),
    blocks.Tone.WARNING: (Tone.CAUTION, "warning"),
}
"""Only what is decided is green."""


class HeadlineCard(Banner):
    """``acted`` is emitted to do what its button says."""

    def show_headline(self, headline: blocks.Headline) -> None:
        """Screen readers say it at once."""
        tone, symbol = TONES[headline.tone]
        details = "\n".join(headline.details)
        self.show_message(tone, headline.text, details, symbol=symbol)
        spoken = QAccessibleAnnouncementEvent(self, f"{headline.text} {details}".strip())
        QAccessible.updateAccessibility(spoken)

    def offer(self, action: str) -> None:
        self.button.setText(action)
        self.button.show()


class MessageText(QWidget):
    """A sentence beside its icon; a note has none."""

    def __init__(self, message: blocks.Notice) -> None:
        super().__init__()
        tone, symbol = TONES[message.tone]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        if message.tone is not blocks.Tone.NOTE:
            row.addWidget(SymbolLabel(symbol, 18, tone), 0, Qt.AlignmentFlag.AlignTop)
        self.text = SelectableText(message.text)
        row.addWidget(self.text, 1)
