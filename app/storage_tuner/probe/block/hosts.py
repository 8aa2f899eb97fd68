"""SCSI hosts, to which ATA, SAS, USB and RAID controllers belong as well."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.probe.block.attributes import read_attribute, read_number
from storage_tuner_protocol import threeware

_HOST = re.compile(r"^(.*)/(host\d+)/")

RAID_DRIVERS = (
    *threeware.DRIVERS,
    "aacraid",
    "arcmsr",
    "hpsa",
    "hptiop",
    "ips",
    "megaraid",
    "megaraid_sas",
    "mvumi",
    "smartpqi",
    "stex",
)
"""Drivers in drivers/scsi whose disks are, or may be, arrays of a controller."""


@dataclass(frozen=True)
class ScsiHost:
    """A SCSI host. ``driver`` is the kernel's name of the driver, ``can_queue`` the largest number
    of outstanding commands."""

    driver: str | None
    can_queue: int | None


class HostReader:
    """Reads each host once, however many disks it has."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._known: dict[str, ScsiHost] = {}

    def of(self, folder: str) -> ScsiHost | None:
        """The host of the device whose real path is ``folder``; None when it has none."""
        found = _HOST.match(folder)
        if found is None:
            return None
        above, name = found.groups()
        host = self._known.get(name)
        if host is None:
            host = self._known[name] = self._read(name, above)
        return host

    def _read(self, name: str, above: str) -> ScsiHost:
        folder = f"{self._base}/sys/class/scsi_host/{name}"
        can_queue = read_number(f"{folder}/can_queue")
        return ScsiHost(self._driver(folder, above), can_queue)

    def _driver(self, folder: str, above: str) -> str | None:
        """The driver's name. The 3ware drivers don't name their hosts (drivers/scsi/3w-9xxx.c),
        only the controller on the bus, whose folder is a few levels ``above`` the host's."""
        reported = read_attribute(f"{folder}/proc_name").text
        if reported and reported not in ("(null)", "<NULL>"):
            return reported
        steps = Path(above)
        inside = (step for step in (steps, *steps.parents) if len(str(step)) > len(self._base))
        return next((name for step in inside if (name := _linked_name(step / "driver"))), None)


def _linked_name(link: Path) -> str | None:
    try:
        return link.readlink().name
    except OSError:
        return None
