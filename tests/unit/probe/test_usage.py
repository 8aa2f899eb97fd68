"""Uses that the recorded computers don't have: btrfs, encryption, loops over loops."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.files.target import resolve_path
from tests.unit.probe.made_trees import add_disk, write_tree
from tests.unit.said import said


def by_name(root: Path) -> dict[str, Device]:
    return {device.name: said(device) for device in read_devices(root)}


def test_every_device_of_a_btrfs_is_in_use(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0")
    add_disk(tmp_path, "sdb", "8:16")
    write_tree(
        tmp_path,
        {
            "proc/self/mountinfo": "1 0 0:30 / /pool rw - btrfs /dev/sda rw\n",
            "sys/fs/btrfs/uuid/devices/sda/x": "",
            "sys/fs/btrfs/uuid/devices/sdb/x": "",
        },
    )
    devices = by_name(tmp_path)
    assert said(devices["sda"].in_use) == said(devices["sdb"].in_use) == ("mounted at /pool",)
    assert resolve_path(Path("/pool/x"), tmp_path).devices == ("sda", "sdb")


def test_a_ram_disk_is_told_only_while_it_is_used(tmp_path: Path) -> None:
    for number in range(4):
        add_disk(tmp_path, f"ram{number}", f"1:{number}", "virtual")
    write_tree(tmp_path / "sys/devices/virtual/block/ram1", {"holders/dm-0/x": ""})
    write_tree(
        tmp_path,
        {
            "proc/self/mountinfo": "1 0 1:0 / /fast rw - ext4 /dev/ram0 rw\n",
            "proc/swaps": "Filename Type Size Used Priority\n/dev/ram2 partition 9 0 1\n",
        },
    )
    assert list(by_name(tmp_path)) == ["ram0", "ram1", "ram2"]


def test_every_device_of_a_bcachefs_is_in_use(tmp_path: Path) -> None:
    for name, number in (("sda", "8:0"), ("sdb", "8:16"), ("sdc", "8:32")):
        add_disk(tmp_path, name, number)
    mount = "1 0 0:30 / /pool rw - bcachefs /dev/sda:/dev/sdb rw\n"
    write_tree(tmp_path, {"proc/self/mountinfo": mount})
    devices = by_name(tmp_path)
    assert said(devices["sda"].in_use) == said(devices["sdb"].in_use) == ("mounted at /pool",)
    assert said(devices["sdc"].in_use) == ()
    assert resolve_path(Path("/pool/x"), tmp_path).devices == ("sda", "sdb")


def test_the_disks_of_an_imported_zfs_pool_are_in_use(tmp_path: Path) -> None:
    """The kernel tells nothing of it but the pools' names; only udev knows the disks'."""
    for name, number, pool in (("sda", "8:0", "tank"), ("sdb", "8:16", "old"), ("sdc", "8:32", "")):
        add_disk(tmp_path, name, number)
        record = f"E:ID_FS_TYPE=zfs_member\nE:ID_FS_LABEL={pool}\n" if pool else ""
        write_tree(tmp_path, {f"run/udev/data/b{number}": record})
    write_tree(tmp_path, {"proc/spl/kstat/zfs/tank/state": "ONLINE\n"})
    write_tree(tmp_path, {"proc/spl/kstat/zfs/old": "a file of that name is no pool\n"})
    write_tree(tmp_path, {"proc/self/mountinfo": "1 0 0:30 / /data rw - zfs tank/data rw\n"})
    devices = by_name(tmp_path)
    assert said(devices["sda"].in_use) == ("member of the ZFS pool tank",)
    assert said(devices["sdb"].in_use) == said(devices["sdc"].in_use) == ()
    write_tree(tmp_path, {"proc/self/mountinfo": "1 0 0:30 / / rw - zfs tank/root rw\n"})
    assert "holds the running system" in said(by_name(tmp_path)["sda"].in_use)


def test_the_system_on_an_encrypted_partition(tmp_path: Path) -> None:
    disk = add_disk(tmp_path, "sda", "8:0")
    write_tree(
        disk,
        {
            "sda2/partition": "2\n",
            "sda2/dev": "8:2\n",
            "sda2/size": "9\n",
            "sda2/holders/dm-0/x": "",
        },
    )
    mapped = add_disk(tmp_path, "dm-0", "253:0", "virtual")
    write_tree(mapped, {"dm/name": "root\n", "dm/uuid": "CRYPT-LUKS2-abc-root\n"})
    write_tree(tmp_path, {"proc/self/mountinfo": "1 0 0:9 / / rw - btrfs /dev/mapper/root rw\n"})
    uses = ("holds LUKS dm-0", "mounted at /", "holds the running system")
    assert said(by_name(tmp_path)["sda"].in_use) == uses
    assert said(by_name(tmp_path)["sda"].partitions[0].in_use) == uses
    assert resolve_path(Path("/etc"), tmp_path).devices == ("sda",)


def test_a_loop_over_a_file_and_what_stands_on_it(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0")
    loop = add_disk(tmp_path, "loop7", "7:7", "virtual")
    write_tree(loop, {"loop/backing_file": "/my images/a.img\n", "queue/scheduler": "[none] bfq\n"})
    write_tree(
        tmp_path,
        {
            "proc/self/mountinfo": "1 0 8:0 / /my\\040images rw - ext4 /dev/sda rw\n"
            "2 1 7:7 / /inside rw - ext4 /dev/loop7 rw\n"
        },
    )
    devices = by_name(tmp_path)
    assert devices["loop7"].backing_file == "/my images/a.img"
    assert said(devices["sda"].in_use) == (
        "mounted at /my images",
        "backing file of loop7",
        "mounted at /inside",
    )
    assert resolve_path(Path("/inside/x"), tmp_path).devices == ("loop7",)


def test_multipath_is_tuned_above_and_linear_mapping_below(tmp_path: Path) -> None:
    for scheduler, expected in (("[none] bfq", ("dm-0",)), ("none", ("sda", "sdb"))):
        root = tmp_path / expected[0]
        add_disk(root, "sda", "8:0")
        add_disk(root, "sdb", "8:16")
        mapped = add_disk(root, "dm-0", "253:0", "virtual")
        write_tree(
            mapped, {"slaves/sda/x": "", "slaves/sdb/x": "", "queue/scheduler": f"{scheduler}\n"}
        )
        write_tree(root, {"proc/self/mountinfo": "1 0 253:0 / /m rw - xfs /dev/dm-0 rw\n"})
        assert resolve_path(Path("/m"), root).devices == expected


def test_a_network_or_memory_file_system_has_no_disk(tmp_path: Path) -> None:
    write_tree(
        tmp_path,
        {
            "proc/self/mountinfo": "1 0 0:3 / /n rw - nfs4 host:/x rw\n"
            "2 0 0:4 / /t rw - tmpfs tmpfs rw\n3 0 0:5 / /z rw - zfs tank rw\n"
        },
    )
    reasons = {point: resolve_path(Path(point), tmp_path) for point in ("/n/a", "/t", "/z/b", "/q")}
    assert not any(beneath.devices for beneath in reasons.values())
    assert "network file system (nfs4)" in str(reasons["/n/a"].reason)
    assert "in memory (tmpfs)" in str(reasons["/t"].reason)
    assert "zfs" in str(reasons["/z/b"].reason)
    assert reasons["/q"].reason


def test_the_deepest_mount_counts_and_not_a_namesake(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0")
    add_disk(tmp_path, "sdb", "8:16")
    write_tree(
        tmp_path,
        {
            "proc/self/mountinfo": "1 0 8:0 / / rw - ext4 /dev/sda rw\n"
            "2 1 8:16 / /home rw - ext4 /dev/sdb rw\n"
        },
    )
    assert resolve_path(Path("/home/me"), tmp_path).devices == ("sdb",)
    assert resolve_path(Path("/homework"), tmp_path).devices == ("sda",)
