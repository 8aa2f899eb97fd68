"""A computer with every kind of RAID: md at each level and layout, and units of a 3ware 9650SE."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.sysfs_trees import disks, stacks
from tests.sysfs_trees.disks import add, add_scsi_host
from tests.sysfs_trees.stacks import FAR_2, NEAR_2, OFFSET_2, array, stack
from tests.threeware.machines import controller, legs, machine, port, unit

MD = {
    "md0": ("raid0", 4, "0"),
    "md1": ("raid1", 2, "0"),
    "md4": ("raid4", 4, "0"),
    "md5": ("raid5", 4, "2"),
    "md6": ("raid6", 6, "2"),
    "md10": ("raid10", 4, str(NEAR_2)),
    "md11": ("raid10", 4, str(FAR_2)),
    "md12": ("raid10", 4, str(OFFSET_2)),
}
"""Level, number of disks and layout in the kernel's number."""

UNITS = ("RAID-0", "RAID-1", "RAID-5", "RAID-6", "RAID-10", "SINGLE")
LARGEST = {"RAID-0": 2, "RAID-1": 2, "RAID-5": 3, "RAID-6": 4, "RAID-10": 4, "SINGLE": 1}
UNIT_GIB = 5859311616 / 2**21


def make_raids(root: Path) -> Path:
    """The arrays of ``MD`` on spinning SATA disks, a plain one (sdz), and the ``UNITS``, which are
    the disks after them in order: ``unit_disk`` names them."""
    used = 0
    for name, (level, count, layout) in MD.items():
        members = []
        for slot in range(count):
            member = disks.sd_name(used)
            add(root, disks.sata(member, _number(used), used + 20))
            add_scsi_host(root, used + 20)
            members.append((member, str(slot), "in_sync"))
            used += 1
        chunk = {"chunk_size": "0"} if level == "raid1" else {}
        made = array(name, f"9:{name[2:]}", level, 7813773312, members, layout=layout, **chunk)
        add(root, made)
        stack(root, name, *(member for member, _, _ in members))
    for target in range(len(UNITS)):
        add(root, disks.unit_of_3ware(unit_disk(target), _number(60 + target), target))
    disks.add_3ware(root)
    add(root, disks.sata("sdzz", "65:240", 99))
    add_scsi_host(root, 99)
    stacks.write_proc(root)
    return root


def unit_disk(target: int) -> str:
    return disks.sd_name(60 + target)


def described_units() -> dict[str, Any]:
    """What the stand-in of tw_cli tells of the ``UNITS``."""
    units, ports, used = [], [], 0
    for target, kind in enumerate(UNITS):
        names = [f"p{used + number}" for number in range(LARGEST[kind])]
        used += len(names)
        legs_of = {"legs": legs(f"u{target}", *names)} if kind != "SINGLE" else {"port": names[0]}
        serial = f"U{target}0A1B2C3D"
        units.append(unit(f"u{target}", kind, gib=UNIT_GIB, serial=serial, **legs_of))
        ports += [port(name, f"u{target}") for name in names]
    return machine(controller(units=units, ports=ports, model="9650SE-16ML"))


def _number(index: int) -> str:
    """Of sd devices: sixteen disks to a major number (Documentation/admin-guide/devices.txt)."""
    majors = (8, 65, 66, 67, 68)
    return f"{majors[index // 16]}:{16 * (index % 16)}"
