"""Makes loop devices look like units of a 3ware controller to whoever runs in this namespace, puts
the stand-in of tw_cli where the helper looks for it, and then runs a command there.

    threeware_room.py FOLDER [COMMAND…]

Nothing in the helper knows of this: ``/sys/block`` and ``/opt`` of a mount namespace of its own are
other folders, with the real attributes of the real loop devices in them (bind mounts), and
``/sys/class`` has only the SCSI hosts. FOLDER holds ``room.json``: ``disks`` (name, host, driver,
target, lun, serial) and the stand-in's machine, and in ``attributes`` files that appear below each
disk's SCSI device, and keep what is written to them.
Only the standard library: the interpreter is the system's.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
MS_BIND = 4096
BLOCK = Path("/sys/block")
LEFT_OUT = {"device", "subsystem", "bdi", "uevent", "power"}


def main(folder: Path, command: list[str]) -> None:
    room = json.loads((folder / "room.json").read_text(encoding="utf-8"))
    stand_in = folder / "sys"
    stand_in.mkdir()
    real = {entry.name: os.path.realpath(entry) for entry in BLOCK.iterdir()}
    block = stand_in / "block"
    block.mkdir()
    for disk in room["disks"]:
        place = make_disk(stand_in, disk, Path(real[disk["name"]]))
        for path in room["attributes"]:
            attribute = place.parent.parent / path
            attribute.parent.mkdir(parents=True, exist_ok=True)
            attribute.touch()
            bind(folder / "attributes" / attribute.name, attribute)
        real[disk["name"]] = str(place)
    for name, target in real.items():
        (block / name).symlink_to(target)
    bind(block, BLOCK)
    show_hosts(stand_in)
    mount("tmpfs", Path("/opt"), "tmpfs", 0, "mode=0755")
    Path("/opt/3ware").mkdir(mode=0o755)
    bind(folder / "program", Path("/opt/3ware"))
    if command:
        os.execvp(command[0], command)


def make_disk(stand_in: Path, disk: dict[str, object], real: Path) -> Path:
    host = stand_in / f"devices/pci0000:00/0000:0{disk['host']}:00.0/host{disk['host']}"
    host.mkdir(parents=True, exist_ok=True)
    if not (host.parent / "driver").is_symlink():
        (host.parent / "driver").symlink_to(f"../../../bus/pci/drivers/{disk['driver']}")
    address = f"{disk['host']}:0:{disk['target']}:{disk['lun']}"
    scsi = host / f"target{address.rpartition(':')[0]}" / address
    place = scsi / "block" / str(disk["name"])
    place.mkdir(parents=True)
    (place / "device").symlink_to("../..")
    if disk["serial"]:
        page = str(disk["serial"]).encode("ascii")
        (scsi / "vpd_pg80").write_bytes(bytes((0, 0x80)) + len(page).to_bytes(2, "big") + page)
    for entry in real.iterdir():
        if entry.name in LEFT_OUT or entry.is_symlink():
            continue
        copy = place / entry.name
        if entry.is_dir():
            copy.mkdir()
        else:
            copy.touch()
        bind(entry, copy)
    return place


def show_hosts(stand_in: Path) -> None:
    """Hide all classes but that of the hosts, which lists those with attributes."""
    hosts = stand_in / "class/scsi_host"
    hosts.mkdir(parents=True)
    for folder in stand_in.glob("devices/*/*/host*/scsi_host/host*"):
        (hosts / folder.name).symlink_to(folder)
    bind(hosts.parent, Path("/sys/class"))


def bind(what: Path, where: Path) -> None:
    mount(str(what), where, "none", MS_BIND, "")


def mount(what: str, where: Path, kind: str, flags: int, options: str) -> None:
    """mount(2); a process for each of so many would take seconds."""
    texts = (text.encode() for text in (what, str(where), kind))
    if LIBC.mount(*texts, flags, options.encode()):
        raise OSError(ctypes.get_errno(), str(where))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
