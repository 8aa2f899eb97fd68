"""The services that the main window is built on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from storage_tuner.services.qt_advice import Adviser
from storage_tuner.services.qt_changes import KeptChanges
from storage_tuner.services.qt_comparing import RunComparer
from storage_tuner.services.qt_health import HealthReader
from storage_tuner.services.qt_history import RunHistory
from storage_tuner.services.qt_inventory import Inventory
from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.services.qt_obstacle import HelperObstacle
from storage_tuner.services.qt_quick import QuickTester
from storage_tuner.services.qt_reports import ReportWriter
from storage_tuner.services.qt_sessions import StoredResults
from storage_tuner.services.qt_settings import SettingChanger
from storage_tuner.services.qt_under_way import UnderWay
from storage_tuner.ui.charts.library import ChartLibrary
from storage_tuner.ui.style.theme import Theme

if TYPE_CHECKING:
    from storage_tuner.ui.assistant.assistant import Assistant


@dataclass(frozen=True)
class Services:
    """The window starts and ends none of them."""

    inventory: Inventory
    monitor: LiveMonitor
    changes: KeptChanges
    health: HealthReader
    results: StoredResults
    history: RunHistory
    comparer: RunComparer
    obstacle: HelperObstacle
    under_way: UnderWay
    quick: QuickTester
    changer: SettingChanger
    reports: ReportWriter
    adviser: Adviser
    library: ChartLibrary
    theme: Theme
    settings: QSettings
    make_assistant: Callable[[QWidget, str], Assistant]
