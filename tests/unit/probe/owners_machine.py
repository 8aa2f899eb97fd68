"""A made-up computer with disks as udev sees them, for the tests of who sets what."""

from __future__ import annotations

import os
from pathlib import Path

from storage_tuner.core.device import SettingOwner
from storage_tuner.probe.block.devices import read_devices
from tests.unit.probe.made_trees import add_disk, write_tree

SATA = "pci0000:00/0000:00:1f.2/ata3/host2/target2:0:0/2:0:0:0"
SCSI = "pci0000:00/0000:00:05.0/host4/target4:0:1/4:0:1:0"
NVME = "pci0000:00/0000:00:06.0/nvme/nvme0"
VIRTIO = "pci0000:00/0000:00:02.0/virtio1"
VIRTUAL = "virtual"

SCHEDULERS = "none [mq-deadline] bfq\n"


def add_device(
    root: Path, name: str, bus: str, number: str, properties: str = "", **files: str
) -> Path:
    """A whole disk with all that the tools look at. ``properties`` are lines of udev's database;
    of ``files`` the names are attributes, with "__" for "/"."""
    major, minor = number.split(":")
    attributes = {
        "queue__scheduler": SCHEDULERS,
        "queue__rotational": "1\n",
        "queue__read_ahead_kb": "128\n",
        "queue__nr_requests": "256\n",
        "queue__nomerges": "0\n",
        "queue__zoned": "none\n",
        "removable": "0\n",
        "uevent": f"MAJOR={major}\nMINOR={minor}\nDEVNAME={name}\nDEVTYPE=disk\n",
    }
    parents = {name: files.pop(name) for name in list(files) if name.startswith("device__")}
    folder = add_disk(root, name, number, bus, **attributes | files)
    link(folder / "subsystem", root / "sys/class/block")
    if bus != VIRTUAL:
        parent = folder.parent.parent
        told = {name.removeprefix("device__"): text for name, text in parents.items()}
        write_tree(parent, {"uevent": "", **told})
        kind = "virtio" if bus == VIRTIO else "nvme" if bus == NVME else "scsi"
        link(parent / "subsystem", root / "sys/bus" / kind)
        link(folder / "device", parent)
    write_tree(root, {f"run/udev/data/b{number}": properties})
    return folder


def link(path: Path, target: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(os.path.relpath(target, path.parent))


def owners_of(root: Path, name: str) -> list[tuple[str, str, str | None, str]]:
    """As (tool, tunable, value, place) what is said of a device."""
    device = next(device for device in read_devices(root) if device.name == name)
    return [as_tuple(owner) for owner in device.owners]


def as_tuple(owner: SettingOwner) -> tuple[str, str, str | None, str]:
    return owner.tool, owner.tunable, owner.value, owner.place


def said_by_rules(root: Path, name: str) -> dict[str, str | None]:
    """What udev's rules certainly set; a value that only may be set has a "?" before it."""
    return {
        tunable: f"?{value}" if place.endswith("(may apply)") else value
        for tool, tunable, value, place in owners_of(root, name)
        if tool == "udev rule"
    }
