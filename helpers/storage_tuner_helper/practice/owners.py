"""Tracks the owners of practice disks, and makes the disks without blocking other calls."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from storage_tuner_helper.errors import Busy, NoSuchDevice
from storage_tuner_helper.practice.disk import (
    PracticeDisk,
    PracticeFolder,
    lock_key,
    new_identifier,
)
from storage_tuner_helper.restoring.ownership import Ownership
from storage_tuner_helper.restoring.recovery import logged_message
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol.interface import Signal
from storage_tuner_protocol.message import Message, said

MAXIMUM_DISKS = 4
_PROGRESS_SECONDS = 0.2


@dataclass(eq=False)
class _Making:
    """A practice disk that is being filled for a client."""

    owner: Client
    identifier: str
    cancelled: threading.Event = field(default_factory=threading.Event)
    reported_at: float = 0.0

    @property
    def lock(self) -> str:
        return lock_key(self.identifier)


class PracticeDisks:
    """All practice disks of this helper; at most one at a time is being created per client."""

    def __init__(self, folder: PracticeFolder, ownership: Ownership) -> None:
        self._folder = folder
        self._ownership = ownership
        self._owners: dict[str, tuple[Client, PracticeDisk]] = {}
        self._making: list[_Making] = []
        self._threads = ThreadPoolExecutor(MAXIMUM_DISKS, thread_name_prefix="practice-disk")

    def names(self) -> list[str]:
        return sorted(self._owners)

    def owner(self, device: str) -> Client | None:
        entry = self._owners.get(device)
        return entry[0] if entry else None

    def find(self, client: Client, device: str) -> PracticeDisk | None:
        """Return the practice disk of this name if it's this client's."""
        entry = self._owners.get(device)
        return entry[1] if entry and entry[0] is client else None

    def of(self, client: Client) -> list[str]:
        return [device for device, (owner, _) in self._owners.items() if owner is client]

    async def create(self, client: Client, size_bytes: int) -> PracticeDisk:
        """Create one; progress is sent to the client. Raises as ``PracticeFolder.make`` does, and
        ``Busy``."""
        self._check_bounds(client)
        making = _Making(client, new_identifier())
        self._making.append(making)
        try:
            await self._ownership.take(making.lock, client.description)
            try:
                disk = await self._make(making, size_bytes)
                await self._claim(client, disk)
            except BaseException:
                self._ownership.give_back(making.lock)
                raise
            self._owners[disk.device] = (client, disk)
        finally:
            self._making.remove(making)
        return disk

    def cancel_making(self, client: Client) -> bool:
        """Cancel the creation of the client's practice disk; False if there is none."""
        mine = [making for making in self._making if making.owner is client]
        for making in mine:
            making.cancelled.set()
        return bool(mine)

    async def remove(self, client: Client, device: str) -> None:
        """Remove one. Raises ``NoSuchDevice`` unless it's the client's, ``Busy`` when another
        program holds it open: the next start then tries again."""
        disk = self.find(client, device)
        if disk is None:
            raise NoSuchDevice
        del self._owners[device]
        try:
            await self._undo(disk)
        finally:
            self._ownership.give_back(device)
            self._ownership.give_back(lock_key(disk.record.identifier))

    async def abandon(self, client: Client, device: str) -> Message | None:
        """Remove one of a client that left; return None on success, otherwise a sentence."""
        try:
            await self.remove(client, device)
        except NoSuchDevice:
            return None
        except Exception as error:
            return logged_message(error, device)
        return None

    def _check_bounds(self, client: Client) -> None:
        if any(making.owner is client for making in self._making):
            raise Busy(said("A practice disk is already being created for you."))
        if len(self._owners) + len(self._making) >= MAXIMUM_DISKS:
            raise Busy(said("There are too many practice disks."))

    async def _make(self, making: _Making, size_bytes: int) -> PracticeDisk:
        loop = asyncio.get_running_loop()

        def progress(done_bytes: int) -> None:
            loop.call_soon_threadsafe(self._report, making, done_bytes, size_bytes)

        return await loop.run_in_executor(
            self._threads,
            self._folder.make,
            making.identifier,
            size_bytes,
            progress,
            making.cancelled.is_set,
        )

    async def _claim(self, client: Client, disk: PracticeDisk) -> None:
        """Hold the loop device, so that no other helper opens a session on it: it would restore our
        settings, and lock out the disk's owner."""
        try:
            await self._ownership.take_alone(disk.device, client.description)
        except BaseException:
            await self._undo(disk)
            raise

    async def _undo(self, disk: PracticeDisk) -> None:
        await asyncio.get_running_loop().run_in_executor(
            self._threads, self._folder.remove, disk.record.identifier, disk
        )

    def _report(self, making: _Making, done_bytes: int, size_bytes: int) -> None:
        now = asyncio.get_running_loop().time()
        if now - making.reported_at < _PROGRESS_SECONDS and done_bytes < size_bytes:
            return
        making.reported_at = now
        making.owner.notify(
            Signal.PRACTICE_DISK_PROGRESS, "", {"done_bytes": done_bytes, "total_bytes": size_bytes}
        )
