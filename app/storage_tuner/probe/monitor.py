"""Tells when block devices come, go or change, with or without a udev daemon."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from dataclasses import dataclass
from errno import ENOBUFS
from pathlib import Path
from types import TracebackType

import pyudev

_UDEV_SOCKET = Path("/run/udev/control")


@dataclass(frozen=True)
class Change:
    """``action`` is the kernel's word (add, remove, change …), ``name`` a kernel name; ``disk``
    tells whether it's a whole device and not a partition.

    ``name`` is empty when so much happened at once that notices were lost.
    """

    action: str
    name: str
    disk: bool


class DeviceMonitor:
    """Notices of block devices, from the moment of construction on.

    ``changes`` blocks, so give it a thread of its own; ``stop`` may be called from any thread, and
    ends it. With a udev daemon the notices come after its rules have run, else from the kernel.
    """

    def __init__(self) -> None:
        source = "udev" if _UDEV_SOCKET.exists() else "kernel"
        self._monitor = pyudev.Monitor.from_netlink(pyudev.Context(), source=source)
        self._monitor.filter_by("block")
        self._monitor.start()
        self._wake_reader, self._wake_writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)

    def __enter__(self) -> DeviceMonitor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def changes(self) -> Iterator[Change]:
        """Wait for notices and give them one by one, until ``stop`` is called."""
        poll = select.poll()
        poll.register(self._monitor.fileno(), select.POLLIN)
        poll.register(self._wake_reader, select.POLLIN)
        while True:
            ready = {descriptor for descriptor, _ in poll.poll()}
            if self._wake_reader in ready:
                return
            yield from self._waiting()

    def stop(self) -> None:
        """End ``changes``, now or when it's called."""
        os.write(self._wake_writer, b"\0")

    def close(self) -> None:
        """Free the descriptors; only when no thread is in ``changes`` any more."""
        os.close(self._wake_reader)
        os.close(self._wake_writer)

    def _waiting(self) -> Iterator[Change]:
        try:
            while (device := self._monitor.poll(timeout=0)) is not None:
                yield Change(device.action or "", device.sys_name, device.device_type == "disk")
        except OSError as error:
            if error.errno != ENOBUFS:
                raise
            yield Change("change", "", True)
