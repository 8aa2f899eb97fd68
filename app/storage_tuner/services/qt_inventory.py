"""The list of this computer's devices, kept up to date in a thread."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.probe.devices import read_devices
from storage_tuner.probe.monitor import DeviceMonitor

_REFRESH_S = 5.0
"""Settings change without any event, so that they are looked at now and then."""

_QUIET_S = 0.2
"""Events come in flocks: the list is read when none came for so long."""


class Inventory(QObject):
    """``changed`` carries a tuple of ``Device`` and is emitted only when something differs."""

    changed = Signal(object)

    def __init__(self, root: Path = Path("/"), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root
        self._devices: tuple[Device, ...] | None = None
        self._monitor = DeviceMonitor()
        self._ending = False
        self._thread = threading.Thread(target=self._watch, name="inventory", daemon=True)

    @property
    def devices(self) -> tuple[Device, ...]:
        """What was read last; empty before the first reading."""
        return self._devices or ()

    def start(self) -> None:
        self._thread.start()

    def refresh(self) -> None:
        """Read anew soon; returns at once."""
        self._monitor.wake()

    def stop(self) -> None:
        """End the thread and wait for it."""
        if self._ending:
            return
        self._ending = True
        self._monitor.wake()
        if self._thread.ident is not None:
            self._thread.join()
        self._monitor.close()

    def _watch(self) -> None:
        while not self._ending:
            self._read()
            changes = self._monitor.wait(_REFRESH_S)
            while changes and not self._ending:
                changes = self._monitor.wait(_QUIET_S)

    def _read(self) -> None:
        devices = read_devices(self._root)
        if devices != self._devices:
            self._devices = devices
            self.changed.emit(devices)
