"""One long fio load that is sampled while running: through the helper on a device, or our own on a
file."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Protocol

from storage_tuner.bench.measured_file import MeasuredFile
from storage_tuner.client.helper import POLL_S, Value
from storage_tuner.client.sessions import SessionDevice
from storage_tuner.core.device import Counters
from storage_tuner.core.errors import (
    Cancelled,
    DeviceGone,
    DeviceHangs,
    OperationRefused,
    QuestionFailed,
    ToolFailed,
)
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Cell
from storage_tuner.core.workload import Stream
from storage_tuner.fio.job import arguments
from storage_tuner.fio.slices import DocumentStream, JobState, have_begun, parse_states
from storage_tuner.measuring.executors import (
    GRACE_S,
    NoteOutput,
    end_of,
    failure_of,
    reason_of,
    start_fio,
    unnoted,
)
from storage_tuner.measuring.samples import LoadSample
from storage_tuner.probe.block.attributes import read_table
from storage_tuner.probe.load.counters import parse_counters
from storage_tuner.probe.load.processor import parse_processor_times, processor_line
from storage_tuner.process import RunningProcess
from storage_tuner_protocol.fio_patience import OWN_THREADS, answer_seconds, beginning_seconds
from storage_tuner_protocol.interface import ErrorName
from storage_tuner_protocol.workload import LONGEST_RUN_MS

REPORTING_S = 2.0
"""The longest time for the helper to report the end of fio."""

STOPPING_S = 1.5
"""The time to wait for fio's end after a cancel."""


def read_counters(path: str | None) -> Counters | None:
    """The current counters in ``path``, a disk's file ``stat``; None without one."""
    at_s = time.monotonic()
    return parse_counters(read_table(path).encode(), at_s) if path else None


class LongRun(Protocol):
    """One long fio. Raises ``ToolFailed`` when fio ended unexpectedly or doesn't respond,
    ``Cancelled``, and ``DeviceHangs`` when fio can't be ended."""

    def begin(self, cell: Cell) -> None: ...

    def sample(self) -> LoadSample:
        """Return a sample, without ``busy_arrays``."""

    def end(self) -> None: ...


class DeviceRun:
    """fio as the helper's child, on the device that a session holds."""

    def __init__(
        self,
        device: SessionDevice,
        is_cancelled: Callable[[], bool],
        note_output: NoteOutput = unnoted,
    ) -> None:
        self._device = device
        self._is_cancelled = is_cancelled
        self._note_output = note_output
        self._cell: Cell | None = None
        self._last = ""
        self._streams: tuple[Stream, ...] = ()
        self._job: int | None = None

    def begin(self, cell: Cell) -> None:
        self._cell, self._last = cell, ""
        self._streams = cell.workload.streams
        streams = [stream.in_cell(cell.threads) for stream in self._streams]
        self._job = start_fio(
            self._device, streams, runtime_ms=LONGEST_RUN_MS, ramp_ms=0, output="json+"
        )

    def sample(self) -> LoadSample:
        sample = self._sample()
        at_s = int(str(sample["at_ns"])) / 1e9
        self._last = str(sample["fio"])
        return LoadSample(
            parse_states(self._last, self._streams),
            at_s,
            parse_counters(str(sample["stat"]).encode(), at_s),
            parse_processor_times(str(sample["cpu"])),
            {},
        )

    def end(self) -> None:
        if self._cell is not None and self._last:
            self._note_output(self._cell, "", self._last)
            self._last = ""
        if self._job is None:
            return
        try:
            with contextlib.suppress(OperationRefused):  # it has already ended
                self._device.call("StopBenchmark", job=self._job)
                self._await_end()
        finally:
            self._job = None

    def _await_end(self) -> None:
        patience_s = STOPPING_S if self._is_cancelled() else GRACE_S
        finished = end_of(self._device, self._job, patience_s)
        if finished is None and not self._is_cancelled():
            raise DeviceHangs(self._device.device)

    def _sample(self) -> dict[str, Value]:
        assert self._job is not None
        try:
            return self._device.call_patiently("SampleBenchmark", self._is_cancelled, job=self._job)
        except OperationRefused as error:
            if error.name == ErrorName.NO_SUCH_JOB:
                raise self._why_it_ended() from None
            raise ToolFailed("fio", error.reason) from None
        except QuestionFailed as error:
            raise ToolFailed("fio", error.reason) from None

    def _why_it_ended(self) -> ToolFailed | DeviceGone:
        finished = end_of(self._device, self._job, REPORTING_S)
        self._job = None
        if finished is None:
            return ToolFailed("fio", sentence("it ended too early"))
        return failure_of(finished, self._device.device)


class FileRun:
    """fio as our own child, run by the calling user, on a file."""

    def __init__(
        self,
        file: MeasuredFile,
        counters: str | None,
        is_cancelled: Callable[[], bool],
        fio_version: str,
        note_output: NoteOutput = unnoted,
    ) -> None:
        """``counters`` as in ``read_counters``."""
        self._fio_version = fio_version
        self._note_output = note_output
        self._cell: Cell | None = None
        self._last = ""
        self._file = file
        self._is_cancelled = is_cancelled
        self._counters = counters
        self._streams: tuple[Stream, ...] = ()
        self._threads = 1
        self._started_at = 0.0
        self._begun = False
        self._child: RunningProcess | None = None
        self._documents = DocumentStream()

    def begin(self, cell: Cell) -> None:
        self._cell, self._last = cell, ""
        streams = cell.workload.streams
        self._streams = streams
        self._threads = sum(stream.threads_of(cell.threads) for stream in streams)
        self._documents = DocumentStream()
        self._begun = False
        self._started_at = time.monotonic()
        self._child = RunningProcess(
            arguments(
                streams,
                path=self._file.path,
                size_bytes=self._file.size_bytes,
                threads=cell.threads,
                runtime_ms=LONGEST_RUN_MS,
                ramp_ms=0,
                fio_version=self._fio_version,
                output="json+",
            )
        )

    def sample(self) -> LoadSample:
        assert self._child is not None
        self._read_what_waits(self._child)
        deadline = self._started_at + beginning_seconds(self._threads)
        while True:
            sample = self._sample(self._child)
            self._begun = self._begun or self._counts(sample.states)
            if self._begun:
                return sample
            self._pause(deadline)

    def end(self) -> None:
        """Kill fio at once: its results were already read, and it might hang while exiting."""
        if self._cell is not None and self._last:
            self._note_output(self._cell, "", self._last)
            self._last = ""
        child, self._child = self._child, None
        if child is not None:
            child.discard()

    def _counts(self, states: tuple[JobState, ...]) -> bool:
        return have_begun(states, self._threads, time.monotonic() - self._started_at)

    def _sample(self, child: RunningProcess) -> LoadSample:
        """Query fio's state, and once more if there is no response."""
        for _ in range(2):
            self._wait_until_it_listens(child)
            at_s = time.monotonic()
            counters = read_counters(self._counters)
            processors = parse_processor_times(processor_line())
            document = self._document(child, at_s + answer_seconds(self._threads))
            if document is not None:
                self._last = document
                states = parse_states(document, self._streams)
                return LoadSample(states, at_s, counters, processors, {})
        raise ToolFailed("fio", sentence("it doesn't report its progress"))

    def _wait_until_it_listens(self, child: RunningProcess) -> None:
        deadline = time.monotonic() + beginning_seconds(self._threads)
        while not ((self._begun or self._is_complete(child)) and child.ask_for_state()):
            if child.poll() is not None:
                raise self._why_it_ended(child)
            self._pause(deadline)

    def _is_complete(self, child: RunningProcess) -> bool:
        """Return whether it has the threads of all streams, in addition to its own."""
        return child.thread_count() >= self._threads + OWN_THREADS

    def _document(self, child: RunningProcess, deadline: float) -> str | None:
        """The newest status document received until ``deadline``; None if there was none."""
        while (left := deadline - time.monotonic()) > 0:
            if self._is_cancelled():
                raise Cancelled
            piece = child.read_output(min(left, POLL_S))
            if piece == b"":
                raise self._why_it_ended(child)
            found = self._documents.feed((piece or b"").decode("utf-8", "replace"))
            if found:
                return found[-1]
        return None

    def _read_what_waits(self, child: RunningProcess) -> None:
        """Discard pending output: a late response must not be taken for the next one's."""
        while piece := child.read_output(0):
            self._documents.feed(piece.decode("utf-8", "replace"))

    def _pause(self, deadline: float) -> None:
        if self._is_cancelled():
            raise Cancelled
        if time.monotonic() > deadline:
            raise ToolFailed("fio", sentence("it doesn't start"))
        time.sleep(POLL_S / 10)

    def _why_it_ended(self, child: RunningProcess) -> ToolFailed:
        self._child = None
        outcome = child.finish()
        if outcome.succeeded:
            return ToolFailed("fio", sentence("it ended too early"))
        return ToolFailed("fio", reason_of(outcome))
