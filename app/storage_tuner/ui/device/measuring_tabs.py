"""The tabs that are about measuring a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTabWidget

from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.message import tr
from storage_tuner.ui.device.run_tabs import RunTabs
from storage_tuner.ui.widgets.deferred_page import Later
from storage_tuner.ui.window.services import Services

if TYPE_CHECKING:
    from storage_tuner.ui.device.advice_tab import AdviceTab


class MeasuringTabs(QObject):
    """``tune_asked``: the assistant is wanted for what is shown."""

    tune_asked = Signal()

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.runs = RunTabs(services, self)
        self._services = services
        self._shown: tuple[Device, tuple[Device, ...], tuple[Controller, ...]] | None = None
        self._is_gone = False
        self._advice = Later(self._make_advice)
        self.runs.tune_asked.connect(self.tune_asked)
        services.quick.finished.connect(services.results.load)
        services.quick.finished.connect(services.history.note_change)

    @property
    def advice(self) -> AdviceTab:
        return self._advice.page

    def add_to(self, tabs: QTabWidget) -> None:
        self.runs.add_to(tabs)
        tabs.addTab(self._advice, tr("&Advice"))

    def show_device(
        self, device: Device, devices: tuple[Device, ...], controllers: tuple[Controller, ...]
    ) -> None:
        """``devices`` are all of the computer, ``controllers`` those that ``device`` is behind."""
        self._shown, self._is_gone = (device, devices, controllers), False
        self.runs.show_device(device)
        if (advice := self._advice.made) is not None:
            advice.show_device(device, devices, controllers)

    def show_gone(self) -> None:
        self._is_gone = True
        self.runs.show_gone()
        if (advice := self._advice.made) is not None:
            advice.show_gone()

    def _make_advice(self) -> AdviceTab:
        from storage_tuner.ui.device.advice_tab import AdviceTab

        made = AdviceTab(self._services.results, self._services.advice_jobs)
        made.measure_asked.connect(self.tune_asked)
        if self._shown is not None:
            made.show_device(*self._shown)
        if self._is_gone:
            made.show_gone()
        return made
