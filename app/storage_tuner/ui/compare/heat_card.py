"""A heatmap of the compared variants over operations and numbers of threads."""

from __future__ import annotations

from collections.abc import Mapping

from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.services.qt_comparing import Compared
from storage_tuner.ui.assistant.heat_legend import HeatLegend
from storage_tuner.ui.assistant.heatmap import Heatmap, HeatRow
from storage_tuner.ui.compare import words
from storage_tuner.ui.elements import Card
from storage_tuner.ui.language import printable


class HeatCard(Card):
    def __init__(self) -> None:
        super().__init__(self.tr("Rates by threads"))
        self.table = Heatmap(self.tr("Rates of all that is compared"), self.tr("Who leads"))
        self.body.addWidget(HeatLegend())
        self.body.addWidget(self.table)

    def show_compared(self, compared: Compared) -> None:
        found = [
            verdict
            for verdict in compared.judgement.verdicts
            if verdict.metric is Metric.RATE and verdict.threads is not None and verdict.summaries
        ]
        operations = list(dict.fromkeys(verdict.operation for verdict in found))
        found.sort(key=lambda each: (operations.index(each.operation), each.threads or 0))
        short = words.letters(compared.shown)
        self.table.show_rows(list(short.values()), [_row(verdict, short) for verdict in found])
        for column, name in enumerate(short, start=2):
            if (item := self.table.horizontalHeaderItem(column)) is not None:
                item.setToolTip(printable(name))


def _row(verdict: Verdict, short: Mapping[str, str]) -> HeatRow:
    return HeatRow(
        verdict.operation.label,
        verdict.threads or 0,
        verdict.metric.unit(verdict.operation),
        {short[item.variant]: item.mean for item in verdict.summaries},
        best=short.get(verdict.winner or "", "") if verdict.state is State.BETTER else "",
        words=words.lead(verdict, short),
        spoken=words.lead(verdict, {}),
    )
