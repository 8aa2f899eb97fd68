"""Values that TLP sets: the scheduler and power management of its disks, and how long data may stay
in the page cache.

Source: TLP 1.5, tlp-readconfs, func.d/15-tlp-func-disk (set_disk_iosched, set_dirty_parms,
set_sata_link_power, set_ahci_disk_runtime_pm).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.tunable import LINK_POLICY
from storage_tuner.probe.owners.files import ConfigFile, entries, exists, read_config
from storage_tuner.probe.owners.services import is_active
from storage_tuner.probe.owners.tristate import Truth, hedged

TOOL = "TLP"

_DEFAULTS = "/usr/share/tlp/defaults.conf"
_FOLDER = "/etc/tlp.d"
_FILE = "/etc/tlp.conf"
_PROGRAMS = ("/usr/sbin/tlp", "/usr/bin/tlp", _DEFAULTS)
_LINE = re.compile(r'([A-Z_]+[0-9]*)(\+?=)(?:([-\w .:]*)|"([-\w .:]*)")\s*', re.ASCII)
_KEEP = ("_", "keep")
_AGES = {"AC": sentence("on mains power"), "BAT": sentence("on battery")}
_TRUTHS = {True: Truth.MAYBE, False: Truth.YES}
_AGED = ("dirty_writeback_centisecs", "dirty_expire_centisecs")


@dataclass(frozen=True)
class _Parameter:
    value: str
    place: str


class Tlp:
    """TLP's configuration below ``base``; empty unless it's installed and enabled."""

    def __init__(self, base: str) -> None:
        self._parameters: dict[str, _Parameter] = {}
        installed = any(exists(base, path) for path in _PROGRAMS)
        if not installed or not is_active(base, "tlp", "/run/tlp/run.conf"):
            return
        for file in _files(base):
            self._read(file)
        if self._value("TLP_ENABLE", "1") != "1":
            self._parameters.clear()

    def _read(self, file: ConfigFile) -> None:
        for number, line in enumerate(file.text.splitlines(), 1):
            found = _LINE.fullmatch(line)
            if not found:
                continue
            name, value = found[1], found[3] if found[3] is not None else found[4]
            if found[2] == "+=":
                value = f"{self._value(name)} {value}"
            self._parameters[name] = _Parameter(value[:4096], file.at(number))

    def _value(self, name: str, default: str = "") -> str:
        return self._parameters[name].value if name in self._parameters else default

    def owners(self, device: Device) -> Iterator[SettingOwner]:
        """The owners of the device's scheduler and power management: the first word of DISK_IOSCHED
        is for the first disk, and so on."""
        yield from self._of_power(device)
        schedulers = self._value("DISK_IOSCHED").split()
        for disk, scheduler in zip(self._value("DISK_DEVICES").split(), schedulers, strict=False):
            if scheduler not in _KEEP and _is_meant(disk, device):
                place = f"{self._parameters['DISK_IOSCHED'].place}: DISK_IOSCHED"
                yield SettingOwner(TOOL, "scheduler", scheduler, place)

    def _of_power(self, device: Device) -> Iterator[SettingOwner]:
        """The first policy that the link accepts is set, on all hosts that aren't excluded; only
        disks that TLP manages may be suspended."""
        excluded = bool(self._value("SATA_LINKPWR_DENYLIST"))
        managed = any(_is_meant(disk, device) for disk in self._value("DISK_DEVICES").split())
        for supply, when in _AGES.items():
            policies = self._value(f"SATA_LINKPWR_ON_{supply}").split()[:1]
            control = self._value(f"AHCI_RUNTIME_PM_ON_{supply}")
            for policy in policies:
                yield self._owner(LINK_POLICY, policy, f"SATA_LINKPWR_ON_{supply}", when, excluded)
            if control and managed:
                yield self._owner("power_control", control, f"AHCI_RUNTIME_PM_ON_{supply}", when)
        seconds = self._value("AHCI_RUNTIME_PM_TIMEOUT")
        if managed and re.fullmatch(r"[1-9]\d{0,4}", seconds):
            name = "AHCI_RUNTIME_PM_TIMEOUT"
            yield SettingOwner(
                TOOL,
                "autosuspend_delay_ms",
                f"{seconds}000",
                f"{self._parameters[name].place}: {name}",
            )

    def _owner(
        self, tunable: str, value: str, name: str, when: Text, doubtful: bool = False
    ) -> SettingOwner:
        place = f"{self._parameters[name].place}: {name} ({when})"
        return SettingOwner(TOOL, tunable, value, hedged(place, _TRUTHS[doubtful]))

    def machine_owners(self) -> Iterator[SettingOwner]:
        for supply, when in _AGES.items():
            name = f"MAX_LOST_WORK_SECS_ON_{supply}"
            seconds = self._value(name)
            if re.fullmatch(r"[1-9]\d{0,5}", seconds):
                place = f"{self._parameters[name].place}: {name} ({when})"
                for tunable in _AGED:
                    yield SettingOwner(TOOL, tunable, f"{seconds}00", place)


def _files(base: str) -> Iterator[ConfigFile]:
    """The configuration files in the order in which TLP reads them; later ones have priority."""
    names = (name for name in entries(base, _FOLDER) if name.endswith(".conf"))
    for path in (_DEFAULTS, *(f"{_FOLDER}/{name}" for name in names), _FILE):
        if file := read_config(base, path):
            yield file


def _is_meant(disk: str, device: Device) -> bool:
    """Return whether ``disk`` names the device, by its kernel name or as in /dev/disk/by-id."""
    by_id = (link.rpartition("/")[2] for link in device.links if "by-id/" in link)
    return disk == device.name or re.sub(r"-part[1-9][0-9]*$", "", disk) in by_id
