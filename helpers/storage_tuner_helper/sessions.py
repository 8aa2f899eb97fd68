"""Sessions: everything between taking snapshots of devices and restoring them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import syslog
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from storage_tuner_helper import threeware
from storage_tuner_helper.arguments import Value
from storage_tuner_helper.devices import nvme_paths
from storage_tuner_helper.devices.targets import Target, opened
from storage_tuner_helper.errors import (
    Busy,
    DeviceBusy,
    DeviceChanged,
    NoSuchDevice,
    NoSuchSession,
    NotApplied,
    NotSupported,
    Refusal,
    about,
    raise_together,
)
from storage_tuner_helper.files import storing_refusal
from storage_tuner_helper.keeping.left_values import LeftValues
from storage_tuner_helper.keeping.measured_marks import Marks
from storage_tuner_helper.restoring import settings
from storage_tuner_helper.restoring.journal import Journal, Snapshot
from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_helper.restoring.ownership import Ownership, busy_sentence
from storage_tuner_helper.restoring.recovery import (
    await_return,
    bring_back,
    bring_host_back,
    file_if_persisted,
    is_persisted,
    logged_message,
    may_come_back,
    present_name,
    unrestored_sessions,
    waiting_sentence,
)
from storage_tuner_helper.restoring.tunables import parted
from storage_tuner_helper.session import HeldDevice, Session, ending, in_turn, locked
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol.interface import Signal
from storage_tuner_protocol.message import Message, said, with_code
from storage_tuner_protocol.tunables import POLICIES

MAXIMUM_DEVICES_IN_ALL = 16
MAXIMUM_DEVICES_PER_CLIENT = 8
"""The limit over all sessions of a client."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Present:
    """The present values of a device that its session keeps."""

    device: HeldDevice
    values: dict[str, str]

    @property
    def changed(self) -> list[str]:
        """Return the names of the values that the session leaves changed."""
        differing = settings.differences(self.device.snapshot.values, self.values)
        return [name for name in differing if name in self.values]


class Sessions:
    """All open sessions, mirrored by files on disk."""

    def __init__(self, state: Path, runtime: Path, ownership: Ownership) -> None:
        self._state = state
        self._journal = Journal(state)
        self._locks = Locks(state)
        self._marks = Marks(runtime)
        self._left_values = LeftValues(runtime)
        self._ownership = ownership
        self._by_device: dict[str, Session] = {}
        self._opening: dict[str, Client] = {}
        self._restoring: set[str] = set()
        self._claims: dict[str, HeldDevice] = {}
        self._timers: set[asyncio.Task[None]] = set()

    def find(self, client: Client, device: str, identifier: str) -> Session:
        """Return the session. Raises ``NoSuchSession``, also for another client's session."""
        session = self._by_device.get(device)
        if session is None or session.owner is not client or session.identifier != identifier:
            raise NoSuchSession
        return session

    def named(self, client: Client, identifiers: Sequence[str]) -> list[Session]:
        """Return several sessions, as ``find`` does. Raises ``NoSuchSession``."""
        found = {session.identifier: session for session in self._by_device.values()}
        if not all(
            identifier in found and found[identifier].owner is client for identifier in identifiers
        ):
            raise NoSuchSession
        return [found[identifier] for identifier in identifiers]

    def devices_of(self, client: Client) -> list[str]:
        """Return the devices that the client's sessions are open on."""
        return [name for name, session in self._by_device.items() if session.owner is client]

    def is_open(self, device: str) -> bool:
        """Return whether a session is open on the device, or about to be."""
        return any(device in busy for busy in (self._by_device, self._opening, self._restoring))

    def measured_devices(self) -> set[str]:
        """Return the devices that a benchmark runs on, or is about to."""
        held = ((name, session.devices[name]) for name, session in self._by_device.items())
        return {name for name, device in held if device.benchmark or device.starting}

    def _holder(self, device: str) -> Client | None:
        """Return the client whose session is open on the device, or about to be."""
        session = self._by_device.get(device)
        return session.owner if session else self._opening.get(device)

    def _check_free(self, client: Client, device: str) -> None:
        """Raise ``DeviceBusy`` when no session can be opened on the device."""
        owner = self._holder(device)
        if owner:
            raise DeviceBusy(busy_sentence(device, owner.description))
        claim = self._claims.get(device)
        if claim and claim.owner is not client:
            raise DeviceBusy(busy_sentence(device, claim.owner.description))
        if self.is_open(device):
            raise DeviceBusy(
                said("{device} is being restored; try again in a moment.", device=device)
            )

    def _check_room(self, client: Client, more: int) -> None:
        """Raise ``Busy`` when ``more`` devices would exceed a limit."""
        mine = len(self.devices_of(client)) + list(self._opening.values()).count(client)
        if mine + more > MAXIMUM_DEVICES_PER_CLIENT:
            raise Busy(said("You have too many sessions open."))
        if len(self._by_device) + len(self._opening) + more > MAXIMUM_DEVICES_IN_ALL:
            raise Busy(said("Too many devices are being tuned at once."))

    async def begin(self, client: Client, diskseqs: Mapping[str, int], *, by_name: bool) -> Session:
        """Open a session over all devices or none; their snapshots are on disk when this returns.

        Raises ``DeviceBusy``, ``Busy``, ``NoSuchDevice`` or ``DeviceChanged``.
        """
        session = Session(secrets.token_hex(16), client, by_name)
        for device in diskseqs:
            with about(device):
                self._check_free(client, device)
        self._check_room(client, len(diskseqs))
        self._opening.update(dict.fromkeys(diskseqs, client))
        try:
            # the same order everywhere, so that two clients that want the same devices can't
            # deadlock
            for device in sorted(diskseqs):
                with about(device):
                    await self._begin_on(session, device, diskseqs[device])
        except BaseException:
            for held in list(session.devices.values()):
                await self.abandon(held)
            raise
        finally:
            for device in diskseqs:
                self._opening.pop(device, None)
        return session

    async def _begin_on(self, session: Session, device: str, diskseq: int) -> None:
        await self._ownership.take(device, session.owner.description)
        try:
            snapshot, present = await asyncio.to_thread(
                self._take_snapshot, device, diskseq, session.identifier
            )
        except BaseException:
            self._ownership.give_back(device)
            raise
        session.devices[device] = HeldDevice(session.owner, snapshot, present)
        self._by_device[device] = session
        del self._opening[device]

    async def set(
        self, session: Session, wanted: Mapping[str, Mapping[str, str]]
    ) -> dict[str, dict[str, str]]:
        """Apply all of ``wanted`` on all of its devices, or nothing; return the resulting
        tunables."""
        async with in_turn(session):
            return await self._apply_to_all(session, wanted)

    async def try_for(
        self, session: Session, wanted: Mapping[str, Mapping[str, str]], seconds: int
    ) -> dict[str, dict[str, str]]:
        """Apply like ``set``, and restore the originals of all devices after ``seconds``."""
        async with in_turn(session):
            found = await self._apply_to_all(session, wanted)
            session.cancel_timer()
            session.try_timer = asyncio.get_running_loop().call_later(
                seconds, self._time_is_up, session
            )
        return found

    async def _apply_to_all(
        self, session: Session, wanted: Mapping[str, Mapping[str, str]]
    ) -> dict[str, dict[str, str]]:
        """Set one device after the other; when one fails, the devices before it are set back."""
        await asyncio.to_thread(nvme_paths.check_complete, wanted)
        before: dict[str, dict[str, str]] = {}
        found: dict[str, dict[str, str]] = {}
        try:
            for name, values in wanted.items():
                device = session.held(name)
                with about(name):
                    async with locked(device):
                        before[name] = await asyncio.to_thread(_read_all, device.snapshot, values)
                        found[name] = await self._apply(device, values)
        except BaseException:
            await self._set_back(session, {name: before[name] for name in found})
            raise
        return found

    async def _set_back(self, session: Session, before: Mapping[str, Mapping[str, str]]) -> None:
        """Set the devices back to ``before``, except those released meanwhile, which are restored
        already. Raises ``NotApplied`` and ``DeviceChanged`` after trying all of them."""

        async def set_back(device: HeldDevice) -> None:
            if device.name in before:
                async with locked(device):
                    await asyncio.to_thread(_set_back, device.snapshot, before[device.name])

        with contextlib.suppress(NoSuchSession):
            await _of_each(session, set_back)

    async def _apply(self, device: HeldDevice, wanted: Mapping[str, str]) -> dict[str, str]:
        """Apply ``wanted``; the caller holds the device's lock. The policies of a unit are set
        through the first device that wants to change one; other clients can't get the unit's other
        disks as long as that device is held."""
        if POLICIES.keys().isdisjoint(wanted):
            return await asyncio.to_thread(_apply, device, wanted)
        is_mine = device.name not in self._claims
        try:
            if is_mine and not device.snapshot.unit:
                await self._claim_siblings(device)
            return await asyncio.to_thread(self._apply_policies, device, wanted, is_mine)
        finally:
            if not device.snapshot.unit:
                self._give_siblings_back(device)

    async def _claim_siblings(self, device: HeldDevice) -> None:
        """Claim the unit's other disks. Raises ``DeviceBusy`` when another client works on one of
        them; the caller must then release those claimed before it."""
        for name in await asyncio.to_thread(threeware.siblings, device.name):
            holder = self._holder(name)
            if name in self._restoring:
                raise DeviceBusy(
                    said("{device} is being restored; try again in a moment.", device=name)
                )
            if holder not in (None, device.owner):
                raise DeviceBusy(busy_sentence(name, holder.description if holder else ""))
            if name in self._claims:
                raise DeviceBusy(busy_sentence(name, self._claims[name].owner.description))
            # claimed at once, so that no one starts there while this waits for the lock
            self._claims[name] = device
            try:
                await self._ownership.take(name, device.owner.description)
            except BaseException:
                del self._claims[name]
                raise
            device.claimed.append(name)

    def _give_siblings_back(self, device: HeldDevice) -> None:
        while device.claimed:
            name = device.claimed.pop()
            del self._claims[name]
            self._ownership.give_back(name)

    def _apply_policies(
        self, device: HeldDevice, wanted: Mapping[str, str], is_mine: bool
    ) -> dict[str, str]:
        """Set policies; the old ones are on disk before the first one is changed."""
        snapshot = device.snapshot
        with threeware.opened(snapshot.device, snapshot.diskseq) as disk:
            before = {**self._kept_policies(disk), **snapshot.policies}
            changes = disk.check(wanted, before, device.allowed_risks)
            _check_risks(disk, device, wanted)
            if changes and not is_mine:
                raise DeviceBusy(
                    said(
                        "The unit of {device} is being changed through another of its disks.",
                        device=disk.name,
                    )
                )
            if changes and not snapshot.unit:
                device.snapshot = self._with_unit(snapshot, disk)
            return settings.apply(disk, wanted)

    def _kept_policies(self, disk: threeware.UnitDisk) -> dict[str, str]:
        """Return the policies from before the changes that were kept on the unit."""
        kept = (one for one in self._journal.originals.all() if one.unit)
        return next((dict(one.policies) for one in kept if one.unit == disk.key), {})

    def _with_unit(self, snapshot: Snapshot, disk: threeware.UnitDisk) -> Snapshot:
        if self._journal.unit_is_noted(disk.key, snapshot.session):
            raise DeviceBusy(
                said(
                    "The unit of {device} still has to be restored.",
                    device=disk.name,
                )
            )
        try:
            return self._journal.note_unit(snapshot, disk.key, disk.policies())
        except OSError as error:
            raise storing_refusal(error) from None

    async def revert(self, session: Session) -> dict[str, dict[str, str]]:
        """Restore the originals on each device where possible; return the resulting tunables.
        Raises the failures of some devices after trying all of them; a try's clock then keeps
        running."""
        async with in_turn(session):
            found = await _of_each(session, self._revert)
            session.cancel_timer()
        return found

    async def _revert(self, device: HeldDevice) -> dict[str, str]:
        async with locked(device):
            await asyncio.to_thread(bring_back, device.snapshot)
            return await asyncio.to_thread(_present, device.snapshot)

    async def end(self, session: Session) -> dict[str, list[str]]:
        """Stop the benchmarks, restore the originals and close the session; return the names of the
        restored tunables, by device.

        Raises ``NotApplied`` when a value can't be restored: the session then stays open, except
        for devices that went away, and a try's clock keeps running. Raises ``DeviceChanged`` when
        devices went away and everything else is restored: the session is closed.
        """
        async with in_turn(session):
            devices = list(session.devices.values())
            with ending(devices):
                try:
                    restored = await _of_each(session, self._restore)
                except DeviceChanged:
                    await self._let_go_of_all(session)
                    raise
                await self._let_go_of_all(session)
        return restored

    async def _restore(self, device: HeldDevice) -> list[str]:
        async with locked(device):
            return await self._bring_back(device)

    async def _bring_back(self, device: HeldDevice) -> list[str]:
        """Restore one device; the caller holds its lock. A device that is gone is closed at once;
        otherwise the snapshot stays until all values are restored."""
        await device.stop_benchmark()
        try:
            restored = await asyncio.to_thread(bring_back, device.snapshot)
        except DeviceChanged:
            self._close(device)
            await asyncio.to_thread(self._gone, device.snapshot)
            raise
        return restored.names

    async def _let_go_of_all(self, session: Session) -> None:
        """Release all devices, which are restored already; those released meanwhile need nothing
        more."""
        for device in list(session.devices.values()):
            with contextlib.suppress(NoSuchSession):
                async with locked(device):
                    await self._let_go(device)

    async def _let_go(self, device: HeldDevice) -> None:
        await asyncio.to_thread(self._forget, device.snapshot)
        self._close(device)

    async def let_go(self, device: HeldDevice) -> list[str]:
        """Do the same as ``end`` for a single device."""
        with ending([device]), about(device.name):
            async with locked(device):
                restored = await self._bring_back(device)
                await self._let_go(device)
        return restored

    async def keep(self, sessions: Sequence[Session]) -> dict[str, list[str]]:
        """Leave the devices of all ``sessions`` as they are set, and close the sessions; return the
        names of the tunables that stay changed, by device. If this fails or is killed, none is
        kept.

        Raises ``NoSpace`` or ``KernelRefused`` when the originals can't be stored: all sessions
        then stay open. Raises ``DeviceChanged`` when a device went away: it's released.
        """
        async with self.held_together(sessions) as devices:
            for device in devices:
                await device.stop_benchmark()
            present = await self.read_to_keep(devices)
            await asyncio.to_thread(self.keep_present, present)
            self.close_kept(present)
        return {one.device.name: one.changed for one in present}

    @asynccontextmanager
    async def held_together(self, sessions: Sequence[Session]) -> AsyncIterator[list[HeldDevice]]:
        """Hold all devices of ``sessions`` exclusively, in the order of their names."""
        async with AsyncExitStack() as stack:
            for session in sorted(sessions, key=lambda one: one.identifier):
                await stack.enter_async_context(in_turn(session))
            held = [device for session in sessions for device in session.devices.values()]
            devices = sorted(held, key=lambda one: one.name)
            stack.enter_context(ending(devices))
            for device in devices:
                await stack.enter_async_context(locked(device))
            yield devices

    async def read_to_keep(self, devices: Sequence[HeldDevice]) -> list[Present]:
        """Return the values to keep. Raises ``DeviceChanged`` when a device went away: it's
        released."""
        return [Present(one, await self._present_or_gone(one)) for one in devices]

    async def _present_or_gone(self, device: HeldDevice) -> dict[str, str]:
        try:
            return await asyncio.to_thread(_read_all, device.snapshot)
        except (DeviceChanged, NoSuchDevice):
            self._close(device)
            await asyncio.to_thread(self._gone, device.snapshot)
            with about(device.name):
                raise DeviceChanged(device.name) from None

    def keep_present(self, present: Sequence[Present]) -> None:
        """Keep the present values on all devices or, when this raises or is killed, on none. Raises
        ``NoSpace`` or ``KernelRefused``."""
        if not present:
            return
        for one in present:
            held = one.device
            self._left_values.note(held.name, held.diskseq, held.tunables_at_start, one.values)
        try:
            self._journal.keep([one.device.snapshot for one in present], self._unchanged(present))
        except OSError as error:
            raise storing_refusal(error) from None

    def close_kept(self, present: Sequence[Present]) -> None:
        for one in present:
            self._close(one.device)

    def check_policies(self, device: HeldDevice, wanted: Mapping[str, str]) -> None:
        """Check that these policies are set. Raises ``NotApplied`` if they aren't, ``NotSupported``
        or ``DeviceChanged``."""
        with threeware.opened(device.name, device.diskseq) as disk:
            present = settings.read(disk)
        for name, value in wanted.items():
            if present.get(name) != value:
                raise NotApplied(
                    said(
                        "{name} is {found}, so {value} can't be made permanent.",
                        name=name,
                        found=present.get(name, "nothing"),
                        value=value,
                    )
                )

    def _unchanged(self, present: Sequence[Present]) -> list[Snapshot]:
        """Return the snapshots of devices that are set as before the first kept change, or were
        never changed, and stay so at the next start."""
        found = []
        for one in present:
            snapshot = one.device.snapshot
            first = self._journal.originals_of(snapshot) or snapshot
            changed = settings.differences({**snapshot.policies, **first.values}, one.values)
            if not changed and not is_persisted(self._state, first):
                found.append(snapshot)
        return found

    async def abandon(self, device: HeldDevice) -> Message | None:
        """Close what a client that left has open on one device; return None on success, otherwise a
        sentence. A snapshot that can't be restored stays on disk for the next start."""
        try:
            await self.let_go(device)
        except NoSuchSession:
            return None
        except Exception as error:
            if not device.ended:
                self._close(device)
            return logged_message(error, device.name)
        return None

    async def abandon_all(self, client: Client, device: str) -> list[Message | None]:
        """Close everything that ``client`` has open on ``device``, as ``abandon`` does."""
        session = self._by_device.get(device)
        if session is None or session.owner is not client:
            return []
        return [await self.abandon(session.devices[device])]

    @asynccontextmanager
    async def alone(self, client: Client, device: str) -> AsyncIterator[None]:
        """Keep ``device`` exclusive, so that no session is opened on it meanwhile. Raises
        ``DeviceBusy`` while a session is open on it, including another helper's."""
        self.check_idle(device)
        self._restoring.add(device)
        try:
            await self._ownership.take(device, client.description)
            try:
                yield
            finally:
                self._ownership.give_back(device)
        finally:
            self._restoring.discard(device)

    def check_idle(self, device: str) -> None:
        """Raise ``DeviceBusy`` while a session of this helper is open on ``device``."""
        if self.is_open(device):
            raise DeviceBusy(said("{device} is being tuned; finish that first.", device=device))
        claim = self._claims.get(device)
        if claim:
            raise DeviceBusy(busy_sentence(device, claim.owner.description))

    def restore_kept(self, device: str) -> list[Message]:
        """Undo what was kept on ``device``, which the caller holds exclusively; return sentences on
        that. Raises ``NotApplied`` when a value can't be restored."""
        kept = self._journal.originals.all()
        return [self._undo_kept(original) for original in kept if present_name(original) == device]

    def restore_missing(self) -> list[Message]:
        """Undo what was kept on devices that aren't present, as ``restore_kept`` does."""
        kept = self._journal.originals.all()
        return [self._keep_waiting(original) for original in kept if not present_name(original)]

    def identities_at_work(self) -> frozenset[str]:
        """Return the identities of the disks that sessions of all helpers are open on."""
        return frozenset(
            snapshot.identity
            for snapshot in self._journal.sessions.all()
            if snapshot.identity and self._is_held(snapshot.device)
        )

    def _is_held(self, device: str) -> bool:
        with self._locks.attempted(device) as free:
            return not free

    def _keep_waiting(self, original: Snapshot) -> Message:
        if may_come_back(self._state, original):
            return await_return(self._journal.originals, original)
        return self._undo_kept(original)

    def changed_devices(self) -> list[str]:
        """Return the current names of the devices with kept originals."""
        names = map(present_name, self._journal.originals.all())
        return [name for name in names if name is not None]

    def original_lines(self) -> list[str]:
        """Return what ``restore_kept`` would set: ``NAME tunable=value …`` for each device."""
        return [
            " ".join((name, *(f"{one}={value}" for one, value in original.values.items())))
            for original in self._journal.originals.all()
            if (name := present_name(original)) is not None
        ]

    def left_settings(self) -> list[str]:
        """Return lines ``DEVICE tunable=value …`` with the values left set until reboot."""
        return self._left_values.lines()

    def devices_at_work(self) -> list[str]:
        """Return the names of the devices that sessions of all helpers are open on."""
        names = {snapshot.device for snapshot in self._journal.sessions.all()}
        return sorted(filter(self._is_held, names))

    def unrestored_devices(self) -> list[str]:
        """Return the names of devices that ``Restore`` would try again: a session has ended without
        restoring them, or they aren't present; then the name is their last one."""
        left = unrestored_sessions(self._journal, self._locks)
        missing = [one for one in self._journal.originals.all() if present_name(one) is None]
        return sorted({present_name(one) or one.device for one in (*left, *missing)})

    def missing_devices(self) -> list[Message]:
        """Return sentences on the devices that aren't present and whose old settings are kept."""
        noted = [*self._journal.sessions.all(), *self._journal.originals.all()]
        missing = [snapshot for snapshot in noted if present_name(snapshot) is None]
        sentences = [
            waiting_sentence(snapshot)
            for snapshot in missing
            if may_come_back(self._state, snapshot)
        ]
        return sorted(set(sentences), key=str)

    def _take_snapshot(
        self, device: str, diskseq: int, session: str
    ) -> tuple[Snapshot, dict[str, str]]:
        """Return what the session restores, and the present tunables. Both are the same unless an
        earlier session's values couldn't be restored: those are still the originals. A host's
        settings that apply to other disks as well aren't restored, as they can't be changed."""
        with opened(device, diskseq) as target:
            found = settings.read(target)
            present = Snapshot.of(target, settings.without_shared(target, found), session)
            tunables = {**found, **threeware.read_policies(device, diskseq)}
        left_over = self._journal.sessions.like(present)
        if left_over is None or left_over.device == device:
            return self._put_snapshot(present, left_over), tunables
        with self._locks.attempted(left_over.device) as free:
            if not free:
                holder = self._locks.holder(left_over.device)
                raise DeviceBusy(busy_sentence(f"{device} (as {left_over.device})", holder))
            return self._put_snapshot(present, left_over), tunables

    def _put_snapshot(self, present: Snapshot, left_over: Snapshot | None) -> Snapshot:
        if left_over and left_over.host != present.host:
            bring_host_back(left_over)
        snapshot = _with_originals(present, left_over) if left_over else present
        try:
            self._journal.sessions.put(snapshot)
            if left_over and left_over.key != snapshot.key:
                self._journal.sessions.remove(left_over)
            self._marks.put(snapshot.device)
        except OSError as error:
            raise storing_refusal(error) from None
        return snapshot

    def _forget(self, snapshot: Snapshot) -> None:
        """Remove the record of restored values. They stay restored even when the record can't be
        removed: the next start then has nothing left to do."""
        try:
            file_if_persisted(self._state, self._journal, snapshot)
            self._journal.sessions.remove(snapshot)
        except OSError as error:
            syslog.syslog(syslog.LOG_WARNING, str(logged_message(error, snapshot.device)))

    def _gone(self, snapshot: Snapshot) -> None:
        """Forget values that the kernel has discarded, but not a disk that may be plugged in
        again. The disk's host still has its values, so these are restored now."""
        if may_come_back(self._state, snapshot):
            await_return(self._journal.sessions, snapshot)
        else:
            bring_host_back(snapshot)
            self._journal.sessions.remove(snapshot)

    def forget_kept(self, device: str, diskseq: int) -> None:
        """Drop the kept originals of a device that is about to be removed."""
        self._journal.forget_kept(device, diskseq)

    async def abandon_kept(self, device: str, diskseq: int) -> Message | None:
        """Drop the originals, as ``forget_kept`` does; return None on success, otherwise a
        sentence."""
        try:
            await asyncio.to_thread(self.forget_kept, device, diskseq)
        except OSError as error:
            return logged_message(error, device)
        return None

    def _undo_kept(self, original: Snapshot) -> Message:
        try:
            sentence = bring_back(original).message
        except DeviceChanged:
            sentence = said(
                "{device} was restarted or replaced; nothing was left to restore.",
                device=original.device,
            )
        self._journal.originals.remove(original)
        return sentence

    def _close(self, device: HeldDevice) -> None:
        device.ended = True
        self._give_siblings_back(device)
        session = self._by_device.pop(device.name)
        del session.devices[device.name]
        if not session.devices:
            session.cancel_timer()
        with contextlib.suppress(OSError):
            self._marks.remove(device.name)
        self._ownership.give_back(device.name)

    def _time_is_up(self, session: Session) -> None:
        task = asyncio.get_running_loop().create_task(self._revert_after_try(session))
        self._timers.add(task)
        task.add_done_callback(self._timers.discard)

    async def _revert_after_try(self, session: Session) -> None:
        try:
            async with in_turn(session):
                outcomes = await _outcomes(session, self._revert)
                session.try_timer = None
        except NoSuchSession:
            return
        for device, outcome in outcomes.items():
            reason: dict[str, Value] = {"reason": "timeout"}
            if isinstance(outcome, Refusal):
                reason |= with_code("problem", outcome.message)
            session.owner.notify(Signal.REVERTED, device, reason)


async def _outcomes(
    session: Session, action: Callable[[HeldDevice], Awaitable[Found]]
) -> dict[str, Found | Refusal]:
    """Return the result of ``action``, or its refusal, for each device of the session except those
    released meanwhile. All run concurrently, so that one that hangs doesn't delay the others."""
    devices = list(session.devices.values())
    given = await asyncio.gather(*map(action, devices), return_exceptions=True)
    found: dict[str, Found | Refusal] = {}
    for device, outcome in zip(devices, given, strict=True):
        if isinstance(outcome, BaseException) and not isinstance(outcome, Refusal):
            raise outcome
        if not isinstance(outcome, NoSuchSession):
            found[device.name] = outcome
    if not found:
        raise NoSuchSession
    return found


async def _of_each(
    session: Session, action: Callable[[HeldDevice], Awaitable[Found]]
) -> dict[str, Found]:
    """Return the results as ``_outcomes`` does; raise the failures of some devices after trying
    all."""
    outcomes = await _outcomes(session, action)
    raise_together({name: one for name, one in outcomes.items() if isinstance(one, Refusal)})
    return {name: one for name, one in outcomes.items() if not isinstance(one, Refusal)}


def _with_originals(present: Snapshot, left_over: Snapshot) -> Snapshot:
    """Return ``present`` with the originals that an earlier session left over. Present values of a
    scheduler are left out: they may belong to another scheduler than the original one. So are the
    originals of another host than the present one."""
    first = left_over if left_over.host == present.host else left_over.without_host()
    own = {
        name: value
        for name, value in present.settings.items()
        if not settings.belongs_to_a_scheduler(name)
    }
    return replace(
        present,
        settings={**own, **first.settings},
        unit=left_over.unit,
        policies=left_over.policies,
    )


def _apply(device: HeldDevice, wanted: Mapping[str, str]) -> dict[str, str]:
    with opened(device.name, device.diskseq) as target:
        _check_risks(target, device, wanted)
        _check_recorded(target, device, wanted)
        return settings.apply(target, wanted)


def _check_recorded(target: Target, device: HeldDevice, wanted: Mapping[str, str]) -> None:
    """Raise ``NotSupported`` if a setting of the host would change that the session can't restore,
    because it applied to other disks as well when the session began."""
    present = settings.read(target)
    changed = (name for name in wanted if wanted[name] != present.get(name))
    for name in filter(settings.belongs_to_a_host, changed):
        if name in present and name not in device.snapshot.settings:
            settings.check_host(target, [name])
            raise NotSupported(
                said(
                    "{name} of {device} wasn't recorded when the session began; begin a new "
                    "session.",
                    name=name,
                    device=target.name,
                )
            )


def _check_risks(target: Target, device: HeldDevice, wanted: Mapping[str, str]) -> None:
    """Check the risks of values that aren't set and weren't before the session. Raises
    ``RiskNotAllowed``. A unit checks those of its policies itself."""
    present = settings.read(target)
    for name, value in parted(wanted)[1].items():
        if value not in (present.get(name), device.snapshot.settings.get(name)):
            settings.check_risk(target, name, value, device.allowed_risks)


def _set_back(snapshot: Snapshot, values: Mapping[str, str]) -> None:
    policies, rest = parted(values)
    with opened(snapshot.device, snapshot.diskseq) as target:
        settings.restore(target, rest)
    if policies:
        with threeware.opened(snapshot.device, snapshot.diskseq) as disk:
            settings.restore(disk, policies)


def _read_all(snapshot: Snapshot, wanted: Collection[str] = ()) -> dict[str, str]:
    """Read all values, including the policies of a unit where the session may have changed them or
    is about to."""
    with opened(snapshot.device, snapshot.diskseq) as target:
        present = settings.read(target)
    return {**present, **_policies(snapshot, wanted)}


def _present(snapshot: Snapshot) -> dict[str, str]:
    with opened(snapshot.device, snapshot.diskseq) as target:
        present = settings.read(target)
    return {**present, **_policies(snapshot)}


def _policies(snapshot: Snapshot, wanted: Collection[str] = ()) -> dict[str, str]:
    if not snapshot.unit and POLICIES.keys().isdisjoint(wanted):
        return {}
    return threeware.read_policies(snapshot.device, snapshot.diskseq)
