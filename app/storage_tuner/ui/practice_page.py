"""Practice disks: what they are, how fast they were, and what was measured on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from storage_tuner.services.quick_test import QuickWish
from storage_tuner.ui import states
from storage_tuner.ui.later import Later
from storage_tuner.ui.window_services import Services

if TYPE_CHECKING:
    from storage_tuner.ui.benchmark_tab import BenchmarkTab
    from storage_tuner.ui.history_tab import HistoryTab


class PracticePage(QWidget):
    """``primary``: the assistant is wanted for a practice disk. ``compare_asked`` carries the
    identifiers of runs, ``again_asked`` an ``Opened``."""

    primary = Signal()
    compare_asked = Signal(object)
    again_asked = Signal(object)

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self.overview = states.practice_disk()
        self._benchmark = Later(self._make_benchmark)
        self._history = Later(self._make_history)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(self.tr("Pages of the practice disk"))
        self.tabs.addTab(self.overview, self.tr("&Overview"))
        self.tabs.addTab(self._benchmark, self.tr("Be&nchmark"))
        self.tabs.addTab(self._history, self.tr("Histor&y"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tabs)
        self.overview.primary.connect(self.primary)

    @property
    def benchmark(self) -> BenchmarkTab:
        return self._benchmark.page

    @property
    def history(self) -> HistoryTab:
        return self._history.page

    def show_benchmark(self) -> None:
        self.tabs.setCurrentWidget(self._benchmark)

    def repeat(self, wish: QuickWish) -> None:
        """Have a quick test chosen, so that it only has to be started."""
        self.show_benchmark()
        self.benchmark.choose(wish)

    def _make_benchmark(self) -> BenchmarkTab:
        from storage_tuner.ui.benchmark_tab import BenchmarkTab

        made = BenchmarkTab(self._services.quick)
        made.sweep_asked.connect(self.primary)
        made.show_device(None)
        return made

    def _make_history(self) -> HistoryTab:
        from storage_tuner.ui.history_tab import HistoryTab

        made = HistoryTab(self._services.history, self._services.reports)
        made.measure_asked.connect(self.primary)
        made.quick_asked.connect(self.show_benchmark)
        made.compare_asked.connect(self.compare_asked)
        made.again_asked.connect(self.again_asked)
        made.show_device(None)
        return made
