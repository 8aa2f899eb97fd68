"""Carries out the choice on a recommendation: try, keep, make permanent or restore."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMetaObject, QObject, Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.client.connecting import asks_for_password
from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.member_settings import tunable_devices
from storage_tuner.core.owners import undoing
from storage_tuner.core.plan import TargetKind
from storage_tuner.jobs.tuning_session import KeptForGood
from storage_tuner.ui.assistant.navigation import Navigation
from storage_tuner.ui.assistant.result.keep_dialog import KeepDialog
from storage_tuner.ui.assistant.running import Running
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.assistant.tuner import Tuner
from storage_tuner.ui.window.inventory import Inventory


class Keeping(QObject):
    """``settings_kept`` carries the kernel name of a device whose settings were kept."""

    settings_kept = Signal(str)

    def __init__(
        self, navigation: Navigation, running: Running, inventory: Inventory, window: QWidget
    ) -> None:
        super().__init__(window)
        self._navigation = navigation
        self._page = navigation.pages.apply
        self._running = running
        self._inventory = inventory
        self._window = window
        self._connections: list[QMetaObject.Connection] = []
        self._before: dict[str, Device] = {}
        self.dialog: KeepDialog | None = None
        running.begun.connect(self._listen)
        running.dropped.connect(self._stop_listening)
        running.judged.connect(self._offer)
        self._page.chosen_changed.connect(self._ask_for_good)
        self._page.try_now.clicked.connect(self._try)
        self._page.keep.clicked.connect(self._keep)
        self._page.for_good.clicked.connect(self._ask_for_texts)
        self._page.leave_asked.connect(self._leave)

    def close(self) -> None:
        """Close an open question."""
        if self.dialog is not None:
            self.dialog.reject()

    def _listen(self, tuner: Tuner) -> None:
        # during a measurement the inventory may show settings under test
        self._before = {device.name: device for device in self._inventory.devices}
        page = self._page
        self._connections = [
            tuner.tried.connect(page.show_tried),
            tuner.left.connect(page.show_left),
            tuner.kept.connect(self._kept),
            tuner.may_keep_for_good.connect(page.show_keepable),
            tuner.not_keepable.connect(page.show_not_keepable),
            tuner.texts_shown.connect(self._ask_to_keep),
            tuner.no_texts.connect(page.show_no_texts),
            tuner.kept_for_good.connect(self._kept_for_good),
            tuner.not_kept_for_good.connect(page.show_not_kept_for_good),
        ]

    def _stop_listening(self) -> None:
        for connection in self._connections:
            QObject.disconnect(connection)
        self._connections = []

    def _try(self) -> None:
        self._work(lambda tuner: tuner.try_settings(self._page.chosen))

    def _keep(self) -> None:
        self._work(lambda tuner: tuner.keep(self._page.chosen))

    def _leave(self) -> None:
        self._work(lambda tuner: tuner.leave())

    def _work(self, ask: Callable[[Tuner], None]) -> None:
        if self._running.tuner is not None:
            self._page.show_working()
            ask(self._running.tuner)

    def _offer(self, record: SessionRecord) -> None:
        """Offer what can be set now."""
        known = self._before or {device.name: device for device in self._inventory.devices}
        tuned = tunable_devices(record.device, known) if record.device is not None else ()
        self._page.show_result(record, self._running.judgement, tuned)
        self._ask_for_good()

    def _ask_for_good(self) -> None:
        """Find out whether the ticked settings can be made permanent; not on a practice disk."""
        record, tuner = self._running.record, self._running.tuner
        practice = record is not None and record.plan.target.kind is TargetKind.PRACTICE
        if tuner is not None and self._page.chosen and not practice:
            tuner.ask_for_good(self._page.chosen)

    def _ask_for_texts(self) -> None:
        self._work(lambda tuner: tuner.show_texts(self._page.chosen))

    def _ask_to_keep(self, texts: Sequence[PersistentText]) -> None:
        self._page.show_offer()
        navigation = self._navigation
        if navigation.step is not Step.APPLY or navigation.closing or self.dialog is not None:
            return
        self.dialog = KeepDialog(
            self._window, texts, self._who_undoes(texts), asks_for_password=asks_for_password()
        )
        self.dialog.accepted.connect(self._keep_for_good)
        self.dialog.finished.connect(self._forget_dialog)
        self.dialog.open()

    def _who_undoes(self, texts: Sequence[PersistentText]) -> list[str]:
        known = {device.name: device for device in self._inventory.devices}
        wanted = dict(self._page.chosen)
        tuned = [known[text.device] for text in texts if text.device in known]
        return [
            str(warning)
            for device in tuned
            for warning in undoing(device.name, device.owners, wanted, persist=True)
        ]

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _keep_for_good(self) -> None:
        if self._running.tuner is not None:
            self._page.show_keeping_for_good()
            self._running.tuner.keep_for_good(self._page.chosen)

    def _kept(self, record: SessionRecord) -> None:
        self._page.show_kept()
        self._report_kept(record)

    def _kept_for_good(self, kept: KeptForGood) -> None:
        self._page.show_kept_for_good(tuple(map(str, kept.notes)))
        if kept.record is not None:
            self._report_kept(kept.record)

    def _report_kept(self, record: SessionRecord) -> None:
        self._navigation.pages.result.confirming.close_offer()
        self._running.record = record
        if record.device is not None:
            known = {device.name: device for device in self._inventory.devices}
            for device in tunable_devices(record.device, known):
                self.settings_kept.emit(device.name)
