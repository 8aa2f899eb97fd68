"""The devices of a whole computer, compared with what its own tools say."""

from __future__ import annotations

import json

import pytest

from tests.vm.disks import NVME, PULLABLE_SATA, SAS, SATA, USB, VIRTIO
from tests.vm.guests import devices, tuner
from tests.vm.installed import RAID_1, RAID_5, RAID_10
from tests.vm.machine import Machine


@pytest.fixture
def complete(guest: Machine) -> Machine:
    """With an NVMe drive as well."""
    guest.plug(NVME)
    return guest


@pytest.mark.brief
def test_the_tree_is_the_computer_s(complete: Machine) -> None:
    found = devices(complete)
    columns = "NAME,TYPE,PATH,SIZE,ROTA"
    tree = json.loads(complete.run("lsblk", "--json", "--bytes", "--list", "--output", columns))
    told = {device["name"]: device for device in tree["blockdevices"] if device["type"] != "part"}
    assert found.keys() == told.keys()
    for name, device in told.items():
        assert found[name]["size_bytes"] == device["size"], name
        assert found[name]["path"] == device["path"], name
        assert found[name]["rotational"] == device["rota"], name

    for disk in (*SATA, PULLABLE_SATA, *SAS, VIRTIO, USB, NVME):
        device = found[complete.kernel_name(disk)]
        assert device["rotational"] is disk.rotational, disk.name
        assert device["transport"] == disk.transport, disk.name


def test_queue_depths(complete: Machine) -> None:
    found = devices(complete)
    for disk in (*SATA, PULLABLE_SATA):
        depth = found[complete.kernel_name(disk)]["queue_depth"]
        assert (depth["value"], depth["maximum"], depth["ncq"]) == (32, 32, True), disk.name
    for disk in (NVME, VIRTIO):
        assert found[complete.kernel_name(disk)]["queue_depth"] is None, disk.name
    assert found[complete.kernel_name(USB)]["queue_depth"]["value"] == 1
    refused = tuner(complete, "set", complete.kernel_name(USB), "queue_depth=2", "--dry-run")
    assert refused.code != 0
    assert "it takes 1 to 1" in refused.errors


def test_arrays_are_as_mdadm_says(guest: Machine) -> None:
    found = devices(guest)
    for array, level in ((RAID_1, "raid1"), (RAID_5, "raid5"), (RAID_10, "raid10")):
        name = guest.name_behind(array)
        detail = guest.run("mdadm", "--detail", f"/dev/{array}")
        device = found[name]
        assert device["md"]["level"] == level
        assert device["scheduler"] is None or device["scheduler"]["active"] in (None, "none")
        members = {f"/dev/{member}" for member in device["members"]}
        assert members == _nodes(detail)
    striped = guest.name_behind(RAID_10)
    assert found[striped]["md"]["layout"] == "far=2"
    assert found[striped]["md"]["chunk_bytes"] == 512 << 10


def _nodes(detail: str) -> set[str]:
    """The members that mdadm lists."""
    lines = (line.split() for line in detail.splitlines() if "active sync" in line)
    return {words[-1] for words in lines}
