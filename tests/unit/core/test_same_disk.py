"""One name, one disk after the other."""

from __future__ import annotations

import pytest

from storage_tuner.core.device import Device, DeviceMapping
from storage_tuner.core.same_disk import is_same_disk


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
