"""Blocks as widgets, below each other."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from storage_tuner.present.blocks import Block, DotPlot, Facts, Headline, Notice, Section, Table
from storage_tuner.ui.blocks.messages import HeadlineCard, MessageText
from storage_tuner.ui.blocks.table import TableCard
from storage_tuner.ui.charts.result_chart import ResultChart
from storage_tuner.ui.widgets import facts
from storage_tuner.ui.widgets.elements import Card, clear
from storage_tuner.ui.widgets.fold import Fold
from storage_tuner.ui.widgets.layouts import column_in


class Blocks(QWidget):
    """There only when there are any."""

    def __init__(self) -> None:
        super().__init__()
        self._column = column_in(self, spacing=12)

    def show_blocks(self, blocks: Iterable[Block]) -> None:
        """These and nothing else, in the window's language."""
        clear(self._column)
        for block in blocks:
            self._column.addWidget(widget_of(block))
        self.setVisible(self._column.count() > 0)


class SectionFold(Fold):
    """Its blocks are made when it's opened for the first time."""

    def __init__(self, section: Section) -> None:
        super().__init__(section.title)
        self._section = section
        self.opened.connect(self._fill)

    def _fill(self) -> None:
        for block in self._section.blocks:
            self.body.addWidget(widget_of(block, self._section.title))


class DotPlotCard(Card):
    def __init__(self, plot: DotPlot) -> None:
        super().__init__(plot.title)
        self.chart = ResultChart()
        self.chart.show_chart(plot)
        self.body.addWidget(self.chart)


class FactsCard(Card):
    def __init__(self, block: Facts) -> None:
        super().__init__(block.title)
        self.facts = facts.Facts(block.rows)
        self.body.addWidget(self.facts)


def widget_of(block: Block, within: str = "") -> QWidget:
    """``block`` is in the window's language; ``within`` is the title of what it is in, for a table
    that has none."""
    match block:
        case Headline():
            made = HeadlineCard()
            made.show_headline(block)
            return made
        case Table():
            return TableCard(block, block.title or within)
        case DotPlot():
            return DotPlotCard(block)
        case Facts():
            return FactsCard(block)
        case Notice():
            return MessageText(block)
        case Section():
            return SectionFold(block)
