"""Switching on real SATA disks and arrays, through the installed helper, as an ordinary person."""

from __future__ import annotations

import pytest

from tests.vm.disks import PULLABLE_SATA, SAS, SATA
from tests.vm.guests import (
    journal,
    queue_depth,
    scheduler,
    settings,
    succeeds,
    tuner,
)
from tests.vm.installed import RAID_1, RAID_5, RAID_10
from tests.vm.machine import Machine

ARRAYS = {
    RAID_1: (SATA[0], SATA[1]),
    RAID_5: (SATA[2], SATA[3], PULLABLE_SATA),
    RAID_10: (SATA[4], SATA[5], *SAS),
}


@pytest.mark.parametrize("array", [pytest.param(RAID_1, marks=pytest.mark.brief), RAID_5, RAID_10])
def test_all_members_of_an_array_in_one_go(guest: Machine, array: str) -> None:
    before, members = settings(guest), ARRAYS[array]
    others = [disk for disk in (*SATA, PULLABLE_SATA, *SAS) if disk not in members]
    unchanged = [scheduler(guest, disk) for disk in others]
    succeeds(guest, "set", f"/dev/{array}", "scheduler=bfq", "--members")
    assert [scheduler(guest, disk) for disk in members] == ["bfq"] * len(members)
    assert [scheduler(guest, disk) for disk in others] == unchanged
    succeeds(guest, "restore", f"/dev/{array}")
    assert settings(guest) == before
    assert journal(guest) == []


def test_ncq_off_and_on(guest: Machine) -> None:
    before, disk = settings(guest), SATA[0]
    name = guest.kernel_name(disk)
    succeeds(guest, "set", name, "queue_depth=1")
    assert queue_depth(guest, disk) == 1
    succeeds(guest, "set", name, "queue_depth=32")
    assert queue_depth(guest, disk) == 32
    succeeds(guest, "restore", "--all")
    assert settings(guest) == before


def test_an_array_s_own_settings(guest: Machine) -> None:
    before = settings(guest)
    name = guest.name_behind(RAID_5)
    succeeds(guest, "set", name, "stripe_cache_size=1024", "group_thread_cnt=2")
    folder = f"/sys/block/{name}/md"
    assert guest.read(f"{folder}/stripe_cache_size") == "1024"
    assert guest.read(f"{folder}/group_thread_cnt") == "2"
    succeeds(guest, "restore", name)
    assert settings(guest) == before


def test_one_member_that_refuses_brings_all_back(guest: Machine) -> None:
    before, last = settings(guest), guest.kernel_name(max(ARRAYS[RAID_1], key=guest.kernel_name))
    _refuse_writes(guest, last)
    refused = tuner(guest, "set", f"/dev/{RAID_1}", "scheduler=bfq", "--members")
    assert refused.code != 0
    assert last in refused.errors
    guest.run("umount", f"/sys/block/{last}/queue/scheduler")
    assert settings(guest) == before
    assert journal(guest) == []


def _refuse_writes(guest: Machine, name: str) -> None:
    """A disk that doesn't take what its neighbour took; it's mounted before the helper starts."""
    attribute = f"/sys/block/{name}/queue/scheduler"
    guest.shell(f"cat {attribute} > /run/as-it-is; chmod a-w /run/as-it-is")
    guest.shell(f"mount --bind /run/as-it-is {attribute}")
    guest.shell(f"mount -o remount,bind,ro {attribute}")


def test_what_the_kernel_takes_without_effect_is_told(guest: Machine) -> None:
    """md of 6.1 accepts a scheduler's name and goes on without one."""
    before = settings(guest)
    refused = tuner(guest, "set", f"/dev/{RAID_1}", "scheduler=bfq")
    assert refused.code != 0
    assert settings(guest) == before
