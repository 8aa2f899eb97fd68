"""The main window: devices at the left, the chosen one at the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QGuiApplication,
    QKeySequence,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QMenu, QSplitter, QStackedWidget, QWidget

from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.health import Health
from storage_tuner.core.owners import is_ours
from storage_tuner.core.same_disk import is_same_disk
from storage_tuner.report.wording import printable
from storage_tuner.services.health import DrivePort, drive_ports, why_no_health
from storage_tuner.services.kept_changes import this_boot
from storage_tuner.services.preview import tunable_devices
from storage_tuner.services.qt_changes import KeptChanges
from storage_tuner.services.qt_health import HealthReader
from storage_tuner.services.qt_inventory import Inventory
from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.services.qt_sessions import StoredResults
from storage_tuner.services.setting_changes import Restored
from storage_tuner.ui import arrangement, states, wording
from storage_tuner.ui.about import AboutDialog
from storage_tuner.ui.arrangement import Part
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.charts.library import ChartLibrary
from storage_tuner.ui.controller_page import ControllerPage
from storage_tuner.ui.device_page import DevicePage
from storage_tuner.ui.device_tree import PRACTICE, DeviceTree
from storage_tuner.ui.elements import Tone, open_with_size
from storage_tuner.ui.health_states import HealthStates
from storage_tuner.ui.live_panel import LivePanel
from storage_tuner.ui.theme import Scheme, Theme
from storage_tuner.ui.tree_rows import Machine

_GEOMETRY = "window/geometry"
_SPLITTER = "window/splitter"
_KEPT = "kept/devices"
_KEPT_BOOT = "kept/boot"


@dataclass(frozen=True)
class Services:
    """What the window is built upon; it starts and ends none of them."""

    inventory: Inventory
    monitor: LiveMonitor
    changes: KeptChanges
    health: HealthReader
    results: StoredResults
    library: ChartLibrary
    theme: Theme
    settings: QSettings
    make_assistant: Callable[[QWidget, str], Assistant]


@dataclass(frozen=True)
class Drive:
    """A drive to be asked for its health: ``disk`` itself, or the one at a ``port`` behind it."""

    name: str
    disk: str
    port: DrivePort | None = None


class MainWindow(QMainWindow):
    """``shown_first`` is emitted when the window was shown for the first time."""

    shown_first = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._devices: dict[str, Device] = {}
        self._parts: dict[str, Part] = {}
        self._controllers: tuple[Controller, ...] = ()
        self._health = HealthStates()
        self._current = ""
        self._shown: Device | None = None
        self._assistant: Assistant | None = None
        self._was_shown = False
        self._came_back: dict[str, Restored] = {}
        self._kept = _remembered_kept(services.settings)
        self.setWindowTitle(self.tr("Storage Tuner"))
        self.tree = DeviceTree(services.monitor)
        self.controller_page = ControllerPage()
        self.page = DevicePage(LivePanel(services.monitor, services.library))
        self._build()
        self._build_menus()
        self._connect()
        self._remembered_geometry()
        self._controllers = services.inventory.controllers
        self._show_devices(services.inventory.devices, first=True)

    @property
    def assistant(self) -> Assistant | None:
        """The assistant that is open, if one is."""
        return self._assistant

    def load(self) -> None:
        """Look for kept results and kept changes."""
        self._services.results.load()
        self._services.changes.look()

    def open_assistant(self, device: str = "") -> None:
        """Open the assistant with ``device`` (or ``PRACTICE``) chosen."""
        if self._assistant is not None:
            self._assistant.activateWindow()
            return
        self._assistant = self._services.make_assistant(self, device)
        self._assistant.settings_kept.connect(self._note_kept)
        self._assistant.finished.connect(self._assistant_closed)
        self._assistant.open()

    def end(self) -> None:
        """Close without asking; what an open assistant changed comes back first."""
        if self._assistant is not None:
            self._assistant.finished.connect(self.close)
            self._assistant.end()
        else:
            self.close()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self.shown_first.emit()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        if self._assistant is not None:
            self._assistant.reject()
            event.ignore()
            return
        self._services.settings.setValue(_GEOMETRY, self.saveGeometry())
        self._services.settings.setValue(_SPLITTER, self._splitter.saveState())
        super().closeEvent(event)

    def _build(self) -> None:
        self._looking = states.looking()
        self._empty = states.no_devices()
        self._practice = states.practice_disk()
        self._nothing = states.nothing_chosen()
        self._right = QStackedWidget()
        self._right.setMinimumWidth(78 * self.fontMetrics().averageCharWidth())
        for widget in (
            self._looking, self._empty, self._practice, self._nothing, self.page,
            self.controller_page,
        ):  # fmt: skip
            self._right.addWidget(widget)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self.tree)
        self._splitter.addWidget(self._right)
        self._splitter.setStretchFactor(1, 1)
        self.setCentralWidget(self._splitter)
        letter = self.fontMetrics().averageCharWidth()
        self._splitter.setSizes([74 * letter, 140 * letter])

    def _build_menus(self) -> None:
        bar = self.menuBar()
        files = bar.addMenu(self.tr("&File"))
        self._add(files, self.tr("&Quit"), self.close, QKeySequence.StandardKey.Quit)
        device = bar.addMenu(self.tr("&Device"))
        self._tune_action = self._add(device, self.tr("&Tune…"), self._tune_current, "Ctrl+T")
        self._add(device, self.tr("Try a &practice disk…"), self._tune_practice)
        device.addSeparator()
        self._restore_action = self._add(device, self.tr("Put old settings &back"), self._put_back)
        device.addSeparator()
        self._health_action = self._add(device, self.tr("Read &health"), self._read_health)
        self._add(device, self.tr("&Copy all about it"), self._copy_all, "Ctrl+Shift+C")
        device.addSeparator()
        self._add(device, self.tr("&Search again"), self._services.inventory.refresh, "F5")
        view = bar.addMenu(self.tr("&View"))
        self._build_scheme_menu(view.addMenu(self.tr("&Colours")))
        for number, name in enumerate(
            (self.tr("&Overview"), self.tr("&Settings"), self.tr("&Live"))
        ):
            self._add(
                view, name, partial(self.page.tabs.setCurrentIndex, number), f"Ctrl+{number + 1}"
            )
        view.addSeparator()
        pause = self._add(view, self.tr("&Pause live charts"), lambda: None, "Ctrl+P")
        pause.setCheckable(True)
        pause.toggled.connect(self.page.live.pause.setChecked)
        self.page.live.pause.toggled.connect(pause.setChecked)
        helping = bar.addMenu(self.tr("&Help"))
        self._add(helping, self.tr("&About Storage Tuner"), self._about, "F1")

    def _build_scheme_menu(self, menu: QMenu) -> None:
        group = QActionGroup(self)
        for scheme, text in (
            (Scheme.SYSTEM, self.tr("Like the &desktop")),
            (Scheme.LIGHT, self.tr("&Light")),
            (Scheme.DARK, self.tr("Da&rk")),
        ):
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(scheme is self._services.theme.scheme)
            action.triggered.connect(lambda _, wanted=scheme: self._services.theme.choose(wanted))
            group.addAction(action)

    def _add(
        self,
        menu: QMenu,
        text: str,
        work: Callable[[], object],
        shortcut: str | QKeySequence.StandardKey | None = None,
    ) -> QAction:
        action = menu.addAction(text)
        action.triggered.connect(lambda: work())
        if shortcut is not None:
            action.setShortcut(QKeySequence(shortcut))
        return action

    def _connect(self) -> None:
        services = self._services
        services.inventory.changed.connect(self._show_devices)
        services.inventory.controllers_changed.connect(self._show_controllers)
        services.health.known.connect(self._note_health)
        services.health.failed.connect(self._note_health_failed)
        services.changes.known.connect(self._note_changed)
        services.changes.done.connect(self._note_put_back)
        services.changes.failed.connect(self._say_put_back_failed)
        services.results.loaded.connect(self._show_last)
        self.tree.chosen.connect(self._choose)
        self.tree.activated_choice.connect(lambda _: self._tune_current())
        self.page.followed.connect(self._follow)
        self.controller_page.followed.connect(self._follow)
        self.page.health_asked.connect(self._read_health)
        self.controller_page.health_asked.connect(self._read_health)
        self.page.tune_asked.connect(self._tune_current)
        self.page.restore_asked.connect(self._put_back)
        self.page.notice.acted.connect(self._put_back)
        self._practice.primary.connect(self._tune_practice)
        self._empty.primary.connect(services.inventory.refresh)
        self._empty.secondary.connect(self._tune_practice)

    def _remembered_geometry(self) -> None:
        open_with_size(self, 214, 128)
        settings = self._services.settings
        if (geometry := settings.value(_GEOMETRY)) is not None:
            self.restoreGeometry(geometry)
        if (state := settings.value(_SPLITTER)) is not None:
            self._splitter.restoreState(state)

    def _show_controllers(self, controllers: tuple[Controller, ...]) -> None:
        self._controllers = controllers
        self._show_devices(tuple(self._devices.values()))

    def _show_devices(self, devices: tuple[Device, ...], first: bool = False) -> None:
        self._devices = {device.name: device for device in devices}
        self._parts = arrangement.parts(self._controllers)
        self._services.monitor.watch(self._devices)
        if first and not devices:
            self._right.setCurrentWidget(self._looking)
            return
        self._show_tree()
        self._show_status()
        if self._current_is_gone():
            self._show_gone()
            return
        if not self.tree.current_key():
            self.tree.choose_first()
        before, now = self._shown, self._devices.get(self._current)
        self._show_current()
        if before is not None and now is not None and not is_same_disk(before, now):
            self._say_exchanged(now)

    def _say_exchanged(self, device: Device) -> None:
        """What we knew was changed was on the disk that had the name before."""
        self._remember_kept(self._kept - {device.name})
        self._services.changes.look()
        self.page.show_exchanged(device.name)

    def _show_tree(self) -> None:
        devices = tuple(self._devices.values())
        health = self._health.read(devices)
        self.tree.show_machine(Machine(devices, self._controllers, health))

    def _current_is_gone(self) -> bool:
        known = {PRACTICE, *self._devices, *self._parts}
        return bool(self._current) and self._current not in known

    def _show_gone(self) -> None:
        if self._right.currentWidget() is self.controller_page:
            self.controller_page.show_gone(self._current)
        else:
            self.page.show_gone(self._current)
        self._show_actions()

    def _choose(self, key: str) -> None:
        self._current = key
        self._shown = None
        self.page.notice.hide()
        if not self._current_is_gone():
            self._show_current()

    def _follow(self, key: str) -> None:
        """A link was clicked: choose where it leads to in the tree."""
        if self.tree.choose(key) and (item := self.tree.currentItem()) is not None:
            self.tree.scrollToItem(item)

    def _show_current(self) -> None:
        device = self._devices.get(self._current)
        part = self._parts.get(self._current)
        if device is not None:
            self._show_device(device, part)
            self._right.setCurrentWidget(self.page)
        elif part is not None:
            self.controller_page.show_part(part)
            self._show_health()
            self._right.setCurrentWidget(self.controller_page)
        elif not self._devices and self._current in ("", PRACTICE):
            self._right.setCurrentWidget(self._empty)
        elif self._current == PRACTICE:
            self._right.setCurrentWidget(self._practice)
        else:
            self._right.setCurrentWidget(self._nothing)
        self._show_actions()

    def _show_device(self, device: Device, part: Part | None) -> None:
        self._shown = device
        devices = tuple(self._devices.values())
        self.page.show_device(device, devices, part, self._health.read((device,)).get(device.name))
        self.page.live.show_device(device.name)
        self._show_changed()
        self._show_health()
        self._show_last()

    def _show_health(self) -> None:
        device = self._devices.get(self._current)
        asked = self._drive()
        name = asked.name if asked is not None else ""
        number = device.diskseq if device is not None else None
        answer = self._health.state(name, number)
        is_asked = self._health.is_asked(name)
        if device is not None:
            devices = tuple(self._devices.values())
            part = self._parts.get(device.name)
            self.page.show_health(device, devices, part, answer, is_asked=is_asked)
        elif asked is not None:
            self.controller_page.show_health(answer, is_asked=is_asked)

    def _drive(self) -> Drive | None:
        """The drive that can be asked for its health: the chosen disk, or that at a port."""
        device = self._devices.get(self._current)
        if device is not None:
            return None if why_no_health(device) else Drive(device.name, device.name)
        part = self._parts.get(self._current)
        if part is None or part.port is None:
            return None
        name = f"{part.controller.id}/{part.port.id}"
        for disk in self._devices:
            for port in drive_ports(disk, self._controllers):
                if port.name == name:
                    return Drive(name, disk, port)
        return None

    def _read_health(self) -> None:
        drive = self._drive()
        if drive is None or self._health.is_asked(drive.name):
            return
        device = self._devices.get(drive.name)
        self._health.ask(drive.name, device.diskseq if device is not None else None)
        self._services.health.read(drive.disk, drive.port)
        self._show_health()

    def _note_health(self, health: Health) -> None:
        self._health.answered(health)
        self._show_devices(tuple(self._devices.values()))

    def _note_health_failed(self, error: StorageTunerError) -> None:
        self._health.failed(error)
        self._show_health()

    def _copy_all(self) -> None:
        page = self._right.currentWidget()
        if isinstance(page, (DevicePage, ControllerPage)):
            QGuiApplication.clipboard().setText(page.text())

    def _show_actions(self) -> None:
        device = self._devices.get(self._current)
        self._tune_action.setEnabled(self._current == PRACTICE or device is not None)
        self._health_action.setEnabled(self._drive() is not None)
        self._restore_action.setEnabled(bool(self._changed_here()))

    def _show_status(self) -> None:
        count = len(self._devices)
        if count == 1:
            self.statusBar().showMessage(self.tr("1 device"))
        else:
            self.statusBar().showMessage(self.tr("{count} devices").format(count=count))

    def _show_last(self) -> None:
        device = self._devices.get(self._current)
        self.page.show_last(self._services.results.newest(device) if device else None)

    def _tune_current(self) -> None:
        if self._current == PRACTICE or self._current in self._devices:
            self.open_assistant(self._current)

    def _tune_practice(self) -> None:
        self.open_assistant(PRACTICE)

    def _assistant_closed(self) -> None:
        if self._assistant is not None:
            self._assistant.deleteLater()
            self._assistant = None
        self._services.inventory.refresh()
        self.load()

    def _put_back(self) -> None:
        self._came_back.clear()
        for name in self._changed_here():
            self.page.changed.button.setEnabled(False)
            self._services.changes.put_back(name)

    def _changed_here(self) -> list[str]:
        """The changed devices that the chosen one stands for: itself, or its members."""
        device = self._devices.get(self._current)
        if device is None:
            return []
        tuned = {each.name for each in tunable_devices(device, self._devices)}
        changed = self._kept | {*self._kept_for_good()}
        return sorted(changed & {device.name, *tuned})

    def _kept_for_good(self) -> dict[str, tuple[str, ...]]:
        """By device, what our own rule sets at every start of the computer."""
        kept = {
            device.name: tuple(
                dict.fromkeys(owner.tunable for owner in device.owners if is_ours(owner))
            )
            for device in self._devices.values()
        }
        return {name: tunables for name, tunables in kept.items() if tunables}

    def _show_changed(self) -> None:
        self.page.show_changed(self._changed_here(), self._kept_for_good())

    def _note_kept(self, device: str) -> None:
        self._remember_kept(self._kept | {device})

    def _note_changed(self, devices: frozenset[str]) -> None:
        self._remember_kept(set(devices))

    def _note_put_back(self, device: str, restored: Restored) -> None:
        """Tell what came back, of an array's members together."""
        self._came_back[device] = restored
        changed = restored.left or restored.problems
        self._remember_kept(self._kept if changed else self._kept - {device})
        self._services.inventory.refresh()
        left = [
            name
            for whose, each in self._came_back.items()
            for name in each.left or ([whose] if each.problems else [])
        ]
        if left:
            said = self.tr("Some settings of {names} did not come back.")
        else:
            said = self.tr("The old settings of {names} are back.")
        self.page.notice.say(
            Tone.CAUTION if left else Tone.GOOD,
            said.format(names=wording.joined(left or sorted(self._came_back))),
            "\n".join(
                printable(sentence)
                for each in self._came_back.values()
                for sentence in (*each.sentences, *each.problems)
            ),
        )

    def _say_put_back_failed(self, device: str, error: StorageTunerError) -> None:
        self.page.changed.button.setEnabled(True)
        if device in self._changed_here():
            self.page.notice.say_error(error, self.tr("&Try again"))

    def _remember_kept(self, devices: set[str]) -> None:
        self._kept = devices
        self._services.settings.setValue(_KEPT, sorted(devices))
        self._services.settings.setValue(_KEPT_BOOT, this_boot())
        self.page.changed.button.setEnabled(True)
        self._show_changed()
        self._show_actions()

    def _about(self) -> None:
        AboutDialog(self).exec()


def _remembered_kept(settings: QSettings) -> set[str]:
    """The devices that were changed since the computer started, as far as we know ourselves."""
    if settings.value(_KEPT_BOOT) != this_boot():
        return set()
    return set(_words(settings.value(_KEPT, [])))


def _words(value: object) -> list[str]:
    """A list of words from QSettings, which turns a list of one into that one."""
    if isinstance(value, str):
        return [value]
    return [str(word) for word in value] if isinstance(value, list) else []
