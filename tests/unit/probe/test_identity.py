"""Who a drive is where there is no udev: from sysfs alone."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.probe.block.devices import read_devices
from tests.unit.probe.made_trees import add_disk, write_tree
from tests.unit.said import said


def test_a_sata_disk_without_udev(tmp_path: Path) -> None:
    folder = add_disk(tmp_path, "sda", "8:0", device__model="WDC WD40EFRX-68N\n")
    write_tree(
        folder,
        {
            "device/wwid": "naa.5000c50000000001\n",
            "device/vendor": "ATA     \n",
            "device/rev": "0A82\n",
            "device/vpd_pg80": b"\x00\x80\x00\x08  ZC1007trailing",
        },
    )
    (disk,) = read_devices(tmp_path)
    assert (disk.model, disk.wwn) == ("WDC WD40EFRX-68N", "0x5000c50000000001")
    assert (disk.serial, disk.firmware, disk.vendor) == ("ZC1007", "0A82", None)
    assert "serial" not in disk.missing


def test_a_name_in_place_of_a_wwn_is_none(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0", device__wwid="t10.ATA     ST4000NM\n")
    (disk,) = read_devices(tmp_path)
    assert said((disk.wwn, disk.missing["wwn"])) == (None, "the drive has none")
