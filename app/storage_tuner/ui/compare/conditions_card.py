"""In what else the compared runs differ, and what they have in common."""

from __future__ import annotations

from storage_tuner.services.side_by_side import Lineup
from storage_tuner.ui.elements import Card, Text
from storage_tuner.ui.language import printable, told
from storage_tuner.ui.table import Table


class ConditionsCard(Card):
    """Differences first; the table has a column for each run."""

    def __init__(self) -> None:
        super().__init__(self.tr("What else differs"))
        self.differing: Table | None = None
        self.alike = Table(
            self.tr("What is the same"), (self.tr("What"), self.tr("In all of them")), ""
        )
        self._none = Text(
            self.tr("As far as they tell, they were measured under the same conditions.")
        )
        self._same = Text(self.tr("The same in all of them"))
        for widget in (self._none, self._same, self.alike):
            self.body.addWidget(widget)

    def show_lineup(self, lineup: Lineup) -> None:
        if self.differing is not None:
            self.body.removeWidget(self.differing)
            self.differing.deleteLater()
        self.differing = Table(
            self.tr("What differs"),
            (self.tr("What"), *(printable(label) for label in lineup.labels)),
            self.tr("not told"),
        )
        self.differing.show_rows(
            (told(each.condition), *(printable(told(value)) for _, value in each.values))
            for each in lineup.differing
        )
        self.body.insertWidget(1, self.differing)
        self.differing.setVisible(bool(lineup.differing))
        self._none.setVisible(not lineup.differing)
        self.alike.show_rows((told(name), printable(told(value))) for name, value in lineup.alike)
        for widget in (self._same, self.alike):
            widget.setVisible(bool(lineup.alike))
