"""Described machines for the stand-in of tw_cli, and the trees of sysfs that belong to them.

``machine.json``: ``generation`` ("old" or "new" layout), ``controllers``, ``seconds`` (how long
each answer takes), ``error_exit_code``, ``faults`` (by the words of a command, what
``misbehave`` in tw_cli does instead of answering), ``refuses`` and ``forgets`` (policies whose
setting fails, or is acknowledged and not done).
"""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from storage_tuner.core.device import Device

PROGRAM = Path(__file__).with_name("tw_cli")
Description = dict[str, Any]

POLICIES = {
    "qpolicy": "on",
    "rdcache": "intelligent",
    "wrcache": "on",
    "storsave": "balance",
    "autoverify": "off",
}
TEBIBYTE_BLOCKS = 1953525168


def unit(name: str, kind: str = "RAID-1", gib: float = 931.312, **more: object) -> Description:
    return {
        "id": name,
        "type": kind,
        "status": "OK",
        "gib": gib,
        "serial": f"SERIAL{name.upper()}",
        "policies": dict(POLICIES),
        **more,
    }


def legs(name: str, *ports: str, gib: float = 931.312) -> list[Description]:
    return [
        {"id": f"{name}-{number}", "type": "DISK", "status": "OK", "gib": gib, "port": port}
        for number, port in enumerate(ports)
    ]


def port(name: str, of: str | None = "u0", **more: object) -> Description:
    return {
        "id": name,
        "status": "OK",
        "unit": of,
        "blocks": TEBIBYTE_BLOCKS,
        "model": "WDC WD1003FBYX-01Y7B1",
        "serial": f"WD-{name.upper()}",
        "firmware": "01.01V02",
        **more,
    }


def controller(name: str = "c0", model: str = "9650SE-8LPML", **more: object) -> Description:
    return {
        "id": name,
        "model": model,
        "serial": f"L3260{name.upper()}",
        "units": [unit("u0", legs=legs("u0", "p0", "p1"))],
        "ports": [port("p0"), port("p1")],
        "bbu": {"status": "OK", "ready": True},
        **more,
    }


def machine(*controllers: Description, **more: object) -> Description:
    return {"generation": "new", "controllers": list(controllers), **more}


@dataclass(frozen=True)
class Simulator:
    """The stand-in, in a folder of its own with its machine."""

    folder: Path

    @property
    def program(self) -> Path:
        return self.folder / "tw_cli"

    @property
    def machine(self) -> Description:
        described = json.loads((self.folder / "machine.json").read_text())
        assert isinstance(described, dict)
        return described

    def change_unit(self, **more: object) -> None:
        """Give the first unit another status, say, while programs ask for it."""
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            changed = self.machine
            changed["controllers"][0]["units"][0].update(more)
            fresh = self.folder / "machine.json.changed"
            fresh.write_text(json.dumps(changed))
            fresh.rename(self.folder / "machine.json")

    @property
    def calls(self) -> list[Description]:
        """Every call until now: its words, style variables, and what its input was."""
        lines = (self.folder / "calls.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]


def install(folder: Path, described: Description) -> Simulator:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "machine.json").write_text(json.dumps(described))
    (folder / "tw_cli").symlink_to(PROGRAM)
    return Simulator(folder)


@dataclass
class SysfsTree:
    """SCSI hosts with disks below ``root``, and the devices as the inventory would tell them."""

    root: Path
    devices: list[Device] = field(default_factory=list)

    def add_host(
        self, number: int, driver: str | None = "3w-9xxx", ids: tuple[str, str] | None = None
    ) -> Path:
        pci = self.root / f"sys/devices/pci0000:00/0000:0{number}:00.0"
        (pci / f"host{number}").mkdir(parents=True)
        if driver:
            (pci / "driver").symlink_to(f"../../../bus/pci/drivers/{driver}")
        if ids:
            (pci / "vendor").write_text(f"{ids[0]}\n")
            (pci / "device").write_text(f"{ids[1]}\n")
        return pci / f"host{number}"

    def add_disk(
        self,
        host: Path,
        target: int,
        lun: int = 0,
        *,
        gib: float = 931.312,
        serial: str | None = None,
        page: str | None = None,
        inquiry: str = "9650SE-8LP DISK",
    ) -> str:
        """Its kernel name. ``serial`` is what udev tells, ``page`` what the disk itself does."""
        name = f"sd{chr(ord('a') + len(self.devices))}"
        address = f"{host.name.removeprefix('host')}:0:{target}:{lun}"
        scsi = host / f"target{address.rpartition(':')[0]}" / address
        folder = scsi / "block" / name
        folder.mkdir(parents=True)
        (folder / "device").symlink_to("../..")
        (scsi / "model").write_text(f"{inquiry:16}\n")
        if page is not None:
            head = bytes((0, 0x80)) + len(page).to_bytes(2, "big")
            (scsi / "vpd_pg80").write_bytes(head + page.encode())
        block = self.root / "sys/block"
        block.mkdir(exist_ok=True)
        (block / name).symlink_to(os.path.relpath(folder, block))
        size = int(gib * 2**30) // 512 * 512
        self.devices.append(Device(name, f"/dev/{name}", "disk", size, serial=serial))
        return name
