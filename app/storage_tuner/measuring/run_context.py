"""The context of a plan's runs, in either protocol: on a device or on a file."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from storage_tuner.bench.adaptive_runner import Load, carry_out_adaptively
from storage_tuner.bench.background_work import BackgroundWorkWatch, NoBackgroundWork
from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Listener
from storage_tuner.bench.measured_file import (
    NO_FILE,
    MeasuredFile,
    empty_file,
    existing_file,
    new_file,
)
from storage_tuner.bench.runner import Executor, RunLog, RunPosition, carry_out
from storage_tuner.bench.sustained_runner import write_continuously
from storage_tuner.client.sessions import SessionDevice, TunedDevices
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan, RunSpecification, Target, Variant
from storage_tuner.core.plan import Protocol as PlanProtocol
from storage_tuner.core.workload import Workload
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.condition_sampler import ConditionSampler
from storage_tuner.measuring.executors import DeviceExecutor, FileExecutor, NoteOutput, unnoted
from storage_tuner.measuring.loads import DeviceRun, FileRun
from storage_tuner.measuring.monitored_executor import MonitoredExecutor
from storage_tuner.measuring.monitored_load import MonitoredLoad
from storage_tuner.measuring.recorder import Recorder
from storage_tuner.measuring.run_streams import Recordings
from storage_tuner.measuring.system_sampler import SystemSampler
from storage_tuner.measuring.tree_executor import TreeExecutor
from storage_tuner.probe.block.attributes import clean
from storage_tuner.probe.files.target import counters_of_path


@dataclass(frozen=True)
class RunContext:
    """The target for the record, the executor of single runs, the load of the adaptive protocol,
    caveats as sentences, the check for background work, and sentences on the runs made so far."""

    target: Target
    executor: Executor
    load: Load
    caveats: tuple[Text, ...] = ()
    background_work: BackgroundWorkWatch = field(default_factory=NoBackgroundWork)
    remarks: Callable[[], Sequence[Text]] = tuple

    def carry_out(
        self, plan: Plan, log: RunLog, control: Control, listener: Listener[RunPosition]
    ) -> None:
        """Carry out the plan by its protocol; see ``carry_out``, ``carry_out_adaptively`` and
        ``write_continuously``."""
        if plan.protocol is PlanProtocol.SUSTAINED:
            write_continuously(
                plan,
                self.target.size_bytes or 0,
                self.load,
                log,
                control,
                listener,
                background_work=self.background_work,
            )
        elif plan.raced:
            carry_out_adaptively(
                plan,
                self.load,
                log,
                control,
                listener,
                place=self.executor,
                background_work=self.background_work,
            )
        else:
            carry_out(
                plan, self.executor, log, control, listener, background_work=self.background_work
            )


class Procedure(Protocol):
    """A way to carry out a plan: ``RunContext.carry_out``, or another procedure."""

    def __call__(
        self,
        context: RunContext,
        plan: Plan,
        log: RunLog,
        control: Control,
        listener: Listener[RunPosition],
        /,
    ) -> None: ...


@dataclass(frozen=True)
class MeasuringSetup:
    """The setup for a target: the devices that get the settings, the arrays whose own work would
    disturb, the drives whose temperature is recorded, the recorder, the monitor of background work,
    the version of the fio used, and the recordings that are replayed."""

    tuned: TunedDevices
    arrays: Sequence[str] = ()
    drives: Sequence[str] = ()
    recorder: Recorder | None = None
    background_work: BackgroundWorkWatch = field(default_factory=NoBackgroundWork)
    fio_version: str = ""
    recordings: Recordings = field(default_factory=dict)

    @property
    def conditions(self) -> ConditionSampler:
        applied = self.recorder.note_variant if self.recorder else None
        return ConditionSampler(self.arrays, self.drives, applied=applied)

    @property
    def note_output(self) -> NoteOutput:
        return self.recorder.note_output if self.recorder else unnoted


def device_context(
    target: Target,
    size_bytes: int | None,
    measured: SessionDevice,
    setup: MeasuringSetup,
    control: Control,
) -> RunContext:
    """The context on a device; ``measured`` is the one that fio works on."""
    counters = f"/sys/block/{measured.device}/stat"
    return RunContext(
        replace(target, size_bytes=size_bytes),
        MonitoredExecutor(
            DeviceExecutor(
                measured,
                setup.tuned,
                control.is_cancelled,
                setup.note_output,
                size_bytes,
                setup.recordings,
            ),
            counters,
            setup.conditions,
        ),
        MonitoredLoad(
            DeviceRun(measured, control.is_cancelled, setup.note_output),
            setup.tuned,
            counters,
            setup.conditions,
        ),
        background_work=setup.background_work,
    )


@contextlib.contextmanager
def file_context(
    target: Target,
    sample_bytes: int,
    setup: MeasuringSetup,
    control: Control,
    on_writing: Callable[[int], None],
    plan: Plan,
) -> Iterator[RunContext]:
    """The context on a new file in ``target``'s folder, removed afterwards, or on the target file
    itself. Without workloads that use a file there is none."""
    path = Path(target.path or ".")
    with _file_for(plan, path, sample_bytes, control, on_writing) as file:
        counters = counters_of_path(str(path))
        place = _folder_place(path, file, counters, setup, control)
        yield RunContext(
            replace(target, path=clean_path(target.path), size_bytes=file.size_bytes or None),
            MonitoredExecutor(place, counters, setup.conditions),
            MonitoredLoad(
                FileRun(file, counters, control.is_cancelled, setup.fio_version, setup.note_output),
                setup.tuned,
                counters,
                setup.conditions,
            ),
            place.caveats(plan.workloads),
            setup.background_work,
            place.remarks,
        )


class FolderExecutor:
    """Runs fio on a test file, the user's own commands, and trees of folders and files. Settings
    are applied in the same way for all of them."""

    def __init__(self, streams: Executor, commands: CommandExecutor, trees: TreeExecutor) -> None:
        self._streams = streams
        self._commands = commands
        self._trees = trees

    def caveats(self, workloads: Iterable[Workload]) -> tuple[Text, ...]:
        """Sentences on the limits of the results of ``workloads`` here."""
        commands = [each.command for each in workloads if each.command]
        return self._commands.caveats(commands) if commands else ()

    def remarks(self) -> tuple[Text, ...]:
        """Sentences on how the runs went."""
        return self._commands.remarks()

    def apply(self, variant: Variant) -> None:
        self._streams.apply(variant)

    def rest(self) -> None:
        self._streams.rest()

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        """Raises ``ToolFailed`` and ``Cancelled``."""
        return self._place_of(specification.cell.workload).execute(specification, plan)

    def _place_of(self, workload: Workload) -> Executor:
        if workload.command:
            return self._commands
        return self._trees if workload.tree else self._streams


def clean_path(path: str | None) -> str | None:
    """Return ``path`` as valid text for a record; the original, needed for opening, may contain
    undecodable bytes."""
    return None if path is None else clean(path)


def _folder_place(
    path: Path, file: MeasuredFile, counters: str | None, setup: MeasuringSetup, control: Control
) -> FolderExecutor:
    system = SystemSampler(setup.tuned, counters, control.is_cancelled)
    return FolderExecutor(
        FileExecutor(
            file,
            setup.tuned,
            control.is_cancelled,
            setup.fio_version,
            setup.note_output,
            setup.recordings,
        ),
        CommandExecutor(path, system, file),
        TreeExecutor(path, system),
    )


def _file_for(
    plan: Plan,
    path: Path,
    sample_bytes: int,
    control: Control,
    on_writing: Callable[[int], None],
) -> contextlib.AbstractContextManager[MeasuredFile]:
    if plan.protocol is PlanProtocol.SUSTAINED:
        return empty_file(path, sample_bytes)
    if any(workload.has_test_file for workload in plan.workloads):
        return _file(path, sample_bytes, control, on_writing)
    return contextlib.nullcontext(NO_FILE)


def _file(
    path: Path, sample_bytes: int, control: Control, on_writing: Callable[[int], None]
) -> contextlib.AbstractContextManager[MeasuredFile]:
    if path.is_dir():
        return new_file(
            path, sample_bytes, on_progress=on_writing, is_cancelled=control.is_cancelled
        )
    return existing_file(path)
