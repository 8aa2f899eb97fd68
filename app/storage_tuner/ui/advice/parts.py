"""The advice on one setting, or on a choice that was made when the storage was built."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from storage_tuner.advice.published.device_advice import Advice
from storage_tuner.advice.published.hypotheses import Building, Hypothesis, HypothesisState
from storage_tuner.core.knowledge import Knowledge
from storage_tuner.core.message import tr
from storage_tuner.core.recommended_set import RecommendedSet
from storage_tuner.present import unmeasured as words
from storage_tuner.present.blocks import UNKNOWN, Fact
from storage_tuner.present.recommended import in_short
from storage_tuner.present.wording import printable
from storage_tuner.ui.advice.rules import Published
from storage_tuner.ui.settings.names import kernel_name, named, setting_name, titled
from storage_tuner.ui.tree.badges import Badge, BadgeRow
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, heading
from storage_tuner.ui.widgets.facts import Facts, SelectableText
from storage_tuner.ui.widgets.layouts import Placed, column_in, row_of


class SettingHypothesis(QWidget):
    """``measure_asked`` is emitted by its button, which is shown where a measurement would
    decide."""

    measure_asked = Signal()

    def __init__(self, one: Hypothesis, advice: Advice, knowledge: Knowledge) -> None:
        super().__init__()
        self.hypothesis = one
        name = one.tunable.name
        self.measure = QPushButton(tr("Measure this…"))
        self.measure.setAccessibleName(tr("Measure this: {setting}", setting=named(name)))
        self.measure.setVisible(
            one.state in (HypothesisState.WORTH_MEASURING, HypothesisState.DISPUTED)
        )
        self.measure.clicked.connect(self.measure_asked)
        self.published = Published(one.candidates, knowledge)
        facts = Facts(words.setting_facts(one, advice, knowledge))
        column_in(self, self._head(name), self._verdict(), facts, self.published, spacing=4)

    def set_measurable(self, measurable: bool) -> None:
        self.measure.setEnabled(measurable)

    def _head(self, name: str) -> QHBoxLayout:
        change = _beside(name, str(words.change(self.hypothesis)))
        title = heading(setting_name(name), points=0)
        return row_of(title, Placed(change, 1), self.measure, spacing=SPACE)

    def _verdict(self) -> QHBoxLayout:
        verdict = SelectableText(str(words.verdict(self.hypothesis)))
        badges = BadgeRow()
        if sure := words.confidence(self.hypothesis):
            badges.show_badges((Badge(str(sure), Tone.PLAIN),))
        top = Qt.AlignmentFlag.AlignTop
        return row_of(Placed(verdict, 1), Placed(badges, at=top), spacing=SPACE)


def recommended(found: RecommendedSet) -> Facts:
    """One set for this storage, a setting a line."""
    return Facts([Fact(titled(line.setting), printable(in_short(line))) for line in found.lines])


class ChoicePart(QWidget):
    """Published advice on a choice that is fixed while the storage is in use."""

    def __init__(self, one: Building, advice: Advice, knowledge: Knowledge) -> None:
        super().__init__()
        self.published = Published(one.candidates, knowledge)
        label = str(one.choice.label)
        now = printable(advice.built_as.get(one.choice) or UNKNOWN)
        row = row_of(
            heading(label[:1].upper() + label[1:], points=0), Placed(Text(now), 1), spacing=SPACE
        )
        facts = Facts(words.choice_facts(one.choice.value, advice))
        column_in(self, row, facts, self.published, spacing=4)


class SettledPart(QWidget):
    """A setting that already follows published advice: its value, and the rules on demand."""

    def __init__(self, one: Hypothesis, knowledge: Knowledge) -> None:
        super().__init__()
        self.published = Published(one.candidates, knowledge)
        name = heading(setting_name(one.tunable.name), points=0)
        now = _beside(one.tunable.name, words.values_now(one))
        row = row_of(name, Placed(now, 1), spacing=SPACE)
        column_in(self, row, self.published, spacing=2)


def _beside(name: str, text: str) -> Text:
    """The kernel's name and ``text``, for beside the label: "queue_depth · 1 → 32"."""
    return Text(" · ".join(filter(None, (kernel_name(name), text))))
