"""Runs the user's own command once, as a child process (``bench.programs.child_protocol``).

It receives ``{folder, counters, timeout_s, prepare, command, clean-up, trace, evict, copying}``,
sends ``{"prepared": true}`` when the command may be started, starts it on any reply, and sends the
result (a ``bench.command.CommandRun``). When the result is no longer wanted, it ends running
commands, cleans up, and exits. So a command leaves nothing behind even when the application is
killed.

For a cold start, ``evict`` lists the files to evict from the page cache before, and ``copying`` is
``{file, bytes, readers}`` of what goes on meanwhile, or None. With ``trace``, the command isn't
timed: the result has the files that it opened.
"""

from __future__ import annotations

import ctypes
import os
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.bench.counter_snapshot import CounterSnapshot, read_counter_snapshot
from storage_tuner.bench.programs.child_protocol import Parent, users_environment
from storage_tuner.bench.programs.command import CommandRun, CommandStep, Copied, End, StepRun
from storage_tuner.bench.programs.copying import RunningCopying, between
from storage_tuner.bench.programs.opened_files import OpenedFiles
from storage_tuner.bench.programs.page_cache import Eviction, evict
from storage_tuner.bench.programs.process_tree import (
    adopt_orphans,
    descendants,
    end_all,
    reap_orphans,
    signal_all,
)
from storage_tuner.process import ForeignProgram, TracedProgram

SAID_BYTES = 8192
"""The number of bytes kept from the end of a command's output."""

GRACE_S = 0.3
"""The time for a command to exit when asked to."""

KILLING_S = 2.0
"""The time for killed processes to end; the kernel ends them at once, unless they wait for a disk
that doesn't respond."""

_REAPING_S = 0.5
_PIECE_BYTES = 1 << 16
_PIPE_PIECES = 2
"""Covers more than a pipe's capacity, pipe(7)."""


@dataclass(frozen=True)
class _Manner:
    """How a command is started; ``attend`` gets its process number and looks after its descendants
    now and then, and at once when ``woken`` is readable."""

    program: type[ForeignProgram]
    attend: Callable[[int], None]
    woken: int | None = None


_PLAIN = _Manner(ForeignProgram, reap_orphans)


class Run:
    """One run: its commands, and their results so far."""

    def __init__(self, job: Mapping[str, object], parent: Parent) -> None:
        self._job = job
        self._parent = parent
        self._folder = Path(str(job["folder"]))
        self._counters = str(job["counters"]) if job["counters"] else None
        self._timeout_s = float(str(job["timeout_s"]))
        self._steps: list[StepRun] = []
        self._moments: list[CounterSnapshot] = []
        self._left = 0
        self._evicted: Eviction | None = None
        self._copied: Copied | None = None
        self._opened: tuple[str, ...] = ()

    def carry_out(self) -> CommandRun:
        """Prepare, run, and in every case clean up."""
        if self._has_succeeded(CommandStep.PREPARE):
            self._parent.send({"prepared": True})
            if self._parent.next_document() is not None:
                self._trace() if self._job["trace"] else self._measure()
        self._has_succeeded(CommandStep.CLEAN_UP)
        self._left += end_all(KILLING_S)
        before, after = self._moments if len(self._moments) == 2 else (None, None)
        return CommandRun(
            tuple(self._steps),
            before,
            after,
            self._left,
            self._evicted,
            self._copied,
            self._opened,
        )

    def _measure(self) -> None:
        _write_dirty(self._folder)
        self._evict()  # the first time it only begins to write what the program left dirty
        copying = self._job["copying"]
        if isinstance(copying, dict):
            self._measure_beside(copying)
        else:
            self._evict()
            self._time_command()

    def _measure_beside(self, job: Mapping[str, object]) -> None:
        """Time the command while readers and writers work."""
        with self._copying(job) as copying:
            if failed := copying.settle(self._timeout_s, self._parent.is_gone):
                self._steps.append(failed)
                return
            self._evict()
            before = copying.passed()
            self._time_command()
            self._copied = between(before, copying.passed())
            if failed := copying.failure():
                self._steps.append(failed)

    @contextmanager
    def _copying(self, job: Mapping[str, object]) -> Iterator[RunningCopying]:
        copying = RunningCopying(job, self._folder)
        try:
            yield copying
        finally:
            copying.end()

    def _time_command(self) -> None:
        self._moments.append(read_counter_snapshot(self._counters))
        self._has_succeeded(CommandStep.COMMAND)
        self._moments.append(read_counter_snapshot(self._counters))

    def _evict(self) -> None:
        paths = self._job["evict"]
        assert isinstance(paths, list)
        if paths:
            self._evicted = evict(map(str, paths))

    def _trace(self) -> None:
        """Run the command to find the files that it opens."""
        opened, spared = OpenedFiles(), descendants()
        with _woken_by_children() as woken:
            self._has_succeeded(CommandStep.COMMAND, _Manner(TracedProgram, opened.follow, woken))
        self._opened = opened.paths
        self._left += end_all(KILLING_S, spared)  # nobody resumes what it left

    def _has_succeeded(self, step: CommandStep, manner: _Manner | None = None) -> bool:
        """Run ``step``. Return whether it succeeded, also if it has no command."""
        argv = self._job[step]
        assert isinstance(argv, list)
        if not argv:
            return True
        found = self._run(step, [str(word) for word in argv], manner or _PLAIN)
        self._steps.append(found)
        return found.succeeded

    def _run(self, step: CommandStep, argv: list[str], manner: _Manner) -> StepRun:
        reading, writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        # what an earlier command left running on purpose, such as a server
        spared = descendants()
        os.set_blocking(writing, True)
        started = time.monotonic()
        try:
            program = manner.program(
                argv, folder=self._folder, environment=users_environment(), output=writing
            )
        except (OSError, ValueError) as error:
            os.close(reading)
            return StepRun(step, End.NOT_STARTED, getattr(error, "errno", None) or 0)
        finally:
            os.close(writing)
        try:
            said = bytearray()
            stoppable = step is not CommandStep.CLEAN_UP
            end = self._watch(program, manner, reading, said, stoppable=stoppable)
            duration_s = time.monotonic() - started
            if end is not End.EXITED and not _is_ended(program, spared):
                return StepRun(step, end, 0, duration_s)
            for _ in range(_PIPE_PIECES):
                _listen(reading, said)
        finally:
            os.close(reading)
        text = bytes(said).decode("utf-8", "replace")
        used = program.reap()
        return StepRun(
            step, end, used.code, duration_s, used.user_s, used.system_s, text, used.read_bytes
        )

    def _watch(
        self,
        program: ForeignProgram,
        manner: _Manner,
        reading: int,
        said: bytearray,
        *,
        stoppable: bool,
    ) -> End:
        """Wait for its end and read its output, so that it's never blocked by a full pipe."""
        deadline = time.monotonic() + self._timeout_s
        with selectors.DefaultSelector() as selector:
            selector.register(program, selectors.EVENT_READ)
            selector.register(reading, selectors.EVENT_READ)
            if manner.woken is not None:
                selector.register(manner.woken, selectors.EVENT_READ)
            if stoppable:
                selector.register(self._parent, selectors.EVENT_READ)
            while (left_s := deadline - time.monotonic()) > 0:
                ready = {key.fileobj for key, _ in selector.select(min(left_s, _REAPING_S))}
                if program in ready:
                    return End.EXITED
                if reading in ready and not _listen(reading, said):
                    selector.unregister(reading)
                if self._parent in ready and self._parent.is_gone():
                    return End.STOPPED
                if manner.woken in ready:
                    os.read(manner.woken, _PIECE_BYTES)
                manner.attend(program.pid)
        return End.TOO_LONG


@contextmanager
def _woken_by_children() -> Iterator[int]:
    """A descriptor that becomes readable when a child changes its state."""
    reading, writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    handler = signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, handler)
        os.close(reading)
        os.close(writing)


def _is_ended(program: ForeignProgram, spared: set[int]) -> bool:
    """End ``program`` and its descendants, first by asking. Return False when that isn't
    possible."""
    signal_all(signal.SIGTERM, spared)
    program.has_ended(GRACE_S)
    signal_all(signal.SIGKILL, spared)
    return program.has_ended(KILLING_S)


def _listen(reading: int, said: bytearray) -> bool:
    """Read available output and keep its end. Return False at the end of the output.

    It doesn't read until the pipe is empty, since a program that writes continuously would block
    it.
    """
    try:
        piece = os.read(reading, _PIECE_BYTES)
    except BlockingIOError:
        return True
    said += piece
    del said[:-SAID_BYTES]
    return bool(piece)


def _write_dirty(folder: Path) -> None:
    """Write dirty data of others first, so that it isn't written at the command's expense;
    syncfs(2)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        ctypes.CDLL(None).syncfs(descriptor)
        os.close(descriptor)


def main() -> int:
    adopt_orphans()
    parent = Parent()
    job = parent.next_document()
    if job is None:
        return 0
    parent.send(Run(job, parent).carry_out().document())
    return 0


if __name__ == "__main__":
    sys.exit(main())
