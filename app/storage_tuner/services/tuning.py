"""One tuning from beginning to end: open, plan, measure, judge, try, keep or leave, close.

Everything here blocks and belongs to one worker thread, except ``cancel``. No Qt: the command line
uses it directly, the window through ``services.qt_tuning``.
"""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from storage_tuner.advice.judgement import judge
from storage_tuner.bench.measured_file import MeasuredFile, existing_file, new_file
from storage_tuner.bench.runner import MeasuringPlace, Position, RunLog, carry_out
from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    Cancelled,
    StorageTunerError,
    ToolMissing,
)
from storage_tuner.core.measurement import Machine, Measurement, Outcome, SessionRecord
from storage_tuner.core.plan import (
    Operation,
    Plan,
    RunSpecification,
    Target,
    TargetKind,
    Thoroughness,
    Use,
)
from storage_tuner.core.verdict import Judgement
from storage_tuner.fio.version import parse_version, require_supported
from storage_tuner.probe.conditions import Facts, caveats, read_facts
from storage_tuner.probe.devices import find_device, read_devices
from storage_tuner.probe.machine import read_machine
from storage_tuner.probe.target import devices_to_tune, resolve_path
from storage_tuner.process import run
from storage_tuner.services.helper import HelperConnection, call
from storage_tuner.services.measuring_places import (
    DevicePlace,
    FilePlace,
    HelperSession,
    apply_to_all,
)
from storage_tuner.services.planning import plan_for
from storage_tuner.services.practice_disk import create_practice_disk, remove_practice_disk

SAMPLE_BYTES = 1 << 30
"""The size of a practice disk or a test file that we make."""
TRY_SECONDS = 60


class Phase(StrEnum):
    CONNECTING = "connecting"
    PREPARING = "preparing"
    FILLING = "filling"
    MEASURING = "measuring"
    RESTORING = "restoring"


@dataclass(frozen=True)
class Progress:
    """Where the work is; ``fraction`` of this phase from 0 to 1, ``sentence`` for persons."""

    phase: Phase
    fraction: float
    sentence: str
    run: int = 0
    runs: int = 0
    remaining_s: float | None = None
    specification: RunSpecification | None = None


class TuningListener(Protocol):
    """Who is told; called in the worker's thread."""

    def progressed(self, progress: Progress) -> None: ...

    def measured(self, measurement: Measurement) -> None: ...


class TuningSession:
    """The steps in their order. ``close`` must come last whatever happened; it's a context manager
    for that."""

    def __init__(
        self,
        connect: Callable[[], HelperConnection],
        listener: TuningListener,
        *,
        sample_bytes: int = SAMPLE_BYTES,
        root: Path = Path("/"),
    ) -> None:
        self._connect = connect
        self._listener = listener
        self._sample_bytes = sample_bytes
        self._root = root
        self._cancelled = threading.Event()
        self._connection: HelperConnection | None = None
        self._target: Target | None = None
        self._device: Device | None = None
        self._measured: HelperSession | None = None
        self._tuned: list[HelperSession] = []
        self._tuned_devices: tuple[Device, ...] = ()
        self._facts: Facts | None = None
        self._originals: dict[str, str] = {}
        self._fio_version = ""
        self._record: SessionRecord | None = None

    def __enter__(self) -> TuningSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cancel(self) -> None:
        """Stop as soon as possible; from any thread. Also ends an ``open`` that fills a disk."""
        self._cancelled.set()

    def open(self, target: Target) -> Device | None:
        """Check fio, connect, make the practice disk if asked for, and begin the session.

        This is where a password is asked for, once. Gives the device whose settings are varied,
        None when there is none (a file on a network file system). Raises the errors of the tree.
        """
        self._fio_version = installed_fio()
        if target.kind is TargetKind.PRACTICE:
            target = replace(target, device=self._create_practice_disk())
        self._target = target
        if target.device is None:
            return None
        devices = read_devices(self._root)
        self._device = find_device(target.device, devices, self._root)
        self._facts = read_facts(self._device, devices, self._root)
        self._tuned_devices = tuple(
            find_device(name, devices, self._root) for name in self._tuned_names(target)
        )
        used = (self._device,) if target.kind is not TargetKind.FILE else ()
        sessions = {
            device.name: self._begin(device)
            for device in (*used, *(each for each in self._tuned_devices if each not in used))
        }
        self._measured = sessions[self._device.name] if used else None
        self._tuned = [sessions[device.name] for device in self._tuned_devices]
        return self._device

    def plan(
        self,
        use: Use,
        thoroughness: Thoroughness,
        *,
        operations: tuple[Operation, ...] = (),
        schedulers: tuple[str, ...] = (),
    ) -> Plan:
        """What would be measured; empty ``operations`` and ``schedulers`` mean all that make sense.

        Raises ``InvalidInput`` for an operation or scheduler that this target doesn't allow.
        """
        assert self._target is not None
        return plan_for(
            self._target,
            self._tuned_devices,
            use,
            thoroughness,
            seed=random.SystemRandom().randrange(1 << 31),
            operations=operations,
            schedulers=schedulers,
            root=self._root,
        )

    def measure(self, plan: Plan) -> SessionRecord:
        """Carry ``plan`` out; the settings from before are back when it returns or raises.

        After ``cancel`` the record holds what was measured until then, with ``completed`` False.
        """
        log = RunLog([], [])
        created_at = datetime.now(UTC).isoformat(timespec="seconds")
        machine = read_machine(self._fio_version)
        before = caveats(self._device, self._facts) if self._device and self._facts else ()
        completed = True
        try:
            with self._place() as (place, target):
                plan = replace(plan, target=target)
                carry_out(
                    plan,
                    place,
                    log,
                    on_position=self._tell_position,
                    on_measurement=self._listener.measured,
                    is_cancelled=self._cancelled.is_set,
                )
        except Cancelled:
            completed = False
        finally:
            self._progress(Phase.RESTORING, 1, "Putting the settings from before back…")
            self._revert()
        self._record = _record(
            created_at, machine, self._device, plan, self._originals, log, before, completed
        )
        return self._record

    def judge(self, record: SessionRecord) -> Judgement:
        return judge(record)

    def try_settings(self, settings: Sequence[tuple[str, str]], seconds: int = TRY_SECONDS) -> None:
        """Set them; the *helper* brings the old ones back after ``seconds`` unless kept."""
        done: list[HelperSession] = []
        try:
            for session in self._tuned:
                session.call("TrySettings", seconds=seconds, **dict(settings))
                done.append(session)
        except BaseException:
            for session in done:
                with contextlib.suppress(Exception):
                    session.call("Revert")
            raise

    def keep(self, settings: Sequence[tuple[str, str]]) -> SessionRecord | None:
        """Set ``settings`` and leave them set until the next restart; ends the session."""
        apply_to_all(self._tuned, settings)
        for session in self._sessions():
            session.call("EndSession", keep=session in self._tuned)
        self._tuned, self._measured = [], None
        if self._record:
            self._record = replace(self._record, outcome=Outcome.KEPT)
        return self._record

    def leave(self) -> None:
        """Bring the old settings back now (a try may be running)."""
        self._revert()

    def close(self) -> None:
        """End what is open: settings back unless kept, practice disk removed, helper left."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            for session in self._sessions():
                with contextlib.suppress(StorageTunerError):
                    session.call("EndSession", keep=False)
            if self._target and self._target.kind is TargetKind.PRACTICE and self._target.device:
                with contextlib.suppress(StorageTunerError):
                    remove_practice_disk(connection, self._target.device)
        finally:
            self._tuned, self._measured = [], None
            connection.close()

    def _tuned_names(self, target: Target) -> tuple[str, ...]:
        """The devices whose settings count: for an array its members, for a file those beneath."""
        assert self._device is not None
        if target.kind is TargetKind.FILE and target.path:
            return resolve_path(Path(target.path), self._root).devices
        return devices_to_tune(self._device, self._root)

    def _sessions(self) -> list[HelperSession]:
        extra = [self._measured] if self._measured and self._measured not in self._tuned else []
        return [*self._tuned, *extra]

    def _progress(self, phase: Phase, fraction: float, sentence: str) -> None:
        self._listener.progressed(Progress(phase, fraction, sentence))

    def _tell_position(self, position: Position) -> None:
        specification = position.specification
        threads = f"{specification.threads} thread{'s' if specification.threads > 1 else ''}"
        self._listener.progressed(
            Progress(
                Phase.MEASURING,
                position.done / position.total,
                f"{specification.variant.name}, {specification.operation.label.lower()}, {threads}",
                run=position.done + 1,
                runs=position.total,
                remaining_s=position.remaining_s,
                specification=specification,
            )
        )

    def _helper(self) -> HelperConnection:
        if self._connection is None:
            self._progress(Phase.CONNECTING, 0, "Starting the helper…")
            self._connection = self._connect()
        return self._connection

    def _begin(self, device: Device) -> HelperSession:
        self._progress(Phase.PREPARING, 0, f"Writing down the settings of {device.name}…")
        connection = self._helper()
        reply = call(
            connection,
            "BeginSession",
            device.name,
            {"diskseq": device.diskseq or 0},
            timeout=None,
        )
        session = str(reply.pop("session"))
        if device in (self._tuned_devices or (self._device,))[:1]:
            self._originals = {name: str(value) for name, value in reply.items()}
        return HelperSession(connection, device.name, session)

    def _create_practice_disk(self) -> str:
        return create_practice_disk(
            self._helper(),
            self._sample_bytes,
            on_progress=self._tell_filling,
            is_cancelled=self._cancelled.is_set,
        )

    def _tell_filling(self, done_bytes: int) -> None:
        fraction = done_bytes / self._sample_bytes
        self._progress(Phase.FILLING, fraction, "Filling the practice disk with random data…")

    @contextlib.contextmanager
    def _place(self) -> Iterator[tuple[MeasuringPlace, Target]]:
        assert self._target is not None
        if self._measured:
            size = self._device.size_bytes if self._device else None
            place = DevicePlace(self._measured, self._tuned, self._cancelled.is_set)
            yield place, replace(self._target, size_bytes=size)
            return
        with self._file() as file:
            place_on_file = FilePlace(file, self._tuned, self._cancelled.is_set)
            yield place_on_file, replace(self._target, size_bytes=file.size_bytes)

    def _file(self) -> contextlib.AbstractContextManager[MeasuredFile]:
        assert self._target is not None
        path = Path(self._target.path or ".")
        if path.is_dir():
            return new_file(
                path,
                self._sample_bytes,
                on_progress=self._tell_writing,
                is_cancelled=self._cancelled.is_set,
            )
        return existing_file(path)

    def _tell_writing(self, done_bytes: int) -> None:
        self._progress(Phase.FILLING, done_bytes / self._sample_bytes, "Writing the test file…")

    def _revert(self) -> None:
        for session in self._tuned:
            session.call("Revert")


def installed_fio() -> str:
    """The version of this computer's fio, such as ``3.33``.

    Raises ``ToolMissing`` and ``ToolTooOld``.
    """
    outcome = run(("fio", "--version"), timeout=20)
    if not outcome.succeeded:
        raise ToolMissing("fio")
    version = parse_version(outcome.output)
    require_supported(version)
    return "{}.{}".format(*version)


def _record(
    created_at: str,
    machine: Machine,
    device: Device | None,
    plan: Plan,
    originals: dict[str, str],
    log: RunLog,
    before: Sequence[str],
    completed: bool,
) -> SessionRecord:
    return SessionRecord(
        created_at=created_at,
        machine=machine,
        device=device,
        plan=plan,
        original_settings=originals,
        measurements=tuple(log.measurements),
        caveats=(*before, *log.failures),
        completed=completed,
    )
