"""The list of this computer's devices, kept up to date in a thread."""

from __future__ import annotations

import os
import select
import threading
from pathlib import Path

import pyudev
from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.probe.devices import read_devices

_REFRESH_S = 5.0
"""Settings change without any event, so that they are looked at now and then."""

_QUIET_S = 0.2
"""Events come in flocks: the list is read when none came for so long."""


class Inventory(QObject):
    """``changed`` carries a tuple of ``Device`` and is emitted only when something differs.

    The kernel's own events are listened to and not udev's, because those come without udevd too.
    """

    changed = Signal(object)

    def __init__(self, root: Path = Path("/"), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root
        self._devices: tuple[Device, ...] | None = None
        self._wake_reader, self._wake_writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
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
        os.write(self._wake_writer, b"r")

    def stop(self) -> None:
        """End the thread and wait for it."""
        if self._ending:
            return
        self._ending = True
        self.refresh()
        if self._thread.ident is not None:
            self._thread.join()
        os.close(self._wake_reader)
        os.close(self._wake_writer)

    def _watch(self) -> None:
        monitor = pyudev.Monitor.from_netlink(pyudev.Context(), source="kernel")
        monitor.filter_by("block")
        monitor.start()
        while not self._ending:
            self._read()
            if self._wait(monitor, _REFRESH_S):
                while not self._ending and self._wait(monitor, _QUIET_S):
                    pass

    def _wait(self, monitor: pyudev.Monitor, seconds: float) -> bool:
        """Whether somebody asked or the kernel told something within ``seconds``."""
        ready, _, _ = select.select([self._wake_reader, monitor.fileno()], [], [], seconds)
        if self._wake_reader in ready:
            os.read(self._wake_reader, 4096)
        if monitor.fileno() in ready:
            _drain(monitor)
        return bool(ready)

    def _read(self) -> None:
        devices = read_devices(self._root)
        if devices != self._devices:
            self._devices = devices
            self.changed.emit(devices)


def _drain(monitor: pyudev.Monitor) -> None:
    try:
        while monitor.poll(timeout=0) is not None:
            pass
    except OSError:
        # ENOBUFS: so many events that some were lost; the list is read anew anyway
        return
