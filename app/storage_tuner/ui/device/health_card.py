"""A drive's health, read on demand."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton

from storage_tuner.core.health import Health
from storage_tuner.core.message import tr
from storage_tuner.present import health as words
from storage_tuner.present.wording import printable
from storage_tuner.ui.device.health_requests import Answer
from storage_tuner.ui.widgets.elements import Card, SymbolLabel, Text, Tone
from storage_tuner.ui.widgets.facts import Facts
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_of, row_of
from storage_tuner.ui.widgets.links import LinkPiece, LinkText

_SYMBOLS = {Tone.GOOD: "success", Tone.CAUTION: "warning", Tone.BAD: "error"}


class HealthCard(Card):
    """``button`` reads the health; ``followed`` carries the key of a link."""

    followed = Signal(str)

    def __init__(self) -> None:
        super().__init__(str(words.TITLE))
        self._symbol = SymbolLabel("information")
        self._summary = Text()
        self._problems = Text(tone=Tone.CAUTION)
        self.links = LinkText()
        self.links.followed.connect(self.followed)
        self.facts = Facts()
        self.button = QPushButton(tr("&Read health"))
        texts = column_of(self._summary, self.links, self._problems, spacing=4)
        line = row_of(
            Placed(self._symbol, at=Qt.AlignmentFlag.AlignTop), Placed(texts, 1), spacing=8
        )
        foot = row_of(self.button, Stretch())
        self.body.addLayout(line)
        self.body.addWidget(self.facts)
        self.body.addLayout(foot)

    @property
    def summary(self) -> str:
        return self._summary.text()

    def show_answer(self, answer: Answer | None, *, is_asked: bool) -> None:
        """Show the drive's health or why it's unavailable; None when it wasn't read."""
        if is_asked:
            self._show(Tone.SUBTLE, tr("Reading health …"), can_ask=True)
            self.button.setEnabled(False)
        elif isinstance(answer, Health):
            self._show_health(answer)
        elif answer is not None:
            self._show(Tone.CAUTION, str(answer.summary), can_ask=True)
            self._show_problems((str(answer.remedy),) if answer.remedy else ())
        else:
            text = tr("Not read yet. Reading won't wake a sleeping drive.")
            self._show(Tone.SUBTLE, text, can_ask=True)

    def show_none(self, reason: str, instead: Iterable[LinkPiece]) -> None:
        """Explain that there is no health to read, for ``reason``; ``instead`` links to the drives
        that have it."""
        self._show(Tone.SUBTLE, str(reason), can_ask=False)
        links = list(instead)
        if links:
            self.links.show_sentence(LinkPiece(tr("Read the health of its drives: ")), *links)
            self.links.show()

    def _show_health(self, health: Health) -> None:
        self._show(tone_of(health), str(words.verdict(health)), can_ask=True)
        self.button.setText(tr("&Read again"))
        self._show_problems(tuple(map(str, health.problems)))
        if not health.asleep:
            self.facts.show_rows(words.health_facts(health))
            self.facts.show()

    def _show(self, tone: Tone, text: str, *, can_ask: bool) -> None:
        self._symbol.show_symbol(_SYMBOLS.get(tone, "information"), tone)
        self._summary.setText(text)
        self._summary.setAccessibleName(tr("Health: {text}", text=text))
        self.button.setText(tr("&Read health"))
        self.button.setVisible(can_ask)
        self.button.setEnabled(can_ask)
        self._show_problems(())
        for widget in (self.links, self.facts):
            widget.hide()

    def _show_problems(self, problems: tuple[str, ...]) -> None:
        self._problems.setText("\n".join(printable(problem) for problem in problems))
        self._problems.setVisible(bool(problems))


def tone_of(health: Health) -> Tone:
    if health.asleep:
        return Tone.SUBTLE
    if health.passed is False:
        return Tone.BAD
    if health.problems:
        return Tone.CAUTION
    return Tone.GOOD if health.passed else Tone.SUBTLE
