"""The cards of the advice: wishes, what was measured, what is published, physics."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from storage_tuner.advice.advising import Advice, Told
from storage_tuner.core.plan import Use
from storage_tuner.present.blocks import Fact
from storage_tuner.services.advising import Advised
from storage_tuner.ui import numbers, wording
from storage_tuner.ui.advice import words
from storage_tuner.ui.assistant.aims_choice import AimsChoice
from storage_tuner.ui.elements import Card, Text, Tone, choices_row, clear
from storage_tuner.ui.facts import Facts, SelectableText
from storage_tuner.ui.history import words as history_words
from storage_tuner.ui.language import told
from storage_tuner.ui.table import Table
from storage_tuner.ui.wheel import ComboBox

translate = QCoreApplication.translate


class Wishes(Card):
    """What the disk is used for, and what matters; ``changed`` when that is chosen anew."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("What the advice is for"))
        self.use = ComboBox()
        for use in Use:
            self.use.addItem(wording.use_choice(use)[0], use)
        self.use.setCurrentIndex(self.use.findData(Use.NOT_SURE))
        self.aims = AimsChoice()
        self.said = Text(tone=Tone.SUBTLE)
        self.body.addLayout(choices_row((self.tr("Us&ed for"), self.use)))
        self.body.addWidget(self.aims)
        self.body.addWidget(self.said)
        self.use.currentIndexChanged.connect(self.changed)
        self.aims.changed.connect(self.changed)

    @property
    def told(self) -> Told:
        return Told(use=Use(self.use.currentData()), aims=self.aims.aims())

    def suggest(self, use: Use) -> None:
        """Choose ``use`` without telling that somebody did."""
        with QSignalBlocker(self.use):
            self.use.setCurrentIndex(self.use.findData(use))


class Parts(Card):
    """Parts below each other with a line between; there only when there are any."""

    def __init__(self, title: str, note: str = "") -> None:
        super().__init__(title)
        self.parts: tuple[QWidget, ...] = ()
        if note:
            self.body.addWidget(Text(note, tone=Tone.SUBTLE))
        self._column = QVBoxLayout()
        self._column.setSpacing(12)
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
    """What the last session recommends for these wishes: it goes before all that is published."""

    def __init__(self) -> None:
        super().__init__(translate("Advice", "Measured here"))
        self.headline = SelectableText()
        font = self.headline.font()
        font.setBold(True)
        self.headline.setFont(font)
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
    """What can be expected whatever is set, and what the same disks would give otherwise."""

    def __init__(self) -> None:
        super().__init__(translate("Advice", "To be expected by physics, not measured"))
        self.facts = Facts()
        self._nothing = Text(tone=Tone.SUBTLE)
        self._else = Text()
        self.levels = Table(
            translate("Advice", "The same disks at other levels"),
            (
                translate("Advice", "Level"),
                translate("Advice", "Random read"),
                translate("Advice", "Random write"),
                translate("Advice", "Sequential read"),
                translate("Advice", "Sequential write"),
                translate("Advice", "Space"),
                translate("Advice", "Disks that may fail"),
            ),
            translate("Advice", "not known"),
        )
        for widget in (self.facts, self._nothing, self._else, self.levels):
            self.body.addWidget(widget)

    def show_advice(self, advice: Advice) -> None:
        rows = [
            Fact(words.operation(one.operation).capitalize(), words.expectation(one))
            for one in advice.expectations
        ]
        for name, drive in advice.drives.items():
            links = ", ".join(
                f"{told(link.name)} ({numbers.rate(link.mb_s)})" for link in drive.links
            )
            if links:
                label = translate("Advice", "Link of {disk}, at most").format(disk=name)
                rows.append(Fact(label, links))
        self.facts.show_rows(rows)
        self.facts.setVisible(bool(rows))
        self._say_nothing(advice)
        self._show_levels(advice)
        self.show()

    def _say_nothing(self, advice: Advice) -> None:
        """Why nothing can be expected."""
        self._nothing.setVisible(not advice.expectations)
        if advice.facts.level is None or advice.facts.disks is None:
            text = translate("Advice", "The RAID level or the number of disks isn't known.")
        elif advice.facts.rotational is False:
            text = translate(
                "Advice",
                "Nothing in it turns or seeks: there is no simple limit but its links.",
            )
        else:
            text = translate("Advice", "How fast it turns isn't known.")
        self._nothing.setText(text)

    def _show_levels(self, advice: Advice) -> None:
        self._else.setVisible(bool(advice.alternatives))
        self.levels.setVisible(bool(advice.alternatives))
        self._else.setText(
            translate(
                "Advice",
                "The same disks at other levels, in disks: as much as so many alone, with small "
                "writes and one stream. The best for this use first by our weights, what survives "
                "no failure last.",
            )
        )
        self.levels.show_rows(
            (
                f"{one.level} {one.layout}".rstrip(),
                *(_rate(one.rates.get(name)) for name in _OPERATIONS),
                numbers.three_digits(one.usable),
                str(one.survives),
            )
            for one, _ in advice.alternatives
        )


_OPERATIONS = ("rand-read", "rand-write", "seq-read", "seq-write")


def _rate(rate: float | None) -> str:
    return "" if rate is None else numbers.three_digits(rate)
