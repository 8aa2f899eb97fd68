"""Makes single runs: on a device through the helper, or on a file as the calling user."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from storage_tuner.bench.control import timestamp
from storage_tuner.bench.measured_file import MeasuredFile
from storage_tuner.client.helper import POLL_S, HelperEvent, Value
from storage_tuner.client.sessions import SessionDevice, TunedDevices
from storage_tuner.core.errors import (
    Cancelled,
    DeviceGone,
    DeviceHangs,
    OperationRefused,
    ToolFailed,
)
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.plan import Cell, Plan, RunSpecification, Variant
from storage_tuner.fio.failure import failed_request
from storage_tuner.fio.job import engine_for, run_arguments
from storage_tuner.fio.replay import parse_start
from storage_tuner.fio.result import measurements, output_for, parse
from storage_tuner.measuring.run_streams import NO_RECORDINGS, Recordings, reads_file, streams_of
from storage_tuner.process import ChildOutcome, RunningProcess
from storage_tuner_protocol.interface import Signal
from storage_tuner_protocol.workload import Stream, Workload

GRACE_S = 30
GRACE_S_PER_THREAD = 0.05
"""The extra time a run may take before it counts as hung (a busy disk is slow)."""


class OnDevices:
    """Applies a variant's settings to all devices of ``tuned``."""

    def __init__(self, tuned: TunedDevices) -> None:
        self._tuned = tuned

    def apply(self, variant: Variant) -> None:
        self._tuned.apply(variant.settings)

    def rest(self) -> None:
        """Restore the previous settings."""
        self._tuned.revert()


def start_fio(device: SessionDevice, streams: Sequence[Stream], **options: Value) -> int:
    """Let the helper start fio on ``device``, and return the job's number."""
    started = device.call(
        "StartBenchmark",
        streams=[stream.encoded() for stream in streams],
        engine=engine_for(streams),
        **options,
    )
    job = started["job"]
    assert isinstance(job, int)
    return job


def end_of(
    device: SessionDevice,
    job: int | None,
    seconds: float,
    is_cancelled: Callable[[], bool] = lambda: False,
) -> HelperEvent | None:
    """The helper's event for the end of its fio; None when there is none within ``seconds``."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0 and not is_cancelled():
        event = device.connection.next_event(min(left, POLL_S))
        if event is None or event.name != Signal.BENCHMARK_FINISHED:
            continue
        if event.arguments.get("job") == job:
            return event
    return None


def failure_of(finished: HelperEvent, device: str) -> ToolFailed | DeviceGone:
    """The reason why fio on ``device`` ended, as an error."""
    arguments = finished.arguments
    text = str(arguments.get("error_output") or arguments.get("output") or "")
    if "No such device" in text or "ENODEV" in text:
        return DeviceGone(device)
    return ToolFailed("fio", _reason(text, arguments.get("exit_code")))


def _reason(text: str, exit_code: object) -> Text:
    """The reason why fio gave no result. Its output isn't the reason where it didn't fail."""
    lines = [line for line in text.splitlines() if line.strip() and "{" not in line]
    if exit_code == 0:
        return sentence("it ended too early")
    if failed := failed_request(text):
        return failed
    return lines[-1].strip() if lines else sentence("exit code {exit_code}", exit_code=exit_code)


def reason_of(outcome: ChildOutcome) -> Text:
    """The reason why our own fio ended."""
    return failed_request(outcome.error_output) or outcome.reason


NoteOutput = Callable[[Cell, str, str], None]
"""Gets a cell, its variant ("": several in turn) and fio's output."""


def unnoted(_cell: Cell, _variant: str, _text: str) -> None:
    """Discard the output."""


LONGEST_START_MS = 600_000
"""The limit for a recorded start, which ends by itself; one beside ten streams of a hard disk may
take minutes."""


def _limited(plan: Plan, cell: Cell) -> Plan:
    """``plan`` with the limit of a recorded start, whose planned time is only an estimate."""
    return replace(plan, runtime_ms=LONGEST_START_MS) if cell.workload.replay else plan


def longest_s(cell: Cell, plan: Plan) -> float:
    """The longest duration of a run: its threads are started before it, and each has a request in
    flight at its end, which a slow disk serves one after the other."""
    threads = sum(stream.threads_of(cell.threads) for stream in cell.workload.streams)
    return (plan.runtime_ms + plan.ramp_ms) / 1000 + GRACE_S + threads * GRACE_S_PER_THREAD


class DeviceExecutor(OnDevices):
    """Raw runs by the helper, which holds the device; fio works on ``measured``."""

    def __init__(
        self,
        measured: SessionDevice,
        tuned: TunedDevices,
        is_cancelled: Callable[[], bool],
        note_output: NoteOutput = unnoted,
        size_bytes: int | None = None,
        recordings: Recordings = NO_RECORDINGS,
    ) -> None:
        """``size_bytes``: the device's; it and the ``recordings`` are for recorded starts."""
        super().__init__(tuned)
        self._measured = measured
        self._size_bytes = size_bytes or 0
        self._recordings = recordings
        self._is_cancelled = is_cancelled
        self._note_output = note_output

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        cell = specification.cell
        plan = _limited(plan, cell)
        streams = streams_of(specification, self._size_bytes, self._recordings)
        started_at = timestamp()
        job = start_fio(
            self._measured,
            streams,
            runtime_ms=plan.runtime_ms,
            ramp_ms=plan.ramp_ms,
            output=output_for(cell.workload.streams),
        )
        finished = self._wait(job, cell, plan)
        if finished.arguments.get("exit_code") != 0:
            raise failure_of(finished, self._measured.device)
        output = str(finished.arguments["output"])
        self._note_output(cell, specification.variant.name, output)
        return _measurements(specification, streams, output, started_at)

    def _wait(self, job: int, cell: Cell, plan: Plan) -> HelperEvent:
        """Wait for the run's end; stop it on a cancel or a timeout."""
        finished = end_of(self._measured, job, longest_s(cell, plan), self._is_cancelled)
        if finished is not None:
            return finished
        ends = True
        with contextlib.suppress(OperationRefused):  # it has just ended
            self._measured.call("StopBenchmark", job=job)
            ends = end_of(self._measured, job, GRACE_S) is not None
        if self._is_cancelled():
            raise Cancelled
        if not ends:
            raise DeviceHangs(self._measured.device)
        raise ToolFailed("fio", sentence("it didn't finish"))


class FileExecutor(OnDevices):
    """Runs of our own fio, as the calling user, on a file; settings go through the helper."""

    def __init__(
        self,
        file: MeasuredFile,
        tuned: TunedDevices,
        is_cancelled: Callable[[], bool],
        fio_version: str,
        note_output: NoteOutput = unnoted,
        recordings: Recordings = NO_RECORDINGS,
    ) -> None:
        super().__init__(tuned)
        self._file = file
        self._recordings = recordings
        self._fio_version = fio_version
        self._is_cancelled = is_cancelled
        self._note_output = note_output

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        cell = specification.cell
        plan = _limited(plan, cell)
        streams = streams_of(specification, self._file.size_bytes, self._recordings)
        run = Workload(
            streams,
            plan.runtime_ms,
            plan.ramp_ms,
            engine_for(streams),
            output_for(cell.workload.streams),
        )
        started_at = timestamp()
        with reads_file(streams, self._file.path) as iolog:
            child = RunningProcess(
                run_arguments(
                    run,
                    path=self._file.path,
                    size_bytes=self._file.size_bytes,
                    fio_version=self._fio_version,
                    iolog=iolog,
                )
            )
            outcome = self._finish(child, longest_s(cell, plan))
        if not outcome.succeeded:
            raise ToolFailed("fio", reason_of(outcome))
        self._note_output(cell, specification.variant.name, outcome.output)
        return _measurements(specification, streams, outcome.output, started_at)

    def _finish(self, child: RunningProcess, limit_s: float) -> ChildOutcome:
        waited_s = 0.0
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    return child.finish(timeout=POLL_S)
                waited_s += POLL_S
                if self._is_cancelled():
                    raise Cancelled
                if waited_s > limit_s:
                    raise ToolFailed("fio", sentence("it didn't finish"))
        finally:
            child.discard()


def _measurements(
    specification: RunSpecification, streams: Sequence[Stream], output: str, started_at: str
) -> tuple[Measurement, ...]:
    """The measurements of a run that was made with ``streams``."""
    workload = specification.cell.workload
    reads = sum(len(stream.reads) for stream in streams)
    results = (
        parse_start(output, workload.streams, reads)
        if workload.replay
        else parse(output, workload.streams)
    )
    return measurements(specification, results, started_at)
