"""A list of what may disturb the measurement, the gravest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QProgressBar, QTableWidgetItem

from storage_tuner.core.condition import Condition, Severity, is_blocked
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.ui.assistant.plan.recheck_timer import Patience
from storage_tuner.ui.assistant.result.reading_table import StandingsTable
from storage_tuner.ui.language import prose, translated
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets import icons
from storage_tuner.ui.widgets.elements import SPACE, Message, Tone, set_property

_SYMBOL_SIZE = 18
_SYMBOLS = {
    Severity.BLOCKING: "error",
    Severity.WARNING: "warning",
    Severity.NOTE: "information",
}


class ConditionsCard(Message):
    """``acted`` is emitted to have a look again."""

    def __init__(self) -> None:
        super().__init__()
        self._conditions: tuple[Condition, ...] = ()
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(self.tr("Looking around"))
        self.table = StandingsTable(padding=3 * SPACE)
        set_property(self.table, "role", "in-card")
        self.table.setAccessibleName(self.tr("What may disturb"))
        self.table.setIconSize(QSize(_SYMBOL_SIZE, _SYMBOL_SIZE))
        self.body.addWidget(self.busy)
        self.body.addWidget(self.table)
        self.button.setAutoDefault(False)
        self.patience = Patience(self)
        self.patience.look_due.connect(self.acted)
        self.add_button(self.patience.button)
        self.show_looking()

    @property
    def blocked(self) -> bool:
        """Whether it can't be measured as it is now."""
        return is_blocked(self._conditions)

    @property
    def reason(self) -> str:
        """Why it can't be measured; empty when it can."""
        gravest = next((each for each in self._conditions), None)
        return translated(gravest.sentence) if gravest is not None and self.blocked else ""

    def show_looking(self) -> None:
        """A look is under way; what an earlier one found doesn't count any more."""
        self._conditions = ()
        self.table.hide()
        self.busy.show()
        self.say(
            Tone.PLAIN,
            self.tr("Looking whether anything would disturb …"),
            self.tr("This takes a moment. Nothing is changed and nobody is asked for a password."),
        )

    def show_conditions(self, conditions: Sequence[Condition]) -> None:
        self._conditions = tuple(conditions)
        self.patience.note(conditions)
        self.busy.hide()
        self._say_summary()
        self._fill()

    def show_error(self, error: StorageTunerError) -> None:
        """The conditions aren't known; measuring says itself what stands in its way."""
        self._conditions = ()
        self.patience.stop()
        self.busy.hide()
        self.table.hide()
        self.say(
            Tone.CAUTION,
            translated(error.summary),
            translated(error.remedy),
            self.tr("&Look again"),
        )

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "table"):
            self._draw_symbols()

    def _say_summary(self) -> None:
        again = self.tr("&Look again")
        warnings = sum(each.severity is Severity.WARNING for each in self._conditions)
        if self.blocked:
            self.say(
                Tone.BAD,
                self.tr("It can't be measured as it is now"),
                self.tr("What stands in the way is on top of the list."),
                again,
            )
        elif warnings == 1:
            self.say(Tone.CAUTION, self.tr("Something may disturb the result"), "", again)
        elif warnings:
            summary = self.tr("{count} things may disturb the result").format(count=warnings)
            self.say(Tone.CAUTION, summary, "", again)
        else:
            self.say(Tone.GOOD, self.tr("Nothing speaks against measuring now"), "", again)

    def _fill(self) -> None:
        self.table.show_headings(
            [self.tr("Found"), self.tr("What you can do")], Qt.AlignmentFlag.AlignLeft
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
        word = self._severity(condition.severity)
        spoken = self.tr("{severity}: {sentence}").format(severity=word, sentence=sentence)
        first = self.table.item(row, 0)
        if first is not None:
            first.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
            first.setData(Qt.ItemDataRole.AccessibleDescriptionRole, remedy)

    def _severity(self, severity: Severity) -> str:
        return {
            Severity.BLOCKING: self.tr("Prevents measuring"),
            Severity.WARNING: self.tr("May disturb"),
            Severity.NOTE: self.tr("Good to know"),
        }[severity]

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
