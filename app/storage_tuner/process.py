"""Runs child processes: argv lists only, and no child inherits our standard input.

All children are started here. A finished process is a value. The caller gives a time limit, or
keeps a ``RunningProcess`` and is responsible for it.
"""

from __future__ import annotations

import ctypes
import math
import os
import select
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

import storage_tuner_protocol
from storage_tuner.core.errors import ToolFailed, ToolMissing

CLEAN_ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
"""The environment of tools whose output is parsed: no translations, no option variables."""

OWN_FOLDERS = tuple(
    dict.fromkeys(
        str(Path(file).resolve().parents[1]) for file in (__file__, storage_tuner_protocol.__file__)
    )
)
"""The folders of our packages: one in a wheel, two in a checkout or a distribution's package."""

_READING_S = 2.0
"""The time limit for emptying the pipes after a child has ended; it takes milliseconds."""

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
_PTRACE_TRACEME = 0
_RUSAGE_BLOCK_BYTES = 512
"""The unit of ru_inblock: task_io_get_inblock in include/linux/task_io_accounting_ops.h, Linux 6.12
(2024-11-17)."""


@dataclass(frozen=True)
class ChildOutcome:
    """The outcome of a child. ``exit_code`` is negative for a signal, as in ``subprocess``."""

    argv: tuple[str, ...]
    exit_code: int
    output: str
    error_output: str

    @property
    def succeeded(self) -> bool:
        return self.exit_code == 0

    @property
    def reason(self) -> str:
        """The reason for the failure as a phrase: the last line printed, or how the child ended."""
        lines = [line for line in self.error_output.splitlines() if line.strip()]
        if lines:
            return lines[-1].strip()
        if self.exit_code < 0:
            return f"terminated by signal {signal.Signals(-self.exit_code).name}"
        return f"exit code {self.exit_code}"


class RunningProcess:
    """A child that runs in parallel and dies with us, because ``setpriv`` sets its death signal.

    The kernel ties that signal to the *thread* that starts the child (prctl(2)): start it from a
    thread that outlives it. If we are killed in the few milliseconds before ``setpriv`` has set the
    signal, the child runs on until its own end.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] = CLEAN_ENVIRONMENT,
    ) -> None:
        """Start the child. Raises ``ToolMissing`` when there is no such program."""
        self.argv = tuple(argv)
        if shutil.which(argv[0], path=environment.get("PATH")) is None:
            raise ToolMissing(argv[0])
        bound = ("setpriv", "--pdeathsig", "KILL", "--", *argv)
        self._said = bytearray()
        self._said_of_errors = bytearray()
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            bound,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._descriptor = os.pidfd_open(self._process.pid)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def output(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def poll(self) -> int | None:
        """The exit code once the child has ended, else None; kills what it left in its session."""
        if self._process.returncode is None and _is_readable(self._descriptor):
            # not reaped yet, so the number is still its group's
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            os.close(self._descriptor)
        return self._process.returncode

    def finish(self, timeout: float | None = None, limit: int | None = None) -> ChildOutcome:
        """Wait for the child's end and read its output. Processes that it left in other sessions
        may hold its pipes open; those aren't waited for.

        Raises ``TimeoutError``, and ``OverflowError`` when it prints more than ``limit`` bytes; the
        child then still runs.
        """
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        with selectors.DefaultSelector() as selector:
            for stream, said in self._streams():
                selector.register(stream, selectors.EVENT_READ, said)
            if self.poll() is None:
                self._read_while_it_runs(selector, deadline, limit)
            last = time.monotonic() + _READING_S
            while selector.get_map() and time.monotonic() < last:
                self._read(selector, last, limit)
        self._close()
        texts = (bytes(said).decode("utf-8", "replace") for said in self._all_said())
        return ChildOutcome(self.argv, self._process.returncode, *texts)

    def discard(self) -> None:
        """Kill the child and drop its output."""
        self.kill()
        while self.poll() is None:
            select.select([self._descriptor], [], [])
        self._close()

    def _close(self) -> None:
        for stream, _ in self._streams():
            stream.close()

    def _read_while_it_runs(
        self, selector: selectors.BaseSelector, deadline: float, limit: int | None
    ) -> None:
        selector.register(self._descriptor, selectors.EVENT_READ)
        while not _is_readable(self._descriptor):
            if time.monotonic() >= deadline:
                raise TimeoutError(self.argv[0])
            self._read(selector, deadline, limit)
        selector.unregister(self._descriptor)
        self.poll()

    def _read(self, selector: selectors.BaseSelector, deadline: float, limit: int | None) -> None:
        """Read the available output, once there is some."""
        left = None if deadline == math.inf else max(0.0, deadline - time.monotonic())
        for key, _ in selector.select(left):
            if key.data is None:
                continue
            piece = os.read(key.fd, 1 << 16)
            key.data.extend(piece)
            if not piece:
                selector.unregister(key.fileobj)
        if limit is not None and sum(map(len, self._all_said())) > limit:
            raise OverflowError(self.argv[0])

    def _all_said(self) -> tuple[bytearray, bytearray]:
        return self._said, self._said_of_errors

    def _streams(self) -> list[tuple[IO[bytes], bytearray]]:
        """The streams still being read, each with the output so far."""
        streams = (self._process.stdout, self._process.stderr)
        pairs = zip(streams, self._all_said(), strict=True)
        return [(stream, said) for stream, said in pairs if stream and not stream.closed]

    def catches(self, number: signal.Signals) -> bool:
        """Whether the child has installed a handler for the signal, which would otherwise kill it.

        Source: the mask SigCgt of /proc/PID/status, proc_pid_status(5). False once it has ended.
        """
        try:
            status = Path(f"/proc/{self.pid}/status").read_text("ascii", "replace")
        except OSError:
            return False
        masks = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
        return bool(int(next(masks, "0"), 16) & 1 << number - 1)

    def thread_count(self) -> int:
        """The child's current number of threads, including the main one; 0 once it has ended."""
        try:
            with os.scandir(f"/proc/{self.pid}/task") as tasks:
                return sum(1 for _ in tasks)
        except FileNotFoundError:
            return 0

    def ask_for_state(self) -> bool:
        """Make fio print its statistics so far and continue (SIGUSR1).

        Return False, without sending anything, while it has no handler for the signal.
        """
        listens = self.catches(signal.SIGUSR1) and self.poll() is None
        if listens:
            # To the main thread, whose number is the process's: kill(2) may choose another one,
            # and fio's thread that prints the state ends when a signal interrupts its waiting.
            _LIBC.tgkill(self.pid, self.pid, int(signal.SIGUSR1))
        return listens

    def read_output(self, timeout: float) -> bytes | None:
        """The output since the last call, waiting up to ``timeout`` seconds for some.

        None when there is none yet, empty bytes at the end of the output.
        """
        with selectors.DefaultSelector() as selector:
            selector.register(self.output, selectors.EVENT_READ)
            return os.read(self.output.fileno(), 1 << 16) if selector.select(timeout) else None

    def kill(self) -> None:
        """Kill the child and everything it started in its session."""
        if self.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)


def run(
    argv: Sequence[str],
    *,
    timeout: float,
    limit: int | None = None,
    folder: Path | None = None,
    environment: Mapping[str, str] = CLEAN_ENVIRONMENT,
) -> ChildOutcome:
    """Run a child to its end and return its outcome. ``limit`` bounds the output in bytes, for
    programs that may print a lot.

    Raises ``ToolMissing`` when there is no such program and ``ToolFailed`` when it takes longer
    than ``timeout`` seconds or prints more (it's killed). The caller checks the exit code.
    """
    child = RunningProcess(argv, folder=folder, environment=environment)
    try:
        return child.finish(timeout, limit)
    except TimeoutError:
        raise ToolFailed(argv[0], f"no response within {timeout:g} s") from None
    except OverflowError:
        raise ToolFailed(argv[0], "it prints too much output") from None
    finally:
        child.discard()


def _is_readable(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


class UsedByProgram(NamedTuple):
    """The exit code of a program (negative for a signal), its CPU seconds in user and in kernel
    mode, and the bytes that it read from disks, including children that it waited for."""

    code: int
    user_s: float
    system_s: float
    read_bytes: int


class ForeignProgram:
    """The user's own program as a child: in the user's environment, in its own terminal session,
    without input. Standard output and error both go to the descriptor ``output``.

    It dies with us, but its own children don't; the kernel clears the death signal of a program
    that changes its user. Raises the ``OSError`` of a program that can't be started. Start it from
    the only thread of a process: our own code runs between fork and exec.
    """

    def __init__(
        self, argv: Sequence[str], *, folder: Path, environment: Mapping[str, str], output: int
    ) -> None:
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            argv,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=self._before_exec,  # there is no other thread
        )
        self._descriptor = os.pidfd_open(self._process.pid)

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """The descriptor that becomes readable when the program has ended, pidfd_open(2)."""
        return self._descriptor

    def has_ended(self, timeout: float) -> bool:
        """Wait up to ``timeout`` seconds for the program's end; return whether it has ended."""
        return bool(select.select([self], [], [], timeout)[0])

    def reap(self) -> UsedByProgram:
        """Wait for the program's end."""
        _, status, usage = os.wait4(self.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        os.close(self._descriptor)
        return UsedByProgram(
            self._process.returncode,
            usage.ru_utime,
            usage.ru_stime,
            usage.ru_inblock * _RUSAGE_BLOCK_BYTES,
        )

    @staticmethod
    def _before_exec() -> None:
        """Set the death signal; runs in the child, prctl(2)."""
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))


class TracedProgram(ForeignProgram):
    """A program that we trace: it stops after exec until we resume it, ptrace(2)."""

    @staticmethod
    def _before_exec() -> None:
        ForeignProgram._before_exec()
        _LIBC.ptrace(_PTRACE_TRACEME, 0, None, None)


def start_conversation(
    argv: Sequence[str],
    error_output: IO[bytes],
    *,
    own_terminal_session: bool,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child that exchanges messages with us over its standard input and output.

    It inherits our environment, unless another one is given, and gets no death signal: it finishes
    in its own time on end of file on its input. In its own terminal session it doesn't receive our
    Ctrl-C, but can't ask for a password there either. Raises ``ToolMissing``.
    """
    try:
        return subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=error_output,
            start_new_session=own_terminal_session,
            env=None if environment is None else dict(environment),
        )
    except OSError:
        raise ToolMissing(argv[0]) from None


def own_interpreter() -> tuple[str, ...]:
    """The first words of an argv that runs our own code in a child."""
    return (sys.executable, "-P")
