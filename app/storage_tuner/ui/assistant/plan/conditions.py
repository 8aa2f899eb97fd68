"""Lists possible interference, the most severe first, and waits for what passes on its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QProgressBar, QPushButton, QTableWidgetItem

from storage_tuner.core.condition import Condition, ConditionKind, Severity, is_blocked
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.present import blocks
from storage_tuner.present.plan import SEVERITIES, summary
from storage_tuner.present.wording import prose
from storage_tuner.ui.assistant.result.reading_table import StandingsTable
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets import icons
from storage_tuner.ui.widgets.elements import SPACE, Banner, Tone, set_property

_SYMBOL_SIZE = 18
_SYMBOLS = {
    Severity.BLOCKING: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "information",
}
_TONES = {
    blocks.Tone.STOPPED: Tone.BAD,
    blocks.Tone.WARNING: Tone.CAUTION,
    blocks.Tone.DECIDED: Tone.GOOD,
}


EVERY_MS = 15_000

PASSING = frozenset(
    {
        ConditionKind.ARRAY_WORK,
        ConditionKind.DISK_IDLE,
        ConditionKind.PROCESSORS_IDLE,
        ConditionKind.TEMPERATURE,
        ConditionKind.THROTTLING,
    }
)
"""Conditions that end on their own: a resync, other programs' work, heat."""


class Patience(QObject):
    """``check_due`` requests another check while waiting. ``button`` starts and stops waiting."""

    check_due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._toggle)
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.setInterval(EVERY_MS)
        self.timer.timeout.connect(self.check_due)
        self._is_waiting = False
        self._show(offered=False)

    def note(self, conditions: Sequence[Condition]) -> None:
        """Keep waiting only while one of the conditions will pass."""
        passing = any(
            each.kind in PASSING and each.severity is not Severity.NOTE for each in conditions
        )
        self._is_waiting = self._is_waiting and passing
        if self._is_waiting:
            self.timer.start()
        self._show(offered=passing)

    def stop(self) -> None:
        self._is_waiting = False
        self.timer.stop()
        self._show(offered=False)

    def _toggle(self) -> None:
        self._is_waiting = not self._is_waiting
        if self._is_waiting:
            self.timer.start()
        else:
            self.timer.stop()
        self._show(offered=True)

    def _show(self, *, offered: bool) -> None:
        self.button.setText(tr("Stop &waiting") if self._is_waiting else tr("&Wait until clear"))
        self.button.setToolTip(tr("Checks again every 15 seconds until nothing interferes"))
        self.button.setVisible(offered)


class ConditionsCard(Banner):
    """``acted`` is emitted to check again."""

    def __init__(self) -> None:
        super().__init__()
        self._conditions: tuple[Condition, ...] = ()
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(tr("Checking conditions"))
        self.table = StandingsTable(padding=3 * SPACE)
        set_property(self.table, "role", "in-card")
        self.table.setAccessibleName(tr("Possible interference"))
        self.table.setIconSize(QSize(_SYMBOL_SIZE, _SYMBOL_SIZE))
        self.body.addWidget(self.busy)
        self.body.addWidget(self.table)
        self.button.setAutoDefault(False)
        self.patience = Patience(self)
        self.patience.check_due.connect(self.acted)
        self.add_button(self.patience.button)
        self.show_checking()

    @property
    def blocked(self) -> bool:
        """Whether a condition prevents measuring."""
        return is_blocked(self._conditions)

    @property
    def reason(self) -> str:
        """Why measuring isn't possible; empty if it is."""
        gravest = next((each for each in self._conditions), None)
        return str(gravest.sentence) if gravest is not None and self.blocked else ""

    def show_checking(self) -> None:
        """Show that a check is under way; earlier findings no longer count."""
        self._conditions = ()
        self.table.hide()
        self.busy.show()
        self.show_message(
            Tone.PLAIN,
            tr("Checking for interference …"),
            tr("This takes a moment. No settings are changed and no password is needed."),
        )

    def show_conditions(self, conditions: Sequence[Condition]) -> None:
        self._conditions = tuple(conditions)
        self.patience.note(conditions)
        self.busy.hide()
        self._show_summary()
        self._fill()

    def show_error(self, error: StorageTunerError, action: str = "") -> None:
        """Show that the conditions are unknown; measuring reports obstacles itself."""
        self._conditions = ()
        self.patience.stop()
        self.busy.hide()
        self.table.hide()
        self.show_message(
            Tone.CAUTION,
            str(error.summary),
            str(error.remedy),
            action or tr("&Check again"),
        )

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "table"):
            self._draw_symbols()

    def _show_summary(self) -> None:
        found = summary(self._conditions)
        self.show_message(
            _TONES[found.tone], found.text, "".join(found.details), tr("&Check again")
        )

    def _fill(self) -> None:
        self.table.show_headings(
            [tr("Finding"), tr("Recommended action")], Qt.AlignmentFlag.AlignLeft
        )
        self.table.setRowCount(len(self._conditions))
        for row, condition in enumerate(self._conditions):
            self._show_row(row, condition)
        self._draw_symbols()
        self.table.setVisible(bool(self._conditions))
        self.table.fit_height()

    def _show_row(self, row: int, condition: Condition) -> None:
        grave = condition.severity is not Severity.NOTE
        sentence = prose(condition.sentence)
        remedy = prose(condition.remedy)
        for column, text in enumerate((sentence, remedy if grave else "")):
            item = QTableWidgetItem(text)
            item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(remedy if column == 0 else "")
            self.table.setItem(row, column, item)
        word = str(SEVERITIES[condition.severity])
        spoken = tr("{severity}: {sentence}", severity=word, sentence=sentence)
        first = self.table.item(row, 0)
        if first is not None:
            first.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            first.setData(Qt.ItemDataRole.AccessibleDescriptionRole, remedy)

    def _draw_symbols(self) -> None:
        chosen = theme.colours(self.palette())
        colours = {
            Severity.BLOCKING: chosen.bad,
            Severity.WARNING: chosen.caution,
            Severity.NOTE: chosen.subtle,
        }
        ratio = max(2.0, self.devicePixelRatioF())
        for row, condition in enumerate(self._conditions):
            colour = QColor(colours[condition.severity])
            drawn = icons.pixmap(_SYMBOLS[condition.severity], colour, _SYMBOL_SIZE, ratio)
            item = self.table.item(row, 0)
            if item is not None:
                item.setIcon(QIcon(drawn))
