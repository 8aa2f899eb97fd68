"""What is recommended setting by setting, and what is known beside it: one sentence each, and the
reasons on demand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from storage_tuner.core.verdict import Basis, Evidence, SettingAdvice
from storage_tuner.present.advice import RISKS, Item
from storage_tuner.ui import numbers
from storage_tuner.ui.assistant.fold import Fold
from storage_tuner.ui.assistant.result_words import confidence_badge, setting_name, setting_value
from storage_tuner.ui.badges import Badge, BadgeRow
from storage_tuner.ui.elements import SPACE, Card, Text, Tone, clear, heading
from storage_tuner.ui.facts import Fact, Facts, SelectableText
from storage_tuner.ui.language import printable, prose, told

OWN_SOURCES = ("this measurement", "Storage Tuner's weights", "physics")
"""Everything else was published by somebody."""


class SettingPart(QWidget):
    """One setting: what to do in a line, what it brings, and why."""

    def __init__(self, advice: SettingAdvice) -> None:
        super().__init__()
        self.advice = advice
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._head())
        if not self._says_all():
            column.addWidget(SelectableText(prose(advice.summary)))
        column.addWidget(Facts(self._facts()))
        self.why = reasons(
            self.tr("Why: {setting}").format(setting=setting_name(advice.setting)), advice.evidence
        )
        column.addWidget(self.why)

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(heading(setting_name(self.advice.setting), points=0))
        row.addWidget(Text(self._change(), wrap=False))
        badges = BadgeRow()
        badges.setParent(self)  # whoever shows it without a parent has it as a window
        badges.show_badges((Badge(*confidence_badge(self.advice.confidence)),))
        row.addWidget(badges)
        row.addStretch(1)
        return row

    def _says_all(self) -> bool:
        """Whether the line of what changes and its gain say what the summary would."""
        advice = self.advice
        return advice.change and advice.before is not None and advice.gain_percent is not None

    def _change(self) -> str:
        advice = self.advice
        value = setting_value(advice.setting, advice.value)
        if not advice.change:
            return self.tr("stays {value}").format(value=value)
        if advice.before is None:
            return value
        before = setting_value(advice.setting, advice.before)
        return self.tr("{before} → {value}").format(before=before, value=value)

    def _facts(self) -> list[Fact]:
        """Only those that there is something to say of."""
        advice = self.advice
        gain = numbers.change(advice.gain_percent, advice.gain_interval_percent)
        risk = RISKS.get(advice.risk, "") if advice.change else ""
        surer = [told(each) for each in advice.surer]
        if advice.seconds_needed is not None:
            more = numbers.more_time(advice.seconds_needed)
            surer.insert(0, self.tr("about {time}").format(time=more))
        named = (
            (self.tr("Gain"), gain),
            (self.tr("Risk"), told(risk)),
            (self.tr("Side effects"), told(advice.side_effects)),
            (self.tr("Published rules"), self._published()),
            (self.tr("To be surer"), "; ".join(surer)),
        )
        return [Fact(name, prose(value)) for name, value in named if value]

    def _published(self) -> str:
        """Whether what others published agrees with what was measured."""
        advice = self.advice
        if advice.disagreement or advice.hypothesis:
            return " ".join(filter(None, (told(advice.disagreement), told(advice.hypothesis))))
        rules = [each for each in advice.evidence if each.source not in OWN_SOURCES]
        if rules and advice.basis is Basis.MEASURED:
            return self.tr("None contradicts what was measured.")
        return ""


class ItemPart(QWidget):
    """Something beside the settings: what is known, in a sentence, and why."""

    def __init__(self, item: Item) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(heading(setting_name(item.name), points=0))
        text = SelectableText(told(item.text), Tone.CAUTION if item.strong else Tone.PLAIN)
        column.addWidget(text)
        for note in item.notes:
            column.addWidget(SelectableText(told(note), Tone.SUBTLE))
        self.why = reasons(
            self.tr("Why: {subject}").format(subject=setting_name(item.name)), item.evidence
        )
        column.addWidget(self.why)


class PartsCard(Card):
    """Parts below each other with a line between; there only when there are any."""

    def __init__(self, title: str, note: str = "") -> None:
        super().__init__(title)
        self._note = Text(note, tone=Tone.SUBTLE)
        if not note:
            self._note.hide()
        self._column = QVBoxLayout()
        self._column.setSpacing(12)
        self.body.addWidget(self._note)
        self.body.addLayout(self._column)
        self.parts: tuple[SettingPart | ItemPart, ...] = ()

    def show_parts(self, parts: Sequence[SettingPart | ItemPart]) -> None:
        clear(self._column)
        self.parts = tuple(parts)
        for number, part in enumerate(parts):
            if number:
                line = QFrame()
                line.setFrameShape(QFrame.Shape.HLine)
                line.setFrameShadow(QFrame.Shadow.Plain)
                line.setForegroundRole(QPalette.ColorRole.Mid)
                self._column.addWidget(line)
            self._column.addWidget(part)
        self.setVisible(bool(parts))


def reasons(title: str, evidence: Sequence[Evidence]) -> Fold:
    """Each with its source, closed at first."""
    fold = Fold(title)
    for reason in evidence:
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        bullet = Text("•", wrap=False)
        row.addWidget(bullet, 0, Qt.AlignmentFlag.AlignTop)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(SelectableText(prose(reason.statement)))
        if reason.source:
            texts.addWidget(SelectableText(printable(reason.source), Tone.SUBTLE))
        row.addLayout(texts, 1)
        fold.body.addLayout(row)
    if not evidence:
        fold.hide()
    return fold
