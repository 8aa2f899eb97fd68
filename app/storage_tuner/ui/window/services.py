"""The services that the main window is built on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.errors import HelperUnavailable
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.ui.benchmark.tester import QuickTester
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.history.run_history import RunHistory
from storage_tuner.ui.jobs import Jobs, RunJobs
from storage_tuner.ui.live.monitor import LiveMonitor
from storage_tuner.ui.style.theme import Theme
from storage_tuner.ui.window.inventory import Inventory
from storage_tuner.ui.window.measured_elsewhere import MeasuredElsewhere
from storage_tuner.ui.window.stored_results import StoredResults

if TYPE_CHECKING:
    from storage_tuner.ui.assistant.assistant import Assistant


@dataclass(frozen=True)
class Services:
    """The window starts and ends none of them."""

    inventory: Inventory
    monitor: LiveMonitor
    results: StoredResults
    history: RunHistory
    comparing_jobs: RunJobs
    jobs: Jobs
    advice_jobs: Jobs
    health_jobs: Jobs
    kept_jobs: Jobs
    report_jobs: Jobs
    setting_jobs: Jobs
    connect: Callable[[], HelperConnection]
    read_memory: Callable[[], VirtualMemory]
    find_obstacle: Callable[[], HelperUnavailable | None]
    measured_elsewhere: MeasuredElsewhere
    quick: QuickTester
    library: ChartLibrary
    theme: Theme
    settings: QSettings
    make_assistant: Callable[[QWidget, str], Assistant]
