"""One tuning from beginning to end: open, plan, measure, judge, try, keep or leave, close.

Everything here blocks and belongs to one worker thread, except ``cancel``, ``pause`` and
``resume``. No Qt: ``jobs.tuning`` carries requests out in it.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from storage_tuner.bench.adaptive_runner import is_repeated_notice
from storage_tuner.bench.control import PauseAsked
from storage_tuner.bench.ncq import with_ncq_named
from storage_tuner.bench.planning import scheduler_variants
from storage_tuner.bench.runner import RunLog, RunPosition
from storage_tuner.bench.steady_state import steady_state_sentences, steady_states
from storage_tuner.bench.thread_counts import LoadLimits
from storage_tuner.bench.variant_series import Parameter
from storage_tuner.client.helper import HelperConnection
from storage_tuner.client.overwriting import allow_overwriting, loss_sentences
from storage_tuner.client.practice_disk import practice_stand_in
from storage_tuner.client.sessions import Settings
from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.condition import Condition, ConditionKind, Severity, record_sentences
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput, OperationRefused, ToolMissing
from storage_tuner.core.hazards import has_battery, hazard_of
from storage_tuner.core.measurement import Measurement, RawOutput, SessionRecord, SettingsOutcome
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.plan import (
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.progress import Phase, TuningListener
from storage_tuner.core.time_course import joined
from storage_tuner.core.tunable import Hazard, Scope
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Workload
from storage_tuner.desktop.inhibit import kept_awake
from storage_tuner.fio.version import parse_version, require_supported
from storage_tuner.jobs.conditions import bounds_of, check_conditions, measured_bytes, subject_of
from storage_tuner.jobs.device_job import DeviceJob, given_or_raised
from storage_tuner.jobs.judging import judge_session, related_to
from storage_tuner.jobs.planning.plan_building import common_schedulers, plan_for, require_possible
from storage_tuner.jobs.planning.varied_settings import require_legal, scope_of
from storage_tuner.jobs.progress_text import progress_of
from storage_tuner.measuring.background_work import BackgroundWorkMonitor
from storage_tuner.measuring.monitored_executor import disturbance_sentences
from storage_tuner.measuring.recorder import RecordedSubjects, Recorder
from storage_tuner.measuring.run_context import (
    MeasuringSetup,
    Procedure,
    RunContext,
    clean_path,
    device_context,
    file_context,
)
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.files.target import (
    UnderlyingDisks,
    counters_of_path,
    devices_to_tune,
    resolve_path,
)
from storage_tuner.probe.load.machine import read_machine
from storage_tuner.probe.md.array_work import arrays_on
from storage_tuner.probe.threeware import controllers_of, unit_readers, with_policies
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.process import run
from storage_tuner.store.session_journal import SessionJournal

SAMPLE_BYTES = 1 << 30
"""The size of a practice disk or a test file that we make."""
TRY_SECONDS = 60

_OTHERS_AT_WORK = (
    ConditionKind.IN_USE,
    ConditionKind.DISK_IDLE,
    ConditionKind.PROCESSORS_IDLE,
    ConditionKind.ARRAY_WORK,
)
_Begin = tuple[str, int]
"""What tells one session from another, from its first moment on."""

WORK_LOOK_S = 10.0
"""How long it's waited before looking again whether an array's own work is over."""


@dataclass(frozen=True)
class KeptForGood:
    """The record as it's now, and sentences on what couldn't be verified."""

    record: SessionRecord | None
    notes: tuple[Text, ...]


class TuningSession(DeviceJob):
    """The steps in their order."""

    def __init__(
        self,
        connect: Callable[[], HelperConnection],
        listener: TuningListener,
        *,
        sample_bytes: int = SAMPLE_BYTES,
        root: Path = Path("/"),
        journals: Path | None = None,
    ) -> None:
        """``journals`` is the folder that blocks are written down in while they are measured; None
        for nowhere."""
        super().__init__(connect, listener)
        self._sample_bytes = sample_bytes
        self._root = root
        self._target: Target | None = None
        self._device: Device | None = None
        self._tuned_devices: tuple[Device, ...] = ()
        self._devices: tuple[Device, ...] = ()
        self._controllers: tuple[Controller, ...] = ()
        self._no_device: Text = ""
        self._conditions: tuple[Condition, ...] | None = None
        self._fio_version = ""
        self._record: SessionRecord | None = None
        self._may_overwrite = False
        self._journals = journals
        self._journal: SessionJournal | None = None
        self._unsaved: dict[_Begin, SessionJournal] = {}
        self._recorder: Recorder | None = None

    def open(self, target: Target) -> Device | None:
        """Check fio, connect, make the practice disk if asked for, and begin the session.

        This is where a password is asked for, once. Gives the device that is measured or lies
        beneath what is; None when that isn't known (a file on a network file system). Without a
        ``target.device`` nothing is varied and the helper not needed.
        Raises the errors of the tree.
        """
        self._fio_version = installed_fio()
        if target.kind is TargetKind.PRACTICE:
            disk = self._held.make_practice_disk(self._sample_bytes)
            target = replace(target, device=disk)
        tuned = self._get_to_know(target)
        if target.device is not None:
            self._tuned_devices = tuned
            self._held.begin(tuned, None if target.kind is TargetKind.FILE else self._device)
        return self._device

    def allow_overwriting(self, typed: str) -> None:
        """Let the tests write on the device that was opened; ``typed`` by a person is what it is
        called (``client.overwriting.name_to_type``). The helper may ask for a password.

        Raises ``NotEmpty`` and ``DeviceBusy`` with the reason, ``InvalidInput`` for another name.
        """
        assert self._held.measured is not None
        self._progress(Phase.PREPARING, 0, sentence("Looking whether the disk is empty…"))
        allow_overwriting(self._held.measured, typed, self._control.is_cancelled)
        self._may_overwrite = True

    def survey(self, target: Target, *, overwriting: bool = False) -> Device | None:
        """As ``open``, for looking only: nothing is made or begun, and nobody is asked for a
        password. ``plan``, ``conditions`` and ``present`` answer then, and nothing else.
        ``overwriting``: as if that had been allowed."""
        self._may_overwrite = overwriting
        self._fio_version = installed_fio()
        if target.kind is TargetKind.PRACTICE:
            self._target, self._devices = target, read_devices(self._root)
            self._tuned_devices = (practice_stand_in(self._devices, self._sample_bytes),)
            return None
        tuned = self._get_to_know(target)
        if target.device is not None:
            self._tuned_devices = tuned
        return self._device

    def conditions(self, plan: Plan) -> tuple[Condition, ...]:
        """What may spoil measuring ``plan`` now, gravest first; it takes about a second.

        Raises ``InvalidInput`` and ``Cancelled``.
        """
        assert self._target is not None
        writes = any(operation.writes for operation in plan.operations)
        by_fio = any(workload.streams for workload in plan.workloads)
        size = measured_bytes(self._target, self._device, self._sample_bytes) if by_fio else None
        subject = subject_of(
            self._target,
            self._device,
            self._devices,
            size,
            self._no_device,
            writes=writes,
            trees=[workload.tree for workload in plan.workloads if workload.tree],
        )
        self._note_controllers(subject.controllers)
        while True:
            try:
                self._conditions = check_conditions(subject, size, self._control.wait, self._root)
            except PauseAsked:
                self._control.wait_for_resume()
            else:
                return self._conditions

    def conditions_at_rest(
        self, plan: Plan, tell: Callable[[Condition], None]
    ) -> tuple[Condition, ...]:
        """As ``conditions``, once the work is over that an array or a controller does by itself;
        ``tell`` is called at each look that finds some."""
        while True:
            found = self.conditions(plan)
            work = next(filter(_ends_by_itself, found), None)
            if work is None:
                return found
            tell(work)
            self._wait(WORK_LOOK_S)
            self._devices = read_devices(self._root)
            if self._device is not None:
                self._device = find_device(self._device.name, self._devices, self._root)

    def _wait(self, seconds: float) -> None:
        """Raises ``Cancelled``; a pause is over before it returns."""
        try:
            self._control.wait(seconds)
        except PauseAsked:
            self._control.wait_for_resume()

    def plan(
        self,
        use: Use,
        thoroughness: Thoroughness,
        *,
        workloads: tuple[Workload, ...] = (),
        schedulers: tuple[str, ...] = (),
        variants: tuple[Variant, ...] = (),
        protocol: Protocol = Protocol.ADAPTIVE,
        budget_s: float | None = None,
    ) -> Plan:
        """What would be measured; empty ``workloads`` and ``schedulers`` mean all that make sense.

        ``variants`` are compared instead of schedulers, where there are any. ``budget_s`` is the
        longest time in all, instead of the one that belongs to ``thoroughness``; restarts with it
        go on until it's decided.

        Raises ``InvalidInput`` for a workload or scheduler that this target doesn't allow.
        """
        assert self._target is not None
        return plan_for(
            self._target,
            self._tuned_devices,
            use,
            thoroughness,
            seed=random.SystemRandom().randrange(1 << 31),
            workloads=workloads,
            schedulers=schedulers,
            variants=variants,
            protocol=protocol,
            budget_s=budget_s,
            overwriting=self._may_overwrite,
            root=self._root,
        )

    def bounds(self, plan: Plan) -> LoadLimits:
        """What the loads of ``plan`` have to get by with."""
        return bounds_of(plan.target, self._device, self._sample_bytes, self._root)

    def vary(self, parameters: Sequence[Parameter]) -> Mapping[str, str]:
        """From now on the settings of what ``parameters`` belong to are varied: of the devices, of
        the array itself, or of the computer. Gives what is set there now.

        Raises ``InvalidInput`` for what isn't there, or can't take the values.
        """
        settings = self.present(parameters)
        scope = scope_of(parameters)
        if scope is Scope.MACHINE:
            self._held.tune_memory()
        if scope is Scope.ARRAY:
            self._held.tune_measured(settings)
        return settings

    def present(self, parameters: Sequence[Parameter]) -> Mapping[str, str]:
        """What is set now where ``parameters`` belong; nothing is held. Raises as ``vary``."""
        scope = scope_of(parameters)
        if scope is Scope.MACHINE:
            memory = read_virtual_memory(self._root)
            require_legal(parameters, memory)
            return memory.settings
        if scope is Scope.ARRAY:
            if self._target is None or self._target.kind is not TargetKind.DEVICE:
                raise InvalidInput(
                    sentence("Settings of an array are varied with the array as the target.")
                )
            assert self._device is not None
            require_legal(parameters, self._device)
            return self._device.settings
        for device in self._tuned_devices:
            require_legal(parameters, device)
        if not self._tuned_devices:
            raise InvalidInput(sentence("There is no device whose settings could be varied."))
        return self._tuned_devices[0].settings

    def named(self, parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
        """``parameters`` with the setting that switches NCQ of what is tuned in place of ``ncq``.

        Raises ``InvalidInput`` where there is none.
        """
        return with_ncq_named(parameters, self._tuned_devices)

    def hazards(self, parameters: Sequence[Parameter]) -> tuple[Hazard, ...]:
        """What varying ``parameters`` can lose when the power fails; it must be allowed."""
        found = (
            hazard_of(
                each.name,
                value,
                disk.settings,
                has_battery=has_battery(disk.name, self._controllers),
            )
            for disk in self._tuned_devices
            for each in parameters
            for value in each.values
        )
        return tuple(dict.fromkeys(hazard for hazard in found if hazard is not None))

    def allow(self, risks: Iterable[str]) -> None:
        """Somebody agreed to these, by their names. The helper may ask for a password."""
        self._held.allow(risks)

    def schedulers_taken(
        self, named: tuple[str, ...] = ()
    ) -> tuple[tuple[str, ...], tuple[Text, ...]]:
        """Of ``named``, or of all that make sense, those that the kernel takes, and sentences on
        the others; ``plan`` refuses what isn't available at all. The settings from before are back
        then. Raises ``InvalidInput`` when fewer than two are left, ``Cancelled`` and the helper's
        errors."""
        offered = common_schedulers(self._tuned_devices, self._root)
        if not set(named) <= set(offered):
            return named, ()
        taken, sentences = self.without_refused(scheduler_variants(named or offered))
        if sentences and len(taken) < 2:
            raise InvalidInput(sentence("There is nothing left to compare."), together(sentences))
        return tuple(variant.name for variant in taken), sentences

    def without_refused(
        self, variants: Sequence[Variant]
    ) -> tuple[tuple[Variant, ...], tuple[Text, ...]]:
        """Those that the kernel takes, each set once, and sentences on the others. The settings
        from before are back then. Raises ``Cancelled``."""
        taken: list[Variant] = []
        sentences: list[Text] = []
        try:
            for variant in variants:
                self._give_way()
                try:
                    self._held.apply(variant.settings)
                    taken.append(variant)
                except OperationRefused as error:
                    sentences.append(
                        sentence(
                            "{variant} is left out: {reason}.",
                            variant=variant.name,
                            reason=error.reason,
                        )
                    )
        finally:
            self._held.revert()
        return tuple(taken), tuple(sentences)

    def _give_way(self) -> None:
        """To a pause, if one was asked for, with the settings from before. Raises ``Cancelled``."""
        try:
            self._control.wait(0)
        except PauseAsked:
            self._held.revert()
            self._control.wait_for_resume()

    def measure(
        self,
        plan: Plan,
        begun: SessionRecord | None = None,
        procedure: Procedure = RunContext.carry_out,
    ) -> SessionRecord:
        """Carry ``plan`` out; the settings from before are back when it returns or raises.

        ``procedure`` is how: by the plan's protocol, or one of ``measuring.load_searches``.

        ``begun`` is an earlier session of the same plan: its measurements are gone on from.

        After ``cancel`` the record holds what was measured until then, with ``completed`` False.
        Whatever else ends it is raised, with that record as its ``record``. ``InvalidInput`` when
        it writes where nobody allowed that.
        """
        self._require_leave(plan)
        self._recorder = None
        attempt = _Attempt(
            plan, self._draft(plan), RunLog(list(begun.measurements) if begun else [], [])
        )
        before = _earlier_sentences(begun)
        interruption = self._interrupted_by(lambda: self._carry_out(attempt, before, procedure))
        if self._journal and self._journal.problem:
            attempt.log.notes.append(
                sentence(
                    "What was measured couldn't be written down on the way, so a power cut "
                    "would have lost it: {problem}.",
                    problem=self._journal.problem,
                )
            )
        self._record = self._with_recorded(attempt.finished(completed=interruption is None), begun)
        return given_or_raised(self._record, interruption)

    @property
    def raw(self) -> tuple[RawOutput, ...]:
        """What fio printed during the last measurement."""
        return self._recorder.raw if self._recorder else ()

    def note_saved(self, record: SessionRecord) -> None:
        """``record`` is kept elsewhere: what of it was written down on the way isn't needed."""
        journal = self._unsaved.pop(_begin_of(record), None)
        if journal is not None:
            journal.discard()

    def judge(self, record: SessionRecord) -> Judgement:
        return judge_session(record)

    def try_settings(self, settings: Settings, seconds: int = TRY_SECONDS) -> None:
        """Set them; the *helper* brings the old ones back after ``seconds`` unless kept."""
        self._held.try_settings(settings, seconds)

    def keep(self, settings: Settings) -> SessionRecord | None:
        """Set ``settings`` and leave them set until the next restart; ends the session.

        On every device or on none. A trial that is running gets time enough to be kept.
        """
        self._held.keep(settings)
        return self._note_kept()

    def require_keepable(self) -> None:
        """Raises ``NotKept`` when nothing can be kept for good for what is tuned."""
        scheduler = self._held.originals.get("scheduler")
        if scheduler is not None:
            self.persistent_texts((("scheduler", scheduler),))

    def persistent_texts(self, settings: Settings) -> tuple[PersistentText, ...]:
        """What ``keep_for_good`` would write for each device; changes nothing, asks nobody.

        Raises ``NotKept`` saying why it can't be kept.
        """
        return self._held.persistent_texts(settings)

    def keep_for_good(self, settings: Settings) -> KeptForGood:
        """Set ``settings`` and have them set again at every start; ends the session.

        On every device or on none: after an error the old settings are back and the session is
        open. An administrator may have to type a password for each device.
        """
        notes = self._held.keep_for_good(settings)
        return KeptForGood(self._note_kept(), notes)

    def leave(self) -> None:
        """Bring the old settings back now (a try may be running)."""
        self._held.revert()

    def close(self) -> None:
        """End what is open: settings back unless kept, practice disk removed, helper left."""
        for journal in self._unsaved.values():
            journal.close()
        super().close()

    def _carry_out(self, attempt: _Attempt, before: tuple[Text, ...], procedure: Procedure) -> None:
        """Fill ``attempt``; ``before`` are sentences on an earlier session."""
        plan = attempt.plan
        if self._conditions is None:
            self.conditions(plan)
        caveats = record_sentences(self._conditions or ())
        attempt.draft = replace(attempt.draft, caveats=caveats)
        recorder = self._recorder = Recorder(self._recorded_subjects(), self._root)
        work = self._own_work()
        setup = MeasuringSetup(
            self._held.tuned, *self._neighbours(), recorder, work, self._fio_version
        )
        with (
            kept_awake(sentence("Measuring a disk")),
            self._run_context(plan, setup) as context,
            recorder,
        ):
            attempt.draft = replace(
                attempt.draft,
                plan=replace(plan, target=context.target),
                caveats=(*before, *loss_sentences(plan), *caveats, *context.caveats),
                measurements=tuple(attempt.log.measurements),
                circumstances=recorder.circumstances,
            )
            self._write_down(attempt.draft)
            told = _ListenerRelay(plan, self._listener, self._journal)
            try:
                procedure(context, plan, attempt.log, self._control, told)
            finally:
                attempt.log.notes.extend(work.remarks)

    def _note_controllers(self, controllers: tuple[Controller, ...]) -> None:
        """As they are now; they may have ended what they did before."""
        if controllers:
            self._controllers = controllers
            self._devices = with_policies(self._devices, controllers)
            if self._device is not None:
                self._device = find_device(self._device.name, self._devices, self._root)

    def _get_to_know(self, target: Target) -> tuple[Device, ...]:
        """Note what is measured; gives the devices whose settings count."""
        beneath = self._underlying(target)
        devices = read_devices(self._root)
        self._target, self._no_device = target, beneath.reason
        if name := target.device or next(iter(beneath.devices), None):
            device = find_device(name, devices, self._root)
            self._controllers = controllers_of(device, devices, self._root)
            devices = with_policies(devices, self._controllers)
            self._device = find_device(name, devices, self._root)
            _require_worth_tuning(self._device)
        self._devices = devices
        return tuple(find_device(name, devices, self._root) for name in beneath.devices)

    def _underlying(self, target: Target) -> UnderlyingDisks:
        """The devices whose settings count: for an array its members, for a file those beneath."""
        if target.kind is TargetKind.FILE and target.path:
            return resolve_path(Path(target.path), self._root)
        assert target.device is not None
        device = find_device(target.device, read_devices(self._root), self._root)
        return UnderlyingDisks(devices_to_tune(device, self._root))

    def _write_down(self, draft: SessionRecord) -> None:
        if self._journals is not None:
            # an earlier one may be all that there is of a session that couldn't be kept
            self._journal = self._unsaved[_begin_of(draft)] = SessionJournal(self._journals)
            self._journal.begin(draft)

    def _require_leave(self, plan: Plan) -> None:
        """An earlier plan may come from when it was allowed."""
        assert self._target is not None
        if plan.overwrites_device:
            for workload in plan.workloads:
                require_possible(workload, self._target, overwriting=self._may_overwrite)

    def _note_kept(self) -> SessionRecord | None:
        if self._record:
            circumstances = self._record.circumstances
            if self._recorder:
                after = self._recorder.circumstances_after.settings_after
                circumstances = replace(circumstances, settings_after=after)
            self._record = replace(
                self._record, outcome=SettingsOutcome.KEPT, circumstances=circumstances
            )
        return self._record

    def _recorded_subjects(self) -> RecordedSubjects:
        """What is to be noted beside the numbers."""
        assert self._target is not None
        _, drives = self._neighbours()
        devices = {device.name: device for device in self._tuned_devices}
        if self._device is not None:
            devices.setdefault(self._device.name, self._device)
        path = self._target.path if self._target.kind is TargetKind.FILE else None
        if path is not None:
            place, counters = Path(path), counters_of_path(path)
        else:
            place = None
            counters = f"/sys/block/{self._device.name}/stat" if self._device else None
        return RecordedSubjects(tuple(devices.values()), drives, place, counters, self._controllers)

    def _with_recorded(self, record: SessionRecord, begun: SessionRecord | None) -> SessionRecord:
        """With what was noted beside the numbers, now that the settings are back."""
        if self._recorder is None:
            return record
        others: list[Text] = [
            condition.sentence
            for condition in self._conditions or ()
            if condition.kind in _OTHERS_AT_WORK
        ]
        others += disturbance_sentences(record.measurements)
        course = self._recorder.time_course
        return replace(
            record,
            circumstances=replace(self._recorder.circumstances_after, other_activity=tuple(others)),
            time_course=joined(begun.time_course, course) if begun else course,
        )

    @contextlib.contextmanager
    def _run_context(self, plan: Plan, setup: MeasuringSetup) -> Iterator[RunContext]:
        assert self._target is not None
        if self._held.measured:
            size = self._device.size_bytes if self._device else None
            yield device_context(self._target, size, self._held.measured, setup, self._control)
            return
        with file_context(
            self._target,
            self._sample_bytes,
            setup,
            self._control,
            self._tell_writing,
            plan.workloads,
        ) as context:
            yield context

    def _neighbours(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The arrays whose work would disturb, and the drives whose temperature is told."""
        if self._device is None:
            return (), ()
        drives = disks_that_count(self._device, self._devices)
        return arrays_on(self._device, self._devices), tuple(drive.name for drive in drives)

    def _own_work(self) -> BackgroundWorkMonitor:
        arrays, drives = self._neighbours()
        return BackgroundWorkMonitor(arrays, unit_readers(self._controllers, drives), self._root)

    def _draft(self, plan: Plan) -> SessionRecord:
        """The record before the first run."""
        related = related_to(self._device, self._devices, self._root)
        return SessionRecord(
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            machine=read_machine(self._fio_version),
            device=self._device,
            plan=replace(plan, target=replace(plan.target, path=clean_path(plan.target.path))),
            original_settings=self._held.originals,
            measurements=(),
            related=related.devices,
            rpm=related.rpm,
        )

    def _tell_writing(self, done_bytes: int) -> None:
        self._progress(
            Phase.FILLING, done_bytes / self._sample_bytes, sentence("Writing the test file…")
        )


def _begin_of(record: SessionRecord) -> _Begin:
    return record.created_at, record.plan.seed


@dataclass
class _Attempt:
    """A measurement while it's made: ``draft`` is its record without the measurements, which come
    into ``log``."""

    plan: Plan
    draft: SessionRecord
    log: RunLog

    def finished(self, *, completed: bool) -> SessionRecord:
        draft, log = self.draft, self.log
        steadiness = _steadiness(draft.device, log)
        disturbed = () if draft.plan.raced else disturbance_sentences(log.measurements)
        sentences = (*draft.caveats, *log.notes, *log.failures, *disturbed, *steadiness)
        return replace(
            draft,
            plan=_measured_plan(draft.plan, log),
            measurements=tuple(log.measurements),
            caveats=tuple(dict.fromkeys(sentences)),
            completed=completed,
        )


class _ListenerRelay:
    """What is heard while ``plan`` is measured is told, and blocks are written down."""

    def __init__(
        self, plan: Plan, listener: TuningListener, journal: SessionJournal | None
    ) -> None:
        self._plan = plan
        self._listener = listener
        self._journal = journal
        self._is_new = False

    def on_position(self, position: RunPosition) -> None:
        self._listener.progressed(progress_of(position, self._plan))

    def on_measurement(self, measurement: Measurement) -> None:
        self._listener.measured(measurement)
        self._is_new = True

    def on_block(self, block: Sequence[Measurement]) -> None:
        """A new one, or one that turned out later to count for nothing: that is told again."""
        if not self._is_new:
            for measurement in block:
                self._listener.measured(measurement)
        self._is_new = False
        if self._journal is not None:
            self._journal.add(block)


def _ends_by_itself(condition: Condition) -> bool:
    return condition.kind is ConditionKind.ARRAY_WORK and condition.severity is not Severity.NOTE


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


def _earlier_sentences(begun: SessionRecord | None) -> tuple[Text, ...]:
    """What is to be said of a session that is gone on with."""
    if begun is None:
        return ()
    when = max((run.started_at for run in begun.measurements), default=begun.created_at)
    return (
        *(sentence for sentence in begun.caveats if not is_repeated_notice(sentence)),
        sentence(
            "Measured in parts: interrupted after {when} UTC, gone on with at "
            "{again} UTC, in whole blocks.",
            when=when[:16].replace("T", " "),
            again=f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        ),
    )


def _measured_plan(plan: Plan, log: RunLog) -> Plan:
    """``plan`` with what was found out while it was measured."""
    return replace(log.plan, target=plan.target) if log.plan else plan


def _steadiness(device: Device | None, log: RunLog) -> tuple[Text, ...]:
    """What writing tells of a steady state, unless the device is known to have none to reach."""
    if device and device.rotational and device.rotational_believed:
        return ()
    return steady_state_sentences(steady_states(log.measurements))


def _require_worth_tuning(device: Device) -> None:
    """Raises ``InvalidInput``."""
    if device.kind == "optical":
        raise InvalidInput(
            sentence(
                "{device} is an optical drive, which no setting makes faster.", device=device.name
            ),
            sentence("Choose a disk."),
        )
