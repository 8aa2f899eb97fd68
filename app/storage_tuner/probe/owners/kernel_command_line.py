"""Tunables set on the kernel's command line (kernel: kernel-parameters.txt)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.probe.block.attributes import clean, read_table
from storage_tuner.probe.block.kernel_defaults import read_kernel
from storage_tuner.probe.block.ncq import is_forced_off, read_forced
from storage_tuner.probe.owners.sysctl import tunable_of
from storage_tuner.probe.owners.sysfs_node import SysfsNode

TOOL = "kernel command line"

_WITHOUT_ELEVATOR = (5, 0)
_FORCE = "libata.force"


class KernelCommandLine:
    """``/proc/cmdline`` below ``base``, up to "--", after which arguments are for init."""

    def __init__(self, base: str) -> None:
        self._base = base
        words = clean(read_table(f"{base}/proc/cmdline", 1 << 16)).split()
        self._words = words[: words.index("--")] if "--" in words else words
        self._kernel = read_kernel(base)
        self._forced = read_forced(base) if self._value(_FORCE) else ()

    def _value(self, name: str) -> str:
        """The value of the last argument with this name."""
        words = (word for word in reversed(self._words) if word.startswith(f"{name}="))
        return next(words, "").partition("=")[2]

    def owners(self, device: Device) -> Iterator[SettingOwner]:
        if (scheduler := self._value("elevator")) and self._chooses_schedulers():
            yield SettingOwner(TOOL, "scheduler", scheduler, f"elevator={scheduler}")
        folder = SysfsNode(self._base, f"/sys/block/{device.name}").folder
        if self._forced and is_forced_off(folder, self._forced):
            yield SettingOwner(TOOL, "queue_depth", "1", f"{_FORCE}={self._value(_FORCE)}")

    def _chooses_schedulers(self) -> bool:
        """Return whether elevator= has an effect: it has had none since Linux 5.0, so it overrides
        nothing there."""
        return self._kernel is not None and self._kernel < _WITHOUT_ELEVATOR

    def machine_owners(self) -> Iterator[SettingOwner]:
        """The owners of the machine's tunables: sysctl.vm.swappiness=10, since Linux 5.8
        (fs/proc/proc_sysctl.c)."""
        for word in self._words:
            key, sign, value = word.partition("=")
            found = re.fullmatch(r"sysctl[./](.+)", key)
            tunable = tunable_of(found[1]) if found and sign else None
            if tunable:
                yield SettingOwner(TOOL, tunable, value, word)
