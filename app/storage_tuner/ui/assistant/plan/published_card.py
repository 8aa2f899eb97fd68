"""A card with published recommendations for the device about to be measured."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.message import tr, trn
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.jobs.planning.device_advice import PublishedExpectation
from storage_tuner.present.blocks import Fact
from storage_tuner.ui.settings.names import legible
from storage_tuner.ui.widgets.elements import Card, Text, Tone
from storage_tuner.ui.widgets.facts import Facts


class PublishedCard(Card):
    """Hidden unless a recommendation surely applies."""

    def __init__(self) -> None:
        super().__init__(tr("Published recommendations"))
        self._facts = Facts()
        self.body.addWidget(self._facts)
        note = tr("Published by others; the measurement shows whether it applies here.")
        self.body.addWidget(Text(note, tone=Tone.SUBTLE))
        self.hide()

    def show_wishes(self, wishes: Sequence[PublishedExpectation]) -> None:
        titles = [legible(BY_NAME[wish.setting]) for wish in wishes]
        before = ["", *titles]
        self._facts.show_rows(
            [
                Fact("" if title == previous else title, self._text(wish))
                for title, previous, wish in zip(titles, before, wishes, strict=False)
            ]
        )
        self.setVisible(bool(wishes))

    @property
    def rows(self) -> list[tuple[str, str]]:
        return list(self._facts.rows)

    def _text(self, wish: PublishedExpectation) -> str:
        text = tr(
            "{wanted}: {statement} ({source})",
            wanted=str(wish.wanted),
            statement=wish.statement,
            source=str(wish.source),
        )
        if wish.others:
            more = trn(wish.others, "{count} more source agrees.", "{count} more sources agree.")
            text = f"{text} {more}"
        return text
