"""What to look for where a device gives too little."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.advice.physics.shortfall import Suspect, suspects
from storage_tuner.advice.published.device_facts import ComputerFacts, Setup, setup_of
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import (
    BackgroundWork,
    Device,
    MdState,
    Partition,
    QueueDepth,
    SchedulerState,
)

DISK = Device(
    "sda",
    "/dev/sda",
    "disk",
    10**12,
    transport="sata",
    rotational=True,
    rotational_believed=True,
    physical_block_bytes=4096,
    write_cache="write back",
    scheduler=SchedulerState("mq-deadline", ("none", "mq-deadline")),
    queue_depth=QueueDepth(32, 32, ncq=True),
    settings={"read_ahead_kb": "128"},
    partitions=(Partition("sda1", 10**9, start_bytes=1 << 20),),
)


def of(device: Device, *others: Device, controllers: tuple[Controller, ...] = ()) -> Setup:
    return setup_of(device, (device, *others), controllers, ComputerFacts())


def found(setup: Setup, operation: str = "rand-read") -> dict[str, str]:
    return {str(one.what): str(one.found) for one in suspects(setup, operation) if one.found}


@pytest.mark.parametrize("operation", ["seq-read", "seq-write", "rand-read", "rand-write"])
def test_nothing_speaks_against_a_healthy_disk(operation: str) -> None:
    assert found(of(DISK), operation) == {}
    assert all(one.check for one in suspects(of(DISK), operation))


@pytest.mark.parametrize(
    ("device", "operation", "expected"),
    [
        (replace(DISK, write_cache="write through"), "rand-write",
         {"a disabled write cache": "off on sda"}),
        (replace(DISK, write_cache="write through"), "rand-read", {}),
        (replace(DISK, scheduler=SchedulerState("none", ("none",))), "rand-read",
         {"an unsuitable scheduler": '"none" on sda'}),
        (replace(DISK, rotational=False, scheduler=SchedulerState("none", ("none",))), "rand-read",
         {}),
        (replace(DISK, queue_depth=QueueDepth(1, 32, ncq=False)), "rand-read",
         {"inactive NCQ": "off on sda"}),
        (replace(DISK, queue_depth=QueueDepth(1, 32, ncq=False)), "seq-read", {}),
        (replace(DISK, settings={"read_ahead_kb": "0"}), "seq-read",
         {"disabled read-ahead (buffered reads)": "0 on sda"}),
        (replace(DISK, partitions=(Partition("sda1", 9, start_bytes=63 * 512),)), "seq-write",
         {"misaligned partitions": "sda1"}),
        (replace(DISK, background=BackgroundWork("verify", 3.0)), "seq-read",
         {"a rebuild, check or initialisation in progress": "sda: verify"}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(device: Device, operation: str, expected: dict[str, str]) -> None:
    assert found(of(device), operation) == expected


def test_of_an_array_its_members_are_looked_at_too() -> None:
    md = MdState("raid1", None, None, "clean", "recover", 1, disks=2)
    array = Device(
        "md0", "/dev/md0", "md", 10**12, members=("sda", "sdb"), md=md,
        background=BackgroundWork("recover", 10.0),
    )  # fmt: skip
    slow = replace(DISK, name="sdb", queue_depth=QueueDepth(1, 32, ncq=False))
    told = found(of(array, DISK, slow))
    assert told == {
        "a rebuild, check or initialisation in progress": "md0: recover",
        "a missing member": "md0: 1 missing",
        "inactive NCQ": "off on sdb",
    }
    assert found(of(DISK, slow, array)) == {
        "a rebuild, check or initialisation in progress": "md0: recover",
        "a missing member": "md0: 1 missing",
    }


def test_a_unit_tells_what_it_does() -> None:
    unit = Unit("u0", "RAID-5", "INITIALIZING", disks=("sda",))
    setup = of(DISK, controllers=(Controller("3ware", "c0", "9650SE", units=(unit,)),))
    assert found(setup) == {
        "a rebuild, check or initialisation in progress": "unit u0: INITIALIZING"
    }


def test_what_was_found_stands_first() -> None:
    told = suspects(of(replace(DISK, queue_depth=QueueDepth(1, 32, ncq=False))), "rand-read")
    assert isinstance(told[0], Suspect)
    assert told[0].found
    assert not any(one.found for one in told[1:])
