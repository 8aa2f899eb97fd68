"""One tuning from beginning to end: open, plan, measure, judge, try, keep or leave, close.

Everything here blocks and belongs to one worker thread, except ``cancel``, ``pause`` and
``resume``. No Qt: ``jobs.tuning`` carries requests out in it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from storage_tuner.advice.physics.cpu_limit import cpu_limit_sentences, cpu_limits
from storage_tuner.bench.adaptive_runner import is_repeated_notice
from storage_tuner.bench.control import PauseAsked
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
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput, OperationRefused, ToolMissing
from storage_tuner.core.measurement import Measurement, RawOutput, SessionRecord, SettingsOutcome
from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Variant, shown_name
from storage_tuner.core.progress import Phase, TuningListener
from storage_tuner.core.time_course import joined
from storage_tuner.core.tunable import Scope
from storage_tuner.desktop.inhibit import kept_awake
from storage_tuner.fio.version import parse_version, require_supported
from storage_tuner.jobs.conditions import (
    bounds_of,
    check_conditions,
    condition_subject,
    measured_bytes,
)
from storage_tuner.jobs.device_job import DeviceJob, given_or_raised
from storage_tuner.jobs.judging import related_to
from storage_tuner.jobs.planning.plan_building import common_schedulers, require_possible
from storage_tuner.jobs.planning.varied_settings import scope_of
from storage_tuner.jobs.progress_text import progress_of
from storage_tuner.jobs.subject import Subject, among, read_subject, recorded_subjects, settings_now
from storage_tuner.measuring.background_work import BackgroundWorkMonitor
from storage_tuner.measuring.monitored_executor import disturbance_sentences
from storage_tuner.measuring.recorder import Recorder
from storage_tuner.measuring.run_context import (
    MeasuringSetup,
    Procedure,
    RunContext,
    clean_path,
    device_context,
    file_context,
)
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.load.machine import read_machine
from storage_tuner.probe.threeware import unit_readers, with_policies
from storage_tuner.process import run
from storage_tuner.store.recordings import recordings_for
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
"""Identifies a session from its first moment on."""

WORK_CHECK_S = 10.0
"""Interval between two checks whether an array's own work is over."""


@dataclass(frozen=True)
class KeptForGood:
    """The updated record, and sentences on what couldn't be verified."""

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
        """``journals`` is the folder for the journal of measured blocks; None for no journal."""
        super().__init__(connect, listener)
        self._sample_bytes = sample_bytes
        self._root = root
        self._subject: Subject | None = None
        self._conditions: tuple[Condition, ...] | None = None
        self._fio_version = ""
        self._record: SessionRecord | None = None
        self._journals = journals
        self._journal: SessionJournal | None = None
        self._unsaved: dict[_Begin, SessionJournal] = {}
        self._recorder: Recorder | None = None

    def open(self, target: Target) -> Device | None:
        """Check fio, connect, make the practice disk if asked for, and begin the session.

        This is where a password is requested, once. Return the device that is measured, or the one
        underlying the target; None when that isn't known (a file on a network file system). Without
        a ``target.device`` nothing is varied and the helper isn't needed. Raises the errors of the
        tree.
        """
        self._fio_version = installed_fio()
        self._sample_bytes = target.size_bytes or self._sample_bytes
        if target.kind is TargetKind.PRACTICE:
            disk = self._held.make_practice_disk(self._sample_bytes)
            target = replace(target, device=disk)
        subject = self._subject = read_subject(target, self._root)
        if target.device is not None:
            measured = None if target.kind is TargetKind.FILE else subject.device
            self._held.begin(subject.tuned, measured)
        return subject.device

    @property
    def subject(self) -> Subject:
        """The opened or surveyed subject."""
        assert self._subject is not None
        return self._subject

    @property
    def root(self) -> Path:
        """The root folder of the computer's file system."""
        return self._root

    def allow_overwriting(self, typed: str) -> None:
        """Let the tests write on the device that was opened; ``typed`` is its name as a person
        typed it (``client.overwriting.name_to_type``). The helper may ask for a password.

        Raises ``NotEmpty`` and ``DeviceBusy`` with the reason, ``InvalidInput`` for another name.
        """
        assert self._held.measured is not None
        self._progress(Phase.PREPARING, 0, sentence("Checking whether the disk is empty…"))
        allow_overwriting(self._held.measured, typed, self._control.is_cancelled)
        self._subject = replace(self.subject, overwriting=True)

    def survey(self, target: Target, *, overwriting: bool = False) -> Device | None:
        """Open ``target`` read-only: nothing is created or begun, and no password is requested.
        Only ``subject``, ``bounds`` and ``conditions`` are available afterwards. ``overwriting``:
        as if that had been allowed."""
        self._fio_version = installed_fio()
        self._sample_bytes = target.size_bytes or self._sample_bytes
        if target.kind is TargetKind.PRACTICE:
            devices = read_devices(self._root)
            tuned = (practice_stand_in(devices, self._sample_bytes),)
            subject = Subject(target, None, tuned, devices)
        else:
            subject = read_subject(target, self._root)
        self._subject = replace(subject, overwriting=overwriting)
        return subject.device

    def conditions(self, plan: Plan) -> tuple[Condition, ...]:
        """Return what may spoil measuring ``plan`` now, most severe first; takes about a second.

        Raises ``InvalidInput`` and ``Cancelled``.
        """
        measured = self.subject
        writes = any(operation.writes for operation in plan.operations)
        with_file = any(workload.has_test_file for workload in plan.workloads)
        size = measured_bytes(measured, self._sample_bytes) if with_file else None
        subject = condition_subject(
            measured,
            size,
            writes=writes,
            trees=[workload.tree for workload in plan.workloads if workload.tree],
        )
        if subject.controllers:
            devices = with_policies(measured.devices, subject.controllers)
            measured = replace(measured, controllers=subject.controllers)
            self._subject = among(measured, devices, self._root)
        while True:
            try:
                self._conditions = check_conditions(subject, size, self._control.wait, self._root)
            except PauseAsked:
                self._control.wait_for_resume()
            else:
                return self._conditions

    def conditions_at_rest(
        self, plan: Plan, report: Callable[[Condition], None]
    ) -> tuple[Condition, ...]:
        """Return ``conditions`` once the background work of arrays and controllers is over;
        ``report`` is called at each check that still finds some."""
        while True:
            found = self.conditions(plan)
            work = next(filter(_ends_by_itself, found), None)
            if work is None:
                return found
            report(work)
            self._wait(WORK_CHECK_S)
            self._subject = among(self.subject, read_devices(self._root), self._root)

    def _wait(self, seconds: float) -> None:
        """Raises ``Cancelled``; a pause is over before it returns."""
        try:
            self._control.wait(seconds)
        except PauseAsked:
            self._control.wait_for_resume()

    def bounds(self) -> LoadLimits:
        """The limits for loads on the opened target."""
        return bounds_of(self.subject, self._sample_bytes, self._root)

    def vary(self, parameters: Sequence[Parameter]) -> Mapping[str, str]:
        """Vary from now on the settings of the owner of ``parameters``: the devices, the array
        itself, or the computer. Return the current settings there.

        Raises ``InvalidInput`` for settings that don't exist there or don't accept the values.
        """
        settings = settings_now(self.subject, parameters, self._root)
        scope = scope_of(parameters)
        if scope is Scope.MACHINE:
            self._held.tune_memory()
        if scope is Scope.ARRAY:
            self._held.tune_measured(settings)
        return settings

    def allow(self, risks: Iterable[str]) -> None:
        """Allow the named risks, which a person agreed to. The helper may ask for a password."""
        self._held.allow(risks)

    def schedulers_taken(
        self, named: tuple[str, ...] = ()
    ) -> tuple[tuple[str, ...], tuple[Text, ...]]:
        """Return the schedulers of ``named`` (or of all sensible ones) that the kernel accepts, and
        sentences on the others; ``plan_for`` refuses what isn't available at all. The previous
        settings are restored afterwards. Raises ``InvalidInput`` when fewer than two are left,
        ``Cancelled`` and the helper's errors."""
        offered = common_schedulers(self.subject.tuned, self._root)
        if not set(named) <= set(offered):
            return named, ()
        taken, sentences = self.without_refused(scheduler_variants(named or offered))
        if sentences and len(taken) < 2:
            raise InvalidInput(sentence("There is nothing left to compare."), together(sentences))
        return tuple(variant.name for variant in taken), sentences

    def without_refused(
        self, variants: Sequence[Variant]
    ) -> tuple[tuple[Variant, ...], tuple[Text, ...]]:
        """Return the variants that the kernel accepts, trying each once, and sentences on the
        others. The previous settings are restored afterwards. Raises ``Cancelled``."""
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
                            variant=shown_name(variant.name),
                            reason=error.reason,
                        )
                    )
        finally:
            self._held.revert()
        return tuple(taken), tuple(sentences)

    def _give_way(self) -> None:
        """Pause if that was requested, with the previous settings restored. Raises
        ``Cancelled``."""
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
        """Carry out ``plan``; the previous settings are restored when it returns or raises.

        ``procedure`` is how: by the plan's protocol, or one of ``measuring.load_searches``.

        ``begun`` is an earlier session of the same plan, which is resumed.

        After ``cancel`` the record holds what was measured until then, with ``completed`` False.
        Any other error that ends it is raised with that record as its ``record``. Raises
        ``InvalidInput`` when ``plan`` writes where that wasn't allowed.
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
                    "Measurements couldn't be saved along the way, so a power failure "
                    "would have lost them: {problem}.",
                    problem=self._journal.problem,
                )
            )
        self._record = self._with_recorded(attempt.finished(completed=interruption is None), begun)
        return given_or_raised(self._record, interruption)

    @property
    def raw(self) -> tuple[RawOutput, ...]:
        """fio's output during the last measurement."""
        return self._recorder.raw if self._recorder else ()

    def note_saved(self, record: SessionRecord) -> None:
        """Discard the journal of ``record``, which is now stored elsewhere."""
        journal = self._unsaved.pop(_begin_of(record), None)
        if journal is not None:
            journal.discard()

    def try_settings(self, settings: Settings, seconds: int = TRY_SECONDS) -> None:
        """Set ``settings``; the *helper* restores the old ones after ``seconds`` unless kept."""
        self._held.try_settings(settings, seconds)

    def keep(self, settings: Settings) -> SessionRecord | None:
        """Set ``settings`` and leave them set until the next restart; ends the session.

        On every device or on none. A running trial is extended so that it can be kept.
        """
        self._held.keep(settings)
        return self._note_kept()

    def require_keepable(self) -> None:
        """Raises ``NotKept`` when settings of the tuned devices can't be made permanent."""
        scheduler = self._held.originals.get("scheduler")
        if scheduler is not None:
            self.persistent_texts((("scheduler", scheduler),))

    def persistent_texts(self, settings: Settings) -> tuple[PersistentText, ...]:
        """Return what ``keep_for_good`` would write for each device; changes nothing, asks for
        nothing.

        Raises ``NotKept`` saying why it can't be kept.
        """
        return self._held.persistent_texts(settings)

    def keep_for_good(self, settings: Settings) -> KeptForGood:
        """Make ``settings`` permanent, set again at every boot; ends the session.

        On every device or on none: after an error the old settings are restored and the session
        stays open. An administrator may have to type a password for each device.
        """
        notes = self._held.keep_for_good(settings)
        return KeptForGood(self._note_kept(), notes)

    def leave(self) -> None:
        """Restore the old settings now (a trial may be running)."""
        self._held.revert()

    def close(self) -> None:
        """End the session: restore settings unless kept, remove the practice disk, leave the
        helper."""
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
        subject = self.subject
        recorder = self._recorder = Recorder(recorded_subjects(subject), self._root)
        work = BackgroundWorkMonitor(
            subject.arrays, unit_readers(subject.controllers, subject.drives), self._root
        )
        setup = MeasuringSetup(
            self._held.tuned,
            subject.arrays,
            subject.drives,
            recorder,
            work,
            self._fio_version,
            recordings_for(plan.workloads),
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
            reported = _ListenerRelay(attempt, self._listener, self._journal)
            try:
                procedure(context, plan, attempt.log, self._control, reported)
            finally:
                attempt.log.notes.extend((*work.remarks, *context.remarks()))

    def _write_down(self, draft: SessionRecord) -> None:
        if self._journals is not None:
            # an earlier one may be all that there is of a session that couldn't be kept
            self._journal = self._unsaved[_begin_of(draft)] = SessionJournal(self._journals)

    def _require_leave(self, plan: Plan) -> None:
        """Check the permission to write; an earlier plan may date from a time when it was given."""
        subject = self.subject
        if plan.overwrites_device:
            for workload in plan.workloads:
                require_possible(workload, subject.target, overwriting=subject.overwriting)

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

    def _with_recorded(self, record: SessionRecord, begun: SessionRecord | None) -> SessionRecord:
        """Return ``record`` with the recorded circumstances, now that the settings are restored."""
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
        target, device = self.subject.target, self.subject.device
        if self._held.measured:
            size = device.size_bytes if device else None
            if size is not None and target.size_bytes is not None:
                size = min(size, target.size_bytes)
            yield device_context(target, size, self._held.measured, setup, self._control)
            return
        with file_context(
            target,
            self._sample_bytes,
            setup,
            self._control,
            self._report_writing,
            plan,
        ) as context:
            yield context

    def _draft(self, plan: Plan) -> SessionRecord:
        """The record before the first run."""
        related = related_to(self.subject.device, self.subject.devices, self._root)
        return SessionRecord(
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            machine=read_machine(self._fio_version),
            device=self.subject.device,
            plan=replace(plan, target=replace(plan.target, path=clean_path(plan.target.path))),
            original_settings=self._held.originals,
            measurements=(),
            related=related.devices,
            rpm=related.rpm,
        )

    def _report_writing(self, done_bytes: int) -> None:
        self._progress(
            Phase.FILLING, done_bytes / self._sample_bytes, sentence("Writing the test file…")
        )


def _begin_of(record: SessionRecord) -> _Begin:
    return record.created_at, record.plan.seed


@dataclass
class _Attempt:
    """A measurement in progress: ``draft`` is its record without the measurements, which are added
    to ``log``."""

    plan: Plan
    draft: SessionRecord
    log: RunLog

    @property
    def begun(self) -> SessionRecord:
        """The record before the first block, with what was determined until then."""
        draft, plan = self.draft, _measured_plan(self.draft.plan, self.log)
        return replace(draft, plan=plan, caveats=(*draft.caveats, *self.log.notes))

    def finished(self, *, completed: bool) -> SessionRecord:
        draft, log = self.draft, self.log
        steadiness = _steadiness(draft, log)
        disturbed = () if draft.plan.raced else disturbance_sentences(log.measurements)
        plan = _measured_plan(draft.plan, log)
        limits = cpu_limits(plan, log.measurements, draft.machine.processors)
        limited = cpu_limit_sentences(limits)
        sentences = (*limited, *draft.caveats, *log.notes, *log.failures, *disturbed, *steadiness)
        return replace(
            draft,
            plan=plan,
            measurements=tuple(log.measurements),
            caveats=tuple(dict.fromkeys(sentences)),
            completed=completed,
        )


class _ListenerRelay:
    """Forwards the events of ``attempt`` to the listener, and writes blocks to the journal."""

    def __init__(
        self, attempt: _Attempt, listener: TuningListener, journal: SessionJournal | None
    ) -> None:
        self._attempt = attempt
        self._listener = listener
        self._journal = journal
        self._is_new = False
        self._is_begun = False

    def on_position(self, position: RunPosition) -> None:
        self._listener.progressed(progress_of(position, self._attempt.plan))

    def on_measurement(self, measurement: Measurement) -> None:
        self._listener.measured(measurement)
        self._is_new = True

    def on_block(self, block: Sequence[Measurement]) -> None:
        """Handle a new block, or one that is discarded later and therefore reported again."""
        if not self._is_new:
            for measurement in block:
                self._listener.measured(measurement)
        self._is_new = False
        if self._journal is not None:
            if not self._is_begun:
                self._is_begun = True
                self._journal.begin(self._attempt.begun)
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
    """Sentences on the earlier session that is resumed."""
    if begun is None:
        return ()
    when = max((run.started_at for run in begun.measurements), default=begun.created_at)
    return (
        *(sentence for sentence in begun.caveats if not is_repeated_notice(sentence)),
        sentence(
            "Measured in parts: interrupted after {when} UTC, resumed at {again} UTC with "
            "complete blocks only.",
            when=when[:16].replace("T", " "),
            again=f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        ),
    )


def _measured_plan(plan: Plan, log: RunLog) -> Plan:
    """Return ``plan`` with what was determined while it was measured."""
    return replace(log.plan, target=plan.target) if log.plan else plan


def _steadiness(draft: SessionRecord, log: RunLog) -> tuple[Text, ...]:
    """Sentences on the steady state of writes, unless the device is known to have none, or the
    change until then is what was measured, or its loads are of many kinds."""
    device = draft.device
    if draft.plan.protocol in (Protocol.SUSTAINED, Protocol.MAP):
        return ()
    if device and device.rotational and device.rotational_believed:
        return ()
    return steady_state_sentences(steady_states(log.measurements))
