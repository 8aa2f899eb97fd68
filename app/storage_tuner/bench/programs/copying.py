"""Controls the readers and writers beside a start, a child of the program that times it."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from storage_tuner.bench.programs.command import CommandStep, Copied, End, StepRun
from storage_tuner.process import ForeignProgram, own_interpreter

PROGRAM = "storage_tuner.bench.programs.copying_program"
SETTLING_S = 2.0
"""The time from the first window of every thread until the start: the queues are full by then."""

_POLL_S = 0.1
_SAID_BYTES = 4096


class RunningCopying:
    """The readers and writers of ``job`` ({file, bytes, readers}), from their start to ``end``."""

    def __init__(self, job: Mapping[str, object], folder: Path) -> None:
        """Raises ``OSError``."""
        words = (str(job["file"]), str(job["bytes"]), str(job["readers"]))
        self._output, writing = os.pipe2(os.O_CLOEXEC)
        try:
            self._program = ForeignProgram(
                (*own_interpreter(), "-m", PROGRAM, *words),
                folder=folder,
                environment=os.environ,
                output=writing,
            )
        finally:
            os.close(writing)

    def settle(self, timeout_s: float, is_gone: Callable[[], bool]) -> StepRun | None:
        """Wait until all threads have been at work for ``SETTLING_S``. Return the failed step, if
        that wasn't possible within ``timeout_s``."""
        deadline = time.monotonic() + timeout_s
        while not select.select([self._output], [], [], _POLL_S)[0]:
            if is_gone():
                return StepRun(CommandStep.COPYING, End.STOPPED, 0)
            if time.monotonic() > deadline:
                return StepRun(CommandStep.COPYING, End.TOO_LONG, 0, timeout_s)
        settled = time.monotonic() + SETTLING_S
        while (left_s := settled - time.monotonic()) > 0 and not self.has_ended(left_s):
            pass
        return self.failure()

    def has_ended(self, timeout_s: float = 0.0) -> bool:
        return self._program.has_ended(timeout_s)

    def failure(self) -> StepRun | None:
        """The failed step once it has ended, which it doesn't by itself."""
        if not self.has_ended():
            return None
        said = os.read(self._output, _SAID_BYTES).decode("utf-8", "replace")
        return StepRun(CommandStep.COPYING, End.EXITED, 1, said=said)

    def passed(self) -> Copied:
        """What was read and written so far; zeros once it has ended. Source: rchar and wchar of
        /proc/PID/io, proc_pid_io(5)."""
        try:
            text = Path(f"/proc/{self._program.pid}/io").read_text("ascii")
        except OSError:
            return Copied(0, 0)
        counts = dict(line.split(": ") for line in text.splitlines())
        return Copied(int(counts["rchar"]), int(counts["wchar"]))

    def end(self) -> None:
        """Kill it and wait for its end."""
        with suppress(ProcessLookupError):
            os.kill(self._program.pid, signal.SIGKILL)
        with suppress(ChildProcessError):  # it ended before, and was reaped with the orphans
            self._program.reap()
        os.close(self._output)


def between(before: Copied, after: Copied) -> Copied:
    """What was passed between two readings."""
    return Copied(after.read_bytes - before.read_bytes, after.written_bytes - before.written_bytes)
