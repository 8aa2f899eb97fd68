"""Starts the desktop application."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, QSocketNotifier
from PySide6.QtWidgets import QApplication, QWidget

from storage_tuner.client.connecting import connect, obstacle
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.progress import TuningListener
from storage_tuner.jobs.results.report_files import not_written
from storage_tuner.jobs.unexpected_errors import words_of
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.ui.benchmark.tester import QuickTester
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.display import require_display
from storage_tuner.ui.garbage import GarbageCollection
from storage_tuner.ui.history.run_history import RunHistory
from storage_tuner.ui.jobs import HelperJobs, Jobs, JobsInTurn, RunJobs, with_remedy
from storage_tuner.ui.language import speak
from storage_tuner.ui.live.monitor import LiveMonitor
from storage_tuner.ui.style.theme import Theme
from storage_tuner.ui.widgets.elements import fit_all_letters
from storage_tuner.ui.widgets.icons import application_icon
from storage_tuner.ui.window.desktop_bus import DesktopBus
from storage_tuner.ui.window.inventory import Inventory
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.measured_elsewhere import MeasuredElsewhere
from storage_tuner.ui.window.services import Services
from storage_tuner.ui.window.single_instance import address_of, call, listen
from storage_tuner.ui.window.stored_results import StoredResults

if TYPE_CHECKING:
    from storage_tuner.jobs.tuning_session import TuningSession
    from storage_tuner.ui.assistant.assistant import Assistant

IDENTIFIER = "org.storagetuner.StorageTuner"

_TURN_S = 0.001
"""Longest time a service thread may hold the interpreter lock: one event may need it several times,
and Python's usual 5 ms would be visible."""


def dress(application: QApplication, settings: QSettings) -> Theme:
    """Names, style and colours of the application."""
    application.setApplicationName("storage-tuner")
    application.setApplicationDisplayName("Storage Tuner")
    application.setDesktopFileName(IDENTIFIER)
    application.setWindowIcon(application_icon())
    application.setStyle("Fusion")
    theme = Theme(application, settings)
    application.fontChanged.connect(theme.follow_letters)
    application.fontChanged.connect(fit_all_letters)
    return theme


def own_settings() -> QSettings:
    return QSettings(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, "storage-tuner", "storage-tuner"
    )


def make_services(settings: QSettings, theme: Theme) -> Services:
    """The services of a window, not yet started."""
    inventory = Inventory(read_controllers=_controllers)
    monitor = LiveMonitor()
    jobs = Jobs("window")
    library = ChartLibrary()
    without_advice = with_remedy(
        tr("See the log for details. You can still measure without the advice.")
    )

    def make_session(listener: TuningListener) -> TuningSession:
        from storage_tuner.store.session_journal import interrupted_folder

        return _session(listener, interrupted_folder())

    def make_assistant(parent: QWidget, device: str) -> Assistant:
        # the window would come later for what is seldom asked for at once
        from storage_tuner.ui.assistant.assistant import Assistant

        return Assistant(
            parent, inventory, monitor, library, make_session, device=device, settings=settings
        )

    return Services(
        inventory=inventory,
        monitor=monitor,
        results=StoredResults(RunJobs("results")),
        history=RunHistory(RunJobs("runs"), RunJobs("opened runs")),
        comparing_jobs=RunJobs("comparing"),
        jobs=jobs,
        advice_jobs=JobsInTurn("advice", surprise=without_advice),
        health_jobs=HelperJobs("health"),
        kept_jobs=HelperJobs("kept-changes"),
        setting_jobs=HelperJobs("settings", surprise=_with_settings_back),
        report_jobs=Jobs("report", surprise=not_written),
        connect=connect,
        read_memory=read_virtual_memory,
        find_obstacle=obstacle,
        measured_elsewhere=MeasuredElsewhere(jobs),
        quick=QuickTester(_session),
        library=library,
        theme=theme,
        settings=settings,
        make_assistant=make_assistant,
    )


def _controllers(devices: tuple[Device, ...]) -> tuple[Controller, ...]:
    # read in a thread, so that the window needn't wait for what reads them
    from storage_tuner.probe.threeware import read_controllers

    return read_controllers(devices)


def _with_settings_back(error: Exception) -> StorageTunerError:
    return StorageTunerError(
        tr("Unexpected error: {error}.", error=words_of(error)),
        tr("The previous settings were restored. See the log for details."),
    )


def _session(listener: TuningListener, journals: Path | None = None) -> TuningSession:
    # much, and nobody measures before the window is there
    from storage_tuner.jobs.tuning_session import TuningSession

    return TuningSession(connect, listener, journals=journals)


def start(services: Services, window: MainWindow) -> None:
    """Show the window before loading slower parts."""
    sys.setswitchinterval(_TURN_S)
    window.shown_first.connect(GarbageCollection(window).start)
    window.shown_first.connect(services.library.start)
    window.show()
    window.load()
    services.inventory.start()
    services.monitor.start()


def stop(services: Services) -> None:
    services.quick.finish()
    services.advice_jobs.finish()
    services.monitor.stop()
    services.inventory.stop()
    services.kept_jobs.finish()
    services.setting_jobs.finish()
    services.health_jobs.finish()
    services.results.finish()
    services.history.finish()
    services.comparing_jobs.finish()
    services.report_jobs.finish()
    services.jobs.finish()
    services.library.finish()


def run(argv: Sequence[str], place: str = "", files: Sequence[str] = ()) -> int:
    """Open the main window and stay until it's closed; gives the exit code. Where this user has
    a window on this display already, that one comes to the front instead.

    ``argv`` begins with the program's name; ``place`` is "", "assistant" or "practice": what is
    opened at once in a new window. ``files`` are results to be taken in, with their whole paths.

    Raises ``NoDisplay``.
    """
    require_display(os.environ)
    address = address_of(os.environ)
    if address is not None and call(address, os.environ, files):
        return 0
    application = QApplication(list(argv))
    speak(application)
    settings = own_settings()
    services = make_services(settings, dress(application, settings))
    with services.theme.put_on_later():
        window = MainWindow(services)
    instance = listen(address) if address is not None else None
    if instance is not None:
        instance.called.connect(window.come_forward)
    desktop = _listen_to_desktop(services, window)
    notifier = _close_on_signals(window)
    window.shown_first.connect(gc.freeze)  # what there is by then stays
    start(services, window)
    if files:
        window.take_in(files)
    if place:
        window.open_at(place)
    try:
        return application.exec()
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        if instance is not None:
            instance.close()
        stop(services)
        desktop.stop()


def _listen_to_desktop(services: Services, window: MainWindow) -> DesktopBus:
    """Not before everything that is seen is there."""
    desktop = DesktopBus()
    desktop.called.connect(window.come_forward)
    desktop.place_asked.connect(window.open_at)
    desktop.accent_changed.connect(services.theme.take_accent)
    services.library.ready.connect(desktop.start)
    return desktop


def _close_on_signals(window: MainWindow) -> QSocketNotifier:
    """Let SIGINT and SIGTERM close the window as its user would, so that settings are restored.

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
