"""Frozen machines: booted once, then continued by each test from the same moment."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from tests.vm import agent, disks, machine, qmp
from tests.vm.artefacts import artefact, cache_folder, key, texts
from tests.vm.commands import run
from tests.vm.disks import Backend
from tests.vm.image import image
from tests.vm.machine import Machine, Start

_OURS = tuple(Path(module.__file__ or "") for module in (agent, disks, machine, qmp))
_WARMING = (
    "modprobe --all bfq kyber-iosched raid0 raid1 raid10 raid456 dm_mod dm_crypt; "
    "fio --version; mdadm --version || true; lsblk; python3 -c 'import numpy, dbus_fast'; "
    "systemctl start polkit; pkaction; udevadm settle"
)
"""What every test would have to wait for, once."""

Prepare = Callable[[Machine], None]


@dataclass(frozen=True)
class Frozen:
    """``folder`` has ``memory``, ``state``, ``root.qcow2`` and the disks."""

    version: str
    folder: Path

    @contextmanager
    def thawed(self, backends: Mapping[str, Backend] = MappingProxyType({})) -> Iterator[Machine]:
        """A machine of one's own, gone in the end."""
        folder = Path(tempfile.mkdtemp(prefix="run-", dir=cache_folder()))
        start = Start(
            self.version,
            folder,
            backing=self.folder,
            memory=self.folder / "memory",
            is_frozen=True,
            backends=backends,
        )
        running = Machine(start)
        try:
            running.thaw(self.folder / "state")
            yield running
        finally:
            running.remove()

    def derive(self, name: str, recipe: str, prepare: Prepare) -> Frozen:
        """Another frozen one: this one, prepared. ``recipe`` tells what ``prepare`` does."""
        made = artefact(
            f"{name}-{self.version}",
            key(self.folder.name, recipe),
            lambda folder: self._make_derived(folder, prepare),
        )
        return Frozen(self.version, made)

    def _make_derived(self, folder: Path, prepare: Prepare) -> None:
        run("cp", "--sparse=always", self.folder / "memory", folder / "memory")
        start = Start(
            self.version,
            folder,
            backing=self.folder,
            memory=folder / "memory",
            keeps_memory=True,
            is_frozen=True,
        )
        running = Machine(start)
        _freeze(running, folder, lambda: running.thaw(self.folder / "state"), prepare)


def frozen(version: str) -> Frozen:
    """A system that has just booted, with all disks empty."""
    qemu = subprocess.run(
        ["qemu-system-x86_64", "--version"], capture_output=True, text=True, check=True
    ).stdout
    recipe = key(image(version).parent.name, texts([*_OURS, Path(__file__)]), qemu)
    made = artefact(f"booted-{version}", recipe, lambda folder: _make(version, folder))
    return Frozen(version, made)


def _make(version: str, folder: Path) -> None:
    running = Machine(Start(version, folder, memory=folder / "memory", keeps_memory=True))
    _freeze(running, folder, running.wait_booted, lambda guest: _ignore(guest.shell(_WARMING)))


def _freeze(running: Machine, folder: Path, begin: Callable[[], None], prepare: Prepare) -> None:
    try:
        begin()
        prepare(running)
        running.freeze(folder / "state")
    except BaseException:
        running.cut_power()
        raise


def _ignore(_: str) -> None:
    """The output is of no use."""
