"""Disks that somebody needs: nothing writes on them, and whoever may only read is told why."""

from __future__ import annotations

import pytest

from tests.vm.disks import SATA, VIRTIO
from tests.vm.guests import called, content, journal, settings, succeeds, tuner
from tests.vm.installed import RAID_1, RAID_5
from tests.vm.machine import Machine

NODE = f"/dev/disk/by-id/{VIRTIO.by_id}"
HOLDING = (
    f'import os, time; os.open("{NODE}", os.O_RDWR | os.O_EXCL); os.mkdir("/run/held"); '
    "time.sleep(9999)"
)
USES = {
    "mounted": (f"mkfs.ext4 -q {NODE}; mount {NODE} /mnt", "is in use: mounted at /mnt."),
    "a file system": (f"mkfs.ext4 -q {NODE}", "isn't empty: it holds ext4."),
    "swap": (f"mkswap -q {NODE}; swapon {NODE}", "is in use: swap."),
    "LVM": (
        f"pvcreate --quiet {NODE}; vgcreate --quiet store {NODE}",
        "isn't empty: it holds LVM2_member.",
    ),
    "LUKS": (
        f"modprobe dm_crypt; echo secret | cryptsetup luksFormat -q --type luks2 "
        f"--pbkdf pbkdf2 --pbkdf-force-iterations 1000 {NODE} -; "
        f"echo secret | cryptsetup open --key-file - {NODE} hidden",
        "is in use: holds LUKS dm-0.",
    ),
    "a partition table": (f"echo ,,L | sfdisk --quiet {NODE}", "has partitions."),
    "a hand on it": (
        f"systemd-run --quiet --unit=hand python3 -c '{HOLDING}'; "
        "until test -d /run/held; do sleep 0.1; done",
        "is in use by another program.",
    ),
}
"""How a disk is used, and why nothing may write on it then: what the command line sees itself,
and of the others what the helper found."""


def refused(guest: Machine, name: str) -> str:
    """What is said to a person who allows to overwrite the disk, by its right name."""
    allowed = ("--overwrite", called(guest, name))
    writing = ("--operations", "rand-write", "--minutes", "1")
    done = tuner(guest, "sweep", f"/dev/{name}", *writing, *allowed)
    assert done.code == 3, f"{done.code}\n{done.output}\n{done.errors}"
    return done.errors


@pytest.mark.parametrize("use", USES)
def test_nothing_writes_on_what_somebody_uses(guest: Machine, use: str) -> None:
    script, reason = USES[use]
    guest.shell(f"{script}; sync; udevadm settle")
    name, before = guest.kernel_name(VIRTIO), settings(guest)
    hashes = content(guest, [name]) if use != "mounted" else {}
    assert f"storage-tuner: {name} {reason}" in refused(guest, name)
    if hashes:
        assert content(guest, [name]) == hashes
    assert settings(guest) == before
    assert journal(guest) == []


def test_members_are_not_written_on(guest: Machine) -> None:
    """Neither by themselves nor through their array, once that isn't empty."""
    array, members = guest.name_behind(RAID_1), [guest.kernel_name(disk) for disk in SATA[:2]]
    hashes = content(guest, members)
    for member in members:
        assert f"{member} is in use: member of {array}." in refused(guest, member)
    assert content(guest, members) == hashes
    make_file_system(guest, array)
    hashes = content(guest, [array])
    assert f"{array} isn't empty: it holds ext4." in refused(guest, array)
    assert content(guest, [array]) == hashes
    assert journal(guest) == []


def make_file_system(guest: Machine, name: str) -> None:
    guest.shell(f"mkfs.ext4 -q /dev/{name}; sync; udevadm settle")


def test_reading_a_mounted_disk_is_explained(guest: Machine) -> None:
    guest.shell(f"{USES['mounted'][0]}; sync")
    name = guest.kernel_name(VIRTIO)
    told = succeeds(guest, "sweep", f"/dev/{name}", "--check", "--operations", "rand-read")
    assert "/mnt" in told


def test_reading_an_array_that_checks_itself_is_explained(guest: Machine) -> None:
    array = guest.name_behind(RAID_5)
    make_file_system(guest, array)
    guest.shell(f"echo 100 | tee /sys/block/{array}/md/sync_speed_m*")
    guest.shell(f"echo check > /sys/block/{array}/md/sync_action")
    told = succeeds(guest, "sweep", f"/dev/{array}", "--check", "--operations", "rand-read")
    assert f"{array} is busy with a check" in told
    assert f"{array} isn't empty: it holds ext4." in refused(guest, array)
    shown = succeeds(guest, "devices", "--json")
    assert '"sync_action": "check"' in shown
