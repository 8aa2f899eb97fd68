"""The list of this computer's devices, kept up to date in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.block.hotplug_monitor import DeviceMonitor

_REFRESH_S = 5.0
"""Settings change without any event, so that they are looked at now and then."""

_QUIET_S = 0.2
"""Events come in flocks: the list is read when none came for so long …"""

_UNQUIET_S = 0.6
"""… but not later than so long after the first, even when they don't end."""

_CONTROLLERS_S = 30.0
"""Interval between readings: the controller's tool is slow, and a rebuild takes hours."""

_PATIENCE_S = 2.0

ControllerReader = Callable[[tuple[Device, ...]], tuple[Controller, ...]]


class Inventory(QObject):
    """``changed`` carries a tuple of ``Device``, ``controllers_changed`` one of ``Controller``;
    each is emitted only when something differs.

    Controllers have a thread of their own: a disk that comes mustn't wait for their slow tools.
    """

    changed = Signal(object)
    controllers_changed = Signal(object)

    def __init__(
        self,
        root: Path = Path("/"),
        read_controllers: ControllerReader | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._root = root
        self._read_controllers = read_controllers
        self._devices: tuple[Device, ...] | None = None
        self._controllers: tuple[Controller, ...] = ()
        self._as_read: tuple[Device, ...] = ()
        self._reporting = threading.Lock()
        self._monitor = DeviceMonitor()
        self._ending = False
        self._disks_changed = threading.Event()
        self._threads = [threading.Thread(target=self._watch, name="inventory", daemon=True)]
        if read_controllers is not None:
            self._threads.append(
                threading.Thread(target=self._watch_controllers, name="controllers", daemon=True)
            )

    @property
    def devices(self) -> tuple[Device, ...]:
        """What was read last; empty before the first reading."""
        return self._devices or ()

    def device(self, name: str | None) -> Device | None:
        """The one of that name, as it was read last."""
        return next((device for device in self.devices if device.name == name), None)

    @property
    def controllers(self) -> tuple[Controller, ...]:
        """What was read last; empty before the first reading."""
        return self._controllers

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def refresh(self) -> None:
        """Schedule a reading; returns at once."""
        if self._ending:
            return
        self._monitor.wake()
        self._disks_changed.set()

    def stop(self) -> None:
        """End the threads and wait for them; not long for one that asks a controller."""
        if self._ending:
            return
        self._ending = True
        self._monitor.wake()
        self._disks_changed.set()
        watching, *asking = self._threads
        if watching.ident is not None:
            watching.join()
        for thread in asking:
            if thread.ident is not None:
                thread.join(_PATIENCE_S)  # a controller's tool may take minutes
        self._monitor.close()

    def _watch(self) -> None:
        while not self._ending:
            self._read()
            changes = self._monitor.wait(_REFRESH_S)
            rest = _UNQUIET_S
            while changes and rest > 0 and not self._ending:
                changes = self._monitor.wait(_QUIET_S)
                rest -= _QUIET_S

    def _read(self) -> None:
        devices = read_devices(self._root)
        with self._reporting:
            self._report(devices)

    def _report(self, read: tuple[Device, ...]) -> None:
        """With what the controllers said last of their units."""
        self._as_read = read
        devices = read
        if self._controllers:
            # most computers have none, and the window comes before what reads them
            from storage_tuner.probe.threeware import with_policies

            devices = with_policies(read, self._controllers)
        if devices == self._devices:
            return
        before = {device.name: device for device in self.devices}
        devices = tuple(_same(device, before.get(device.name)) for device in devices)
        self._devices = devices
        self.changed.emit(devices)
        if {device.name for device in devices} != set(before):
            self._disks_changed.set()

    def _watch_controllers(self) -> None:
        while not self._ending:
            # without a controller there is nothing to look at before the disks change
            self._disks_changed.wait(_CONTROLLERS_S if self._controllers else None)
            self._disks_changed.clear()
            if not self._ending:
                self._refresh_controllers()

    def _refresh_controllers(self) -> None:
        assert self._read_controllers is not None
        controllers = self._read_controllers(self.devices)
        if controllers == self._controllers or self._ending:
            return
        with self._reporting:
            self._controllers = controllers
            self.controllers_changed.emit(controllers)
            self._report(self._as_read)


def _same(device: Device, before: Device | None) -> Device:
    """The previous object if equal, so that callers detect unchanged content by identity."""
    return before if before is not None and before == device else device
