"""Practice disks: what they are, how fast they were, and what was measured on them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from storage_tuner.core.message import tr
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.device.overview_tab import last_rows
from storage_tuner.ui.device.run_tabs import RunTabs
from storage_tuner.ui.widgets.cards import FactCard
from storage_tuner.ui.widgets.elements import SPACE
from storage_tuner.ui.widgets.layouts import Placed, column_in
from storage_tuner.ui.window import empty_states as states
from storage_tuner.ui.window.services import Services


class PracticePage(QWidget):
    """``primary``: the assistant is wanted for a practice disk."""

    primary = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.overview = states.practice_disk()
        self.last = FactCard(tr("Last measurement"))
        self.last.hide()
        self.runs = RunTabs(services, self)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("Practice disk pages"))
        self.tabs.addTab(self._whole(), tr("&Overview"))
        self.runs.add_to(self.tabs)
        column_in(self, self.tabs)
        self.overview.button.clicked.connect(self.primary)
        self.runs.tune_asked.connect(self.primary)

    def show_last(self, session: StoredSession | None) -> None:
        self.last.show_facts(last_rows(session) if session is not None else [])

    def _whole(self) -> QWidget:
        whole = QWidget()
        column_in(
            whole, Placed(self.overview, 1), self.last, margins=(3 * SPACE, 0, 3 * SPACE, 2 * SPACE)
        )
        return whole
