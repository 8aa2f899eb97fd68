"""Disks that somebody needs: nothing writes on them, and whoever may only read is told why."""

from __future__ import annotations

import pytest

from tests.vm.disks import SATA, VIRTIO
from tests.vm.guests import content, journal, settings, succeeds, tuner
from tests.vm.installed import RAID_1, RAID_5
from tests.vm.machine import Machine

NODE = f"/dev/disk/by-id/{VIRTIO.by_id}"
USES = {
    "mounted": f"mkfs.ext4 -q {NODE}; mount {NODE} /mnt",
    "a file system": f"mkfs.ext4 -q {NODE}",
    "swap": f"mkswap -q {NODE}; swapon {NODE}",
    "LVM": f"pvcreate --quiet {NODE}; vgcreate --quiet store {NODE}",
    "LUKS": (
        f"modprobe dm_crypt; echo secret | cryptsetup luksFormat -q --type luks2 "
        f"--pbkdf pbkdf2 --pbkdf-force-iterations 1000 {NODE} -; "
        f"echo secret | cryptsetup open --key-file - {NODE} hidden"
    ),
    "a partition table": f"echo ,,L | sfdisk --quiet {NODE}",
    "a hand on it": (
        "systemd-run --quiet --unit=hand python3 -c "
        f"'import os, time; os.open(\"{NODE}\", os.O_RDWR | os.O_EXCL); time.sleep(9999)'; sleep 3"
    ),
}
OVERWRITE = ("--operations", "rand-write", "--minutes", "1", "--overwrite", "--yes")


@pytest.mark.parametrize("use", USES)
def test_nothing_writes_on_what_somebody_uses(guest: Machine, use: str) -> None:
    guest.shell(f"{USES[use]}; sync; udevadm settle")
    name, before = guest.kernel_name(VIRTIO), settings(guest)
    hashes = content(guest, [name]) if use != "mounted" else {}
    refused = tuner(guest, "sweep", f"/dev/{name}", *OVERWRITE)
    assert refused.code != 0
    assert refused.errors
    assert "Traceback" not in refused.errors
    if hashes:
        assert content(guest, [name]) == hashes
    assert settings(guest) == before
    assert journal(guest) == []


def test_members_are_not_written_on(guest: Machine) -> None:
    members = [guest.kernel_name(disk) for disk in SATA[:2]]
    hashes = content(guest, members)
    for target in (f"/dev/{members[0]}", f"/dev/{RAID_1}"):
        refused = tuner(guest, "sweep", target, *OVERWRITE)
        assert refused.code != 0, target
    assert content(guest, members) == hashes


def test_reading_a_mounted_disk_is_explained(guest: Machine) -> None:
    guest.shell(f"{USES['mounted']}; sync")
    name = guest.kernel_name(VIRTIO)
    told = succeeds(guest, "sweep", f"/dev/{name}", "--check", "--operations", "rand-read")
    assert "/mnt" in told


def test_reading_an_array_that_checks_itself_is_explained(guest: Machine) -> None:
    array = guest.name_behind(RAID_5)
    guest.shell(f"echo 100 | tee /sys/block/{array}/md/sync_speed_m*")
    guest.shell(f"echo check > /sys/block/{array}/md/sync_action")
    told = succeeds(guest, "sweep", f"/dev/{array}", "--check", "--operations", "rand-read")
    assert f"{array} is busy with a check" in told
    assert tuner(guest, "sweep", f"/dev/{array}", *OVERWRITE).code != 0
    shown = succeeds(guest, "devices", "--json")
    assert '"sync_action": "check"' in shown
