"""The operations of the helper, transport-free: one method for every method of the protocol."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from storage_tuner_helper import __version__, threeware
from storage_tuner_helper.arguments import Value
from storage_tuner_helper.benchmark import feasibility, fio
from storage_tuner_helper.benchmark.benchmarks import Benchmark, ThreadPlaces
from storage_tuner_helper.devices import claim, overwriting, page_cache
from storage_tuner_helper.devices.sysfs import pinned
from storage_tuner_helper.errors import (
    Busy,
    DeviceBusy,
    DeviceChanged,
    InvalidArgument,
    NoSuchDevice,
    NoSuchJob,
    NoSuchSession,
    NotSupported,
    Refusal,
)
from storage_tuner_helper.health.health import Examinations, standing_on
from storage_tuner_helper.health.smartctl_client import SmartctlClient
from storage_tuner_helper.keeping.persistence import Persisted, Persistence, Preview
from storage_tuner_helper.practice import loop_device
from storage_tuner_helper.practice.disk import PracticeFolder
from storage_tuner_helper.practice.owners import PracticeDisks
from storage_tuner_helper.requests import (
    Change,
    CloseSession,
    Examination,
    InSession,
    KeepSessions,
    NewPracticeDisk,
    Nothing,
    OfJob,
    OpenSession,
    Overwriting,
    Risk,
    RunWorkload,
    Trial,
)
from storage_tuner_helper.restoring import tunables
from storage_tuner_helper.restoring.left_overs import LeftOvers
from storage_tuner_helper.restoring.ownership import Ownership
from storage_tuner_helper.restoring.recovery import PERSISTING
from storage_tuner_helper.sessions import Session, Sessions, locked, starting
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol import interface
from storage_tuner_protocol.message import Message, said, with_code, with_codes
from storage_tuner_protocol.tunables import POLICIES

SET_THREEWARE = "org.storagetuner.set-threeware"
Reply = Mapping[str, Value]


@dataclass(frozen=True)
class Undone:
    """Sentences on what was brought back or taken out, and on what couldn't be."""

    done: list[Message]
    left: list[Message]


class Operations:
    """Every public method answers one call with a flat reply, or raises a ``Refusal``."""

    def __init__(
        self,
        state: Path,
        runtime: Path,
        ownership: Ownership,
        smartctl: SmartctlClient,
        left_overs: LeftOvers,
    ) -> None:
        self._runtime = runtime
        self._ownership = ownership
        self._left_overs = left_overs
        self._sessions = Sessions(state, runtime, ownership)
        self._practice_disks = PracticeDisks(PracticeFolder(state), ownership)
        self._persistence = Persistence(state)
        self._examinations = Examinations(smartctl)
        self._jobs = itertools.count(1)
        self._threads = ThreadPlaces()
        self._dropping = asyncio.Lock()
        self._persisting = asyncio.Lock()

    async def describe(self, client: Client, device: str, request: Nothing) -> Reply:
        """What names disks by their identity, also such as are long gone, is for the trusted."""
        del device, request
        known: Reply = {
            "protocol": interface.VERSION,
            "version": __version__,
            "fio_version": await fio.version(),
            "practice_disks": self._practice_disks.names(),
            "changed_devices": await asyncio.to_thread(self._sessions.changed_devices),
        }
        if not client.is_trusted:
            return known
        return {
            **known,
            **with_codes(
                "missing_devices", await asyncio.to_thread(self._sessions.missing_devices)
            ),
            "persisted": await asyncio.to_thread(self._persistence.lines),
            **with_codes("recovered", self._ownership.recovered),
        }

    async def begin_session(self, client: Client, device: str, request: OpenSession) -> Reply:
        if self._practice_disks.owner(device) not in (None, client):
            raise DeviceBusy(said("{device} is somebody else's practice disk.", device=device))
        if loop_device.is_free(device):
            raise NotSupported(said("{device} is a loop device without a file.", device=device))
        session = await self._sessions.begin(client, device, request.diskseq)
        return {"session": session.identifier, **session.tunables_at_start}

    def needed_for(self, client: Client, device: str, request: Change | Trial) -> str:
        """The polkit action that is needed besides being the owner; "" for none. One that is asked
        about once holds for the session."""
        session = self._sessions.find(client, device, request.session)
        if session.may_set_policies or POLICIES.keys().isdisjoint(request.wanted):
            return ""
        if not threeware.is_unit_disk(device):
            raise NotSupported(said("{device} is not a disk of a 3ware controller.", device=device))
        return SET_THREEWARE

    async def allow_risk(self, client: Client, device: str, request: Risk) -> Reply:
        """For this session; who may do that may set the unit's policies, too."""
        session = self._sessions.find(client, device, request.session)
        if not threeware.is_unit_disk(device):
            raise NotSupported(said("{device} is not a disk of a 3ware controller.", device=device))
        session.may_set_policies = True
        session.allowed_risks.add(request.name)
        return {}

    async def set_settings(self, client: Client, device: str, request: Change) -> Reply:
        session = self._session_to_set(client, device, request)
        return {**await self._sessions.set(session, request.wanted)}

    async def try_settings(self, client: Client, device: str, request: Trial) -> Reply:
        session = self._session_to_set(client, device, request)
        return {**await self._sessions.try_for(session, request.wanted, request.seconds)}

    def _session_to_set(self, client: Client, device: str, request: Change | Trial) -> Session:
        """Who calls for a policy was authorised to, by the dispatcher."""
        session = self._sessions.find(client, device, request.session)
        if not POLICIES.keys().isdisjoint(request.wanted):
            session.may_set_policies = True
        return session

    async def revert(self, client: Client, device: str, request: InSession) -> Reply:
        session = self._sessions.find(client, device, request.session)
        return {**await self._sessions.revert(session)}

    async def end_session(self, client: Client, device: str, request: CloseSession) -> Reply:
        session = self._sessions.find(client, device, request.session)
        ended = await self._sessions.end(session, request.keep)
        return {"restored": ended.restored, "kept": ended.kept}

    async def keep_together(self, client: Client, device: str, request: KeepSessions) -> Reply:
        del device
        sessions = self._sessions.named(client, request.sessions)
        kept = await self._sessions.keep_together(sessions)
        return {"kept": [f"{name} {one}" for name, names in kept.items() for one in names]}

    async def preview_persistent(self, client: Client, device: str, request: Change) -> Reply:
        session = self._session_to_keep(client, device, request.session)
        _, rest = tunables.parted(request.wanted)
        if not rest:
            return asdict(Preview("", "", "", ""))
        preview = await asyncio.to_thread(self._persistence.preview, device, session.diskseq, rest)
        return asdict(preview)

    async def persist(self, client: Client, device: str, request: Change) -> Reply:
        session = self._session_to_keep(client, device, request.session)
        async with locked(session):
            if session.benchmark:
                raise Busy(said("A benchmark runs on {device}; let it end first.", device=device))
            policies, rest = tunables.parted(request.wanted)
            if policies:
                await asyncio.to_thread(self._sessions.check_policies, session, policies)
            kept = Persisted(policies, threeware.KEPT_BY_ITSELF)
            if rest:
                async with self._writing_files(client):
                    kept = await asyncio.to_thread(
                        self._persistence.persist, device, session.diskseq, rest
                    )
        return {**kept.tunables, **policies, **with_code("note", kept.note)}

    async def unpersist(self, client: Client, device: str, request: Nothing) -> Reply:
        del request
        async with self._writing_files(client):
            return {"removed": await asyncio.to_thread(self._unpersist, device)}

    def _unpersist(self, device: str) -> list[str]:
        return self._persistence.unpersist(device) if device else self._persistence.unpersist_all()

    @asynccontextmanager
    async def _writing_files(self, client: Client) -> AsyncIterator[None]:
        """One at a time, of all helpers; what a killed one left unfinished is undone first."""
        async with self._persisting:
            await self._ownership.take(PERSISTING, client.description)
            try:
                await asyncio.to_thread(self._persistence.recover)
                yield
            finally:
                self._ownership.give_back(PERSISTING)

    def _session_to_keep(self, client: Client, device: str, identifier: str) -> Session:
        """Raises ``NoSuchSession``, and ``NotSupported`` on a practice disk."""
        session = self._sessions.find(client, device, identifier)
        if self._practice_disks.owner(device):
            raise NotSupported(
                said("{device} is a practice disk: nothing can be kept for it.", device=device)
            )
        return session

    async def allow_overwriting(self, client: Client, device: str, request: Overwriting) -> Reply:
        """For this session; the rules are checked again whenever a benchmark starts."""
        session = self._sessions.find(client, device, request.session)
        if self._practice_disks.owner(device):
            raise NotSupported(
                said("{device} is a practice disk: it may be written anyway.", device=device)
            )
        async with locked(session):
            if session.benchmark:
                raise Busy(said("A benchmark runs on {device}; let it end first.", device=device))
            await asyncio.to_thread(
                overwriting.check_allowed, device, session.diskseq, request.model
            )
            session.may_overwrite = True
        return {}

    async def start_benchmark(self, client: Client, device: str, request: RunWorkload) -> Reply:
        """Runs are told apart by numbers that are never used twice."""
        session = self._sessions.find(client, device, request.session)
        feasibility.check_computer(request.workload, await fio.version())
        if session.ending:
            raise NoSuchSession
        async with locked(session):
            if session.benchmark:
                raise Busy(said("A benchmark runs on {device} already.", device=device))
            with starting(session), ExitStack() as at_end:
                at_end.callback(self._threads.take(request.workload.threads))
                await self._examinations.ended_below(device)
                descriptor = await asyncio.to_thread(self._open_target, client, session, request)
                benchmark = await Benchmark.start(
                    next(self._jobs), device, request.workload, descriptor, self._runtime
                )
                session.benchmark = benchmark
                at_end.callback(_clear_benchmark, session)
                benchmark.follow(client, device, at_end.pop_all().close)
        return {"job": benchmark.job}

    async def sample_benchmark(self, client: Client, device: str, request: OfJob) -> Reply:
        """Beside everything else that is done in the session: settings change between samples."""
        return asdict(await self._benchmark(client, device, request).sample())

    async def stop_benchmark(self, client: Client, device: str, request: OfJob) -> Reply:
        self._benchmark(client, device, request).stop()
        return {}

    def _benchmark(self, client: Client, device: str, request: OfJob) -> Benchmark:
        """Raises ``NoSuchSession`` or ``NoSuchJob``."""
        benchmark = self._sessions.find(client, device, request.session).benchmark
        if benchmark is None or benchmark.job != request.job:
            raise NoSuchJob
        return benchmark

    async def drop_caches(self, client: Client, device: str, request: InSession) -> Reply:
        self._sessions.find(client, device, request.session)
        async with self._dropping:
            await page_cache.drop()
        return {}

    async def read_health(self, client: Client, device: str, request: Examination) -> Reply:
        """Never while the device is measured, which the drive's answering would disturb."""
        del client
        concerned = {device, *await asyncio.to_thread(standing_on, device)}
        # nothing may be waited for from here to the reading's note of itself
        if not self._sessions.measured_devices().isdisjoint(concerned):
            raise DeviceBusy(
                said("{device} is being measured; ask when that is done.", device=device)
            )
        answer = await self._examinations.read(device, request.port)
        return {"smartctl_json": answer.output, "exit_code": answer.exit_code}

    async def create_practice_disk(
        self, client: Client, device: str, request: NewPracticeDisk
    ) -> Reply:
        del device
        disk = await self._practice_disks.create(client, request.size_bytes)
        return {"device": disk.device, "diskseq": disk.diskseq, "size_bytes": disk.size_bytes}

    async def remove_practice_disk(self, client: Client, device: str, request: Nothing) -> Reply:
        del request
        if not device:
            if not self._practice_disks.cancel_making(client):
                raise NoSuchDevice
            return {}
        disk = self._practice_disks.find(client, device)
        if disk is None:
            raise NoSuchDevice
        for session in self._sessions.of(client):
            if session.device == device:
                await self._sessions.abandon(session)
        await self._practice_disks.remove(client, device)
        await asyncio.to_thread(self._sessions.forget_kept, device, disk.diskseq)
        return {}

    async def restore(self, client: Client, device: str, request: Nothing) -> Reply:
        del request
        undone = await (self._restored(client, device) if device else self._all_restored(client))
        # one file may have kept the settings of many devices
        left = dict.fromkeys(undone.left)
        return {**with_codes("restored", undone.done), **with_codes("left", left)}

    async def _restored(self, client: Client, device: str) -> Undone:
        """What is kept for good goes first: any event of the disk's would set it again."""
        async with self._sessions.alone(client, device):
            taken_out = await self._taken_out(client, lambda: self._persistence.unpersist(device))
            brought_back = await asyncio.to_thread(self._sessions.restore_kept, device)
        return Undone([*brought_back, *taken_out.done], taken_out.left)

    async def _all_restored(self, client: Client) -> Undone:
        """Each by itself; a sentence on one that fails. What a session may just be keeping for good
        stays."""
        names = set(await asyncio.to_thread(self._sessions.changed_devices))
        restoring = [self._restored(client, name) for name in sorted(names)]
        outcomes = await asyncio.gather(*restoring, return_exceptions=True)
        missing = await asyncio.to_thread(self._sessions.restore_missing)
        spared = await asyncio.to_thread(self._sessions.identities_at_work)
        rest = await self._taken_out(client, lambda: self._persistence.unpersist_all(spared))
        undone = [*map(_undone, outcomes), Undone(missing, []), rest]
        return Undone(
            [message for each in undone for message in each.done],
            [message for each in undone for message in each.left],
        )

    async def _taken_out(self, client: Client, take_out: Callable[[], list[str]]) -> Undone:
        """What was kept for good would come back at the next start; sentences on that."""
        try:
            async with self._writing_files(client):
                removed = await asyncio.to_thread(take_out)
        except Refusal as refusal:
            left = said(
                "{reason} What is kept comes back when the computer starts.",
                reason=refusal.message,
            )
            return Undone([], [left])
        done = [
            said("{who}: nothing is set any more when the computer starts.", who=who)
            for who in removed
        ]
        return Undone(done, [])

    def cancel_making(self, client: Client) -> None:
        """What takes long for this client ends soon; for a client that is leaving."""
        self._practice_disks.cancel_making(client)

    async def leave(self, client: Client) -> list[Message]:
        """Stop and restore everything of a client that left; sentences on what didn't work. All
        devices at once: one that hangs keeps none of the others waiting."""
        devices = {session.device for session in self._sessions.of(client)}
        devices.update(self._practice_disks.of(client))
        problems = await asyncio.gather(
            *(self._leave_device(client, device) for device in sorted(devices))
        )
        found = [problem for of_one in problems for problem in of_one]
        if found:
            # noted at once: whoever is idle next must know of it
            await self._left_overs.look()
        return found

    async def is_anything_left(self) -> bool:
        """Whether something of a session that ended is still to be brought back."""
        return await self._left_overs.look()

    def has_anything_of(self, client: Client) -> bool:
        return bool(self._sessions.of(client) or self._practice_disks.of(client))

    @property
    def at_work(self) -> bool:
        return self._ownership.at_work or self._left_overs.are_worth_waiting

    async def _leave_device(self, client: Client, device: str) -> list[Message]:
        sessions = [session for session in self._sessions.of(client) if session.device == device]
        problems = [await self._sessions.abandon(session) for session in sessions]
        disk = self._practice_disks.find(client, device)
        if disk:
            problems.append(await self._practice_disks.abandon(client, device))
            problems.append(await self._sessions.abandon_kept(device, disk.diskseq))
        return [problem for problem in problems if problem]

    def _open_target(self, client: Client, session: Session, request: RunWorkload) -> int:
        """A descriptor for fio: read-only, unless it's a practice disk of this client, whose claim
        is lent, or an empty disk that this client may overwrite, which is claimed. Raises
        ``DeviceBusy``, ``DeviceChanged`` and as ``overwriting.open_empty``."""
        if request.workload.writes and session.may_overwrite:
            return overwriting.open_empty(session.device, session.diskseq)
        if request.workload.writes:
            return self._lend_practice_disk(client, session)
        with pinned(session.device, session.diskseq) as device:
            descriptor = claim.open_for_reading(device)
        claim.keep_udev_quiet(descriptor)
        return descriptor

    def _lend_practice_disk(self, client: Client, session: Session) -> int:
        disk = self._practice_disks.find(client, session.device)
        if disk is None:
            raise InvalidArgument(
                said(
                    "Only a practice disk of your own is ever written, or an empty disk "
                    "after AllowOverwriting; {device} is neither.",
                    device=session.device,
                )
            )
        if disk.diskseq != session.diskseq:
            raise DeviceChanged(session.device)
        claim.check_diskseq(disk.descriptor, disk.device, disk.diskseq)
        return os.dup(disk.descriptor)


def _undone(outcome: Undone | BaseException) -> Undone:
    if isinstance(outcome, Refusal):
        return Undone([], [outcome.message])
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _clear_benchmark(session: Session) -> None:
    session.benchmark = None
