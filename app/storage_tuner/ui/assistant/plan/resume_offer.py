"""The offer to resume a measurement that was interrupted, beside starting over."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr, trn
from storage_tuner.ui.dates import moment
from storage_tuner.ui.widgets.elements import Banner, Tone


class ResumeOffer(Banner):
    """``acted`` is emitted to resume; ``anew`` is the button to start over."""

    def __init__(self) -> None:
        super().__init__()
        self.anew = QPushButton(tr("&Start over"))
        for button in (self.button, self.anew):
            button.setAutoDefault(False)
        self.add_button(self.anew)

    def offer(self, record: SessionRecord) -> None:
        """Offer to resume ``record``."""
        count = len({run.index for run in record.measurements})
        self.show_message(
            Tone.PLAIN,
            tr(
                "A benchmark of this disk was interrupted on {when}",
                when=moment(record.created_at) or record.created_at,
            ),
            trn(
                count,
                "{count} slice was saved. “Resume” measures the rest of the plan; “Start over” "
                "starts a new benchmark.",
                "{count} slices were saved. “Resume” measures the rest of the plan; “Start over” "
                "starts a new benchmark.",
            ),
            tr("Resume"),
        )
