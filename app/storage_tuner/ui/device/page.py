"""The chosen device in tabs: what it is, how it's set, what it does now."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from storage_tuner.client.health import underlying_drives, why_no_health
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.health import Health
from storage_tuner.core.message import tr
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui import wording
from storage_tuner.ui.device.health_requests import Answer
from storage_tuner.ui.device.measuring_tabs import MeasuringTabs
from storage_tuner.ui.device.overview_tab import OverviewTab
from storage_tuner.ui.device.settings_tab import SettingsTab
from storage_tuner.ui.live.panel import LivePanel
from storage_tuner.ui.settings.kept_banner import KeptBanner, lasting
from storage_tuner.ui.settings.undone_banner import UndoneBanner
from storage_tuner.ui.tree import badges
from storage_tuner.ui.tree import order as arrangement
from storage_tuner.ui.tree.order import ControllerPart
from storage_tuner.ui.widgets.elements import AROUND_A_PAGE, Banner, Tone, primary_button
from storage_tuner.ui.widgets.layouts import Placed, column_in
from storage_tuner.ui.widgets.links import LinkPiece, listed
from storage_tuner.ui.widgets.page_head import PageHead


class DevicePage(QWidget):
    """``tune_asked`` is for the device that is shown, and so is what ``changed`` restores;
    ``followed`` carries the key of another one."""

    tune_asked = Signal()
    followed = Signal(str)

    def __init__(self, live: LivePanel, measuring: MeasuringTabs, settings: SettingsTab) -> None:
        super().__init__()
        self.live = live
        self.measuring = measuring
        self._device: Device | None = None
        self._shown: object = None
        self._is_gone = False
        self.tune = primary_button(tr("&Tune…"))
        self.tune.clicked.connect(self.tune_asked)
        self.head = PageHead(self.tune)
        self.notice = self.head.notice
        self.work = Banner()
        self.head.add(self.work)
        self.undone = UndoneBanner()
        self.head.add(self.undone)
        self.settings = settings
        self.changed = KeptBanner(self.settings.editor.message)
        self.head.add(self.changed)
        self.overview = OverviewTab()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(tr("Device pages"))
        self._build()
        self.overview.followed.connect(self.followed)
        self.overview.queue.setting_asked.connect(self._show_setting)
        self.settings.followed.connect(self.followed)
        self.measuring.tune_asked.connect(self.tune_asked)

    def show_device(
        self,
        device: Device,
        devices: tuple[Device, ...],
        part: ControllerPart | None = None,
        health: Health | None = None,
    ) -> None:
        """``devices`` are all of the computer; ``part`` is the controller's unit that this is."""
        shown = device, devices, part, health
        if shown == self._shown and not self._is_gone:
            return
        self._shown = shown
        if self._is_gone:
            self._is_gone = False
            self.notice.hide()
        self._device = device
        self.head.show_name(wording.name(device), wording.place(device))
        self.tune.setEnabled(bool(device.size_bytes))
        self.tune.setAccessibleName(tr("Tune {device}…", device=wording.name(device)))
        unit = part.unit if part is not None else None
        self.head.show_badges(badges.of_device(device, health, unit))
        self.overview.show_device(device, devices, part)
        controllers = (part.controller,) if part is not None else ()
        self.settings.show_device(device, devices, controllers)
        self.measuring.show_device(device, devices, controllers)

    def show_gone(self, name: str) -> None:
        """Keep the last content, and mark the device as disconnected."""
        self._is_gone = True
        self.measuring.show_gone()
        self.settings.show_gone()
        self.live.show_gone()
        self.work.hide()
        self.undone.show_undone(())
        self.changed.show_nothing()
        self.tune.setEnabled(False)
        self.overview.health.button.setEnabled(False)
        self.head.show_badges((badges.gone(),))
        self.notice.show_message(
            Tone.CAUTION,
            tr("{name} is no longer connected.", name=name),
            tr("Connect it again, or choose another device in the list."),
        )

    def show_exchanged(self, name: str) -> None:
        """Say that what is shown now is another disk than before."""
        self.notice.show_message(
            Tone.CAUTION,
            tr(
                "{name} is now a different disk. The previous one was disconnected.",
                name=name,
            ),
            tr("Check that this is the disk you want to tune."),
        )

    def show_work(self, device: Device, *, is_measured: bool) -> None:
        """Show background work; ``is_measured``: by another Storage Tuner process."""
        if is_measured:
            self.work.show_message(
                Tone.CAUTION,
                tr(
                    "{name} is being measured in another window or terminal.",
                    name=wording.name(device),
                ),
                tr(
                    "Wait until that measurement finishes before you tune. It changes "
                    "settings and restores them afterwards."
                ),
            )
        elif device.background is not None:
            work = wording.work(device.background.action, device.background.percent)
            self.work.show_message(
                Tone.CAUTION,
                tr("{name} is busy: {work}.", name=wording.name(device), work=work),
                tr(
                    "Wait until it finishes before you tune. Measuring now would give "
                    "wrong results and slow it down."
                ),
            )
        else:
            self.work.hide()

    def show_last(self, session: StoredSession | None) -> None:
        self.overview.show_last(session)

    def show_health(
        self,
        device: Device,
        devices: tuple[Device, ...],
        part: ControllerPart | None,
        answer: Answer | None,
        *,
        is_asked: bool,
    ) -> None:
        """Show the drive's health, or link to the drives that have it."""
        reason = why_no_health(device)
        if not reason:
            self.overview.health.show_answer(answer, is_asked=is_asked)
            return
        instead = listed(underlying_drives(device, devices))
        if part is not None and part.unit is not None:
            instead = _drives(part.controller, part.unit)
        self.overview.health.show_none(str(reason), instead)

    def show_changed(self, names: list[str], for_good: Mapping[str, tuple[str, ...]]) -> None:
        """Show that settings of ``names`` were changed and can be restored. ``for_good`` has by
        name the permanent tunables."""
        if not names:
            self.changed.show_nothing()
            return
        self.changed.show_kept(
            tr("Storage Tuner changed settings of {names}", names=wording.joined(names)),
            _how_long(names, for_good),
        )

    def text(self) -> str:
        """All that is known of the device, for the clipboard."""
        return "\n\n".join((self.head.text(), self.overview.text(), self.settings.text()))

    def _show_setting(self, tunable: str) -> None:
        """Lead to the tab of settings, and to ``tunable`` if it's given."""
        self.tabs.setCurrentWidget(self.settings)
        self.settings.show_setting(tunable)

    def _build(self) -> None:
        live = QWidget()
        column_in(live, self.live, margins=AROUND_A_PAGE)
        self.tabs.addTab(self.overview, tr("&Overview"))
        self.tabs.addTab(self.settings, tr("&Settings"))
        self.tabs.addTab(live, tr("&Live"))
        self.measuring.add_to(self.tabs)
        column_in(self, self.head, Placed(self.tabs, 1), spacing=0)


def _how_long(names: list[str], for_good: Mapping[str, tuple[str, ...]]) -> str:
    """ "Permanent, applied at every boot: Scheduler." or, where devices differ, one line each."""
    kept = {name: for_good.get(name, ()) for name in names}
    if len(set(kept.values())) == 1:
        return lasting(next(iter(kept.values())))
    return "\n".join(f"{name}: {lasting(tunables)}" for name, tunables in kept.items())


def _drives(controller: Controller, unit: Unit) -> list[LinkPiece]:
    ports = arrangement.ports_of(controller, unit)
    return listed({arrangement.port_key(controller, port): port for port in ports})
