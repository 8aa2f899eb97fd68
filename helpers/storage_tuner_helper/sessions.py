"""Sessions: everything between the snapshot of a device and its restoring."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import syslog
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from storage_tuner_helper import threeware
from storage_tuner_helper.benchmark.benchmarks import Benchmark
from storage_tuner_helper.devices.targets import opened
from storage_tuner_helper.errors import (
    Busy,
    DeviceBusy,
    DeviceChanged,
    NoSuchDevice,
    NoSuchSession,
    NotApplied,
    Refusal,
)
from storage_tuner_helper.files import storing_refusal
from storage_tuner_helper.keeping.marks import Marks
from storage_tuner_helper.restoring import settings
from storage_tuner_helper.restoring.journal import Journal, Snapshot
from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_helper.restoring.ownership import Ownership, busy_sentence
from storage_tuner_helper.restoring.recovery import (
    bring_back,
    file_if_persisted,
    is_persisted,
    may_come_back,
    present_name,
    told,
    waiting_sentence,
)
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol.interface import Signal
from storage_tuner_protocol.message import Message, said, with_code
from storage_tuner_protocol.tunables import POLICIES

MAXIMUM_SESSIONS = 16
MAXIMUM_SESSIONS_PER_CLIENT = 8


@dataclass(eq=False)
class Session:
    """One client's work on one device. Whatever touches the device's settings, or starts a
    benchmark on it, holds ``lock``. ``ending`` counts the calls that want to close it,
    ``starting`` tells that one is about to start a benchmark, ``may_overwrite`` that the owner was
    allowed to overwrite the device, if it's empty. ``may_set_policies``: he was allowed to set
    those of a 3ware unit, ``allowed_risks`` by which names. ``claimed`` are the unit's other disks,
    as long as this session has changed its policies."""

    identifier: str
    owner: Client
    snapshot: Snapshot
    tunables_at_start: dict[str, str]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    benchmark: Benchmark | None = None
    starting: bool = False
    may_overwrite: bool = False
    may_set_policies: bool = False
    allowed_risks: set[str] = field(default_factory=set)
    claimed: list[str] = field(default_factory=list)
    try_timer: asyncio.TimerHandle | None = None
    ending: int = 0
    ended: bool = False

    @property
    def device(self) -> str:
        return self.snapshot.device

    @property
    def diskseq(self) -> int:
        return self.snapshot.diskseq

    def cancel_timer(self) -> None:
        if self.try_timer:
            self.try_timer.cancel()
            self.try_timer = None


@dataclass(frozen=True)
class Ended:
    """Names of the tunables that were brought back, and of those left changed."""

    restored: list[str]
    kept: list[str]


class Sessions:
    """All sessions; the files on disk follow them."""

    def __init__(self, state: Path, runtime: Path, ownership: Ownership) -> None:
        self._state = state
        self._journal = Journal(state)
        self._locks = Locks(state)
        self._marks = Marks(runtime)
        self._ownership = ownership
        self._by_device: dict[str, Session] = {}
        self._opening: dict[str, Client] = {}
        self._restoring: set[str] = set()
        self._claims: dict[str, Session] = {}
        self._timers: set[asyncio.Task[None]] = set()

    def find(self, client: Client, device: str, identifier: str) -> Session:
        """Raises ``NoSuchSession``, also for what belongs to somebody else."""
        session = self._by_device.get(device)
        if session is None or session.owner is not client or session.identifier != identifier:
            raise NoSuchSession
        return session

    def named(self, client: Client, identifiers: Sequence[str]) -> list[Session]:
        """As ``find``, of several. Raises ``NoSuchSession``."""
        found = {session.identifier: session for session in self.of(client)}
        if not all(identifier in found for identifier in identifiers):
            raise NoSuchSession
        return [found[identifier] for identifier in identifiers]

    def of(self, client: Client) -> list[Session]:
        return [session for session in self._by_device.values() if session.owner is client]

    def is_open(self, device: str) -> bool:
        """Whether its settings are somebody's at the moment."""
        return any(device in busy for busy in (self._by_device, self._opening, self._restoring))

    def measured_devices(self) -> set[str]:
        """Those that a benchmark runs on, or is about to."""
        return {
            name
            for name, session in self._by_device.items()
            if session.benchmark or session.starting
        }

    def _holder(self, device: str) -> Client | None:
        """Whose session is open on the device, or about to be."""
        session = self._by_device.get(device)
        return session.owner if session else self._opening.get(device)

    def check_free(self, client: Client, device: str) -> None:
        """Raises ``DeviceBusy`` or ``Busy`` when no session can be opened."""
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
        mine = len(self.of(client)) + list(self._opening.values()).count(client)
        if mine >= MAXIMUM_SESSIONS_PER_CLIENT:
            raise Busy(said("You have too many sessions open."))
        if len(self._by_device) + len(self._opening) >= MAXIMUM_SESSIONS:
            raise Busy(said("Too many devices are being tuned at once."))

    async def begin(self, client: Client, device: str, diskseq: int) -> Session:
        """Open a session; its snapshot is on disk when this returns.

        Raises ``DeviceBusy``, ``Busy``, ``NoSuchDevice`` or ``DeviceChanged``.
        """
        self.check_free(client, device)
        self._opening[device] = client
        try:
            await self._ownership.take(device, client.description)
            try:
                snapshot, present = await asyncio.to_thread(self._take_snapshot, device, diskseq)
            except BaseException:
                self._ownership.give_back(device)
                raise
            session = Session(snapshot.session, client, snapshot, present)
            self._by_device[device] = session
        finally:
            del self._opening[device]
        return session

    async def set(self, session: Session, wanted: Mapping[str, str]) -> dict[str, str]:
        """Apply all of ``wanted`` or nothing; the tunables as they are then."""
        async with locked(session):
            return await self._apply(session, wanted)

    async def try_for(
        self, session: Session, wanted: Mapping[str, str], seconds: int
    ) -> dict[str, str]:
        """As ``set``, and bring the originals back after ``seconds``."""
        async with locked(session):
            found = await self._apply(session, wanted)
            session.cancel_timer()
            session.try_timer = asyncio.get_running_loop().call_later(
                seconds, self._time_is_up, session
            )
        return found

    async def _apply(self, session: Session, wanted: Mapping[str, str]) -> dict[str, str]:
        """The session's lock is held. A policy of a unit is set as the first session wants it that
        changes one; nobody else gets the unit's other disks as long as that is open."""
        if POLICIES.keys().isdisjoint(wanted):
            return await asyncio.to_thread(_apply, session.snapshot, wanted)
        is_mine = session.device not in self._claims
        try:
            if is_mine and not session.snapshot.unit:
                await self._claim_siblings(session)
            return await asyncio.to_thread(self._apply_policies, session, wanted, is_mine)
        finally:
            if not session.snapshot.unit:
                self._give_siblings_back(session)

    async def _claim_siblings(self, session: Session) -> None:
        """Raises ``DeviceBusy`` when somebody else works on one of them: those before it are to be
        given back then."""
        for name in await asyncio.to_thread(threeware.siblings, session.device):
            holder = self._holder(name)
            if name in self._restoring:
                raise DeviceBusy(
                    said("{device} is being restored; try again in a moment.", device=name)
                )
            if holder not in (None, session.owner):
                raise DeviceBusy(busy_sentence(name, holder.description if holder else ""))
            if name in self._claims:
                raise DeviceBusy(busy_sentence(name, self._claims[name].owner.description))
            # at once, so that nobody begins there while the lock is waited for
            self._claims[name] = session
            try:
                await self._ownership.take(name, session.owner.description)
            except BaseException:
                del self._claims[name]
                raise
            session.claimed.append(name)

    def _give_siblings_back(self, session: Session) -> None:
        while session.claimed:
            name = session.claimed.pop()
            del self._claims[name]
            self._ownership.give_back(name)

    def _apply_policies(
        self, session: Session, wanted: Mapping[str, str], is_mine: bool
    ) -> dict[str, str]:
        """The old policies are on disk before the first one is changed."""
        snapshot = session.snapshot
        with threeware.opened(snapshot.device, snapshot.diskseq) as disk:
            before = {**self._kept_policies(disk), **snapshot.policies}
            changes = disk.check(wanted, before, session.allowed_risks)
            if changes and not is_mine:
                raise DeviceBusy(
                    said(
                        "The unit of {device} is being changed through another one of its disks.",
                        device=disk.name,
                    )
                )
            if changes and not snapshot.unit:
                session.snapshot = self._with_unit(snapshot, disk)
            return settings.apply(disk, wanted)

    def _kept_policies(self, disk: threeware.UnitDisk) -> dict[str, str]:
        """Those from before what is kept of the unit."""
        kept = (one for one in self._journal.originals.all() if one.unit)
        return next((dict(one.policies) for one in kept if one.unit == disk.key), {})

    def _with_unit(self, snapshot: Snapshot, disk: threeware.UnitDisk) -> Snapshot:
        if self._journal.unit_is_noted(disk.key, snapshot.session):
            raise DeviceBusy(
                said(
                    "The unit of {device} still has to be brought back to what it was before.",
                    device=disk.name,
                )
            )
        try:
            return self._journal.note_unit(snapshot, disk.key, disk.policies())
        except OSError as error:
            raise storing_refusal(error) from None

    async def revert(self, session: Session) -> dict[str, str]:
        """Bring the originals back; the tunables as they are then."""
        async with locked(session):
            await asyncio.to_thread(bring_back, session.snapshot)
            session.cancel_timer()
            return await asyncio.to_thread(_present, session.snapshot)

    async def end(self, session: Session, keep: bool) -> Ended:
        """Stop the benchmark and close the session.

        Raises ``NotApplied`` when a value doesn't come back, ``NoSpace`` or ``KernelRefused`` when
        the originals can't be filed: the session then stays open and a try's clock goes on.
        Raises ``DeviceChanged`` when the device went away: the session is closed.
        """
        session.ending += 1
        try:
            return await self._end(session, keep)
        finally:
            session.ending -= 1

    async def _end(self, session: Session, keep: bool) -> Ended:
        if keep:
            kept = await self.keep_together([session])
            return Ended([], kept[session.device])
        async with locked(session):
            await _stop_benchmark(session)
            try:
                restored = await asyncio.to_thread(self._restore, session.snapshot)
            except DeviceChanged:
                self._close(session)
                await asyncio.to_thread(self._gone, session.snapshot)
                raise
            self._close(session)
        return Ended(restored, [])

    async def keep_together(self, sessions: Sequence[Session]) -> dict[str, list[str]]:
        """Leave what is set on the devices of all ``sessions``, and close them; the names of the
        tunables that are left changed, by device. When it fails or is killed, none is kept.

        Raises ``NoSpace`` or ``KernelRefused`` when the originals can't be filed: all sessions
        then stay open. Raises ``DeviceChanged`` when a device went away: its session is closed.
        """
        async with AsyncExitStack() as stack:
            for session in sorted(sessions, key=lambda one: one.device):
                await stack.enter_async_context(ending(session))
            for session in sessions:
                await _stop_benchmark(session)
            present = [await self._present_or_gone(session) for session in sessions]
            snapshots = [session.snapshot for session in sessions]
            changed = {
                one.device: settings.differences(one.values, now)
                for one, now in zip(snapshots, present, strict=True)
            }
            try:
                await asyncio.to_thread(self._keep, snapshots, present)
            except OSError as error:
                raise storing_refusal(error) from None
            for session in sessions:
                self._close(session)
        return {
            one.device: [name for name in changed[one.device] if name in now]
            for one, now in zip(snapshots, present, strict=True)
        }

    async def _present_or_gone(self, session: Session) -> dict[str, str]:
        try:
            return await asyncio.to_thread(_read_all, session.snapshot)
        except (DeviceChanged, NoSuchDevice):
            self._close(session)
            await asyncio.to_thread(self._gone, session.snapshot)
            raise DeviceChanged(session.device) from None

    def check_policies(self, session: Session, wanted: Mapping[str, str]) -> None:
        """Raises ``NotApplied`` unless these policies are set, ``NotSupported`` or
        ``DeviceChanged``."""
        with threeware.opened(session.device, session.diskseq) as disk:
            present = settings.read_tunables(disk)
        for name, value in wanted.items():
            if present.get(name) != value:
                raise NotApplied(
                    said(
                        "{name} is {found}, so {value} can't be kept.",
                        name=name,
                        found=present.get(name, "nothing"),
                        value=value,
                    )
                )

    def _keep(self, snapshots: Sequence[Snapshot], present: Sequence[Mapping[str, str]]) -> None:
        self._journal.keep(snapshots, self._unchanged(snapshots, present))

    def _unchanged(
        self, snapshots: Sequence[Snapshot], present: Sequence[Mapping[str, str]]
    ) -> list[Snapshot]:
        """Those whose devices are set as before the first change that was kept, or ever; and stay
        so at the next start."""
        found = []
        for snapshot, now in zip(snapshots, present, strict=True):
            first = self._journal.originals_of(snapshot) or snapshot
            changed = settings.differences({**snapshot.policies, **first.values}, now)
            if not changed and not is_persisted(self._state, first):
                found.append(snapshot)
        return found

    async def abandon(self, session: Session) -> Message | None:
        """Close the session of a client that left; None when all is well, else a sentence. A
        snapshot that can't be brought back stays on disk for the next start."""
        try:
            await self.end(session, keep=False)
        except NoSuchSession:
            return None
        except Exception as error:
            if not session.ended:
                self._close(session)
            return told(error, session.device)
        return None

    @asynccontextmanager
    async def alone(self, client: Client, device: str) -> AsyncIterator[None]:
        """Nobody opens a session on ``device`` meanwhile. Raises ``DeviceBusy`` while one is open,
        also another helper's."""
        if self.is_open(device):
            raise DeviceBusy(said("{device} is being tuned; end that first.", device=device))
        claim = self._claims.get(device)
        if claim:
            raise DeviceBusy(busy_sentence(device, claim.owner.description))
        self._restoring.add(device)
        try:
            await self._ownership.take(device, client.description)
            try:
                yield
            finally:
                self._ownership.give_back(device)
        finally:
            self._restoring.discard(device)

    def restore_kept(self, device: str) -> list[Message]:
        """Undo what was kept on ``device``, which the caller has alone; sentences on that. Raises
        ``NotApplied`` when a value doesn't come back."""
        kept = self._journal.originals.all()
        return [self._undo_kept(original) for original in kept if present_name(original) == device]

    def restore_missing(self) -> list[Message]:
        """As ``restore_kept``, of the devices that aren't there."""
        kept = self._journal.originals.all()
        return [self._keep_waiting(original) for original in kept if not present_name(original)]

    def identities_at_work(self) -> frozenset[str]:
        """Those of the disks that sessions are open on, of all helpers."""
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
            return waiting_sentence(original)
        return self._undo_kept(original)

    def changed_devices(self) -> list[str]:
        """What the devices with kept originals are called now."""
        names = map(present_name, self._journal.originals.all())
        return [name for name in names if name is not None]

    def missing_devices(self) -> list[Message]:
        """Sentences on the devices that aren't there, and whose old settings are kept."""
        noted = [*self._journal.sessions.all(), *self._journal.originals.all()]
        missing = [snapshot for snapshot in noted if present_name(snapshot) is None]
        sentences = [
            waiting_sentence(snapshot)
            for snapshot in missing
            if may_come_back(self._state, snapshot)
        ]
        return sorted(set(sentences), key=str)

    def _take_snapshot(self, device: str, diskseq: int) -> tuple[Snapshot, dict[str, str]]:
        """What the session restores, and the present tunables. Both are the same, unless an earlier
        session's values couldn't be brought back: those are still the originals."""
        with opened(device, diskseq) as target:
            present = Snapshot.of(target, settings.read(target), secrets.token_hex(16))
            tunables = {
                **settings.read_tunables(target),
                **threeware.read_policies(device, diskseq),
            }
        left_over = self._journal.sessions.like(present)
        if left_over is None or left_over.device == device:
            return self._put_snapshot(present, left_over), tunables
        with self._locks.attempted(left_over.device) as free:
            if not free:
                holder = self._locks.holder(left_over.device)
                raise DeviceBusy(busy_sentence(f"{device} (as {left_over.device})", holder))
            return self._put_snapshot(present, left_over), tunables

    def _put_snapshot(self, present: Snapshot, left_over: Snapshot | None) -> Snapshot:
        snapshot = _with_originals(present, left_over) if left_over else present
        try:
            self._journal.sessions.put(snapshot)
            if left_over and left_over.key != snapshot.key:
                self._journal.sessions.remove(left_over)
            self._marks.put(snapshot.device)
        except OSError as error:
            raise storing_refusal(error) from None
        return snapshot

    def _restore(self, snapshot: Snapshot) -> list[str]:
        """What was brought back stays so, also when its record can't be removed: the next start
        then finds nothing left to do."""
        restored = bring_back(snapshot)
        try:
            file_if_persisted(self._state, self._journal, snapshot)
            self._journal.sessions.remove(snapshot)
        except OSError as error:
            syslog.syslog(syslog.LOG_WARNING, str(told(error, snapshot.device)))
        return restored.names

    def _gone(self, snapshot: Snapshot) -> None:
        """Forget what the kernel has forgotten, but not the disk that may be plugged in again."""
        if not may_come_back(self._state, snapshot):
            self._journal.sessions.remove(snapshot)

    def forget_kept(self, device: str, diskseq: int) -> None:
        """Drop the originals of a device that is about to go."""
        self._journal.forget_kept(device, diskseq)

    async def abandon_kept(self, device: str, diskseq: int) -> Message | None:
        """As ``forget_kept``; None when all is well, else a sentence."""
        try:
            await asyncio.to_thread(self.forget_kept, device, diskseq)
        except OSError as error:
            return told(error, device)
        return None

    def _undo_kept(self, original: Snapshot) -> Message:
        try:
            sentence = bring_back(original).message
        except DeviceChanged:
            sentence = said(
                "{device} was restarted or exchanged; nothing was left to restore.",
                device=original.device,
            )
        self._journal.originals.remove(original)
        return sentence

    def _close(self, session: Session) -> None:
        session.ended = True
        session.cancel_timer()
        self._give_siblings_back(session)
        del self._by_device[session.device]
        with contextlib.suppress(OSError):
            self._marks.remove(session.device)
        self._ownership.give_back(session.device)

    def _time_is_up(self, session: Session) -> None:
        task = asyncio.get_running_loop().create_task(self._revert_after_try(session))
        self._timers.add(task)
        task.add_done_callback(self._timers.discard)

    async def _revert_after_try(self, session: Session) -> None:
        try:
            await self.revert(session)
        except NoSuchSession:
            return
        except Refusal as error:
            reason = {"reason": "timeout", **with_code("problem", error.message)}
        else:
            reason = {"reason": "timeout"}
        session.owner.notify(Signal.REVERTED, session.device, dict(reason))


@contextlib.contextmanager
def starting(session: Session) -> Iterator[None]:
    """A benchmark is about to run; the caller holds the session's lock."""
    session.starting = True
    try:
        yield
    finally:
        session.starting = False


@asynccontextmanager
async def ending(session: Session) -> AsyncIterator[None]:
    """As ``locked``, and lets nothing new begin meanwhile."""
    session.ending += 1
    try:
        async with locked(session):
            yield
    finally:
        session.ending -= 1


@asynccontextmanager
async def locked(session: Session) -> AsyncIterator[None]:
    """Waits for a session's turn; raises ``NoSuchSession`` if it ended meanwhile."""
    async with session.lock:
        if session.ended:
            raise NoSuchSession
        yield


def _with_originals(present: Snapshot, left_over: Snapshot) -> Snapshot:
    """Values of the scheduler that is active now are none of another one's originals."""
    own = {
        name: value
        for name, value in present.settings.items()
        if not settings.belongs_to_a_scheduler(name)
    }
    return replace(
        present,
        settings={**own, **left_over.settings},
        unit=left_over.unit,
        policies=left_over.policies,
    )


async def _stop_benchmark(session: Session) -> None:
    """Stop what runs, and wait until it's gone from the device."""
    if session.benchmark:
        session.benchmark.stop()
        await session.benchmark.ended()


def _apply(snapshot: Snapshot, wanted: Mapping[str, str]) -> dict[str, str]:
    with opened(snapshot.device, snapshot.diskseq) as target:
        return settings.apply(target, wanted)


def _read_all(snapshot: Snapshot) -> dict[str, str]:
    with opened(snapshot.device, snapshot.diskseq) as target:
        present = settings.read(target)
    return {**present, **_policies(snapshot)}


def _present(snapshot: Snapshot) -> dict[str, str]:
    with opened(snapshot.device, snapshot.diskseq) as target:
        present = settings.read_tunables(target)
    return {**present, **_policies(snapshot)}


def _policies(snapshot: Snapshot) -> dict[str, str]:
    """Those of a unit where the session may have changed them."""
    return threeware.read_policies(snapshot.device, snapshot.diskseq) if snapshot.unit else {}
