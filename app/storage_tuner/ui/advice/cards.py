"""Cards of the advice tab: purpose, measured results, published advice and physical limits."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QWidget

from storage_tuner.advice.published.device_advice import Advice, UserFacts
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Use
from storage_tuner.jobs.planning.device_advice import Advised
from storage_tuner.present.blocks import UNKNOWN
from storage_tuner.present.unmeasured import (
    EXPECTED,
    expected_facts,
    levels_introduction,
    levels_table,
    nothing_expected,
)
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.plan.priorities_choice import AimsChoice
from storage_tuner.ui.history import text as history_words
from storage_tuner.ui.widgets.elements import Card, Text, Tone, choices_row, clear, in_bold
from storage_tuner.ui.widgets.facts import Facts, SelectableText
from storage_tuner.ui.widgets.layouts import column_of
from storage_tuner.ui.widgets.table import TableWidget
from storage_tuner.ui.widgets.wheel_guard import ComboBox


class RequestCard(Card):
    """Choice of purpose and priorities; ``changed`` when either changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Purpose and priorities"))
        self.use = ComboBox()
        for use in Use:
            self.use.addItem(wording.use_choice(use)[0], use)
        self.use.setCurrentIndex(self.use.findData(Use.NOT_SURE))
        self.aims = AimsChoice()
        self.said = Text(tone=Tone.SUBTLE)
        self.body.addLayout(choices_row((tr("Purpos&e"), self.use)))
        self.body.addWidget(self.aims)
        self.body.addWidget(self.said)
        self.use.currentIndexChanged.connect(self.changed)
        self.aims.changed.connect(self.changed)

    @property
    def user_facts(self) -> UserFacts:
        return UserFacts(use=Use(self.use.currentData()), aims=self.aims.aims())

    def suggest(self, use: Use) -> None:
        """Choose ``use`` without emitting ``changed``."""
        with QSignalBlocker(self.use):
            self.use.setCurrentIndex(self.use.findData(use))


class Parts(Card):
    """Parts below each other with a line between; there only when there are any."""

    def __init__(self, title: str, note: str = "") -> None:
        super().__init__(title)
        self.parts: tuple[QWidget, ...] = ()
        if note:
            self.body.addWidget(Text(note, tone=Tone.SUBTLE))
        self._column = column_of(spacing=12)
        self.body.addLayout(self._column)
        self.hide()

    def begin(self) -> None:
        """Show nothing, until parts are added."""
        self.hide()
        clear(self._column)
        self.parts = ()

    def add(self, part: QWidget) -> None:
        if self.parts:
            line = QFrame()
            line.setFrameShape(QFrame.Shape.HLine)
            line.setFrameShadow(QFrame.Shadow.Plain)
            line.setForegroundRole(QPalette.ColorRole.Mid)
            self._column.addWidget(line)
            line.show()
        self.parts = (*self.parts, part)
        self._column.addWidget(part)
        part.show()  # at once: shown by the layout later, it may not get the height it needs
        self.show()


class MeasuredCard(Card):
    """Recommendation of the last session for these priorities; shown before published advice."""

    def __init__(self) -> None:
        super().__init__(tr("Measured here"))
        self.headline = SelectableText()
        self.headline.setFont(in_bold(self.headline.font()))
        self._when = Text(tone=Tone.SUBTLE)
        for widget in (self.headline, self._when):
            self.body.addWidget(widget)
        self.hide()

    def show_advised(self, found: Advised) -> None:
        record, judgement = found.record, found.measured
        self.hide()
        if record is None or judgement is None:
            return
        gist = history_words.headline(record, judgement)
        self.headline.setText(gist)
        self._when.setText(history_words.title(record))
        self.show()


class PhysicsCard(Card):
    """Expected performance independent of settings, and that of the same disks at other RAID
    levels."""

    def __init__(self) -> None:
        super().__init__(str(EXPECTED))
        self.facts = Facts()
        self._nothing = Text(tone=Tone.SUBTLE)
        self._else = Text()
        self.levels = TableWidget.of_block(levels_table(None), str(UNKNOWN))
        for widget in (self.facts, self._nothing, self._else, self.levels):
            self.body.addWidget(widget)

    def show_advice(self, advice: Advice) -> None:
        rows = [replace(fact, name=str(fact.name).capitalize()) for fact in expected_facts(advice)]
        self.facts.show_rows(rows)
        self.facts.setVisible(bool(rows))
        self._nothing.setVisible(not advice.expectations)
        self._nothing.setText(str(nothing_expected(advice)[0]))
        for widget in (self._else, self.levels):
            widget.setVisible(bool(advice.alternatives))
        self._else.setText(str(levels_introduction(advice)))
        self.levels.show_block(levels_table(advice))
        self.show()
