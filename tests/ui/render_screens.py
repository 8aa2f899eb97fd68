"""Draws all pictures of one colour scheme: ``python -m tests.ui.render_screens OUT NAME``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QSettings
from PySide6.QtWidgets import QApplication, QWidget

from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import Cancelled, DeviceGone, Dismissed, HelperGone, NoSpace
from storage_tuner.core.plan import TargetKind, Use
from storage_tuner.services.health import DrivePort
from storage_tuner.services.helper import HelperConnection
from storage_tuner.services.history import History
from storage_tuner.services.progress import Phase, Progress, TuningListener
from storage_tuner.services.qt_changes import KeptChanges
from storage_tuner.services.qt_health import HealthReader
from storage_tuner.services.qt_inventory import Inventory
from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.services.qt_sessions import StoredResults
from storage_tuner.services.setting_changes import Restored
from storage_tuner.services.tuning import TuningSession
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.about import AboutDialog
from storage_tuner.ui.application import dress
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.keep_dialog import KeepDialog
from storage_tuner.ui.assistant.steps import Step
from storage_tuner.ui.charts.library import ChartLibrary
from storage_tuner.ui.device_tree import PRACTICE
from storage_tuner.ui.main_window import MainWindow, Services
from storage_tuner.ui.theme import Scheme
from tests.ui import sample_machine, samples


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
        self._busy = [History(6000, 0.1) for _ in range(4)]
        for number, history in enumerate(self._busy):
            samples.fill(history, 600 + 13 * number, seed=3 + number)

    def history(self, name: str) -> History | None:
        if not name or name in self._RESTING:
            return None
        return self._busy[sum(map(ord, name)) % 4 if name not in _FULL else 0]


_FULL = frozenset(device.name for device in samples.DEVICES)


class StillHealth(HealthReader):
    """Answers nothing of itself."""

    def read(self, device: str, port: DrivePort | None = None) -> None:
        pass


class StillResults(StoredResults):
    def load(self) -> None:
        self.loaded.emit()

    def newest(self, device: Device) -> StoredSession | None:
        if device.name != "sdd":
            return None
        record, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.1})
        return StoredSession(Path("result.json"), record)


class StillChanges(KeptChanges):
    def look(self) -> None:
        pass


def _no_connection() -> HelperConnection:
    raise AssertionError("pictures ask nobody")


def _no_session(listener: TuningListener) -> TuningSession:
    raise AssertionError("pictures measure nothing")


class Studio:
    """Makes windows over still services and photographs them."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._application = QApplication([])
        if name.endswith("-large"):
            font = self._application.font()
            font.setPointSizeF(font.pointSizeF() * 1.5)
            self._application.setFont(font)
        self._settings_folder = tempfile.TemporaryDirectory()
        settings = QSettings(
            f"{self._settings_folder.name}/settings.ini", QSettings.Format.IniFormat
        )
        theme = dress(self._application, settings)
        theme.choose(Scheme.DARK if name.startswith("dark") else Scheme.LIGHT)
        self.inventory = StillInventory()
        self.library = ChartLibrary()
        self.library.start()
        while not self.library.is_ready:
            self._application.processEvents()
        self.services = Services(
            inventory=self.inventory,
            monitor=StillMonitor(),
            health=StillHealth(_no_connection),
            changes=StillChanges(_no_connection),
            results=StillResults(),
            library=self.library,
            theme=theme,
            settings=settings,
            make_assistant=lambda _, device: self.assistant(device),
        )

    def assistant(self, device: str = "") -> Assistant:
        return Assistant(
            None,
            self.inventory,
            self.services.monitor,
            self.library,
            _no_session,
            device=device,
        )

    def photograph(self, widget: QWidget, name: str) -> None:
        widget.show()
        self.settle(250)
        image = widget.grab()
        if not image.save(str(self._folder / f"{name}-{self._name}.png")):
            raise OSError(f"{name} can't be saved")
        widget.hide()

    def settle(self, milliseconds: int) -> None:
        timer = QElapsedTimer()
        timer.start()
        while timer.elapsed() < milliseconds:
            self._application.processEvents()


def main_windows(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    window = MainWindow(studio.services)
    yield "main-looking", window
    studio.inventory.show(())
    yield "main-empty", window
    studio.inventory.show(samples.DEVICES)
    window.tree.choose("nvme0n1")
    yield "main-disk", window
    window._note_kept("sdd")
    window.tree.choose("sdd")
    yield "main-changed", window
    window.resize(760, 620)
    yield "main-narrow", window
    studio.inventory.show(samples.kept_for_good("sdd"))
    yield "main-kept-for-good", window
    window._note_put_back("sdd", Restored(samples.CAME_BACK, (), ()))
    studio.inventory.show(samples.DEVICES)
    yield "main-put-back", window
    window.resize(1240, 800)
    window.tree.choose("md0")
    yield "main-array", window
    window.tree.choose(PRACTICE)
    yield "main-practice", window
    window.tree.choose("nvme0n1")
    window.page.tabs.setCurrentIndex(2)
    yield "main-live", window
    window.tree.choose("nvme1n1")
    studio.inventory.show(samples.DEVICES[:-1])
    yield "main-gone", window
    yield "about", AboutDialog()


def machine(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    """A computer with one of everything."""
    window = MainWindow(studio.services)
    studio.inventory.show(sample_machine.EVERYTHING, (sample_machine.CONTROLLER,))
    for key, name in (
        ("md0", "array-degraded"),
        ("dm-1", "lvm-on-luks-on-md"),
        ("nvme0n1", "nvme"),
        ("sdg", "3ware-unit"),
        ("3ware:c0", "3ware-controller"),
        ("3ware:c0/u1", "3ware-nested"),
        ("3ware:c0/p1", "3ware-drive"),
        ("sdh", "zoned"),
        ("vda", "virtual"),
        ("loop0", "loop"),
        ("zram0", "zram"),
    ):
        window.tree.choose(key)
        yield f"machine-{name}", window
    window.page.tabs.setCurrentIndex(1)
    for key in ("sdc", "md0", "dm-1", "nvme0n1"):
        window.tree.choose(key)
        yield f"machine-settings-{key}", window
    window.page.tabs.setCurrentIndex(2)
    yield "machine-live", window
    window.page.tabs.setCurrentIndex(0)
    yield from health(window)
    studio.inventory.show(
        tuple(each for each in sample_machine.EVERYTHING if each.name not in ("sdc", "sdi")),
        (sample_machine.CONTROLLER,),
    )
    yield "machine-gone", window


def health(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    services = window._services
    for name, answer in (
        ("nvme0n1", sample_machine.HEALTHY),
        ("sda", sample_machine.WORN),
        ("sde", sample_machine.FAILING),
        ("sdf", sample_machine.ASLEEP),
    ):
        window.tree.choose(name)
        window._read_health()
        if name == "nvme0n1":
            yield "machine-health-asking", window
        services.health.known.emit(answer)
        yield f"machine-health-{name}", window
    window.tree.choose("sdc")
    window._read_health()
    services.health.failed.emit(Dismissed())
    yield "machine-health-failed", window


def assistant_pages(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    studio.inventory.show(samples.DEVICES)
    assistant = studio.assistant()
    pages = assistant.pages
    yield "assistant-1-device", assistant
    pages.device.choose("nvme0n1")
    assistant._go(Step.PURPOSE)
    pages.purpose.buttons[Use.DATABASE].setChecked(True)
    yield "assistant-2-purpose", assistant
    assistant._go(Step.PLAN)
    yield "assistant-3-plan", assistant
    pages.device.choose(PRACTICE)
    assistant._go(Step.PLAN)
    yield "assistant-3-plan-practice", assistant
    yield from measuring(studio, assistant)
    yield from results(assistant)


def measuring(studio: Studio, assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    page = assistant.pages.measure
    assistant._measuring = True
    page.begin()
    assistant._go(Step.MEASURE)
    page.show_progress(Progress(Phase.FILLING, 0.4, "Filling the practice disk with random data…"))
    yield "assistant-4-preparing", assistant
    plan = samples.plan(TargetKind.PRACTICE)
    runs = samples.measurements(plan, {"bfq": 0.06, "kyber": -0.02})
    page.show_plan("loop7", plan)
    for run in runs[:70]:
        page.add(run)
    from storage_tuner.bench.protocol import schedule

    specification = schedule(plan)[70]
    page.show_progress(
        Progress(Phase.MEASURING, 70 / len(runs), "", 71, len(runs), 860, specification)
    )
    yield "assistant-4-measure", assistant
    assistant._measuring = False
    for name, error in (
        ("stopped", Cancelled()),
        ("dismissed", Dismissed()),
        ("gone", DeviceGone("sdb")),
        ("helper-gone", HelperGone()),
        ("no-space", NoSpace("for the practice disk")),
    ):
        page.begin()
        page.show_error(error)
        assistant._show_buttons()
        yield f"assistant-4-{name}", assistant


def results(assistant: Assistant) -> Iterator[tuple[str, QWidget]]:
    better = samples.result(TargetKind.DEVICE, {"bfq": 0.11, "kyber": -0.05, "none": 0.02})
    equal = samples.result(TargetKind.PRACTICE, {})
    stopped = samples.result(TargetKind.PRACTICE, {"bfq": 0.1}, completed=False)
    for name, (record, judgement) in (("same", equal), ("stopped", stopped), ("better", better)):
        assistant._measured(record, judgement)
        yield f"assistant-5-result-{name}", assistant
        if name != "stopped":
            assistant._go(Step.APPLY)
            yield f"assistant-6-apply-{name}", assistant
    assistant._broken_off(*stopped, HelperGone())
    yield "assistant-5-result-broken-off", assistant
    assistant._measured(*samples.result(TargetKind.DEVICE, {"bfq": 0.11}))
    assistant._go(Step.APPLY)
    assistant.pages.apply.show_tried()
    yield "assistant-6-apply-trying", assistant
    assistant.pages.apply.show_kept()
    yield "assistant-6-apply-kept", assistant
    assistant.pages.apply.show_kept_for_good(
        ("No udev daemon runs here, so the rule takes effect only where one does.",)
    )
    yield "assistant-6-apply-kept-for-good", assistant
    assistant.pages.apply.show_not_keepable(samples.NOT_RECOGNISED)
    assistant.pages.apply.message.hide()
    yield "assistant-6-apply-not-keepable", assistant
    assistant.pages.apply.show_not_kept_for_good(Dismissed())
    yield "assistant-6-apply-not-kept", assistant
    assistant.pages.apply.show_error(HelperGone())
    yield "assistant-6-apply-failed", assistant
    assistant._go(Step.REPORT)
    yield "assistant-7-report", assistant
    assistant.pages.report.show_saved(Path("/home/you/Documents/storage-tuner-sda-2026-03-03.pdf"))
    yield "assistant-7-report-saved", assistant
    assistant.pages.report.show_error(NoSpace("to write /media/stick/report.pdf"))
    yield "assistant-7-report-failed", assistant


def keeping(_: Studio) -> Iterator[tuple[str, QWidget]]:
    """The question before something is kept for good: short, and as long as it gets."""
    yield "keep-one", KeepDialog(None, samples.KEPT_TEXTS[:1], (), asks_for_password=True)
    several = KeepDialog(None, samples.KEPT_TEXTS, samples.UNDOING, asks_for_password=True)
    yield "keep-array", several
    several.resize(520, 420)
    yield "keep-narrow", several


def main(folder: Path, name: str) -> int:
    studio = Studio(folder, name)
    for pictures in (main_windows, machine, assistant_pages, keeping):
        for title, widget in pictures(studio):
            studio.photograph(widget, title)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
