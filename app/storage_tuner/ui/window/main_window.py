"""The main window: devices at the left, the chosen one at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMainWindow, QSplitter

from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.member_settings import listed_devices
from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.same_disk import is_same_by_any_name, is_same_disk
from storage_tuner.core.session_kinds import is_quick_test
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.jobs.quick_test.request import request_of
from storage_tuner.jobs.results.kept_runs import Opened
from storage_tuner.ui.device.controller_page import ControllerPage
from storage_tuner.ui.device.health_requests import HealthAsking
from storage_tuner.ui.device.measuring_tabs import MeasuringTabs
from storage_tuner.ui.device.page import DevicePage
from storage_tuner.ui.device.practice_page import PracticePage
from storage_tuner.ui.device.settings_tab import SettingsTab
from storage_tuner.ui.live.panel import LivePanel
from storage_tuner.ui.settings.computer_page import ComputerPage
from storage_tuner.ui.tree.device_tree import COMPUTER, PRACTICE, RESULTS, DeviceTree
from storage_tuner.ui.tree.rows import TreeContent
from storage_tuner.ui.tree.search import SearchableTree
from storage_tuner.ui.widgets.elements import Banner, Said, Tone, open_with_size
from storage_tuner.ui.window.about import AboutDialog
from storage_tuner.ui.window.activation import come_forward
from storage_tuner.ui.window.closing_question import Leaving, LeavingTest, LeavingWork
from storage_tuner.ui.window.computer_state import ComputerState
from storage_tuner.ui.window.content_area import RightSide
from storage_tuner.ui.window.help_page import ShortcutsDialog
from storage_tuner.ui.window.kept_settings import KeptSettings, for_good
from storage_tuner.ui.window.menus import Menus
from storage_tuner.ui.window.results_page import ResultsPage
from storage_tuner.ui.window.services import Services
from storage_tuner.ui.window.undone_settings import UndoneSettings
from storage_tuner.ui.window.window_memory import WindowMemory

if TYPE_CHECKING:
    from storage_tuner.ui.assistant.assistant import Assistant


class MainWindow(QMainWindow):
    """``shown_first`` is emitted when the window was shown for the first time."""

    shown_first = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.services = services
        self._known = ComputerState((), services.inventory.controllers)
        self.current = ""
        self._shown: Device | None = None
        self.assistant: Assistant | None = None
        """The one that is open, if one is."""
        self._was_shown = False
        self._memory = WindowMemory(services.settings)
        self._is_welcoming = self._memory.is_first_start
        self.kept = KeptSettings(services.connect, services.kept_jobs, services.settings, self)
        self.undone = UndoneSettings(
            self.kept, services.measured_elsewhere, services.connect, services.setting_jobs
        )
        self.health = HealthAsking(services.connect, services.health_jobs, self)
        self.setWindowTitle(tr("Storage Tuner"))
        self.tree = DeviceTree(services.monitor)
        self.controller_page = ControllerPage()
        live = LivePanel(services.monitor, services.library, services.settings)
        connect, setting = services.connect, services.setting_jobs
        self.page = DevicePage(live, MeasuringTabs(services), SettingsTab(connect, setting))
        self.computer_page = ComputerPage(connect, setting, services.jobs, services.read_memory)
        self.practice_page = PracticePage(services)
        self.results_page = ResultsPage(services)
        self._build()
        self.menus = Menus(self.menuBar(), services.theme, self.page.tabs)
        self._connect()
        self._connect_menus()
        self._connect_states()
        open_with_size(self, 214, 128)
        self._memory.bring_back(self, self._splitter, self.page.tabs)
        self.show_devices(services.inventory.devices, first=True)
        (self.right_side.welcome.practise if self._is_welcoming else self.tree).setFocus()

    def load(self) -> None:
        """Look for kept results and kept changes."""
        self.services.results.load()
        self.services.history.note_change()
        self._find_obstacle()
        self.services.measured_elsewhere.refresh()
        self.kept.refresh()
        self.computer_page.refresh()

    def open_assistant(self, device: str = "") -> None:
        """Open the assistant with ``device`` (or ``PRACTICE``) chosen."""
        if self.assistant is not None:
            self.assistant.activateWindow()
            return
        self.assistant = self.services.make_assistant(self, device)
        self.assistant.settings_kept.connect(self.kept.note)
        self.assistant.finished.connect(self._assistant_closed)
        self.assistant.open()

    def end(self) -> None:
        """Close without asking; an open assistant's changes are restored first, and changes under
        way completed."""
        self.leaving.forget()
        self.leaving_work.wait()
        self.leaving_test.wait()
        if self.assistant is not None:
            self.assistant.finished.connect(self.close)
            self.assistant.end()
        else:
            self.close()

    def come_forward(self, token: str, files: Sequence[str] = ()) -> None:
        """Somebody started us a second time, perhaps to take in ``files``; ``token`` as in
        ``come_forward``."""
        come_forward(self, token)
        (self.assistant or self).activateWindow()
        if files:
            self.take_in(files)

    def take_in(self, files: Sequence[str]) -> None:
        """Add results of other computers or programs to the history."""
        self._show_history()
        self.results_page.history.importing.take(files)

    def open_at(self, place: str) -> None:
        """The assistant: on a "practice" disk, or on any."""
        self.open_assistant(PRACTICE if place == "practice" else "")

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self.shown_first.emit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """A measurement may have started or ended elsewhere meanwhile."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.services.measured_elsewhere.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        if self.assistant is not None:
            self.assistant.reject()
            event.ignore()
            return
        if self.leaving_work.asks() or self.leaving.asks() or self.leaving_test.asks():
            event.ignore()
            return
        self._memory.keep(self, self._splitter, self.page.tabs, self.current)
        super().closeEvent(event)

    def _build(self) -> None:
        self.right_side = RightSide(
            self.practice_page,
            self.page,
            self.controller_page,
            self.computer_page,
            self.results_page,
        )
        self.search = SearchableTree(self.tree)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setProperty("role", "main")
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self.search)
        self._splitter.addWidget(self.right_side)
        self._splitter.setStretchFactor(1, 1)
        self.setCentralWidget(self._splitter)
        letter = self.fontMetrics().averageCharWidth()
        self.search.setMinimumWidth(48 * letter)
        self._splitter.setSizes([74 * letter, 140 * letter])

    def _connect_menus(self) -> None:
        menus = self.menus
        menus.quit.triggered.connect(self.close)
        menus.tune.triggered.connect(self._tune_current)
        menus.practise.triggered.connect(self._tune_practice)
        menus.put_back.triggered.connect(self._put_back)
        menus.read_health.triggered.connect(self._read_health)
        menus.copy.triggered.connect(self._copy_all)
        menus.search.triggered.connect(self.services.inventory.refresh)
        menus.pause.toggled.connect(self.page.live.pause.setChecked)
        self.page.live.pause.toggled.connect(menus.pause.setChecked)
        menus.history.triggered.connect(self._show_history)
        menus.compare.triggered.connect(self._show_compare)
        menus.import_results.triggered.connect(self._import_results)
        menus.find.triggered.connect(self.search.begin_search)
        menus.welcome.triggered.connect(self._welcome)
        menus.shortcuts.triggered.connect(self._show_shortcuts)
        menus.about.triggered.connect(self._about)

    def _connect(self) -> None:
        services = self.services
        services.inventory.changed.connect(self.show_devices)
        services.inventory.controllers_changed.connect(self.show_controllers)
        self.computer_page.memory_read.connect(self._note_memory)
        services.results.loaded.connect(self._show_last)
        self.health.reported.connect(self._show_known)
        self.health.changed.connect(self._show_health)
        self.kept.changed.connect(self._note_changed)
        self.kept.ended.connect(self._note_put_back)
        self.undone.changed.connect(self._note_undone)
        self.undone.applied.connect(self.kept.note_applied)
        self.undone.reported.connect(self._note_set_again)
        self.tree.chosen.connect(self._choose)
        self.tree.activated_choice.connect(self._tune_current)
        for page in (self.page, self.controller_page):
            page.followed.connect(self._follow)
        for health in (self.page.overview.health, self.controller_page.health):
            health.button.clicked.connect(self._read_health)
        edited = (self.page.settings.editing, self.computer_page.editing)
        for editing in edited:
            editing.applied.connect(self.kept.note_applied)
            editing.undone.connect(self.kept.note_undone)
            self.kept.came_back.connect(editing.note_put_back)
        self.leaving = Leaving(self, edited)
        self.leaving.confirmed.connect(self.close)
        self.leaving_work = LeavingWork(self, services.setting_jobs)
        self.leaving_work.ended.connect(self.close)
        self.leaving_test = LeavingTest(self, services.quick)
        self.leaving_test.ended.connect(self.close)
        self.page.settings.editing.refresh_requested.connect(services.inventory.refresh)
        self.page.settings.editing.counted.connect(self._show_tree)
        self.page.tune_asked.connect(self._tune_current)
        for changeable in (self.page, self.computer_page):
            changeable.changed.acted.connect(self._put_back)
            changeable.notice.acted.connect(self._put_back)
            changeable.undone.acted.connect(self._set_again)
        self.tree.menu_asked.connect(self.menus.show_of_device)
        for runs in (self.page.measuring.runs, self.practice_page.runs):
            runs.compare_asked.connect(self._compare_runs)
            runs.again_asked.connect(self._measure_again)
        self.results_page.again_asked.connect(self._measure_again)

    def _connect_states(self) -> None:
        """What is shown instead of a device, and above it."""
        services, right = self.services, self.right_side
        right.practice.primary.connect(self._tune_practice)
        right.empty.button.clicked.connect(services.inventory.refresh)
        right.empty.other_button.clicked.connect(self._tune_practice)
        right.welcome.practise.clicked.connect(self._practise_first)
        right.welcome.refresh.clicked.connect(self._refresh)
        right.bar.message.acted.connect(self._find_obstacle)
        services.measured_elsewhere.changed.connect(self._show_known)

    def _find_obstacle(self) -> None:
        """Show whether the helper is reachable, without asking for a password."""
        self.services.jobs.start(self.services.find_obstacle, self.right_side.bar.show_obstacle)

    def show_controllers(self, controllers: tuple[Controller, ...]) -> None:
        self._known = ComputerState(self._known.devices, controllers, self._known.memory)
        self._show_known()

    def _note_memory(self, memory: VirtualMemory) -> None:
        if memory != self._known.memory:
            self._known = ComputerState(self._known.devices, self._known.controllers, memory)
            self._note_changed()
            self._compare_permanent()

    def show_devices(self, devices: tuple[Device, ...], first: bool = False) -> None:
        """Show what the computer has now; ``first``: before the search for devices has ended."""
        found = [device for device in devices if not device.is_practice_disk]
        self._known = ComputerState(found, self._known.controllers, self._known.memory)
        self.services.monitor.watch(device.name for device in devices)
        self.services.monitor.note_settings(devices)
        self._compare_permanent()
        if first and not devices:
            self.right_side.show_page(
                self.right_side.welcome if self._is_welcoming else self.right_side.loading
            )
            return
        self._show_known()

    def _show_known(self) -> None:
        self._show_tree()
        self._show_status()
        if self._current_is_gone():
            self._show_gone()
            return
        if self._is_welcoming:
            self._show_welcome()
            return
        if not self.tree.current_key() and not self.tree.choose(self._memory.chosen):
            self.tree.choose_first()
        before, now = self._shown, self._known.device(self.current)
        self._show_current()
        if before is not None and now is not None and not is_same_disk(before, now):
            self.kept.forget(now.name)
            self.page.show_exchanged(now.name)

    def _show_tree(self) -> None:
        known = self._known
        health = self.health.health_of_devices(known.devices)
        edited = self.page.settings.editing.collection.counts
        content = TreeContent(known.devices, known.controllers, health, edited, self.undone.counts)
        self.tree.show_machine(content)

    def _current_is_gone(self) -> bool:
        return (
            self.current not in ("", PRACTICE, COMPUTER, RESULTS)
            and self.current not in self._known
        )

    def _show_gone(self) -> None:
        if self.right_side.page is self.controller_page:
            self.controller_page.show_gone(self.current)
        else:
            self.page.show_gone(self.current)
        self._show_actions()

    def _welcome(self) -> None:
        """Greet again: nothing is chosen then."""
        self._is_welcoming = True
        self.current = ""
        self.tree.leave()
        self._show_welcome()
        self.right_side.welcome.practise.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_welcome(self) -> None:
        self._memory.note_welcomed()
        self.right_side.show_page(self.right_side.welcome)
        self._show_actions()

    def _refresh(self) -> None:
        self._is_welcoming = False
        self._show_known()
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _practise_first(self) -> None:
        self.tree.choose(PRACTICE)
        self._tune_practice()

    def _choose(self, key: str) -> None:
        self.kept.note_read(self._known, self._tuned_key)
        self._is_welcoming = False
        self.current = key
        self._shown = None
        for page in (self.page, self.computer_page):
            page.notice.hide()
        if not self._current_is_gone():
            self._show_current()

    def _follow(self, key: str) -> None:
        """A link was clicked: choose where it leads to in the tree."""
        if self.tree.choose(key) and (item := self.tree.currentItem()) is not None:
            self.tree.scrollToItem(item)

    def _show_current(self) -> None:
        device = self._known.device(self.current)
        part = self._known.part(self.current)
        if device is not None:
            self._show_device(device)
            self.right_side.show_page(self.page)
        elif part is not None:
            self.controller_page.show_part(part)
            self._show_health()
            self.right_side.show_page(self.controller_page)
        elif not self._known.devices and self.current in ("", PRACTICE):
            self.right_side.show_page(self.right_side.empty)
        elif self.current == COMPUTER:
            self._show_changed()
            self.right_side.show_page(self.computer_page)
        elif self.current == RESULTS:
            self.right_side.show_page(self.results_page)
        elif self.current == PRACTICE:
            self.right_side.show_page(self.right_side.practice)
        else:
            self.right_side.show_page(self.right_side.nothing)
        if self._notice.isHidden():
            self._show_what_came()
        self._show_actions()

    def _show_device(self, device: Device) -> None:
        self._shown = device
        known = self._known
        health = self.health.health_of_devices((device,)).get(device.name)
        self.page.show_device(device, known.devices, known.part(device.name), health)
        self.page.live.show_device(device.name)
        self.page.show_work(
            device, is_measured=self.services.measured_elsewhere.is_measured(device)
        )
        self._show_changed()
        self._show_health()
        self._show_last()

    def _show_health(self) -> None:
        known = self._known
        device = known.device(self.current)
        drive = known.drive(self.current)
        answer, is_asked = self.health.answer(drive), self.health.is_asked(drive)
        if device is not None:
            part = known.part(device.name)
            self.page.show_health(device, known.devices, part, answer, is_asked=is_asked)
        elif drive is not None:
            self.controller_page.show_health(answer, is_asked=is_asked)

    def _read_health(self) -> None:
        self.health.ask(self._known.drive(self.current))

    def _copy_all(self) -> None:
        page = self.right_side.page
        if isinstance(page, (DevicePage, ControllerPage, ComputerPage)):
            QGuiApplication.clipboard().setText(page.text())

    def _show_actions(self) -> None:
        menus, key = self.menus, self.current
        menus.tune.setEnabled(key == PRACTICE or key in self._known.by_name)
        menus.read_health.setEnabled(self._known.drive(key) is not None)
        changed = self.changed_here()
        menus.put_back.setEnabled(bool(changed) and not self.kept.is_busy(changed))

    def _show_status(self) -> None:
        self.statusBar().showMessage(
            trn(len(listed_devices(self._known.devices)), "{count} device", "{count} devices")
        )

    def _show_last(self) -> None:
        device = self._known.device(self.current)
        results = self.services.results
        self.page.show_last(results.newest(device) if device else None)
        self.practice_page.show_last(results.newest(None))

    def _tune_current(self) -> None:
        if self.current == PRACTICE or self.current in self._known.by_name:
            self.open_assistant(self.current)

    def _tune_practice(self) -> None:
        self.open_assistant(PRACTICE)

    def _show_history(self) -> None:
        self.tree.choose(RESULTS)
        self.results_page.show_history()

    def _show_compare(self) -> None:
        self.tree.choose(RESULTS)
        self.results_page.show_compare()

    def _compare_runs(self, identifiers: tuple[str, ...]) -> None:
        self.tree.choose(RESULTS)
        self.results_page.compare_runs(identifiers)

    def _import_results(self) -> None:
        self._show_history()
        self.results_page.history.importing.ask()

    def _measure_again(self, opened: Opened) -> None:
        """With what was measured then, on the same disk where it's there: a quick test where quick
        tests are, all else in the assistant."""
        record = opened.record
        practised = record.plan.target.kind is TargetKind.PRACTICE
        device = next(
            (
                each
                for each in self._known.devices
                if record.device is not None and is_same_by_any_name(each, record.device)
            ),
            None,
        )
        key = PRACTICE if practised else device.name if device is not None else ""
        request = None
        if is_quick_test(record.plan):
            request = request_of(record.plan, None if practised else device)
        if request is not None and key and self.tree.choose(key):
            shown = self.practice_page if practised else self.page.measuring
            shown.runs.repeat(request)
            return
        self.open_assistant(key)
        if self.assistant is not None:
            self.assistant.repeat(record.plan)

    def _assistant_closed(self) -> None:
        if self.assistant is not None:
            self.assistant.deleteLater()
            self.assistant = None
        self.services.inventory.refresh()
        self.load()

    def _put_back(self) -> None:
        if not self._current_is_gone():
            self._notice.hide()
        self.kept.put_back(self.changed_here())

    def _set_again(self) -> None:
        self._notice.hide()
        self.undone.set_again(self._known.tuned_with(self._tuned_key))

    @property
    def _tuned_key(self) -> str:
        return VIRTUAL_MEMORY if self.current == COMPUTER else self.current

    def changed_here(self) -> list[str]:
        """The devices of the chosen entry whose settings can be restored."""
        return self.kept.among(self._known, self._tuned_key)

    def _show_changed(self) -> None:
        for page in (self.page, self.computer_page):
            page.undone.show_undone(self.undone.among(self._known.tuned_with(self._tuned_key)))
        changed, kept = self.changed_here(), for_good(self._known)
        self.page.show_changed(changed, kept)
        self.computer_page.show_changed(VIRTUAL_MEMORY in changed, kept.get(VIRTUAL_MEMORY, ()))
        for page in (self.page, self.computer_page):
            page.changed.button.setEnabled(not self.kept.is_busy(changed))

    def _note_changed(self) -> None:
        self._show_changed()
        self._show_actions()

    def _compare_permanent(self) -> None:
        """Not while the assistant changes settings."""
        if self.assistant is None:
            self.undone.compare(self._known)

    def _note_undone(self) -> None:
        if self._known.devices:
            self._show_tree()
        self._show_changed()

    def _note_set_again(self, reported: Said) -> None:
        self._notice.show_message(reported.tone, reported.summary, reported.remedy)
        self.services.inventory.refresh()
        self.computer_page.refresh()

    def _note_put_back(self) -> None:
        self.services.inventory.refresh()
        self._show_what_came()

    @property
    def _notice(self) -> Banner:
        return (self.computer_page if self.current == COMPUTER else self.page).notice

    def _show_what_came(self) -> None:
        """Of putting back what is shown now; of another device once that is chosen."""
        reported = self.kept.said(self._known.tuned_with(self._tuned_key))
        if reported is not None:
            action = tr("&Try again") if reported.tone is Tone.BAD else ""
            self._notice.show_message(reported.tone, reported.summary, reported.remedy, action)

    def _show_shortcuts(self) -> None:
        ShortcutsDialog(self.menuBar(), self).exec()

    def _about(self) -> None:
        AboutDialog(self).exec()
