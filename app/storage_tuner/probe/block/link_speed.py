"""The physical limits of a drive: rotation speed, and the links to it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from storage_tuner.advice.physics.expectations import LinkSpeed, PhysicalDrive, pcie_mb_s, sata_mb_s
from storage_tuner.core.device import Device
from storage_tuner.probe.block.attributes import entries, read_attribute
from storage_tuner.probe.block.medium import read_rate
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.block.udev import read_record

_PCI = re.compile(r"[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")
_USB_MB_S = {"480": 60.0, "5000": 500.0, "10000": 1212.1, "20000": 2424.2}
"""By Mbit/s: 8 bits per byte at 480, 8 of 10 bits at 5000, 128 of 132 above."""


def read_drive(device: Device, root: Path = Path("/")) -> PhysicalDrive:
    """Read the physical limits of a whole disk; never fails."""
    base = tree_root(root)
    folder = os.path.realpath(f"{base}/sys/block/{device.name}")
    if not folder.startswith(f"{base}/"):
        return PhysicalDrive(None, ())
    number = read_attribute(f"{folder}/dev").text
    rate, _ = read_rate(folder, read_record(base, number).properties if number else {})
    return PhysicalDrive(rate, tuple(_links(folder, base)))


def _links(folder: str, base: str) -> Iterator[LinkSpeed]:
    """The links from the drive up to its PCI function."""
    while len(folder) > len(base) + 1:
        name = folder.rpartition("/")[2]
        if re.fullmatch(r"ata[0-9]+", name):
            yield from _sata(folder)
        elif (speed := read_attribute(f"{folder}/speed").text) in _USB_MB_S:
            yield LinkSpeed(f"USB {speed} Mbit/s", _USB_MB_S[speed])
        elif _PCI.fullmatch(name):
            yield from _pcie(folder)
            return
        folder = folder.rpartition("/")[0]


def _sata(folder: str) -> Iterator[LinkSpeed]:
    """The port's own link, such as "6.0 Gbps"; behind a port multiplier there are more."""
    for name in entries(folder):
        if re.fullmatch(r"link[0-9]+", name):
            text = read_attribute(f"{folder}/{name}/ata_link/{name}/sata_spd").text or ""
            if found := re.fullmatch(r"([0-9.]+) Gbps", text):
                yield LinkSpeed(f"SATA {found[1]} Gbit/s", sata_mb_s(float(found[1])))


def _pcie(folder: str) -> Iterator[LinkSpeed]:
    """The PCIe link, only where the function has one: functions within the chipset have none."""
    speed = re.match(r"([0-9.]+) GT/s", read_attribute(f"{folder}/current_link_speed").text or "")
    width = read_attribute(f"{folder}/current_link_width").text or ""
    if speed is None or not width.isdecimal() or int(width) == 0:
        return
    rate = pcie_mb_s(float(speed[1]), int(width))
    if rate is not None:
        yield LinkSpeed(f"PCIe {float(speed[1]):g} GT/s × {width}", rate)
