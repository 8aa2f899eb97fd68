"""One name, one disk after the other; one disk, one name after the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.core.device import Device, DeviceMapping
from storage_tuner.core.same_disk import is_same_by_any_name, is_same_disk


def disk(
    diskseq: int | None = None,
    serial: str | None = None,
    wwn: str | None = None,
    mapping: DeviceMapping | None = None,
) -> Device:
    return Device(
        "sda", "/dev/sda", "disk", 1, serial=serial, wwn=wwn, diskseq=diskseq, mapping=mapping
    )


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (disk(diskseq=1), disk(diskseq=1), True),
        (disk(diskseq=1), disk(diskseq=2), False),
        (disk(diskseq=1, serial="A"), disk(diskseq=2, serial="A"), True),
        (disk(diskseq=1, serial="A"), disk(diskseq=2, serial="B"), False),
        (disk(serial="A", wwn="1"), disk(serial="A", wwn="2"), False),
        (disk(diskseq=1, serial="A"), disk(diskseq=2), False),
        (disk(diskseq=1, serial="A"), disk(diskseq=1), True),
        (disk(), disk(diskseq=1), True),
        (
            disk(diskseq=1, mapping=DeviceMapping("LVM", "data", "LVM-x")),
            disk(diskseq=2, mapping=DeviceMapping("LVM", "data", "LVM-x")),
            True,
        ),
    ],
)
def test_the_same_or_another(one: Device, other: Device, is_same: bool) -> None:
    assert is_same_disk(one, other) is is_same
    assert is_same_disk(other, one) is is_same


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (disk(serial="A", wwn="1"), disk(serial="A", wwn="1"), True),
        (disk(serial="A", wwn="1"), disk(serial="A"), True),
        (disk(serial="A", wwn="1"), disk(serial="A", wwn="2"), False),
        (disk(serial="A"), disk(serial="B"), False),
        (disk(diskseq=1, serial="A"), disk(diskseq=2, serial="A"), True),
        (
            disk(mapping=DeviceMapping("LVM", "data", "LVM-x")),
            disk(mapping=DeviceMapping("LVM", "data", "LVM-y")),
            False,
        ),
    ],
)
def test_what_lasts_counts_whatever_the_name(one: Device, other: Device, is_same: bool) -> None:
    for name in ("sda", "sdz"):
        assert is_same_by_any_name(one, replace(other, name=name)) is is_same
        assert is_same_by_any_name(replace(other, name=name), one) is is_same


def test_where_nothing_lasts_the_name_counts() -> None:
    """After another start the kernel's numbers tell nothing."""
    assert is_same_by_any_name(disk(diskseq=1), disk(diskseq=2))
    assert not is_same_by_any_name(disk(), replace(disk(), name="sdz"))
    assert not is_same_by_any_name(disk(serial="A"), replace(disk(), name="sdz"))
