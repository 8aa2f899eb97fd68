"""Reads a drive's health with smartctl: few, short queries that wake no drive.

smartctl gets the device's name and not our descriptor of it, because it detects the kind of drive
by the name. The descriptor is held open meanwhile, so that the name's number can't become another
disk's.
"""

from __future__ import annotations

import asyncio
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper.devices import claim
from storage_tuner_helper.devices.sysfs import SYS_BLOCK, PinnedDevice, current_diskseq, pinned
from storage_tuner_helper.devices.targets import attribute_text
from storage_tuner_helper.errors import Busy, DeviceChanged, NotSupported
from storage_tuner_helper.health.smartctl import ASLEEP, MAXIMUM_AT_ONCE, Answer, Question
from storage_tuner_helper.health.smartctl_client import SmartctlClient
from storage_tuner_protocol.message import said

MAXIMUM_CONTROLLER = 15
MAXIMUM_PORT = 127

_NODES = {"3w-9xxx": "twa", "3w-xxxx": "twe", "3w-sas": "twl"}
"""The names of character devices by the 3ware controller's driver (smartctl(8), -d)."""

_DEVICES = Path("/proc/devices")
_SLEEPING = Answer("", ASLEEP)


@dataclass(frozen=True)
class ControllerPort:
    """A drive behind a 3ware controller: ``controller`` is the number of its character device."""

    controller: int
    port: int


@dataclass(frozen=True)
class Opened:
    """The device to query; ``descriptor`` keeps the node's number from being reused."""

    question: Question
    descriptor: int


class Examinations:
    """Reads drives' health: one reading at a time per device, a few devices at once."""

    def __init__(self, smartctl: SmartctlClient) -> None:
        self._smartctl = smartctl
        self._under_way: dict[str, asyncio.Event] = {}

    async def read(self, device: str, port: ControllerPort | None) -> Answer:
        """Return smartctl's output; a sleeping drive is left asleep.

        Raises ``Busy``, ``NoSuchDevice``, ``DeviceChanged``, ``NotSupported``, ``NoSmartctl`` or
        ``NoAnswer``.
        """
        if device in self._under_way:
            raise Busy(said("{device} is already being queried.", device=device))
        if len(self._under_way) >= MAXIMUM_AT_ONCE:
            raise Busy(said("Too many drives are being queried at once."))
        self._under_way[device] = asyncio.Event()
        # in a thread, since a disk may hang
        opening = asyncio.ensure_future(asyncio.to_thread(_open, device, port))
        try:
            return await self._ask(device, opening)
        finally:
            # also for a disk whose caller has given up: each query would occupy another thread
            if opening.done():
                self._ended(device)
            else:
                opening.add_done_callback(lambda _: self._ended(device))

    async def ended_below(self, device: str) -> None:
        """Wait until no health reading of ``device`` or of its underlying disks is running."""
        for name, ended in list(self._under_way.items()):
            if device == name or device in await asyncio.to_thread(standing_on, name):
                await ended.wait()

    def _ended(self, device: str) -> None:
        self._under_way.pop(device).set()

    async def _ask(self, device: str, opening: asyncio.Future[Opened | None]) -> Answer:
        opened = await _result_of(opening)
        if opened is None:
            return _SLEEPING
        try:
            return await self._smartctl.ask(device, opened.question)
        finally:
            os.close(opened.descriptor)


def standing_on(device: str) -> frozenset[str]:
    """Return the arrays and mapped devices that use ``device`` or its partitions, at any level."""
    found: set[str] = set()
    waiting = [device]
    while waiting:
        folder = Path(SYS_BLOCK, waiting.pop())
        for path in (*folder.glob("holders/*"), *folder.glob("*/holders/*")):
            if path.name not in found:
                found.add(path.name)
                waiting.append(path.name)
    return frozenset(found)


async def _result_of(opening: asyncio.Future[Opened | None]) -> Opened | None:
    """Await the opening; if cancelled, close what it opens."""
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_close_opened)
        raise


def _close_opened(opening: asyncio.Future[Opened | None]) -> None:
    if not opening.cancelled() and not opening.exception():
        opened = opening.result()
        if opened:
            os.close(opened.descriptor)


def _open(device: str, port: ControllerPort | None) -> Opened | None:
    """Open the device. None for a drive that the kernel has put to sleep: opening it would wake
    it."""
    with pinned(device, current_diskseq(device)) as folder:
        if not folder.names("device"):
            raise NotSupported(
                said("{device} isn't a drive; query its member disks.", device=device)
            )
        if port:
            node = _controller_node(folder, port.controller)
            question = Question(node, f"3ware,{port.port}")
            return Opened(question, claim.open_for_reading(folder))
        if attribute_text(folder, "device/power/runtime_status") == "suspended":
            return None
        question = Question("/dev/" + device.replace("!", "/"), _kind(folder))
        return Opened(question, claim.open_for_reading(folder))


def _kind(device: PinnedDevice) -> str:
    """Return smartctl's word where the kind is certain, since detecting it may wake the drive
    (smartctl(8), -n); libata gives each of its disks the vendor ATA."""
    return "sat" if attribute_text(device, "device/vendor") == "ATA" else "auto"


def _controller_node(device: PinnedDevice, controller: int) -> str:
    """Return the controller's character device, which smartctl creates when it's missing.

    Raises ``NotSupported`` for a disk that isn't a 3ware unit and ``DeviceChanged`` for a node that
    is something else.
    """
    name = _NODES.get(_controller_driver(device), "")
    if not name:
        raise NotSupported(said("{device} isn't a disk of a 3ware controller.", device=device.name))
    node = Path(f"/dev/{name}{controller}")
    try:
        found = node.lstat()
    except FileNotFoundError:
        return str(node)
    expected = (character_major(name), controller)
    if (os.major(found.st_rdev), os.minor(found.st_rdev)) != expected or not stat.S_ISCHR(
        found.st_mode
    ):
        raise DeviceChanged(node.name)
    return str(node)


def _controller_driver(device: PinnedDevice) -> str:
    """Return the driver's name of the host adapter: block device → target → host → PCI device."""
    try:
        driver = Path(SYS_BLOCK, device.name, "device/../../../driver").readlink()
    except OSError:
        return ""
    device.check()
    return driver.name


def character_major(name: str) -> int:
    """Return the kernel's number for a driver's character devices; -1 if it has none."""
    characters = _DEVICES.read_text(encoding="ascii", errors="replace").partition("Block")[0]
    for line in characters.splitlines():
        major, _, found = line.strip().partition(" ")
        if found == name and major.isdecimal():
            return int(major)
    return -1
