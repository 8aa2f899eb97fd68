"""Starts the desktop application."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSettings, QSocketNotifier
from PySide6.QtWidgets import QApplication, QWidget

from storage_tuner.probe.threeware import read_controllers
from storage_tuner.services.connecting import connect
from storage_tuner.services.progress import TuningListener
from storage_tuner.services.qt_changes import KeptChanges
from storage_tuner.services.qt_health import HealthReader
from storage_tuner.services.qt_inventory import Inventory
from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.services.qt_sessions import StoredResults
from storage_tuner.services.tuning import TuningSession
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.charts.library import ChartLibrary
from storage_tuner.ui.display import require_display
from storage_tuner.ui.icons import application_icon
from storage_tuner.ui.main_window import MainWindow, Services
from storage_tuner.ui.theme import Theme

IDENTIFIER = "org.storagetuner.StorageTuner"


def dress(application: QApplication, settings: QSettings) -> Theme:
    """Names, style and colours of the application."""
    application.setApplicationName("storage-tuner")
    application.setApplicationDisplayName("Storage Tuner")
    application.setDesktopFileName(IDENTIFIER)
    application.setWindowIcon(application_icon())
    application.setStyle("Fusion")
    return Theme(application, settings)


def own_settings() -> QSettings:
    return QSettings(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, "storage-tuner", "storage-tuner"
    )


def make_services(settings: QSettings, theme: Theme) -> Services:
    """The services of a window, not yet started."""
    inventory = Inventory(read_controllers=partial(read_controllers, None))
    monitor = LiveMonitor()
    library = ChartLibrary()

    def make_session(listener: TuningListener) -> TuningSession:
        return TuningSession(connect, listener)

    def make_assistant(parent: QWidget, device: str) -> Assistant:
        return Assistant(parent, inventory, monitor, library, make_session, device=device)

    return Services(
        inventory=inventory,
        monitor=monitor,
        changes=KeptChanges(connect),
        health=HealthReader(connect),
        results=StoredResults(),
        library=library,
        theme=theme,
        settings=settings,
        make_assistant=make_assistant,
    )


def start(services: Services, window: MainWindow) -> None:
    """Show the window first, and only then bring in what takes time."""
    window.shown_first.connect(services.library.start)
    window.show()
    window.load()
    services.inventory.start()
    services.monitor.start()


def stop(services: Services) -> None:
    services.monitor.stop()
    services.inventory.stop()
    services.changes.finish()
    services.health.finish()
    services.results.finish()
    services.library.finish()


def run(argv: Sequence[str]) -> int:
    """Open the main window and stay until it's closed; gives the exit code.

    ``argv`` begins with the program's name.

    Raises ``NoDisplay``.
    """
    require_display(os.environ)
    application = QApplication(list(argv))
    settings = own_settings()
    services = make_services(settings, dress(application, settings))
    window = MainWindow(services)
    notifier = _close_on_signals(window)
    start(services, window)
    try:
        return application.exec()
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        stop(services)


def _close_on_signals(window: MainWindow) -> QSocketNotifier:
    """Let SIGINT and SIGTERM close the window as its user would, so that settings come back.

    Python runs signal handlers between two of its instructions only; the wake-up descriptor makes
    Qt's loop come back to Python.
    """
    reader, writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(writer)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    notifier = QSocketNotifier(reader, QSocketNotifier.Type.Read, window)

    def close() -> None:
        os.read(reader, 64)
        window.end()

    notifier.activated.connect(close)
    return notifier
