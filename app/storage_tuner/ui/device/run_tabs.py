"""The tabs in which what was measured is shown, and quick tests are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTabWidget

from storage_tuner.core.device import Device
from storage_tuner.core.message import tr
from storage_tuner.jobs.quick_test.request import QuickTestRequest
from storage_tuner.ui.widgets.deferred_page import Later
from storage_tuner.ui.window.services import Services

if TYPE_CHECKING:
    from storage_tuner.ui.device.benchmark_tab import BenchmarkTab
    from storage_tuner.ui.device.history_tab import HistoryTab


class RunTabs(QObject):
    """Those of one device after the other, or of practice disks, which is what they show at first.

    ``tune_asked``: the assistant is wanted for what is shown. ``compare_asked`` carries the
    identifiers of runs, ``again_asked`` an ``Opened``."""

    tune_asked = Signal()
    compare_asked = Signal(object)
    again_asked = Signal(object)

    def __init__(self, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._tabs: QTabWidget | None = None
        self._device: Device | None = None
        self._is_gone = False
        self._benchmark = Later(self._make_benchmark)
        self._history = Later(self._make_history)

    def add_to(self, tabs: QTabWidget) -> None:
        self._tabs = tabs
        tabs.addTab(self._benchmark, tr("Be&nchmark"))
        tabs.addTab(self._history, tr("Histor&y"))

    @property
    def benchmark(self) -> BenchmarkTab:
        return self._benchmark.page

    @property
    def history(self) -> HistoryTab:
        return self._history.page

    def show_device(self, device: Device) -> None:
        self._device, self._is_gone = device, False
        if (benchmark := self._benchmark.made) is not None:
            benchmark.show_device(device)
        if (history := self._history.made) is not None:
            history.show_device(device)

    def show_gone(self) -> None:
        """The device was disconnected; its results remain."""
        self._is_gone = True
        if (benchmark := self._benchmark.made) is not None:
            benchmark.show_gone()

    def show_benchmark(self) -> None:
        """Bring the tab of quick tests to the front."""
        if self._tabs is not None:
            self._tabs.setCurrentWidget(self._benchmark)

    def repeat(self, request: QuickTestRequest) -> None:
        """Have a quick test chosen, so that it only has to be started."""
        self.show_benchmark()
        self.benchmark.choose(request)

    def _make_benchmark(self) -> BenchmarkTab:
        from storage_tuner.ui.device.benchmark_tab import BenchmarkTab

        made = BenchmarkTab(self._services.quick)
        made.sweep_asked.connect(self.tune_asked)
        made.show_device(self._device)
        if self._is_gone:
            made.show_gone()
        return made

    def _make_history(self) -> HistoryTab:
        from storage_tuner.ui.device.history_tab import HistoryTab

        made = HistoryTab(self._services.history, self._services.report_jobs)
        made.measure_asked.connect(self.tune_asked)
        made.quick_asked.connect(self.show_benchmark)
        made.compare_asked.connect(self.compare_asked)
        made.again_asked.connect(self.again_asked)
        made.show_device(self._device)
        return made
