"""Reports block devices that are added, removed or changed, with or without a udev daemon."""

from __future__ import annotations

import contextlib
import os
import select
from collections.abc import Iterator
from dataclasses import dataclass
from errno import ENOBUFS
from pathlib import Path

import pyudev

_UDEV_SOCKET = Path("/run/udev/control")


@dataclass(frozen=True)
class DeviceEvent:
    """A device event. ``action`` is the kernel's word (add, remove, change …), ``name`` a kernel
    name; ``disk`` is True for a whole device and False for a partition.

    ``name`` is empty when so many events arrived at once that some were lost.
    """

    action: str
    name: str
    disk: bool


class DeviceMonitor:
    """Monitors events of block devices, from its construction on.

    ``wait`` blocks, so run it in its own thread; ``wake`` may be called from any thread and ends
    one wait. With a udev daemon the events arrive after its rules have run, otherwise directly from
    the kernel.
    """

    def __init__(self) -> None:
        source = "udev" if _UDEV_SOCKET.exists() else "kernel"
        self._monitor = pyudev.Monitor.from_netlink(pyudev.Context(), source=source)
        self._monitor.filter_by("block")
        self._monitor.start()
        self._wake_reader, self._wake_writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._poll = select.poll()
        self._poll.register(self._monitor.fileno(), select.POLLIN)
        self._poll.register(self._wake_reader, select.POLLIN)

    def __enter__(self) -> DeviceMonitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait(self, seconds: float) -> tuple[DeviceEvent, ...]:
        """The events since the last call; waits for one up to ``seconds``, or until ``wake``."""
        ready = {descriptor for descriptor, _ in self._poll.poll(seconds * 1000)}
        if self._wake_reader in ready:
            os.read(self._wake_reader, 4096)
        return tuple(self._waiting())

    def wake(self) -> None:
        """End the current ``wait``, or the next one."""
        with contextlib.suppress(BlockingIOError):  # the pipe is full: a wake-up is pending
            os.write(self._wake_writer, b"\0")

    def close(self) -> None:
        """Close the descriptors; only when no thread is in ``wait``."""
        os.close(self._wake_reader)
        os.close(self._wake_writer)

    def _waiting(self) -> Iterator[DeviceEvent]:
        try:
            while (device := self._monitor.poll(timeout=0)) is not None:
                yield DeviceEvent(
                    device.action or "", device.sys_name, device.device_type == "disk"
                )
        except OSError as error:
            if error.errno != ENOBUFS:
                raise
            yield DeviceEvent("change", "", True)
