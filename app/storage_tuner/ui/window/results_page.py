"""All results of any disk, and the comparison of some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.deferred_page import Later
from storage_tuner.ui.widgets.layouts import column_in
from storage_tuner.ui.window.services import Services

if TYPE_CHECKING:
    from storage_tuner.ui.compare.page import ComparePage
    from storage_tuner.ui.device.history_tab import HistoryTab


class ResultsPage(QWidget):
    """``again_asked`` carries an ``Opened`` that is to be measured again."""

    again_asked = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._history = Later(self._make_history)
        self._compare = Later(self._make_compare)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("Result pages"))
        self.tabs.addTab(self._history, tr("Histor&y"))
        self.tabs.addTab(self._compare, tr("Com&pare"))
        column_in(self, self.tabs)

    @property
    def history(self) -> HistoryTab:
        return self._history.page

    @property
    def compare(self) -> ComparePage:
        return self._compare.page

    def show_history(self) -> None:
        self.tabs.setCurrentWidget(self._history)

    def show_compare(self) -> None:
        """Show the last comparison."""
        self.tabs.setCurrentWidget(self._compare)

    def compare_runs(self, identifiers: Sequence[str]) -> None:
        self.compare.show_runs(identifiers)
        self.show_compare()

    def _make_history(self) -> HistoryTab:
        from storage_tuner.ui.device.history_tab import HistoryTab

        made = HistoryTab(self._services.history, self._services.report_jobs, of_all=True)
        made.compare_asked.connect(self.compare_runs)
        made.again_asked.connect(self.again_asked)
        return made

    def _make_compare(self) -> ComparePage:
        from storage_tuner.ui.compare.page import ComparePage

        made = ComparePage(self._services.comparing_jobs)
        made.runs_asked.connect(self.show_history)
        return made
