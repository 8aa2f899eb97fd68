"""A computer with a 3ware controller for tests: a loop device as its unit, programs as children."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.loop_device import LoopDevice
from tests.packages import PACKAGES
from tests.threeware.machines import (
    Description,
    Simulator,
    controller,
    install,
    legs,
    machine,
    unit,
)
from tests.threeware.room import Disk, command

PROJECT = Path(__file__).parents[2]
DISK = "sda"


def mirror(loop: LoopDevice, **more: object) -> Description:
    """The unit u0, a RAID 1 of two drives as large as ``loop``."""
    gib = int(Path("/sys/block", loop.name, "size").read_text()) * 512 / 2**30
    return {**unit("u0", gib=gib, legs=legs("u0", "p0", "p1", gib=gib)), **more}


@dataclass
class Computer:
    """Programs see ``loop`` as ``sda``, the unit u0 of a 9650SE."""

    simulator: Simulator
    loop: LoopDevice
    environment: Mapping[str, str] = field(repr=False)

    def start(self, *words: str) -> subprocess.Popen[str]:
        """``storage-tuner`` with ``words``."""
        return subprocess.Popen(
            self._entered(words),
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._entered(words),
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,
        )

    def policy(self, name: str) -> str:
        """What the controller has now."""
        value = self.simulator.machine["controllers"][0]["units"][0]["policies"][name]
        assert isinstance(value, str)
        return value

    def is_noted(self, setting: str) -> bool:
        """Whether tw_cli was asked to set that."""
        return (self.simulator.folder / "calls.jsonl").exists() and setting in self.sets

    @property
    def sets(self) -> list[str]:
        """What tw_cli was asked to set until now, in its words behind ``set``."""
        calls = [call["words"] for call in self.simulator.calls]
        return [" ".join(words[2:]) for words in calls if words[1:2] == ["set"]]

    @property
    def _environment(self) -> dict[str, str]:
        paths = os.pathsep.join((PACKAGES, str(PROJECT)))
        return {**self.environment, "PYTHONPATH": paths}

    def _entered(self, words: Sequence[str]) -> list[str]:
        program = [sys.executable, "-m", "storage_tuner", *words]
        return command(self.simulator.folder, [Disk(DISK, self.loop.name)], program)


def computer(
    folder: Path,
    loop: LoopDevice,
    environment: Mapping[str, str],
    describe: Callable[[Description], Description] = lambda unit: machine(controller(units=[unit])),
) -> Computer:
    """``describe`` makes the machine of its unit; its files come into ``folder``."""
    return Computer(install(folder, describe(mirror(loop))), loop, environment)
