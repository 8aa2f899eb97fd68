"""A 3ware controller for the real helper: its disks are loop devices, its program the stand-in."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.bus.connections import StdioClient
from tests.bus.environment import SYSTEM_PYTHON
from tests.loop_device import LoopDevice
from tests.threeware import machines
from tests.threeware.machines import PROGRAM, Description

GIBIBYTE = 1 << 30
SERIAL = "SERIALU0"
BEFORE = dict(machines.POLICIES)


@dataclass(frozen=True)
class Room:
    """The folder with a machine and what the stand-in noted; ``prefix`` runs a command where it's
    seen."""

    folder: Path

    @property
    def prefix(self) -> list[str]:
        return [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            SYSTEM_PYTHON,
            "-I",
            *self.entering,
        ]

    @property
    def entering(self) -> list[str]:
        return [str(Path(__file__).with_name("threeware_room.py")), str(self.folder)]

    @property
    def machine(self) -> Description:
        described: Description = json.loads((self.program / "machine.json").read_text())
        return described

    @property
    def program(self) -> Path:
        return self.folder / "program"

    @property
    def policies(self) -> dict[str, str]:
        """What the first unit is set to."""
        found: dict[str, str] = self.machine["controllers"][0]["units"][0]["policies"]
        return found

    def change(self, **more: object) -> None:
        """Of the machine itself, such as ``faults``."""
        self.write({**self.machine, **more})

    def change_unit(self, **more: object) -> None:
        described = self.machine
        described["controllers"][0]["units"][0].update(more)
        self.write(described)

    def change_controller(self, **more: object) -> None:
        described = self.machine
        described["controllers"][0].update(more)
        self.write(described)

    def write(self, described: Description) -> None:
        new = self.program / "machine.new"
        new.write_text(json.dumps(described))
        new.replace(self.program / "machine.json")

    @property
    def calls(self) -> list[str]:
        """The words of all calls until now."""
        try:
            lines = (self.program / "calls.jsonl").read_text().splitlines()
        except FileNotFoundError:
            return []
        return [" ".join(json.loads(line)["words"]) for line in lines]

    @property
    def settings(self) -> list[str]:
        """The calls that change something."""
        return [words for words in self.calls if " set " in words]

    def helper(self, state: Path) -> StdioClient:
        """A helper as our child, that sees the controller. The folder may be used once more only
        after ``again``."""
        self.again()
        return StdioClient(state, prefix=self.prefix)

    def again(self) -> None:
        shutil.rmtree(self.folder / "sys", ignore_errors=True)


def make_room(
    folder: Path,
    disks: Sequence[LoopDevice],
    *,
    targets: Sequence[tuple[int, int]] = ((0, 0), (0, 1), (0, 2)),
    serial: str = SERIAL,
    driver: str = "3w-9xxx",
    host: int = 6,
    described: Mapping[str, Any] | None = None,
    attributes: Mapping[str, str] = MappingProxyType({}),
) -> Room:
    """The disks are pieces of the first unit, unless ``targets`` (unit, piece) says otherwise.

    ``attributes``: more files of each disk, by their path from its SCSI device, with their text."""
    program = folder / "program"
    program.mkdir(parents=True)
    folder.chmod(0o755)
    program.chmod(0o755)
    shutil.copy(PROGRAM, program / "tw_cli")
    (program / "tw_cli").chmod(0o755)
    told = [
        {
            "name": disk.name,
            "host": host,
            "driver": driver,
            "target": target,
            "lun": lun,
            "serial": serial,
        }
        for disk, (target, lun) in zip(disks, targets, strict=False)
    ]
    (folder / "room.json").write_text(json.dumps({"disks": told, "attributes": [*attributes]}))
    (folder / "attributes").mkdir()
    for path, text in attributes.items():
        (folder / "attributes" / Path(path).name).write_text(f"{text}\n")
    room = Room(folder)
    sizes = [int(Path("/sys/block", disk.name, "size").read_text()) * 512 for disk in disks]
    unit = machines.unit("u0", gib=sum(sizes) / GIBIBYTE, volumes=len(disks))
    room.write(dict(described or machines.machine(machines.controller(units=[unit]))))
    return room
