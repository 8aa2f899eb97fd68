"""Chooses the variants shown of the compared runs: one line each, to be ticked."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget

from storage_tuner.core.message import tr
from storage_tuner.jobs.results.compared_runs import Compared
from storage_tuner.jobs.results.run_comparison import MOST_SHOWN
from storage_tuner.present.wording import printable
from storage_tuner.ui.compare import text as words
from storage_tuner.ui.history import run_text as run_words
from storage_tuner.ui.widgets.elements import Text, Tone
from storage_tuner.ui.widgets.items import items_of
from storage_tuner.ui.widgets.layouts import Placed, column_in

_NAME = Qt.ItemDataRole.UserRole
_MOST_LINES = 10


class ShownChoice(QWidget):
    """``changed``: other variants are ticked; ``other`` is the button for other runs."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Compared variants"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.note = Text(tone=Tone.SUBTLE)
        self.other = QPushButton(tr("Choose &results…"))
        column_in(self, self.list, self.note, Placed(self.other, at=Qt.AlignmentFlag.AlignLeading))
        self.list.itemChanged.connect(self._note_tick)

    @property
    def names(self) -> tuple[str, ...]:
        """Those that are ticked."""
        ticked = Qt.CheckState.Checked
        return tuple(
            item.data(_NAME) for item in items_of(self.list) if item.checkState() is ticked
        )

    def show_compared(self, compared: Compared) -> None:
        lineup = compared.lineup
        runs = dict(zip(lineup.labels, (each.run for each in compared.runs), strict=True))
        short = words.letters(compared.shown)
        self.list.blockSignals(True)
        place = self.list.currentRow()
        self.list.clear()
        for name in lineup.names:
            run = runs[lineup.session_of(name)]
            badge = run_words.elsewhere(run)
            reported = words.with_letter(short[name], name) if name in short else printable(name)
            marks = [reported, *([badge.text] if badge is not None else [])]
            item = QListWidgetItem(" · ".join(marks))
            item.setData(_NAME, name)
            item.setToolTip(run_words.summary(run))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            ticked = Qt.CheckState.Checked if name in compared.shown else Qt.CheckState.Unchecked
            item.setCheckState(ticked)
            self.list.addItem(item)
        self.list.setCurrentRow(place)
        self.list.blockSignals(False)
        self._fit()
        self._show_text()

    def _note_tick(self, item: QListWidgetItem) -> None:
        """Keep the number of variants between two and the most that can be distinguished."""
        count = len(self.names)
        ticked = item.checkState() is Qt.CheckState.Checked
        if count > MOST_SHOWN or count < 2:
            self.list.blockSignals(True)
            item.setCheckState(Qt.CheckState.Unchecked if ticked else Qt.CheckState.Checked)
            self.list.blockSignals(False)
            self._show_text(self._refusal(ticked=ticked))
            return
        self._show_text()
        self.changed.emit()

    def _refusal(self, *, ticked: bool) -> str:
        if ticked:
            return tr("At most {most} can be shown. Clear another one first.", most=MOST_SHOWN)
        return tr("A comparison needs two. Tick another one first.")

    def _show_text(self, text: str = "") -> None:
        shown, count = len(self.names), self.list.count()
        self.note.setText(text or tr("{shown} of {count} shown", shown=shown, count=count))

    def _fit(self) -> None:
        lines = min(max(self.list.count(), 2), _MOST_LINES)
        height = self.list.sizeHintForRow(0) if self.list.count() else 24
        self.list.setFixedHeight(lines * height + 2 * self.list.frameWidth() + 2)
