"""A helper within the test's process: sessions, settings, practice disks and made-up benchmarks.

It has no processes, no polkit, no journal and no fio. Settings are real: they are read from and
written to sysfs, so it needs root and a device that may be changed. What it's asked is checked by
the real helper's own tables and parsers; ``tests/contract`` proves that it answers as that does.
"""

from __future__ import annotations

import itertools
import os
import random
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from storage_tuner.client.helper import EventQueue, HelperEvent, Value, error_from
from storage_tuner.core.errors import HelperGone
from storage_tuner_helper import __version__
from storage_tuner_helper.arguments import Arguments, is_device_name
from storage_tuner_helper.benchmark.feasibility import check_device
from storage_tuner_helper.devices.targets import check_name, current_diskseq, opened
from storage_tuner_helper.dispatcher import METHODS, Access, DeviceRule
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
    UnknownMethod,
    about,
    raise_together,
)
from storage_tuner_helper.keeping.left_values import LeftValues
from storage_tuner_helper.practice.loop_device import is_free
from storage_tuner_helper.requests import (
    Change,
    CloseSession,
    InSession,
    NewPracticeDisk,
    Nothing,
    OfJob,
    OpenSession,
    Restoration,
    RunWorkload,
    Trial,
)
from storage_tuner_helper.restoring import settings
from storage_tuner_helper.restoring.ownership import busy_sentence
from storage_tuner_helper.restoring.recovery import BroughtBack
from storage_tuner_helper.transport.callers import described
from storage_tuner_protocol import interface
from storage_tuner_protocol.interface import MAXIMUM_DEVICES, Signal
from storage_tuner_protocol.message import said, with_code, with_codes
from tests.loop_device import MEBIBYTE, LoopDevice, attached_loop
from tests.made_up_fio import Clock, MadeUpRun

FIO_VERSION = "3.33"
_INTERRUPTED = 128
"""fio's exit code when it was asked to end."""

Settings = Mapping[str, str]
Reply = dict[str, Any]


@dataclass(eq=False)
class _Held:
    """A device of a session, and all of its values when that began."""

    name: str
    diskseq: int
    before: Settings
    run: MadeUpRun | None = None
    end: threading.Timer | None = None


@dataclass(eq=False)
class _Session:
    identifier: str
    owner: FakeConnection
    by_name: bool
    devices: dict[str, _Held] = field(default_factory=dict)
    trial: threading.Timer | None = None

    def held(self, device: str) -> _Held:
        if device not in self.devices:
            raise NoSuchSession
        return self.devices[device]

    def wanted(self, given: Mapping[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        if not given.keys() <= (self.devices.keys() if self.by_name else {""}):
            raise InvalidArgument(
                said(
                    "Settings must be named DEVICE.NAME if BeginSession listed devices, otherwise "
                    "NAME."
                )
            )
        return {name or next(iter(self.devices)): given[name] for name in sorted(given)}

    def called(self, device: str, name: str) -> str:
        return f"{device}.{name}" if self.by_name else name

    def reply(self, values: Mapping[str, Settings]) -> Reply:
        return {
            self.called(device, name): value
            for device, found in values.items()
            for name, value in found.items()
        }

    def names(self, found: Mapping[str, Sequence[str]]) -> list[str]:
        return [self.called(device, name) for device in found for name in found[device]]

    def stop_trial(self) -> None:
        if self.trial:
            self.trial.cancel()
            self.trial = None


@dataclass(frozen=True)
class _PracticeDisk:
    owner: FakeConnection
    device: LoopDevice
    removing: ExitStack


class FakeConnection:
    """A client of a ``FakeHelper``; a ``HelperConnection``."""

    def __init__(self, helper: FakeHelper, description: str) -> None:
        self.description = description
        self.events = EventQueue()
        self.gone = False
        self._helper = helper

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        """The future is done already."""
        if self.gone:
            raise HelperGone
        reply: Future[dict[str, Value]] = Future()
        try:
            reply.set_result(self._helper.call(self, method, device, arguments or {}))
        except Refusal as refusal:
            by_device = [
                (name, one.name, str(one), one.message.encoded())
                for name, one in refusal.by_device.items()
            ]
            coded = refusal.message.encoded()
            error = error_from(refusal.name, str(refusal), device, coded, by_device)
            reply.set_exception(error)
        return reply

    def next_event(self, timeout: float) -> HelperEvent | None:
        return self.events.take(timeout)

    def close(self) -> None:
        if not self.gone:
            self._helper.leave(self)

    def note(self, event: str, device: str, arguments: Mapping[str, Value]) -> None:
        self.events.put(HelperEvent(event, device, arguments))


class FakeHelper:
    """What all its connections share, as all programs share the system's service."""

    def __init__(
        self, folder: Path, *, run_speed: float = 1.0, trial_speed: float = 1.0, seed: int = 1
    ) -> None:
        """Practice disks are made in ``folder``, which is on a disk. Runs and trials are over so
        many times as soon as they would be."""
        self._folder = folder
        self._run_speed = run_speed
        self._trial_speed = trial_speed
        self._clock = Clock()
        self._noise = random.Random(seed)
        self._lock = threading.RLock()
        self._clients: list[FakeConnection] = []
        self._by_device: dict[str, _Session] = {}
        self._practice_disks: dict[str, _PracticeDisk] = {}
        self._originals: dict[str, tuple[int, Settings]] = {}
        self._left_values = LeftValues(folder)
        self._jobs = itertools.count(1)
        self._handlers: Mapping[str, Callable[[FakeConnection, str, Any], Reply]] = {
            "Describe": self._describe,
            "BeginSession": self._begin_session,
            "SetSettings": self._set_settings,
            "TrySettings": self._try_settings,
            "Revert": self._revert,
            "EndSession": self._end_session,
            "PreviewPersistent": self._preview_persistent,
            "StartBenchmark": self._start_benchmark,
            "SampleBenchmark": self._sample_benchmark,
            "StopBenchmark": self._stop_benchmark,
            "DropCaches": self._drop_caches,
            "CreatePracticeDisk": self._create_practice_disk,
            "RemovePracticeDisk": self._remove_practice_disk,
            "Restore": self._restore,
        }

    def connect(self) -> FakeConnection:
        """A client that is described as this process."""
        connection = FakeConnection(self, described(os.getpid(), os.getuid()))
        with self._lock:
            self._clients.append(connection)
        return connection

    def close(self) -> None:
        """As if every client had left."""
        for client in list(self._clients):
            client.close()

    def leave(self, client: FakeConnection) -> None:
        """Stop, restore and remove what is this client's."""
        with self._lock:
            client.gone = True
            for session in self._sessions_of(client):
                with suppress(Refusal):
                    self._end(session, list(session.devices.values()))
                for name in list(session.devices):
                    self._close(session, name)
            for name, disk in list(self._practice_disks.items()):
                if disk.owner is client:
                    self._undo_practice_disk(name)
            self._clients.remove(client)
            client.events.end()

    def call(
        self, client: FakeConnection, method: str, device: str, values: Mapping[str, object]
    ) -> Reply:
        """Raises a ``Refusal``."""
        with self._lock:
            handler = self._handlers.get(method)
            if handler is None:
                raise UnknownMethod
            _check_device(method, device)
            arguments = Arguments(values, MAXIMUM_DEVICES)
            request = METHODS[method].parse(arguments)
            arguments.finish()
            if isinstance(request, OpenSession | Change | Restoration):
                for name in request.devices:
                    _check_device(method, name)
            return handler(client, device, request)

    def _describe(self, client: FakeConnection, device: str, request: Nothing) -> Reply:
        del client, device, request
        return {
            "protocol": interface.VERSION,
            "version": __version__,
            "fio_version": FIO_VERSION,
            "practice_disks": sorted(self._practice_disks),
            "changed_devices": [name for name in self._originals if self._is_kept(name)],
            "originals": [
                " ".join((name, *(f"{one}={value}" for one, value in values.items())))
                for name, (_, values) in self._originals.items()
                if self._is_kept(name)
            ],
            "left_settings": self._left_values.lines(),
            "devices_at_work": sorted(self._by_device),
            "unrestored_devices": [],
            **with_codes("missing_devices", ()),
            "persisted": [],
            **with_codes("recovered", ()),
        }

    def _begin_session(self, client: FakeConnection, device: str, request: OpenSession) -> Reply:
        diskseqs = {name or device: number for name, number in request.diskseqs.items()}
        if device not in diskseqs:
            raise InvalidArgument(said("The device of the call isn't part of the session."))
        for name in diskseqs:
            with about(name):
                self._check_free(client, name)
        session = _Session(secrets.token_hex(16), client, bool(request.devices))
        present = {}
        for name in sorted(diskseqs):
            with about(name), opened(name, diskseqs[name]) as target:
                present[name] = settings.read(target)
            session.devices[name] = _Held(name, diskseqs[name], present[name])
        self._by_device.update(dict.fromkeys(session.devices, session))
        return {"session": session.identifier, **session.reply(present)}

    def _check_free(self, client: FakeConnection, device: str) -> None:
        disk = self._practice_disks.get(device)
        if disk and disk.owner is not client:
            raise DeviceBusy(said("{device} is another user's practice disk.", device=device))
        if is_free(device):
            raise NotSupported(said("{device} is a loop device without a file.", device=device))
        if session := self._by_device.get(device):
            raise DeviceBusy(busy_sentence(device, session.owner.description))

    def _set_settings(self, client: FakeConnection, device: str, request: Change) -> Reply:
        session = self._find(client, device, request.session)
        return session.reply(self._set(session, session.wanted(request.wanted)))

    def _try_settings(self, client: FakeConnection, device: str, request: Trial) -> Reply:
        session = self._find(client, device, request.session)
        found = self._set(session, session.wanted(request.wanted))
        session.stop_trial()
        seconds = request.seconds / self._trial_speed
        trial = session.trial = self._after(seconds, lambda: self._end_trial(session, trial))
        return session.reply(found)

    def _set(self, session: _Session, wanted: Mapping[str, Settings]) -> dict[str, Settings]:
        """On all devices or on none; their tunables then."""
        before: dict[str, Settings] = {}
        found: dict[str, Settings] = {}
        try:
            for name, values in wanted.items():
                held = session.held(name)
                with about(name), opened(name, held.diskseq) as target:
                    before[name] = settings.read(target)
                    _work(held)
                    found[name] = settings.apply(target, values)
                    _note_scheduler(held, found[name])
        except Refusal:
            for name in found:
                _bring_back(session.held(name), before[name])
            raise
        return found

    def _end_trial(self, session: _Session, trial: threading.Timer) -> None:
        """The time is up, unless it was decided just before."""
        if session.trial is not trial:
            return
        session.trial = None
        for held in session.devices.values():
            reason: dict[str, Value] = {"reason": "timeout"}
            try:
                _bring_back(held, held.before)
            except Refusal as refusal:
                reason |= with_code("problem", refusal.message)
            session.owner.note(Signal.REVERTED, held.name, reason)

    def _revert(self, client: FakeConnection, device: str, request: InSession) -> Reply:
        session = self._find(client, device, request.session)
        refusals: dict[str, Refusal] = {}
        found = {}
        for held in session.devices.values():
            try:
                _bring_back(held, held.before)
                with opened(held.name, held.diskseq) as target:
                    found[held.name] = settings.read(target)
            except Refusal as refusal:
                refusals[held.name] = refusal
        raise_together(refusals)
        session.stop_trial()
        return session.reply(found)

    def _end_session(self, client: FakeConnection, device: str, request: CloseSession) -> Reply:
        session = self._find(client, device, request.session)
        if request.keep:
            return {"restored": [], "kept": session.names(self._keep(session))}
        ending = [session.held(device)] if request.alone else list(session.devices.values())
        return {"restored": session.names(self._end(session, ending)), "kept": []}

    def _preview_persistent(self, client: FakeConnection, device: str, request: Change) -> Reply:
        """No loop device has anything that lasts, so nothing is ever kept for good."""
        session = self._find(client, device, request.session)
        for name in session.wanted(request.wanted):
            if name in self._practice_disks:
                raise NotSupported(
                    said(
                        ("{device} is a practice disk, so its settings can't be made permanent."),
                        device=name,
                    )
                )
            with about(name):
                raise NotSupported(
                    said(
                        ("{device} has no persistent ID, so its settings can't be made permanent."),
                        device=name,
                    )
                )
        return {}

    def _end(self, session: _Session, ending: Sequence[_Held]) -> dict[str, list[str]]:
        """Bring ``ending`` back; what isn't there any more is let go of, too."""
        refusals: dict[str, Refusal] = {}
        restored = {}
        for held in ending:
            self._stop(session, held)
            try:
                restored[held.name] = _bring_back(held, held.before)
            except Refusal as refusal:
                refusals[held.name] = refusal
        gone = [name for name, refusal in refusals.items() if refusal.is_of_what_is_gone]
        for name in gone:
            self._close(session, name)
        if len(gone) == len(refusals):
            for name in restored:
                self._close(session, name)
        raise_together(refusals)
        return restored

    def _keep(self, session: _Session) -> dict[str, list[str]]:
        """Leave what is set; the names of what is changed, by device."""
        changed = {}
        for name, held in session.devices.items():
            self._stop(session, held)
            with about(name), opened(name, held.diskseq) as target:
                present = settings.read(target)
            self._left_values.note(name, held.diskseq, held.before, present)
            first = self._originals[name][1] if self._is_kept(name) else held.before
            if settings.differences(first, present):
                self._originals[name] = held.diskseq, first
            else:
                self._originals.pop(name, None)
            differing = settings.differences(held.before, present)
            changed[name] = [one for one in differing if one in present]
        for name in changed:
            self._close(session, name)
        return changed

    def _is_kept(self, name: str) -> bool:
        """Whether originals of the device that has this name now are kept."""
        with suppress(NoSuchDevice):
            return name in self._originals and self._originals[name][0] == current_diskseq(name)
        return False

    def _close(self, session: _Session, name: str) -> None:
        del session.devices[name]
        del self._by_device[name]
        if not session.devices:
            session.stop_trial()

    def _restore(self, client: FakeConnection, device: str, request: Restoration) -> Reply:
        del client
        if request.devices and device not in request.devices:
            raise InvalidArgument(said("The device of the call isn't among those to restore."))
        for name in {*request.devices} & {*self._by_device}:
            with about(name):
                raise DeviceBusy(said("{device} is being tuned; finish that first.", device=name))
        done, left = [], []
        everything = sorted(filter(self._is_kept, self._originals))
        for name in request.devices or ([device] if device else everything):
            try:
                if name in self._by_device:
                    raise DeviceBusy(
                        said("{device} is being tuned; finish that first.", device=name)
                    )
                if self._is_kept(name):
                    diskseq, values = self._originals[name]
                    back = _bring_back(_Held(name, diskseq, values), values)
                    del self._originals[name]
                    done.append(BroughtBack(name, back).message)
            except Refusal as refusal:
                if device:
                    raise
                left.append(refusal.message)
        return {**with_codes("restored", done), **with_codes("left", left)}

    def _start_benchmark(self, client: FakeConnection, device: str, request: RunWorkload) -> Reply:
        session = self._find(client, device, request.session)
        held, workload = session.held(device), request.workload
        if held.run:
            raise Busy(said("A benchmark is already running on {device}.", device=device))
        disk = self._practice_disks.get(device)
        if workload.writes and (disk is None or disk.owner is not client):
            raise InvalidArgument(
                said(
                    (
                        "Only your own practice disk, or an empty disk after "
                        "AllowOverwriting, may be written; {device} is neither."
                    ),
                    device=device,
                )
            )
        with opened(device, held.diskseq) as target:
            blocks = int(target.read("queue/logical_block_size"))
            check_device(workload, int(target.read("size")) * 512, blocks)
            scheduler = settings.read(target).get("scheduler", "")
        run = MadeUpRun(next(self._jobs), workload, scheduler, self._clock, self._noise)
        seconds = (run.length_s + workload.ramp_ms / 1000) / self._run_speed
        held.run, held.end = run, self._after(seconds, lambda: self._time_is_up(session, held, run))
        return {"job": run.job}

    def _sample_benchmark(self, client: FakeConnection, device: str, request: OfJob) -> Reply:
        held, run = self._running(client, device, request)
        if run.workload.ramp_ms:
            raise NotSupported(
                said("A benchmark with ramp_ms resets its counters, so it has no samples.")
            )
        with opened(device, held.diskseq) as target:
            return dict(run.sample(target.read("stat")))

    def _stop_benchmark(self, client: FakeConnection, device: str, request: OfJob) -> Reply:
        held, _ = self._running(client, device, request)
        self._stop(self._by_device[device], held)
        return {}

    def _running(
        self, client: FakeConnection, device: str, request: OfJob
    ) -> tuple[_Held, MadeUpRun]:
        held = self._find(client, device, request.session).held(device)
        if held.run is None or held.run.job != request.job:
            raise NoSuchJob
        return held, held.run

    def _stop(self, session: _Session, held: _Held) -> None:
        """If something runs there."""
        if held.run:
            held.run.work()
            self._finish(session, held, _INTERRUPTED, stopped=True)

    def _time_is_up(self, session: _Session, held: _Held, run: MadeUpRun) -> None:
        if held.run is run:
            run.finish()
            self._finish(session, held, 0, stopped=False)

    def _finish(self, session: _Session, held: _Held, exit_code: int, *, stopped: bool) -> None:
        assert held.run and held.end
        run = held.run
        held.end.cancel()
        held.run = held.end = None
        told = {"job": run.job, "exit_code": exit_code, "stopped": stopped}
        ends = {"output": run.document(), "error_output": ""}
        session.owner.note(Signal.BENCHMARK_FINISHED, held.name, {**told, **ends})

    def _drop_caches(self, client: FakeConnection, device: str, request: InSession) -> Reply:
        self._find(client, device, request.session)
        return {}

    def _create_practice_disk(
        self, client: FakeConnection, device: str, request: NewPracticeDisk
    ) -> Reply:
        del device
        size_bytes = request.size_bytes - request.size_bytes % MEBIBYTE
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        removing = ExitStack()
        made = removing.enter_context(attached_loop(self._folder, size_bytes))
        for done in (size_bytes // 2, size_bytes):
            progress = {"done_bytes": done, "total_bytes": size_bytes}
            client.note(Signal.PRACTICE_DISK_PROGRESS, "", progress)
        self._practice_disks[made.name] = _PracticeDisk(client, made, removing)
        return {"device": made.name, "diskseq": made.diskseq, "size_bytes": size_bytes}

    def _remove_practice_disk(self, client: FakeConnection, device: str, request: Nothing) -> Reply:
        """None is ever being made when this is asked."""
        del request
        disk = self._practice_disks.get(device)
        if disk is None or disk.owner is not client:
            raise NoSuchDevice
        if session := self._by_device.get(device):
            self._end(session, [session.held(device)])
        self._undo_practice_disk(device)
        return {}

    def _undo_practice_disk(self, name: str) -> None:
        self._originals.pop(name, None)
        self._practice_disks.pop(name).removing.close()

    def _find(self, client: FakeConnection, device: str, identifier: str) -> _Session:
        session = self._by_device.get(device)
        if session is None or session.owner is not client or session.identifier != identifier:
            raise NoSuchSession
        return session

    def _sessions_of(self, client: FakeConnection) -> list[_Session]:
        found = dict.fromkeys(self._by_device.values())
        return [session for session in found if session.owner is client]

    def _after(self, seconds: float, action: Callable[[], None]) -> threading.Timer:
        def act() -> None:
            with self._lock:
                action()

        timer = threading.Timer(seconds, act)
        timer.daemon = True
        timer.start()
        return timer


def _check_device(method: str, device: str) -> None:
    rule, access = METHODS[method].device, METHODS[method].access
    if rule is DeviceRule.NONE and device:
        raise InvalidArgument(said("No device is expected here."))
    if rule is DeviceRule.NONE or not (device or rule is DeviceRule.GIVEN):
        return
    if access is not Access.OWNER:
        check_name(device)
    elif not is_device_name(device):
        raise NoSuchDevice


def _work(held: _Held) -> None:
    if held.run:
        held.run.work()


def _note_scheduler(held: _Held, present: Settings) -> None:
    if held.run:
        held.run.scheduler = present.get("scheduler", held.run.scheduler)


def _bring_back(held: _Held, values: Settings) -> list[str]:
    """The names written. Raises ``NotApplied``, and ``DeviceChanged``."""
    _work(held)
    try:
        with opened(held.name, held.diskseq) as target:
            written = settings.restore(target, values)
    except NoSuchDevice:
        raise DeviceChanged(held.name) from None
    _note_scheduler(held, values)
    return written
