"""Still services, and the studio that photographs windows over them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QSettings
from PySide6.QtWidgets import QApplication, QWidget

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.progress import TuningListener
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.application import dress
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.charts.pyqtgraph_loading import ChartLibrary
from storage_tuner.ui.jobs import Jobs, RunJobs
from storage_tuner.ui.language import speak
from storage_tuner.ui.live.monitor import LiveMonitor, new_history
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.style.theme import Scheme
from storage_tuner.ui.window.inventory import Inventory
from storage_tuner.ui.window.measured_elsewhere import MeasuredElsewhere
from storage_tuner.ui.window.services import Services
from storage_tuner.ui.window.stored_results import StoredResults
from storage_tuner.ui.window.window_memory import WindowMemory
from tests.ui import sample_machine, samples
from tests.ui.still import AtOnce, Never, RunsAtOnce, StillHistory, StillTester

LEAST_ROUNDS = 10


class StillInventory(Inventory):
    """Gives what it's told, and watches nothing."""

    def show(self, devices: tuple[Device, ...], controllers: tuple[Controller, ...] = ()) -> None:
        self._devices = devices
        self._controllers = controllers
        self.controllers_changed.emit(controllers)
        self.changed.emit(devices)

    def refresh(self) -> None:
        pass


class StillMonitor(LiveMonitor):
    """Always shows the same busy minutes; every other device rests."""

    _RESTING = frozenset({"sdb", "sdf", "sdh", "sdi", "sdk", "loop0", "zram0", "nbd0", "mmcblk0"})

    def __init__(self) -> None:
        super().__init__()
        self._busy = [new_history() for _ in range(4)]
        for number, history in enumerate(self._busy):
            samples.fill(history, 600 + 13 * number, seed=3 + number)

    def history(self, name: str) -> History | None:
        if not name or name in self._RESTING:
            return None
        return self._busy[sum(map(ord, name)) % 4 if name not in _FULL else 0]


_FULL = frozenset(device.name for device in samples.DEVICES)


class StillResults(StoredResults):
    def load(self) -> None:
        self.loaded.emit()

    def newest(self, device: Device | None) -> StoredSession | None:
        if device is not None and device.name != "sdd":
            return None
        record, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.1})
        return StoredSession(Path("result.json"), record)


class StillMeasuredElsewhere(MeasuredElsewhere):
    """``measured`` are the kernel names of what is measured elsewhere."""

    def __init__(self, jobs: Jobs) -> None:
        super().__init__(jobs)
        self.measured: set[str] = set()

    def refresh(self) -> None:
        pass

    def is_measured(self, device: Device) -> bool:
        return device.name in self.measured


def _no_connection() -> HelperConnection:
    raise AssertionError("pictures ask nobody")


def _no_session(listener: TuningListener) -> TuningSession:
    return TuningSession(_no_connection, listener)


_MOST_LOOKS = 30
"""So often it's looked whether a widget still changes: on a busy machine layouts take time."""


class Studio:
    """Makes windows over still services and photographs them."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        found = QApplication.instance()
        self._application = found if isinstance(found, QApplication) else QApplication([])
        if found is None:
            speak(self._application)
        if name.endswith("-large"):
            font = self._application.font()
            font.setPointSizeF(font.pointSizeF() * 1.5)
            self._application.setFont(font)
        self._settings_folder = tempfile.TemporaryDirectory()
        settings = QSettings(
            f"{self._settings_folder.name}/settings.ini", QSettings.Format.IniFormat
        )
        theme = dress(self._application, settings)
        if "contrast" in name:
            theme.wants_contrast = lambda: True  # type: ignore[method-assign]
        theme.choose(Scheme.DARK if name.startswith("dark") else Scheme.LIGHT)
        self._theme = theme
        self._settings = settings
        self.library = ChartLibrary()
        self.library.start()
        while not self.library.is_ready:
            self._application.processEvents()
        self.begin()

    def begin(self) -> None:
        """Forget what was shown before: another area comes."""
        self._settings.clear()
        WindowMemory(self._settings).note_welcomed()
        self.inventory = StillInventory()
        history = StillHistory()
        jobs = AtOnce()
        self.services = Services(
            inventory=self.inventory,
            monitor=StillMonitor(),
            results=StillResults(RunJobs("still")),
            history=history,
            comparing_jobs=RunsAtOnce(history.path),
            jobs=jobs,
            advice_jobs=Never(),
            health_jobs=Never(),
            kept_jobs=Never(),
            setting_jobs=Never(),
            read_memory=lambda: sample_machine.MEMORY,
            connect=_no_connection,
            find_obstacle=lambda: None,
            measured_elsewhere=StillMeasuredElsewhere(jobs),
            quick=StillTester(),
            report_jobs=Never(),
            library=self.library,
            theme=self._theme,
            settings=self._settings,
            make_assistant=lambda _, device: self.assistant(device),
        )

    def end(self) -> None:
        self._settings.sync()  # later it would make the folder anew
        self._settings_folder.cleanup()

    def assistant(self, device: str = "") -> Assistant:
        return Assistant(
            None,
            self.inventory,
            self.services.monitor,
            self.library,
            _no_session,
            device=device,
            surveys=Never(),
        )

    def photograph(self, widget: QWidget, name: str) -> None:
        widget.show()
        self.settle(200)
        image = widget.grab().toImage()
        for _ in range(_MOST_LOOKS):
            self.settle(60)
            before, image = image, widget.grab().toImage()
            if image == before:
                break
        if not image.save(str(self._folder / f"{name}-{self._name}.png")):
            raise OSError(f"{name} can't be saved")
        widget.hide()

    def settle(self, milliseconds: int) -> None:
        """At least so long, and so often that what is laid out in several goes is done also where
        a single go takes longer than that."""
        timer = QElapsedTimer()
        timer.start()
        rounds = 0
        while timer.elapsed() < milliseconds or rounds < LEAST_ROUNDS:
            self._application.processEvents()
            rounds += 1
