"""One tuning from beginning to end: open, plan, measure, judge, try, keep or leave, close.

Everything here blocks and belongs to one worker thread, except ``cancel``, ``pause`` and
``resume``. No Qt: the command line uses it directly, the window through ``services.qt_tuning``.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from storage_tuner.advice.judgement import judge
from storage_tuner.bench.control import Control
from storage_tuner.bench.runner import RunLog
from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    Cancelled,
    StorageTunerError,
    ToolMissing,
)
from storage_tuner.core.measurement import Outcome, SessionRecord
from storage_tuner.core.plan import (
    Operation,
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
)
from storage_tuner.core.verdict import Judgement
from storage_tuner.fio.version import parse_version, require_supported
from storage_tuner.probe.conditions import arrays_on, caveats, read_facts
from storage_tuner.probe.devices import find_device, read_devices
from storage_tuner.probe.machine import read_machine
from storage_tuner.probe.target import Beneath, devices_to_tune, resolve_path
from storage_tuner.process import run
from storage_tuner.services.helper import HelperConnection, call_patiently
from storage_tuner.services.measuring_places import (
    HelperSession,
    Settings,
    apply_to_all,
    keep_all,
    revert_all,
    try_on_all,
)
from storage_tuner.services.planning import plan_for
from storage_tuner.services.practice_disk import create_practice_disk, remove_practice_disk
from storage_tuner.services.progress import Phase, Progress, TuningListener, progress_of
from storage_tuner.services.setting_changes import (
    PersistentText,
    keep_for_good,
    persistent_text,
)
from storage_tuner.services.sites import Around, Site, clean_path, device_site, file_site

SAMPLE_BYTES = 1 << 30
"""The size of a practice disk or a test file that we make."""
TRY_SECONDS = 60
KEEPING_SECONDS = 60
"""How long settings stay by themselves while they are being kept."""


@dataclass(frozen=True)
class KeptForGood:
    """The record as it's now, and sentences on what couldn't be verified."""

    record: SessionRecord | None
    notes: tuple[str, ...]


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
        self._control = Control(self._tell_pause)
        self._connection: HelperConnection | None = None
        self._target: Target | None = None
        self._device: Device | None = None
        self._measured: HelperSession | None = None
        self._tuned: list[HelperSession] = []
        self._tuned_devices: tuple[Device, ...] = ()
        self._caveats: tuple[str, ...] = ()
        self._arrays: tuple[str, ...] = ()
        self._originals: dict[str, str] = {}
        self._fio_version = ""
        self._record: SessionRecord | None = None

    def __enter__(self) -> TuningSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cancel(self) -> None:
        """Stop as soon as possible; from any thread. Also ends an ``open`` that fills a disk."""
        self._control.cancel()

    def pause(self) -> None:
        """Leave the disk alone as soon as possible, with its settings from before; from any thread.

        A long load ends at once, and its unfinished block is measured anew later; a single run is
        finished first.
        """
        self._control.pause()

    def resume(self) -> None:
        """Go on measuring; from any thread."""
        self._control.resume()

    @property
    def is_paused(self) -> bool:
        """Whether a pause was asked for."""
        return self._control.is_paused()

    def open(self, target: Target) -> Device | None:
        """Check fio, connect, make the practice disk if asked for, and begin the session.

        This is where a password is asked for, once. Gives the device that is measured or lies
        beneath what is; None when that isn't known (a file on a network file system). Without a
        ``target.device`` nothing is varied and the helper not needed.
        Raises the errors of the tree.
        """
        self._fio_version = installed_fio()
        if target.kind is TargetKind.PRACTICE:
            target = replace(target, device=self._create_practice_disk())
        self._target = target
        beneath = self._beneath(target)
        devices = read_devices(self._root)
        if name := target.device or next(iter(beneath.devices), None):
            self._device = find_device(name, devices, self._root)
            self._caveats = caveats(self._device, read_facts(self._device, devices, self._root))
            self._arrays = arrays_on(self._device, devices)
        if beneath.reason:
            self._caveats += (beneath.reason,)
        if target.device is not None:
            tuned = [find_device(name, devices, self._root) for name in beneath.devices]
            self._begin_all(target, tuple(tuned))
        return self._device

    def plan(
        self,
        use: Use,
        thoroughness: Thoroughness,
        *,
        operations: tuple[Operation, ...] = (),
        schedulers: tuple[str, ...] = (),
        protocol: Protocol = Protocol.ADAPTIVE,
        budget_s: float | None = None,
    ) -> Plan:
        """What would be measured; empty ``operations`` and ``schedulers`` mean all that make sense.

        ``budget_s`` is the longest time in all for the adaptive protocol, instead of the one that
        belongs to ``thoroughness``.

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
            protocol=protocol,
            budget_s=budget_s,
            root=self._root,
        )

    def measure(self, plan: Plan) -> SessionRecord:
        """Carry ``plan`` out; the settings from before are back when it returns or raises.

        After ``cancel`` the record holds what was measured until then, with ``completed`` False.
        Whatever else ends it is raised, with that record as its ``record``.
        """
        log = RunLog([], [])
        draft = self._draft(plan)
        interruption: StorageTunerError | None = None
        try:
            with self._site() as site:
                draft = replace(
                    draft,
                    plan=replace(plan, target=site.target),
                    caveats=(*draft.caveats, *site.caveats),
                )
                site.carry_out(
                    plan,
                    log,
                    self._control,
                    on_position=lambda position: self._listener.progressed(
                        progress_of(position, plan)
                    ),
                    on_measurement=self._listener.measured,
                )
        except StorageTunerError as error:
            interruption = error
        finally:
            self._progress(Phase.RESTORING, 1, "Putting the settings from before back…")
            reverting = _error_of(self._revert)
        interruption = interruption or reverting
        self._record = _finished(draft, log, completed=interruption is None)
        if interruption and not isinstance(interruption, Cancelled):
            interruption.record = self._record
            raise interruption
        return self._record

    def judge(self, record: SessionRecord) -> Judgement:
        return judge(record)

    def try_settings(self, settings: Settings, seconds: int = TRY_SECONDS) -> None:
        """Set them; the *helper* brings the old ones back after ``seconds`` unless kept."""
        try_on_all(self._tuned, settings, seconds)

    def keep(self, settings: Settings) -> SessionRecord | None:
        """Set ``settings`` and leave them set until the next restart; ends the session.

        On every device or on none. A trial that is running gets time enough to be kept.
        """
        try_on_all(self._tuned, settings, KEEPING_SECONDS)
        self._release_measured()
        keep_all(self._tuned)
        return self._note_kept()

    def require_keepable(self) -> None:
        """Raises ``NotKept`` when nothing can be kept for good for what is tuned."""
        scheduler = self._originals.get("scheduler")
        if scheduler is not None:
            self.persistent_texts((("scheduler", scheduler),))

    def persistent_texts(self, settings: Settings) -> tuple[PersistentText, ...]:
        """What ``keep_for_good`` would write for each device; changes nothing, asks nobody.

        Raises ``NotKept`` saying why it can't be kept.
        """
        return tuple(persistent_text(session, dict(settings)) for session in self._tuned)

    def keep_for_good(self, settings: Settings) -> KeptForGood:
        """Set ``settings`` and have them set again at every start; ends the session.

        On every device or on none: after an error the old settings are back and the session is
        open. An administrator may have to type a password for each device.
        """
        try:
            self._revert()  # a trial's end would undo what is to be kept
            apply_to_all(self._tuned, settings)
            self._release_measured()
            notes = keep_for_good(self._tuned, dict(settings))
        except StorageTunerError:
            self._revert()
            raise
        return KeptForGood(self._note_kept(), tuple(dict.fromkeys(filter(None, notes))))

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

    def _beneath(self, target: Target) -> Beneath:
        """The devices whose settings count: for an array its members, for a file those beneath."""
        if target.kind is TargetKind.FILE and target.path:
            return resolve_path(Path(target.path), self._root)
        assert target.device is not None
        device = find_device(target.device, read_devices(self._root), self._root)
        return Beneath(devices_to_tune(device, self._root))

    def _release_measured(self) -> None:
        """Let go of a device that is measured and not tuned, such as an array."""
        if self._measured and self._measured not in self._tuned:
            self._measured.call("EndSession", keep=False)
            self._measured = None

    def _note_kept(self) -> SessionRecord | None:
        self._tuned, self._measured = [], None
        if self._record:
            self._record = replace(self._record, outcome=Outcome.KEPT)
        return self._record

    def _begin_all(self, target: Target, tuned: tuple[Device, ...]) -> None:
        assert self._device is not None
        self._tuned_devices = tuned
        used = (self._device,) if target.kind is not TargetKind.FILE else ()
        sessions = {
            device.name: self._begin(device)
            for device in (*used, *(each for each in tuned if each not in used))
        }
        self._measured = sessions[self._device.name] if used else None
        self._tuned = [sessions[device.name] for device in tuned]

    def _sessions(self) -> list[HelperSession]:
        extra = [self._measured] if self._measured and self._measured not in self._tuned else []
        return [*self._tuned, *extra]

    def _progress(self, phase: Phase, fraction: float, sentence: str) -> None:
        self._listener.progressed(Progress(phase, fraction, sentence))

    def _tell_pause(self) -> None:
        self._progress(Phase.PAUSED, 1, "Paused, with the settings from before.")

    def _helper(self) -> HelperConnection:
        if self._connection is None:
            self._progress(Phase.CONNECTING, 0, "Starting the helper…")
            self._connection = self._connect()
        return self._connection

    def _begin(self, device: Device) -> HelperSession:
        self._progress(Phase.PREPARING, 0, f"Writing down the settings of {device.name}…")
        connection = self._helper()
        reply = call_patiently(
            connection,
            "BeginSession",
            device.name,
            {"diskseq": device.diskseq or 0},
            self._control.is_cancelled,
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
            is_cancelled=self._control.is_cancelled,
        )

    def _tell_filling(self, done_bytes: int) -> None:
        fraction = done_bytes / self._sample_bytes
        self._progress(Phase.FILLING, fraction, "Filling the practice disk with random data…")

    @contextlib.contextmanager
    def _site(self) -> Iterator[Site]:
        assert self._target is not None
        around = Around(self._tuned, self._arrays)
        if self._measured:
            size = self._device.size_bytes if self._device else None
            yield device_site(self._target, size, self._measured, around, self._control)
            return
        with file_site(
            self._target, self._sample_bytes, around, self._control, self._tell_writing
        ) as site:
            yield site

    def _draft(self, plan: Plan) -> SessionRecord:
        """The record before the first run."""
        return SessionRecord(
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            machine=read_machine(self._fio_version),
            device=self._device,
            plan=replace(plan, target=replace(plan.target, path=clean_path(plan.target.path))),
            original_settings=self._originals,
            measurements=(),
            caveats=self._caveats,
        )

    def _tell_writing(self, done_bytes: int) -> None:
        self._progress(Phase.FILLING, done_bytes / self._sample_bytes, "Writing the test file…")

    def _revert(self) -> None:
        revert_all(self._tuned)


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


def _finished(draft: SessionRecord, log: RunLog, *, completed: bool) -> SessionRecord:
    return replace(
        draft,
        measurements=tuple(log.measurements),
        caveats=(*draft.caveats, *log.failures),
        completed=completed,
    )


def _error_of(action: Callable[[], None]) -> StorageTunerError | None:
    try:
        action()
    except StorageTunerError as error:
        return error
    return None
