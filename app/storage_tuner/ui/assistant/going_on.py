"""The offer to go on with a measurement that was interrupted, beside starting anew."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.ui.dates import moment
from storage_tuner.ui.elements import Message, Tone


class GoingOnOffer(Message):
    """``acted`` is emitted to go on, ``anew_asked`` to start anew."""

    anew_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.anew = QPushButton(self.tr("&Start anew"))
        for button in (self.button, self.anew):
            button.setAutoDefault(False)
        self.anew.clicked.connect(self.anew_asked)
        self.add_button(self.anew)

    def offer(self, record: SessionRecord) -> None:
        """Tell of a measurement from before."""
        count = len({run.index for run in record.measurements})
        self.say(
            Tone.PLAIN,
            self.tr("A measurement of this disk was interrupted on {when}").format(
                when=moment(record.created_at) or record.created_at
            ),
            self.tr(
                "%n slice(s) are kept. Going on does what is left of that plan, in whole rounds; "
                "starting anew begins from nothing.",
                "",
                count,
            ),
            self.tr("&Go on where it stopped"),
        )

    def offer_now(self) -> None:
        """Tell of the one that was stopped a moment ago."""
        self.say(
            Tone.PLAIN,
            self.tr("You can go on later, too"),
            self.tr("What was measured is kept; the assistant offers it for this disk."),
            self.tr("&Go on where it stopped"),
        )
