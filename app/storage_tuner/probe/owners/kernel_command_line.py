"""What the kernel was told at boot that concerns a tunable (kernel: kernel-parameters.txt)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.probe.attributes import clean, read_table
from storage_tuner.probe.owners.sysctl import tunable_of
from storage_tuner.probe.owners.sysfs_node import SysfsNodes

TOOL = "kernel command line"

_ADDRESS = re.compile(r"/ata(\d+)/(?:.*/)?\d+:(\d+):(\d+):\d+/block/[^/]+$")
_FORCED = re.compile(r"(?:(\d+)(?:\.(\d+))?:)?([\w.]+)")
_WITHOUT_ELEVATOR = (5, 0)


@dataclass(frozen=True)
class _Forced:
    """One item of libata.force; None is any port or device."""

    port: int | None
    device: int | None
    value: str
    text: str


class KernelCommandLine:
    """``/proc/cmdline`` below ``base``, up to "--", behind which words are for init."""

    def __init__(self, base: str, nodes: SysfsNodes) -> None:
        self._nodes = nodes
        words = clean(read_table(f"{base}/proc/cmdline", 1 << 16)).split()
        self._words = words[: words.index("--")] if "--" in words else words
        self._kernel = _version(read_table(f"{base}/proc/version", 4096))
        self._forced = tuple(
            item for text in self._values("libata.force") for item in _forced(text)
        )

    def _values(self, name: str) -> list[str]:
        return [word.partition("=")[2] for word in self._words if word.startswith(f"{name}=")]

    def owners(self, device: Device) -> Iterator[SettingOwner]:
        if schedulers := self._values("elevator"):
            yield self._elevator(schedulers[-1])
        if self._forced:
            yield from self._queue_depth(device)

    def _elevator(self, scheduler: str) -> SettingOwner:
        word = f"elevator={scheduler}"
        if self._kernel is not None and self._kernel < _WITHOUT_ELEVATOR:
            return SettingOwner(TOOL, "scheduler", scheduler, word)
        return SettingOwner(TOOL, "scheduler", None, f"{word} (without effect since Linux 5.0)")

    def _queue_depth(self, device: Device) -> Iterator[SettingOwner]:
        """Without NCQ the queue depth is 1 and stays so. The last item for a drive counts."""
        address = _ADDRESS.search(self._nodes.block(device.name).folder)
        if address is None:
            return
        # counted over the links behind a port multiplier (libata-core.c: ata_force_get_fe_for_dev)
        port, number = int(address[1]), int(address[2]) + int(address[3])
        meant = [
            item
            for item in self._forced
            if item.port in (None, port) and item.device in (None, number)
        ]
        if meant and meant[-1].value == "noncq":
            yield SettingOwner(TOOL, "queue_depth", "1", meant[-1].text)

    def machine_owners(self) -> Iterator[SettingOwner]:
        """sysctl.vm.swappiness=10, since Linux 5.8 (fs/proc/proc_sysctl.c)."""
        for word in self._words:
            key, sign, value = word.partition("=")
            found = re.fullmatch(r"sysctl[./](.+)", key)
            tunable = tunable_of(found[1]) if found and sign else None
            if tunable:
                yield SettingOwner(TOOL, tunable, value, word)


def _forced(text: str) -> Iterator[_Forced]:
    """An item without a port is for the port and device named before it, at first for all."""
    port: int | None = None
    device: int | None = None
    for item in text.split(","):
        found = _FORCED.fullmatch(item)
        if not found:
            continue
        if found[1] is not None:
            port = int(found[1][:9])
            device = int(found[2][:9]) if found[2] is not None else None
        if found[3] in ("ncq", "noncq"):
            yield _Forced(port, device, found[3], f"libata.force={item}")


def _version(text: str) -> tuple[int, int] | None:
    found = re.match(r"Linux version (\d{1,4})\.(\d{1,4})", text)
    return (int(found[1]), int(found[2])) if found else None
