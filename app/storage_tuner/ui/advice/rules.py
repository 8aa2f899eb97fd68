"""Published rules: recommendation, reason, source and caveats of each."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser

from storage_tuner.advice.published.hypotheses import CandidateValue
from storage_tuner.advice.published.rule_matching import Match
from storage_tuner.core.knowledge import Knowledge
from storage_tuner.core.message import tr, trn
from storage_tuner.present.unmeasured import (
    PublishedRule,
    PublishedValue,
    published_rules,
    published_values,
)
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.fold import Fold

Write = Callable[[theme.Colours], str]
"""Gives HTML in these colours."""


class LongText(QTextBrowser):
    """A page of text as high as it needs to be: to read, select and copy. One document instead of
    many labels, whose heights take long to find out."""

    def __init__(self, name: str, write: Write) -> None:
        super().__init__()
        self._write = write
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setOpenLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(2)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show()

    def _show(self) -> None:
        self.setHtml(self._write(theme.colours(self.palette())))
        self._fit()

    def _fit(self) -> None:
        document = self.document()
        document.setTextWidth(max(100, self.viewport().width()))
        height = round(document.size().height()) + 2 * self.frameWidth() + 1
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)


class Rules(Fold):
    """A text that is written when it's opened for the first time: it may be much."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.opened.connect(self._fill)

    def _fill(self) -> None:
        self.text = LongText(self.button.text(), self._html)
        self.body.addWidget(self.text)
        self.text.show()

    def _html(self, colours: theme.Colours) -> str:
        raise NotImplementedError


class Published(Rules):
    """Published rules on one setting or choice, strongest first."""

    def __init__(self, candidates: Sequence[CandidateValue], knowledge: Knowledge) -> None:
        count = sum(len(candidate.position.matches) for candidate in candidates)
        super().__init__(
            trn(count, "Published advice: {count} rule", "Published advice: {count} rules")
        )
        self._candidates = tuple(candidates)
        self._knowledge = knowledge

    def _html(self, colours: theme.Colours) -> str:
        values = published_values(self._candidates, self._knowledge)
        return "".join(_value(each, colours) for each in values)


class Bygone(Rules):
    """Rules about obsolete settings."""

    def __init__(self, matches: Sequence[Match], knowledge: Knowledge) -> None:
        count = len(matches)
        super().__init__(
            trn(
                count,
                "Obsolete settings: {count} rule",
                "Obsolete settings: {count} rules",
            )
        )
        self._matches = tuple(matches)
        self._knowledge = knowledge

    def _html(self, colours: theme.Colours) -> str:
        said = tr("These rules no longer apply to current kernels.")
        rules = published_rules(self._matches, self._knowledge)
        return _line(said, colours.subtle) + "".join(_rule(each, colours) for each in rules)


def _value(value: PublishedValue, colours: theme.Colours) -> str:
    rules = (_rule(rule, colours) for rule in value.rules)
    return f'<p style="margin:12px 0 0 0"><b>{_plain(value.phrase)}</b></p>{"".join(rules)}'


def _rule(rule: PublishedRule, colours: theme.Colours) -> str:
    lines = [
        _line(rule.statement, colours.text, above=7),
        _line(rule.source, colours.subtle),
        *(_line(text, colours.caution) for text in rule.cautions),
    ]
    return "".join(lines)


def _line(text: str, colour: str, above: int = 1) -> str:
    return f'<p style="margin:{above}px 0 0 0; color:{colour}">{_plain(text)}</p>'


def _plain(text: str) -> str:
    return html.escape(str(text), quote=False)
