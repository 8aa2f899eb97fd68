"""What is common to the disks beneath an array."""

from __future__ import annotations

from storage_tuner.core.device import Device, Partition, SchedulerState
from storage_tuner.core.member_settings import (
    MemberSetting,
    disks_that_count,
    member_settings,
    members_sentence,
)


def disk(name: str, scheduler: str = "none", **settings: str) -> Device:
    return Device(
        name=name,
        path=f"/dev/{name}",
        kind="disk",
        size_bytes=1 << 30,
        scheduler=SchedulerState(scheduler, ("none", "mq-deadline", "bfq")),
        settings={"scheduler": scheduler, **settings},
    )


def array(name: str, *members: str, **settings: str) -> Device:
    return Device(
        name=name,
        path=f"/dev/{name}",
        kind="md",
        size_bytes=1 << 30,
        members=members,
        settings=settings,
    )


def of_scheduler(*disks: Device) -> MemberSetting:
    (setting,) = member_settings(array("md0", *(one.name for one in disks)), disks)
    return setting


def test_members_that_agree() -> None:
    setting = of_scheduler(disk("sdb"), disk("sdc"), disk("sdd"))
    assert setting.agreed
    assert (setting.common, setting.dissenting) == ("none", ())
    told = members_sentence("md0", setting)
    assert str(told) == "The scheduler of md0 is that of its members sdb, sdc and sdd: none."


def test_one_that_dissents() -> None:
    setting = of_scheduler(disk("sdb"), disk("sdc"), disk("sdd", "bfq"))
    assert not setting.agreed
    assert (setting.common, setting.dissenting) == ("none", ("sdd",))
    told = members_sentence("md0", setting)
    assert str(told).endswith("sdb, sdc and sdd: none; they differ: bfq on sdd.")


def test_no_majority() -> None:
    setting = of_scheduler(disk("sdb"), disk("sdc", "bfq"))
    assert (setting.common, setting.dissenting) == (None, ("sdb", "sdc"))
    assert str(members_sentence("md0", setting)).endswith("; they differ: none on sdb, bfq on sdc.")


def test_a_member_without_the_tunable() -> None:
    disks = (disk("sdb", queue_depth="32"), disk("sdc", queue_depth="32"), disk("nvme0n1"))
    settings = {
        one.tunable: one for one in member_settings(array("md0", "sdb", "sdc", "nvme0n1"), disks)
    }
    depth = settings["queue_depth"]
    assert not depth.agreed
    assert (depth.common, depth.lacking, depth.dissenting) == ("32", ("nvme0n1",), ("nvme0n1",))
    assert "not available on nvme0n1" in str(members_sentence("md0", depth))


def test_any_depth_over_partitions_and_each_disk_once() -> None:
    sda = disk("sda")
    sda = Device(**{**vars(sda), "partitions": (Partition("sda1", 1), Partition("sda2", 2))})
    known = (
        sda,
        disk("sdb"),
        array("md0", "sda1", "sdb"),
        array("md1", "sda2"),
        array("dm-0", "md0", "md1"),
        array("dm-1", "dm-0"),
    )
    assert disks_that_count(known[-1], known) == (sda, known[1])


def test_a_device_with_a_scheduler_counts_itself() -> None:
    """Request-based multipath: its own scheduler orders, not those of the paths."""
    paths = (disk("sda"), disk("sdb"))
    multipath = Device(**{**vars(disk("dm-0")), "members": ("sda", "sdb")})
    assert disks_that_count(multipath, (*paths, multipath)) == (multipath,)
    assert member_settings(multipath, paths) == ()


def test_a_damaged_capture_in_which_arrays_stand_on_each_other() -> None:
    known = (array("md0", "md1"), array("md1", "md0", "sda"), disk("sda"))
    assert disks_that_count(known[0], known) == (known[2],)
    assert member_settings(array("md2", "gone"), known) == ()
    assert member_settings(array("md3", "md3"), [array("md3", "md3")]) == ()
