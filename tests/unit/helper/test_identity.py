"""What a disk is called for good, from udev's database or from sysfs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner_helper.devices import identity
from storage_tuner_helper.devices.identity import Identity, identity_of
from storage_tuner_helper.errors import DeviceChanged
from tests.unit.helper.sysfs_folder import made_device

WWN = "0x5000c500a1b2c3d4"
Identified = Callable[..., str]


@pytest.fixture
def identified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Identified:
    """The identity's text ("" for none) of a device called so, with these attributes, of which
    udev knows these properties (None: it doesn't know the device)."""

    def find(name: str, attributes: Mapping[str, str], udev: list[str] | None = None) -> str:
        database = tmp_path / "data"
        database.mkdir()
        monkeypatch.setattr(identity, "UDEV_DATABASE", str(database))
        if udev is not None:
            lines = ["S:disk/by-id/x", "I:1234", *(f"E:{line}" for line in udev), "G:systemd"]
            (database / "b8:16").write_text("\n".join(lines) + "\n", encoding="utf-8")
        with made_device(tmp_path, name, {"dev": "8:16", **attributes}) as device:
            found = identity_of(device)
        return str(found) if found else ""

    return find


@pytest.mark.parametrize(
    ("name", "udev", "expected"),
    [
        (
            "sda",
            [f"ID_WWN={WWN}", f"ID_WWN_WITH_EXTENSION={WWN}", "ID_SERIAL=A_1"],
            f"ID_WWN={WWN}",
        ),
        ("sda", [f"ID_WWN={WWN}", "ID_SERIAL=ATA_1"], f"ID_WWN={WWN}"),
        (
            "sdb",
            [f"ID_WWN={WWN}", f"ID_WWN_WITH_EXTENSION={WWN}600508b1001c0001"],
            f"ID_WWN_WITH_EXTENSION={WWN}600508b1001c0001",
        ),
        ("nvme0n1", ["ID_WWN=eui.0025385b01234567"], "ID_WWN=eui.0025385b01234567"),
        ("sdc", ["ID_WWN=0x0000000000000000", "ID_SERIAL=Disk_17"], "ID_SERIAL=Disk_17"),
        ("vda", ["ID_SERIAL=root-disk", "ID_PATH=pci-1"], "ID_SERIAL=root-disk"),
        (
            "md0",
            ["MD_UUID=1a2b3c4d:5e6f:7081:92a3", "ID_SERIAL=x-1"],
            "MD_UUID=1a2b3c4d:5e6f:7081:92a3",
        ),
        ("dm-0", [f"ID_WWN={WWN}", "DM_UUID=mpath-35000c500"], "DM_UUID=mpath-35000c500"),
        ("dm-1", [f"ID_WWN={WWN}"], ""),
        ("sdd", ["ID_SERIAL="], ""),
        ("sdd", ['ID_SERIAL=a"b, RUN+="x'], ""),
        ("sdd", ["ID_SERIAL=a*c"], ""),
        ("sdd", ["ID_SERIAL=abc|def"], ""),
        ("sdd", ["ID_SERIAL=größer"], ""),
        ("sdd", ["ID_SERIAL=a\\x20b"], ""),
        ("sdd", ["ID_SERIAL=abc\rdef"], ""),
        ("sdd", ["ID_SERIAL=$env{X}"], ""),
        ("sdd", [f"ID_SERIAL={'12' * 200}"], ""),
        ("loop0", ["ID_FS_TYPE=ext4"], ""),
    ],
)
def test_udevs_word(identified: Identified, name: str, udev: list[str], expected: str) -> None:
    assert identified(name, {"wwid": "eui.00aabbccddee1122"}, udev) == expected


@pytest.mark.parametrize(
    ("name", "attributes", "expected"),
    [
        ("sda", {"device/wwid": "naa.5000c500a1b2c3d4"}, f"ID_WWN={WWN}"),
        (
            "sda",
            {"device/wwid": "naa.600508b1001c0d0e0011223344556677"},
            "ID_WWN_WITH_EXTENSION=0x600508b1001c0d0e0011223344556677",
        ),
        ("sda", {"device/wwid": "t10.ATA     Disk   S3R14L"}, ""),
        ("nvme0n1", {"wwid": "eui.0025385b01234567"}, "ID_WWN=eui.0025385b01234567"),
        ("vdb", {"serial": "backup-1"}, "ID_SERIAL=backup-1"),
        ("vdb", {"serial": ""}, ""),
        ("mmcblk0", {"device/serial": "0x1a2b3c4d"}, "ID_SERIAL=0x1a2b3c4d"),
        (
            "md127",
            {"md/uuid": "01234567-89ab-cdef-0123-456789abcdef", "md/metadata_version": "1.2"},
            "MD_UUID=01234567:89abcdef:01234567:89abcdef",
        ),
        (
            "md127",
            {"md/uuid": "01234567-89ab-cdef-0123-456789abcdef", "md/metadata_version": "0.90"},
            "",
        ),
        ("dm-3", {"dm/uuid": "LVM-abcDEF012", "dm/name": "vg-lv"}, "DM_UUID=LVM-abcDEF012"),
        ("loop0", {}, ""),
        ("zram0", {}, ""),
    ],
)
def test_the_kernels_word_where_udev_has_none(
    identified: Identified, name: str, attributes: dict[str, str], expected: str
) -> None:
    assert identified(name, attributes) == expected


def test_an_exchanged_device_has_no_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "UDEV_DATABASE", str(tmp_path))
    with made_device(tmp_path, "sda", {"dev": "8:0"}) as device:
        (tmp_path / "sda/diskseq").write_text("8\n", encoding="ascii")
        with pytest.raises(DeviceChanged):
            identity_of(device)


@given(st.text(max_size=40))
def test_no_text_becomes_an_identity_that_is_not_harmless(text: str) -> None:
    try:
        found = Identity("ID_SERIAL", text)
    except ValueError:
        return
    assert found.value.isascii() and found.value.isprintable()
    assert not set(found.value) & set("\"'\\*?[]{}|$ \n")
    assert Identity.parse(str(found)) == found
