"""fio as root, on a descriptor that we hold: start, samples, end."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from storage_tuner_helper import main_thread
from storage_tuner_helper.benchmark.documents import Documents
from storage_tuner_helper.benchmark.fio_arguments import FIO, arguments, iolog
from storage_tuner_helper.children import Child, text_of
from storage_tuner_helper.errors import Busy, NoAnswer, NoFio, NoSuchJob, NotSupported
from storage_tuner_helper.restoring.recovery import job_prefix
from storage_tuner_protocol.fio_arguments import IOLOG
from storage_tuner_protocol.fio_patience import OWN_THREADS, answer_seconds, beginning_seconds
from storage_tuner_protocol.message import said
from storage_tuner_protocol.workload import Stream, Workload

MAXIMUM_ERROR_BYTES = 64 << 10

GRACE_SECONDS = 5.0
"""The time between asking a run to stop and killing it."""

_OVERTIME_SECONDS = 60.0
_OVERTIME_SECONDS_PER_THREAD = 0.05
_LAST_ANSWER_SECONDS = 0.5
_POLL_SECONDS = 0.01
_VERSION_SECONDS = 5.0
_VERSION_BYTES = 64

_DIRECTIONS = {"read", "write", "mixed"}
_versions: dict[tuple[int, int], str] = {}
_Observed = TypeVar("_Observed")


@dataclass(frozen=True)
class Finished:
    """The end of a run. ``exit_code`` is negative for a signal; ``stopped``: on request."""

    exit_code: int
    stopped: bool
    output: str
    error_output: str


class RunningFio:
    """One run; started by ``start`` and awaited by ``finish``."""

    def __init__(
        self,
        child: Child,
        folder: Path,
        workload: Workload,
        documents: Documents,
        error_output: _Beginning,
    ) -> None:
        self._child = child
        self._folder = folder
        self._workload = workload
        self._started_at = asyncio.get_running_loop().time()
        self._documents = documents
        self._error_output = error_output
        self._begun = False
        self._sampling = False
        self._stopped = False
        self._interrupted = False

    @classmethod
    async def start(
        cls, device: str, workload: Workload, descriptor: int, size_bytes: int, runtime: Path
    ) -> RunningFio:
        """Start fio in a folder of its own, whose name contains the device. Raises ``NoFio``."""
        if not os.access(FIO, os.X_OK):
            raise NoFio
        folder = Path(tempfile.mkdtemp(prefix=job_prefix(device), dir=runtime))
        documents, error_output = Documents(), _Beginning(MAXIMUM_ERROR_BYTES)
        try:
            for stream in workload.replays:
                (folder / IOLOG).write_text(iolog(stream, descriptor), encoding="ascii")
            child = await Child.start(
                arguments(workload, descriptor, size_bytes, await version()),
                folder=folder,
                pass_fds=(descriptor,),
                output=documents.feed,
                error_output=error_output.feed,
            )
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return cls(child, folder, workload, documents, error_output)

    @property
    def pid(self) -> int:
        return self._child.pid

    async def finish(self) -> Finished:
        """Wait for the end; a run that takes far longer than requested is killed."""
        overtime = asyncio.get_running_loop().call_later(self._longest_seconds, self.kill)
        try:
            exit_code = await self._child.finish()
        finally:
            overtime.cancel()
            self._documents.end()
            shutil.rmtree(self._folder, ignore_errors=True)
        return Finished(
            exit_code, self._stopped, self._output(exit_code), self._error_output.text()
        )

    async def sample(self, observe: Callable[[], _Observed]) -> tuple[str, _Observed]:
        """Return the results so far, as the JSON document that fio prints on a signal, and the
        result of ``observe`` at the moment of that signal.

        Raises ``Busy`` while another sample is taken, ``NotSupported`` for a run that discards its
        first results, ``NoAnswer`` when fio doesn't start or print in time, and ``NoSuchJob`` when
        the run ended meanwhile, is being stopped or has no time left.
        """
        if self._workload.ramp_ms:
            raise NotSupported(
                said("A benchmark with ramp_ms resets its counters, so it has no samples.")
            )
        with self._asking():
            deadline = self._started_at + beginning_seconds(self._workload.threads)
            await self._until_it_listens(deadline)
            while True:
                document, observed = await self._ask(observe)
                self._begun = self._begun or self._counts(document)
                if self._begun:
                    return document, observed
                await self._pause(deadline)

    def stop(self) -> None:
        """Ask fio to end with its results so far; kill it when it doesn't.

        fio 3.33 may hang when it ends while it prints a sample, so a running sample is awaited
        first.
        """
        if not self._stopped:
            self._stopped = True
            loop = asyncio.get_running_loop()
            loop.call_later(_LAST_ANSWER_SECONDS if self._sampling else 0, self._interrupt)
            loop.call_later(GRACE_SECONDS, self.kill)

    def kill(self) -> None:
        """Kill fio and everything it started."""
        self._child.kill()

    @property
    def _planned_seconds(self) -> float:
        return (self._workload.runtime_ms + self._workload.ramp_ms) / 1000

    @property
    def _longest_seconds(self) -> float:
        """Return the longest time a run may take: each thread has a request in flight at the end,
        and a slow disk serves them in turn."""
        overtime = self._workload.threads * _OVERTIME_SECONDS_PER_THREAD + _OVERTIME_SECONDS
        return self._planned_seconds + overtime

    def _output(self, exit_code: int) -> str:
        """Return the output. A killed run printed no last document; its last one is a sample, which
        was returned already."""
        killed = exit_code < 0
        return self._documents.rest(with_last=not (killed and self._documents.handed_out))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        if self._sampling:
            raise Busy(said("This benchmark is already being sampled."))
        self._sampling = True
        try:
            yield
        finally:
            self._sampling = False
            if self._stopped:
                self._interrupt()

    async def _until_it_listens(self, deadline: float) -> None:
        """Wait until fio handles the signal, which would kill it before."""
        while not self._begun and not self._is_complete():
            await self._pause(deadline)

    def _is_complete(self) -> bool:
        """Return whether fio handles the signal and has the threads of all streams."""
        complete = has_all_threads(self.pid, self._workload.threads)
        return complete and main_thread.handles(self.pid, signal.SIGUSR1)

    async def _ask(self, observe: Callable[[], _Observed]) -> tuple[str, _Observed]:
        """Request a sample twice, since signals in quick succession merge into one."""
        for _ in range(2):
            self._check_running()
            answer = self._documents.next()
            try:
                main_thread.send(self.pid, signal.SIGUSR1)
                observed = observe()
                await asyncio.wait([answer], timeout=answer_seconds(self._workload.threads))
                if answer.cancelled():
                    raise NoSuchJob
                if answer.done():
                    return answer.result(), observed
            finally:
                answer.cancel()
        raise NoAnswer(said("fio doesn't report its progress."))

    async def _pause(self, deadline: float) -> None:
        self._check_running()
        if asyncio.get_running_loop().time() > deadline:
            raise NoAnswer(said("fio doesn't start."))
        await asyncio.sleep(_POLL_SECONDS)

    def _check_running(self) -> None:
        """Raise if the run can't be sampled. That includes a run whose time is over: a signal after
        fio has closed its pipe for signals aborts it. Its own clock starts later than ours."""
        out_of_time = self._seconds_since_start() >= self._planned_seconds
        if not self._child.is_running or self._stopped or out_of_time:
            raise NoSuchJob

    def _counts(self, document: str) -> bool:
        """Return whether all threads are running. Before that a thread's clock is zero, so that it
        reports a runtime since boot. A stream of low priority may wait very long for its first
        completion."""
        try:
            jobs = json.loads(document)["jobs"]
            groups = list(zip(self._workload.streams, jobs, strict=True))
            at_work = [self._is_possible(stream, int(job["job_runtime"])) for stream, job in groups]
            moved = sum(
                int(job[name]["io_bytes"]) for job in jobs for name in _DIRECTIONS & set(job)
            )
        except (ValueError, KeyError, TypeError):
            return False
        return moved > 0 and all(at_work)

    def _is_possible(self, stream: Stream, claimed_ms: int) -> bool:
        return 0 < claimed_ms <= stream.threads * self._seconds_since_start() * 1000

    def _seconds_since_start(self) -> float:
        return asyncio.get_running_loop().time() - self._started_at

    def _interrupt(self) -> None:
        if self._child.is_running and not self._interrupted:
            self._interrupted = True
            main_thread.send(self.pid, signal.SIGINT)


def has_all_threads(pid: int, threads: int) -> bool:
    """Return whether this fio process has started ``threads`` threads in addition to its own."""
    try:
        with os.scandir(f"/proc/{pid}/task") as tasks:
            return sum(1 for _ in tasks) >= threads + OWN_THREADS
    except FileNotFoundError:
        return False


async def version() -> str:
    """Return the version that ``fio --version`` prints (such as 3.33); empty without a usable fio.

    Any client may request it, so it's determined once for every fio installed.
    """
    if not os.access(FIO, os.X_OK):
        return ""
    status = Path(FIO).stat()
    instance = (status.st_ino, status.st_mtime_ns)
    if instance not in _versions:
        _versions[instance] = await _ask_version()
    return _versions[instance]


async def _ask_version() -> str:
    printed = _Beginning(_VERSION_BYTES)
    child = await Child.start((FIO, "--version"), output=printed.feed)
    try:
        async with asyncio.timeout(_VERSION_SECONDS):
            await child.finish()
    except TimeoutError:
        return ""
    return printed.text().strip().removeprefix("fio-")


class _Beginning:
    """Collects the first ``limit`` bytes of a program's output."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept = bytearray()

    def feed(self, chunk: bytes) -> None:
        self._kept += chunk[: self._limit - len(self._kept)]

    def text(self) -> str:
        return text_of(self._kept)
