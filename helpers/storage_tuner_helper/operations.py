"""The operations of the helper, transport-free: one method for every method of the protocol."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from storage_tuner_helper import __version__, threeware
from storage_tuner_helper.arguments import Value
from storage_tuner_helper.benchmark import feasibility, fio
from storage_tuner_helper.benchmark.benchmarks import Benchmark, ThreadBudget
from storage_tuner_helper.devices import claim, nvme_paths, overwriting, page_cache
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
    about,
)
from storage_tuner_helper.health.health import Examinations, standing_on
from storage_tuner_helper.health.smartctl_client import SmartctlClient
from storage_tuner_helper.keeping.persistence import Instance, Persistence, Preview
from storage_tuner_helper.practice import loop_device
from storage_tuner_helper.practice.disk import PracticeFolder
from storage_tuner_helper.practice.owners import PracticeDisks
from storage_tuner_helper.requests import (
    Change,
    CloseSession,
    Examination,
    InSession,
    KeepForGood,
    KeepSessions,
    NewPracticeDisk,
    Nothing,
    OfJob,
    OpenSession,
    Overwriting,
    Restoration,
    Risk,
    RunWorkload,
    Trial,
)
from storage_tuner_helper.restoring import tunables
from storage_tuner_helper.restoring.ownership import Ownership
from storage_tuner_helper.restoring.recovery import PERSISTING
from storage_tuner_helper.restoring.unrestored import UnrestoredDevices
from storage_tuner_helper.session import HeldDevice, Session, locked, starting
from storage_tuner_helper.sessions import Sessions
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol import interface
from storage_tuner_protocol.message import Message, said, with_code, with_codes
from storage_tuner_protocol.tunables import POLICIES, RISKS_OF_POLICIES

Reply = Mapping[str, Value]


@dataclass(frozen=True)
class Undone:
    """Sentences on what was restored or removed, and on what couldn't be."""

    done: list[Message]
    left: list[Message]


class Operations:
    """The implementation of each method: every public method handles one call, and returns a flat
    reply or raises a ``Refusal``."""

    def __init__(
        self,
        state: Path,
        runtime: Path,
        ownership: Ownership,
        smartctl: SmartctlClient,
        unrestored: UnrestoredDevices,
    ) -> None:
        self._runtime = runtime
        self._ownership = ownership
        self._unrestored = unrestored
        self._sessions = Sessions(state, runtime, ownership)
        self._practice_disks = PracticeDisks(PracticeFolder(state), ownership)
        self._persistence = Persistence(state)
        self._examinations = Examinations(smartctl)
        self._jobs = itertools.count(1)
        self._threads = ThreadBudget()
        self._dropping = asyncio.Lock()
        self._persisting = asyncio.Lock()

    async def describe(self, client: Client, device: str, request: Nothing) -> Reply:
        """Describe the settings. Texts that name disks by their identity, even disks long gone, are
        for trusted clients only."""
        del device, request
        known: Reply = {
            "protocol": interface.VERSION,
            "version": __version__,
            "fio_version": await fio.version(),
            "practice_disks": self._practice_disks.names(),
            "changed_devices": await asyncio.to_thread(self._sessions.changed_devices),
            "originals": await asyncio.to_thread(self._sessions.original_lines),
            "left_settings": await asyncio.to_thread(self._sessions.left_settings),
            "devices_at_work": await asyncio.to_thread(self._sessions.devices_at_work),
            "unrestored_devices": await asyncio.to_thread(self._sessions.unrestored_devices),
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
        diskseqs = {name or device: number for name, number in request.diskseqs.items()}
        if device not in diskseqs:
            raise InvalidArgument(said("The device of the call isn't part of the session."))
        for name in diskseqs:
            with about(name):
                self._check_tunable(client, name)
        nvme_paths.check_complete(diskseqs)
        session = await self._sessions.begin(client, diskseqs, by_name=bool(request.devices))
        present = {name: held.tunables_at_start for name, held in session.devices.items()}
        return {"session": session.identifier, **session.reply(present)}

    def _check_tunable(self, client: Client, device: str) -> None:
        if self._practice_disks.owner(device) not in (None, client):
            raise DeviceBusy(said("{device} is another user's practice disk.", device=device))
        if loop_device.is_free(device):
            raise NotSupported(said("{device} is a loop device without a file.", device=device))

    def set_without_leave(self, client: Client, device: str, request: Change) -> list[str]:
        """Return the units that get policies and whose owner wasn't yet authorised for that in this
        session."""
        session = self._sessions.find(client, device, request.session)
        found = []
        for name, wanted in session.of_devices(request.wanted).items():
            if session.held(name).may_set_policies or POLICIES.keys().isdisjoint(wanted):
                continue
            with about(name):
                _check_unit_disk(name)
            found.append(name)
        return found

    async def allow_risk(self, client: Client, device: str, request: Risk) -> Reply:
        """Allow a risk on each device for this session; a client that may allow one of a unit's
        policies may also set them."""
        session = self._sessions.find(client, device, request.session)
        risks = {name or device: risk for name, risk in request.risks.items()}
        devices = {name: session.held(name) for name in risks}
        of_policies = [name for name, risk in risks.items() if risk in RISKS_OF_POLICIES]
        for name in of_policies:
            with about(name):
                _check_unit_disk(name)
        for name in of_policies:
            devices[name].may_set_policies = True
        for name, held in devices.items():
            held.allowed_risks.add(risks[name])
        return {}

    async def set_settings(self, client: Client, device: str, request: Change) -> Reply:
        session, wanted = self._to_set(client, device, request)
        return session.reply(await self._sessions.set(session, wanted))

    async def try_settings(self, client: Client, device: str, request: Trial) -> Reply:
        session, wanted = self._to_set(client, device, request)
        return session.reply(await self._sessions.try_for(session, wanted, request.seconds))

    def _to_set(
        self, client: Client, device: str, request: Change
    ) -> tuple[Session, dict[str, dict[str, str]]]:
        """Change settings. The dispatcher has already authorised clients that set a policy."""
        session = self._sessions.find(client, device, request.session)
        wanted = session.of_devices(request.wanted)
        for name, values in wanted.items():
            if not POLICIES.keys().isdisjoint(values):
                session.held(name).may_set_policies = True
        return session, wanted

    async def revert(self, client: Client, device: str, request: InSession) -> Reply:
        session = self._sessions.find(client, device, request.session)
        return session.reply(await self._sessions.revert(session))

    async def end_session(self, client: Client, device: str, request: CloseSession) -> Reply:
        session = self._sessions.find(client, device, request.session)
        if request.keep:
            kept = await self._sessions.keep([session])
            return {"restored": [], "kept": session.names(kept)}
        if request.alone:
            await asyncio.to_thread(nvme_paths.check_released_together, device, session.devices)
            restored = {device: await self._sessions.let_go(session.held(device))}
        else:
            restored = await self._sessions.end(session)
        return {"restored": session.names(restored), "kept": []}

    async def keep_together(self, client: Client, device: str, request: KeepSessions) -> Reply:
        del device
        sessions = self._sessions.named(client, request.sessions)
        kept = await self._sessions.keep(sessions)
        return {"kept": [f"{name} {one}" for name, names in kept.items() for one in names]}

    async def preview_persistent(self, client: Client, device: str, request: Change) -> Reply:
        session, wanted = self._to_keep(client, device, request)
        shown = {name: asdict(Preview("", "", "", "")) for name in wanted}
        found = await asyncio.to_thread(self._persistence.preview, _for_files(session, wanted))
        shown.update({name: asdict(preview) for name, preview in found.items()})
        return session.reply(shown)

    async def persist(self, client: Client, device: str, request: KeepForGood) -> Reply:
        session, wanted = self._to_keep(client, device, request)
        async with self._sessions.held_together([session]) as devices:
            for held in devices:
                _check_no_benchmark(held)
            kept = {name: await self._policies_kept(session, name, wanted[name]) for name in wanted}
            ending = await self._sessions.read_to_keep(devices) if request.end else []
            keep = partial(self._sessions.keep_present, ending)
            for_files = _for_files(session, wanted)
            if for_files:
                async with self._writing_files(client):
                    written = await asyncio.to_thread(self._persistence.persist, for_files, keep)
                for name, persisted in written.items():
                    kept[name] = {
                        **persisted.tunables,
                        **kept[name],
                        **with_code("note", persisted.note),
                    }
            else:
                await asyncio.to_thread(keep)
            self._sessions.close_kept(ending)
        return session.reply(kept)

    async def _policies_kept(
        self, session: Session, device: str, wanted: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the settings that a unit's controller stores itself, and a note on that."""
        policies, _ = tunables.parted(wanted)
        if policies:
            with about(device):
                await asyncio.to_thread(
                    self._sessions.check_policies, session.held(device), policies
                )
        return {**policies, **with_code("note", threeware.KEPT_BY_ITSELF)}

    async def unpersist(self, client: Client, device: str, request: Nothing) -> Reply:
        del request
        async with self._writing_files(client):
            return {"removed": await asyncio.to_thread(self._unpersist, device)}

    def _unpersist(self, device: str) -> list[str]:
        return self._persistence.unpersist(device) if device else self._persistence.unpersist_all()

    @asynccontextmanager
    async def _writing_files(self, client: Client) -> AsyncIterator[None]:
        """Hold the lock for writing files, one writer at a time over all helpers; first undo what a
        killed writer left unfinished."""
        async with self._persisting:
            await self._ownership.take(PERSISTING, client.description)
            try:
                await asyncio.to_thread(self._persistence.recover)
                yield
            finally:
                self._ownership.give_back(PERSISTING)

    def _to_keep(
        self, client: Client, device: str, request: Change
    ) -> tuple[Session, dict[str, dict[str, str]]]:
        """Return the session. Raises ``NoSuchSession``, and ``NotSupported`` on a practice disk."""
        session = self._sessions.find(client, device, request.session)
        wanted = session.of_devices(request.wanted)
        for name in wanted:
            if self._practice_disks.owner(name):
                raise NotSupported(
                    said(
                        "{device} is a practice disk, so its settings can't be made permanent.",
                        device=name,
                    )
                )
        return session, wanted

    def _held(self, client: Client, device: str, session: str) -> HeldDevice:
        """Return the held device. Raises ``NoSuchSession``."""
        return self._sessions.find(client, device, session).held(device)

    async def allow_overwriting(self, client: Client, device: str, request: Overwriting) -> Reply:
        """Allow overwriting for this session; the rules are checked again whenever a benchmark
        starts."""
        held = self._held(client, device, request.session)
        if self._practice_disks.owner(device):
            raise NotSupported(
                said("{device} is a practice disk, which may be written anyway.", device=device)
            )
        nvme_paths.check_has_node(device)
        async with locked(held):
            _check_no_benchmark(held)
            await asyncio.to_thread(overwriting.check_allowed, device, held.diskseq, request.model)
            held.may_overwrite = True
        return {}

    async def start_benchmark(self, client: Client, device: str, request: RunWorkload) -> Reply:
        """Start a benchmark. Runs are identified by numbers that are never reused."""
        held = self._held(client, device, request.session)
        nvme_paths.check_has_node(device)
        feasibility.check_computer(request.workload, await fio.version())
        if held.ending:
            raise NoSuchSession
        async with locked(held):
            if held.benchmark:
                raise Busy(said("A benchmark is already running on {device}.", device=device))
            with starting(held), ExitStack() as at_end:
                at_end.callback(self._threads.take(request.workload.threads))
                await self._examinations.ended_below(device)
                descriptor = await asyncio.to_thread(self._open_target, client, held, request)
                benchmark = await Benchmark.start(
                    next(self._jobs), device, request.workload, descriptor, self._runtime
                )
                held.benchmark = benchmark
                at_end.callback(_clear_benchmark, held)
                benchmark.follow(client, device, at_end.pop_all().close)
        return {"job": benchmark.job}

    async def sample_benchmark(self, client: Client, device: str, request: OfJob) -> Reply:
        """Sample a benchmark concurrently with other calls of the session: settings change between
        samples."""
        return asdict(await self._benchmark(client, device, request).sample())

    async def stop_benchmark(self, client: Client, device: str, request: OfJob) -> Reply:
        self._benchmark(client, device, request).stop()
        return {}

    def _benchmark(self, client: Client, device: str, request: OfJob) -> Benchmark:
        """Return the benchmark. Raises ``NoSuchSession`` or ``NoSuchJob``."""
        benchmark = self._held(client, device, request.session).benchmark
        if benchmark is None or benchmark.job != request.job:
            raise NoSuchJob
        return benchmark

    async def drop_caches(self, client: Client, device: str, request: InSession) -> Reply:
        self._sessions.find(client, device, request.session)
        async with self._dropping:
            await page_cache.drop()
        return {}

    async def read_health(self, client: Client, device: str, request: Examination) -> Reply:
        """Read the drive's health, but never while the device is measured, which the query would
        disturb."""
        del client
        nvme_paths.check_has_node(device)
        concerned = {device, *await asyncio.to_thread(standing_on, device)}
        # no await from here until the reading has registered itself
        if not self._sessions.measured_devices().isdisjoint(concerned):
            raise DeviceBusy(
                said("{device} is being measured; try again afterwards.", device=device)
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
        await self._sessions.abandon_all(client, device)
        await self._practice_disks.remove(client, device)
        await asyncio.to_thread(self._sessions.forget_kept, device, disk.diskseq)
        return {}

    async def restore(self, client: Client, device: str, request: Restoration) -> Reply:
        await asyncio.to_thread(nvme_paths.check_complete, request.devices or [device])
        if request.devices:
            undone = await self._each_restored(client, device, request.devices)
        elif device:
            undone = await self._restored(client, device)
        else:
            undone = await self._all_restored(client)
        # one file may have kept the settings of many devices
        left = dict.fromkeys(undone.left)
        return {**with_codes("restored", undone.done), **with_codes("left", left)}

    async def _restored(self, client: Client, device: str) -> Undone:
        """Restore one device. Permanent settings are removed first: any udev event of the disk
        would set them again."""
        async with self._sessions.alone(client, device):
            taken_out = await self._taken_out(client, lambda: self._persistence.unpersist(device))
            brought_back = await asyncio.to_thread(self._sessions.restore_kept, device)
        return Undone([*brought_back, *taken_out.done], taken_out.left)

    async def _each_restored(self, client: Client, device: str, devices: tuple[str, ...]) -> Undone:
        """Restore several devices; none while one of them is in a session. A device that can't be
        restored doesn't prevent restoring the others."""
        if device not in devices:
            raise InvalidArgument(said("The device of the call isn't among those to restore."))
        for name in devices:
            with about(name):
                self._sessions.check_idle(name)
        restoring = (self._restored(client, name) for name in devices)
        return _combined(map(_undone, await asyncio.gather(*restoring, return_exceptions=True)))

    async def _all_restored(self, client: Client) -> Undone:
        """Restore each device separately, with a sentence on each that fails. Settings that a
        session is just making permanent stay."""
        recovered = await self._recovered()
        names = set(await asyncio.to_thread(self._sessions.changed_devices))
        restoring = [self._restored(client, name) for name in sorted(names)]
        outcomes = await asyncio.gather(*restoring, return_exceptions=True)
        missing = await asyncio.to_thread(self._sessions.restore_missing)
        spared = await asyncio.to_thread(self._sessions.identities_at_work)
        rest = await self._taken_out(client, lambda: self._persistence.unpersist_all(spared))
        return _combined([recovered, *map(_undone, outcomes), Undone(missing, []), rest])

    async def _recovered(self) -> Undone:
        """Retry what ended sessions left. While anything of that isn't restored, all sentences on
        it report failures."""
        sentences = await self._ownership.recover_all()
        if await self.is_anything_left():
            return Undone([], sentences)
        return Undone(sentences, [])

    async def _taken_out(self, client: Client, take_out: Callable[[], list[str]]) -> Undone:
        """Remove permanent settings, which would return at the next start; return sentences on
        that."""
        try:
            async with self._writing_files(client):
                removed = await asyncio.to_thread(take_out)
        except Refusal as refusal:
            left = said(
                "{reason} The permanent settings will apply again when the computer starts.",
                reason=refusal.message,
            )
            return Undone([], [left])
        done = [said("{who}: permanent settings removed.", who=who) for who in removed]
        return Undone(done, [])

    def cancel_making(self, client: Client) -> None:
        """End long-running work for a client that is leaving."""
        self._practice_disks.cancel_making(client)

    async def leave(self, client: Client) -> list[Message]:
        """Stop and restore everything of a client that left; return sentences on what failed. All
        devices run concurrently: one that hangs doesn't delay the others."""
        devices = set(self._sessions.devices_of(client))
        devices.update(self._practice_disks.of(client))
        problems = await asyncio.gather(
            *(self._leave_device(client, device) for device in sorted(devices))
        )
        found = [problem for of_one in problems for problem in of_one]
        if found:
            # recorded at once, because the next check for idleness must see it
            await self._unrestored.check()
        return found

    async def is_anything_left(self) -> bool:
        """Return whether anything of an ended session still has to be restored."""
        return await self._unrestored.check()

    def has_anything_of(self, client: Client) -> bool:
        return bool(self._sessions.devices_of(client) or self._practice_disks.of(client))

    @property
    def at_work(self) -> bool:
        return self._ownership.at_work or self._unrestored.are_worth_waiting

    async def _leave_device(self, client: Client, device: str) -> list[Message]:
        problems = await self._sessions.abandon_all(client, device)
        disk = self._practice_disks.find(client, device)
        if disk:
            problems.append(await self._practice_disks.abandon(client, device))
            problems.append(await self._sessions.abandon_kept(device, disk.diskseq))
        return [problem for problem in problems if problem]

    def _open_target(self, client: Client, held: HeldDevice, request: RunWorkload) -> int:
        """Return a descriptor for fio. It's read-only, unless the device is a practice disk of this
        client, whose claim is lent, or an empty disk that this client may overwrite, which is
        claimed. Raises ``DeviceBusy``, ``DeviceChanged`` and what ``overwriting.open_empty``
        raises."""
        if request.workload.writes and held.may_overwrite:
            return overwriting.open_empty(held.name, held.diskseq)
        if request.workload.writes:
            return self._lend_practice_disk(client, held)
        with pinned(held.name, held.diskseq) as device:
            descriptor = claim.open_for_reading(device)
        claim.keep_udev_quiet(descriptor)
        return descriptor

    def _lend_practice_disk(self, client: Client, held: HeldDevice) -> int:
        disk = self._practice_disks.find(client, held.name)
        if disk is None:
            raise InvalidArgument(
                said(
                    "Only your own practice disk, or an empty disk after AllowOverwriting, "
                    "may be written; {device} is neither.",
                    device=held.name,
                )
            )
        if disk.diskseq != held.diskseq:
            raise DeviceChanged(held.name)
        claim.check_diskseq(disk.descriptor, disk.device, disk.diskseq)
        return os.dup(disk.descriptor)


def _undone(outcome: Undone | BaseException) -> Undone:
    if isinstance(outcome, Refusal):
        return Undone([], [outcome.message])
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


def _combined(parts: Iterable[Undone]) -> Undone:
    parts = list(parts)
    return Undone(
        [message for each in parts for message in each.done],
        [message for each in parts for message in each.left],
    )


def _clear_benchmark(held: HeldDevice) -> None:
    held.benchmark = None


def _check_no_benchmark(held: HeldDevice) -> None:
    if held.benchmark:
        raise Busy(
            said("A benchmark is running on {device}; wait until it ends.", device=held.name)
        )


def _check_unit_disk(device: str) -> None:
    if not threeware.is_unit_disk(device):
        raise NotSupported(said("{device} isn't a disk of a 3ware controller.", device=device))


def _for_files(
    session: Session, wanted: Mapping[str, Mapping[str, str]]
) -> dict[Instance, dict[str, str]]:
    """Return the part of ``wanted`` that a file of ours has to keep: a controller stores policies
    itself."""
    rests = {name: tunables.parted(values)[1] for name, values in wanted.items()}
    return {
        Instance(name, session.held(name).diskseq): rest for name, rest in rests.items() if rest
    }
