"""The devices of a whole computer, compared with what its own tools say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

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
    assert "it accepts 1 to 1" in refused.errors


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


def test_other_levels_and_what_lies_on_them(guest: Machine) -> None:
    """RAID 6 with LUKS and LVM on it, RAID 10 in the other two layouts."""
    members = {
        "six": [guest.kernel_name(disk) for disk in SATA[:4]],
        "near": [guest.kernel_name(disk) for disk in SATA[4:]],
        "offset": [guest.kernel_name(disk) for disk in SAS],
    }
    nodes = {name: " ".join(f"/dev/{disk}" for disk in disks) for name, disks in members.items()}
    create = "mdadm --create --quiet --run --assume-clean --metadata=1.2"
    guest.shell(
        # meanwhile udev would assemble an array again from a member, and a partition which it
        # just looks at would keep the old table in the kernel
        "udevadm settle; udevadm control --stop-exec-queue\n"
        f"mdadm --stop --scan --quiet; wipefs --quiet --all {' '.join(nodes.values())}\n"
        "udevadm control --start-exec-queue; udevadm settle; modprobe dm_crypt\n"
        f"{create} /dev/md/six --level=6 --raid-devices=4 --chunk=64K {nodes['six']}\n"
        f"{create} /dev/md/near --level=10 --layout=n2 --raid-devices=2 {nodes['near']}\n"
        f"{create} /dev/md/offset --level=10 --layout=o2 --raid-devices=2 {nodes['offset']}\n"
        "echo secret | cryptsetup luksFormat -q --type luks2 --pbkdf pbkdf2 "
        "--pbkdf-force-iterations 1000 /dev/md/six -\n"
        "echo secret | cryptsetup open --key-file - /dev/md/six hidden\n"
        "pvcreate --quiet /dev/mapper/hidden; vgcreate --quiet store /dev/mapper/hidden\n"
        "lvcreate --quiet --extents 4 --name room store; udevadm settle"
    )
    found = devices(guest)
    arrays = {name: guest.name_behind(f"md/{name}") for name in members}
    for name, array in arrays.items():
        assert sorted(found[array]["members"]) == sorted(members[name])
    assert [found[array]["md"]["level"] for array in arrays.values()] == [
        "raid6",
        "raid10",
        "raid10",
    ]
    assert found[arrays["near"]]["md"]["layout"] == "near=2"
    assert found[arrays["offset"]]["md"]["layout"] == "offset=2"
    hidden, room = guest.name_behind("mapper/hidden"), guest.name_behind("store/room")
    assert (found[room]["members"], found[hidden]["members"]) == ([hidden], [arrays["six"]])
    told = json.loads(guest.run("lsblk", "--json", "--tree", "--output", "KNAME,TYPE"))
    members_found = {(name, member) for name in found for member in found[name]["members"]}
    assert members_found == set(_on_top(told["blockdevices"]))


def _on_top(nodes: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """From lsblk's tree, each name with the one below it, but for partitions."""
    for node in nodes:
        children = [child for child in node.get("children", []) if child["type"] != "part"]
        yield from ((child["kname"], node["kname"]) for child in children)
        yield from _on_top(children)


def _nodes(detail: str) -> set[str]:
    """The members that mdadm lists."""
    lines = (line.split() for line in detail.splitlines() if "active sync" in line)
    return {words[-1] for words in lines}
