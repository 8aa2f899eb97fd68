"""The guest's disks: one of each kind that somebody may have, as files that a run may ruin."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.vm.commands import run

SIZE = "128M"
Backend = Callable[[dict[str, Any]], dict[str, Any]]
"""From the node that a disk would have to the one it shall have."""


@dataclass(frozen=True)
class Disk:
    """``by_id`` is its link below /dev/disk/by-id; ``options`` are those of QEMU's device."""

    name: str
    by_id: str
    options: str
    rotational: bool
    transport: str

    @property
    def place(self) -> str:
        """The bus that it's plugged in at."""
        _, _, rest = self.options.partition("bus=")
        return rest.partition(",")[0]


def _sata(number: int, model: str, serial: str, rpm: int) -> Disk:
    options = (
        f"ide-hd,bus=ide.{number},rotation_rate={rpm},model={model},serial={serial},"
        f"wwn=0x5000c5000000010{number},ver=82.00A82,rerror=report,werror=report"
    )
    by_id = f"ata-{model.replace(' ', '_')}_{serial}"
    return Disk(f"sata{number}", by_id, options, rpm > 1, "sata")


_HDD, _OTHER_HDD, _SSD = "WDC WD40EFRX-68N32N0", "ST4000NM0035-1V4107", "Samsung SSD 860 EVO 500GB"

SATA = (
    _sata(0, _HDD, "WD-WCC7K0000001", 5400),
    _sata(1, _HDD, "WD-WCC7K0000002", 5400),
    _sata(2, _OTHER_HDD, "ZC100003", 7200),
    _sata(3, _OTHER_HDD, "ZC100004", 7200),
    _sata(4, _SSD, "S3Z1NB0K00005", 1),
    _sata(5, _SSD, "S3Z1NB0K00006", 1),
)
PULLABLE_SATA = Disk(
    "sata6",
    f"ata-{_OTHER_HDD}_ZC100007",
    f"ide-hd,bus=ahci2.0,rotation_rate=7200,model={_OTHER_HDD},serial=ZC100007,"
    "wwn=0x5000c50000000107",
    True,
    "sata",
)
"""On a controller of its own, with which it's pulled: a port that is built in can't be."""

SAS = tuple(
    Disk(
        f"scsi{number}",
        f"wwn-0x5000c5000000020{number}",
        f"scsi-hd,bus=scsi.0,rotation_rate=10000,vendor=SEAGATE,product=ST600MM0006,"
        f"serial=SAS{number},wwn=0x5000c5000000020{number}",
        True,
        "scsi",
    )
    for number in range(2)
)
VIRTIO = Disk("virtio0", "virtio-VIRTIO0", "virtio-blk-pci,bus=rp1,serial=VIRTIO0", True, "virtio")
USB = Disk(
    "usb0",
    "usb-QEMU_QEMU_HARDDISK_USB0-0:0",
    "usb-storage,bus=xhci.0,removable=on,serial=USB0",
    True,
    "usb",
)
NVME = Disk("nvme0", "nvme-QEMU_NVMe_Ctrl_NVME0", "nvme,bus=rp2,serial=NVME0", False, "nvme")
"""QEMU can't freeze one: it's plugged in when a machine runs."""

FROZEN = (*SATA, PULLABLE_SATA, *SAS, VIRTIO, USB)
_CONTROLLERS = (
    *(
        f"pcie-root-port,id=rp{number},chassis={number + 1},slot={number + 1}"
        for number in range(4)
    ),
    "ich9-ahci,id=ahci2,bus=rp0",
    "virtio-scsi-pci,id=scsi",
    "qemu-xhci,id=xhci",
)


def arguments(
    folder: Path,
    backing: Path | None,
    backends: Mapping[str, Backend],
    exchanged: tuple[Disk, Disk] | None,
) -> list[str]:
    """QEMU's options for the controllers and all disks of ``FROZEN``, whose files are in
    ``folder``: new ones, or over those in ``backing``. ``backends`` change some by name."""
    found = [word for controller in _CONTROLLERS for word in ("-device", controller)]
    make_file(folder, NVME, backing)
    for disk in FROZEN:
        make_file(folder, disk, backing)
        node = backends.get(disk.name, _itself)(node_of(folder, disk))
        found += ["-blockdev", json.dumps({**node, "node-name": disk.name})]
        found += ["-device", f"{_plugged(disk, exchanged)},id=d-{disk.name},drive={disk.name}"]
    return found


def _plugged(disk: Disk, exchanged: tuple[Disk, Disk] | None) -> str:
    """Its options, with the other one's place when it's one of ``exchanged``."""
    if exchanged is None or disk not in exchanged:
        return disk.options
    other = exchanged[1 - exchanged.index(disk)]
    return disk.options.replace(f"bus={disk.place}", f"bus={other.place}")


def node_of(folder: Path, disk: Disk) -> dict[str, Any]:
    file = {"driver": "file", "filename": str(folder / f"{disk.name}.qcow2")}
    return {"driver": "qcow2", "discard": "unmap", "file": file}


def make_file(folder: Path, disk: Disk, backing: Path | None) -> None:
    overlay(folder / f"{disk.name}.qcow2", backing and backing / f"{disk.name}.qcow2")


def overlay(file: Path, below: Path | None) -> None:
    """A new qcow2 file over ``below``, or an empty one of a disk's size; left alone if it's there:
    a machine that is started again has its old disks."""
    if file.exists():
        return
    more = ["-F", "qcow2", "-b", str(below)] if below else []
    size = [] if below else [SIZE]
    run("qemu-img", "create", "-q", "-f", "qcow2", *more, str(file), *size)


def over_network(socket: Path) -> Backend:
    """In the place of its file, what listens at ``socket`` (nbdkit)."""

    def node(_: dict[str, Any]) -> dict[str, Any]:
        return {"driver": "nbd", "server": {"type": "unix", "path": str(socket)}}

    return node


def _itself(node: dict[str, Any]) -> dict[str, Any]:
    return node
