"""NCQ is the queue depth of a SATA disk, and the queue policy of a 3ware unit."""

from __future__ import annotations

import pytest

from storage_tuner.bench.ncq import ncq_setting, with_ncq_named
from storage_tuner.bench.variant_series import Parameter
from storage_tuner.core.device import Device, QueueDepth
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import Text

BOTH = (Parameter("ncq", ("on", "off")),)


def sata(name: str, depth: QueueDepth) -> Device:
    settings = {"queue_depth": str(depth.value)}
    return Device(
        name, f"/dev/{name}", "disk", 1 << 40, "sata", queue_depth=depth, settings=settings
    )


def unit(name: str, **settings: str) -> Device:
    depth = QueueDepth(254, 254, None)
    there = {"queue_depth": "254", **settings}
    missing: dict[str, Text] = {} if settings else {"qpolicy": "this model doesn't support it"}
    return Device(
        name, f"/dev/{name}", "disk", 1 << 40, "3ware",
        queue_depth=depth, settings=there, missing=missing,
    )  # fmt: skip


def test_of_a_sata_disk_it_is_the_queue_depth_and_one_is_off() -> None:
    assert with_ncq_named(BOTH, [sata("sda", QueueDepth(8, 32, True, True))]) == (
        Parameter("queue_depth", ("32", "1")),
    )


def test_members_get_what_all_of_them_hold() -> None:
    disks = [
        sata("sda", QueueDepth(32, 32, True, True)),
        sata("sdb", QueueDepth(1, 16, False, True)),
    ]
    assert with_ncq_named(BOTH, disks) == (Parameter("queue_depth", ("16", "1")),)


def test_of_a_3ware_unit_it_is_the_queue_policy_whatever_the_depth() -> None:
    off_first = (Parameter("nr_requests", ("64",)), Parameter("ncq", ("off", "on")))
    assert with_ncq_named(off_first, [unit("sda", qpolicy="on")]) == (
        Parameter("nr_requests", ("64",)),
        Parameter("qpolicy", ("off", "on")),
    )


@pytest.mark.parametrize(
    ("disks", "word"),
    [
        ([unit("sda")], "this model doesn't support it"),
        ([sata("sda", QueueDepth(1, 1, False, False, "the drive has none"))], "the drive has none"),
        ([Device("sda", "/dev/sda", "disk", 1 << 40, "usb")], "can't be changed"),
        (
            [unit("sda", qpolicy="on"), sata("sdb", QueueDepth(32, 32, True, True))],
            "different settings",
        ),
    ],
)
def test_where_it_cannot_be_switched_it_says_why(disks: list[Device], word: str) -> None:
    with pytest.raises(InvalidInput, match=word):
        with_ncq_named(BOTH, disks)


def test_a_disk_with_neither_has_no_setting_of_it() -> None:
    nvme = Device("nvme0n1", "/dev/nvme0n1", "nvme", 1 << 40, "nvme")
    assert [ncq_setting(one) for one in (nvme, unit("sda"))] == ["", ""]
