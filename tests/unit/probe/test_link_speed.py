"""How fast drives turn, and the links to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.advice.physics.expectations import LinkSpeed, PhysicalDrive
from storage_tuner.core.device import Device
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.block.link_speed import read_drive
from storage_tuner.probe.load.machine import is_virtual
from tests.sysfs_trees.disks import PCI, add, nvme, sata, ssd, usb_stick
from tests.sysfs_trees.files import write_files


def drive(root: Path, name: str) -> PhysicalDrive:
    return read_drive(next(one for one in read_devices(root) if one.name == name), root)


def test_a_sata_disk(tmp_path: Path) -> None:
    add(tmp_path, sata(port=3))
    port = tmp_path / PCI / "0000:00:1f.2/ata3"
    write_files(port, {"link3/ata_link/link3/sata_spd": "6.0 Gbps"})
    assert drive(tmp_path, "sda") == PhysicalDrive(7200, (LinkSpeed("SATA 6.0 Gbit/s", 600),))


def test_a_sata_disk_of_a_card(tmp_path: Path) -> None:
    add(tmp_path, sata(port=3))
    function = tmp_path / PCI / "0000:00:1f.2"
    write_files(function, {"current_link_speed": "5.0 GT/s PCIe", "current_link_width": "2"})
    write_files(function / "ata3", {"link3/ata_link/link3/sata_spd": "3.0 Gbps"})
    links = drive(tmp_path, "sda").links
    assert links == (LinkSpeed("SATA 3.0 Gbit/s", 300), LinkSpeed("PCIe 5 GT/s × 2", 1000))


def test_an_ssd_does_not_turn(tmp_path: Path) -> None:
    add(tmp_path, ssd())
    assert drive(tmp_path, "sdb") == PhysicalDrive(0, ())


def test_an_nvme_drive(tmp_path: Path) -> None:
    add(tmp_path, nvme())
    function = tmp_path / PCI / "0000:01:00.0"
    write_files(function, {"current_link_speed": "16.0 GT/s PCIe", "current_link_width": "4"})
    (link,) = drive(tmp_path, "nvme0n1").links
    assert link.name == "PCIe 16 GT/s × 4"
    assert link.mb_s == pytest.approx(7877, abs=1)


def test_a_usb_stick(tmp_path: Path) -> None:
    add(tmp_path, usb_stick())
    write_files(tmp_path / PCI / "0000:00:14.0/usb2/2-1", {"speed": "480"})
    write_files(tmp_path / PCI / "0000:00:14.0/usb2", {"speed": "5000"})
    links = drive(tmp_path, "sdc").links
    assert [link.mb_s for link in links] == [60, 500]


@pytest.mark.parametrize(
    "files",
    [
        {"current_link_speed": "Unknown", "current_link_width": "63"},
        {"current_link_speed": "8.0 GT/s PCIe", "current_link_width": "0"},
        {"current_link_speed": "8.0 GT/s PCIe", "current_link_width": "x"},
        {"current_link_speed": "9.9 GT/s PCIe", "current_link_width": "4"},
        {},
    ],
)
def test_links_that_are_not_told(tmp_path: Path, files: dict[str, str]) -> None:
    add(tmp_path, nvme())
    write_files(tmp_path / PCI / "0000:01:00.0", files)
    assert drive(tmp_path, "nvme0n1").links == ()


def test_a_device_that_is_not_there(tmp_path: Path) -> None:
    assert read_drive(Device("sdq", "/dev/sdq", "disk", None), tmp_path) == PhysicalDrive(None, ())


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("processor\t: 0\nflags\t\t: fpu hypervisor sse\n", True),
        ("processor\t: 0\nflags\t\t: fpu sse\n", False),
        ("processor\t: 0\nFeatures\t: fp asimd\n", None),
        (None, None),
    ],
)
def test_virtual_machines(tmp_path: Path, told: str | None, expected: bool | None) -> None:
    if told is not None:
        write_files(tmp_path, {"proc/cpuinfo": told})
    assert is_virtual(tmp_path) is expected
