"""The ranking list."""

from __future__ import annotations

from collections.abc import Mapping

from storage_tuner.advice.ranking import Ranked, ranking
from storage_tuner.core.verdict import Judgement, Verdict
from storage_tuner.ui import numbers
from storage_tuner.ui.compare import words
from storage_tuner.ui.elements import Card, Text, Tone
from storage_tuner.ui.language import told
from storage_tuner.ui.table import Table


class RankingCard(Card):
    def __init__(self) -> None:
        super().__init__(self.tr("Ranking"))
        self.about = Text(tone=Tone.SUBTLE)
        self.table = Table(
            self.tr("Ranking"),
            (
                self.tr("Place"),
                self.tr("What"),
                self.tr("Mean"),
                self.tr("Behind the best"),
                self.tr("Unbeaten in"),
            ),
            self.tr("not told"),
        )
        self._note = Text(
            self.tr(
                "Nothing is shown to be better than those in the first place: their means may "
                "differ by chance."
            ),
            tone=Tone.SUBTLE,
        )
        for widget in (self.about, self.table, self._note):
            self.body.addWidget(widget)

    def show_verdict(
        self, judgement: Judgement, verdict: Verdict | None, letters: Mapping[str, str]
    ) -> None:
        """``letters`` are the short names of the variants."""
        found = ranking(judgement, verdict) if verdict is not None else ()
        self.setVisible(bool(found))
        if verdict is None or not found:
            return
        self.about.setText(
            self.tr("{operation}, {metric}, over all numbers of threads").format(
                operation=told(verdict.operation.label), metric=told(verdict.metric.phrase)
            )
        )
        self.table.show_rows(self._row(verdict, each, letters) for each in found)

    def _row(self, verdict: Verdict, each: Ranked, letters: Mapping[str, str]) -> tuple[str, ...]:
        mean = numbers.mean_with_interval(verdict.metric, each.summary)
        if not numbers.is_time(verdict.metric):
            mean = f"{mean}{numbers.SPACE}{told(verdict.metric.unit(verdict.operation))}"
        return (
            numbers.whole(each.place),
            words.with_letter(letters[each.summary.variant], each.summary.variant),
            mean,
            self._behind(each.behind_percent),
            self.tr("{unbeaten} of {compared} operations").format(
                unbeaten=numbers.whole(each.unbeaten), compared=numbers.whole(each.compared)
            )
            if each.compared
            else "",
        )

    def _behind(self, percent: float | None) -> str:
        if percent is None:
            return self.tr("inconclusive")
        if percent <= 0:
            return ""
        return self.tr("{percent} %").format(percent=numbers.three_digits(percent))
