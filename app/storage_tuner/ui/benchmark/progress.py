"""Progress of a running quick test: current step, time left, stop button."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton

from storage_tuner.core.message import tr
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.ui import wording
from storage_tuner.ui.benchmark import text as words
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone
from storage_tuner.ui.widgets.layouts import Placed, row_of

_STEPS = 1000


class QuickTestProgress(Card):
    cancel_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Quick test running"))
        self.doing = Text(bold=True)
        self.remaining = Text(tone=Tone.SUBTLE)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(tr("Progress of the quick test"))
        self.cancel = QPushButton(tr("Sto&p"))
        self.cancel.clicked.connect(self._ask_to_cancel)
        row = row_of(Placed(self.doing, 1), self.cancel, spacing=2 * SPACE)
        self.body.addLayout(row)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.remaining)

    def begin(self, name: str) -> None:
        """``name`` is the measured device if it isn't the shown one; else ""."""
        self.cancel.setEnabled(True)
        self.bar.setRange(0, 0)
        self.doing.setText(tr("Measuring {name} …", name=name) if name else tr("Preparing …"))
        self.remaining.setText("")
        self.show()

    def show_progress(self, progress: Progress) -> None:
        self.doing.setText(words.doing(progress))
        knows = progress.phase in (Phase.FILLING, Phase.MEASURING)
        self.bar.setRange(0, _STEPS if knows else 0)
        self.bar.setValue(round(_STEPS * progress.fraction))
        left = progress.remaining_s
        self.remaining.setText("" if left is None else wording.remaining(left))

    def _ask_to_cancel(self) -> None:
        self.cancel.setEnabled(False)
        self.doing.setText(tr("Stopping …"))
        self.cancel_asked.emit()
