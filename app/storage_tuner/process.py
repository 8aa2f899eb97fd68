"""The one door for child processes: argv lists only, nothing inherits our standard input.

A finished process is a value. Whoever starts a child says how long it may take, or keeps a
``RunningProcess`` and is responsible for it.
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
from typing import IO

import storage_tuner_protocol
from storage_tuner.core.errors import ToolFailed, ToolMissing

CLEAN_ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
"""For tools whose output we read: no translation, no option variables of theirs."""

OWN_FOLDERS = tuple(
    dict.fromkeys(
        str(Path(file).resolve().parents[1]) for file in (__file__, storage_tuner_protocol.__file__)
    )
)
"""Where our packages are: of a wheel one folder, of a checkout or the Debian package two."""

_READING_S = 2.0
"""What is in the pipes when a child has ended takes milliseconds to read."""

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class ChildOutcome:
    """How a child ended. ``exit_code`` is negative for a signal, as in ``subprocess``."""

    argv: tuple[str, ...]
    exit_code: int
    output: str
    error_output: str

    @property
    def succeeded(self) -> bool:
        return self.exit_code == 0

    @property
    def reason(self) -> str:
        """Why it failed, as a phrase: the last line it said, or how it ended."""
        lines = [line for line in self.error_output.splitlines() if line.strip()]
        if lines:
            return lines[-1].strip()
        if self.exit_code < 0:
            return f"terminated by signal {signal.Signals(-self.exit_code).name}"
        return f"exit code {self.exit_code}"


class RunningProcess:
    """A child that runs beside us; dies with us, because ``setpriv`` sets its death signal.

    The kernel ties that signal to the *thread* that starts the child (prctl(2)): start it from a
    thread that outlives it. Who is killed in the few milliseconds until ``setpriv`` has set the
    signal leaves the child running until its own end.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] = CLEAN_ENVIRONMENT,
    ) -> None:
        """Start it; ``ToolMissing`` when there is no such program."""
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
        """The exit code once it has ended; what it left running in its session ends then, too."""
        if self._process.returncode is None and _is_readable(self._descriptor):
            # not reaped yet, so the number is still its group's
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            os.close(self._descriptor)
        return self._process.returncode

    def finish(self, timeout: float | None = None, limit: int | None = None) -> ChildOutcome:
        """Wait for its end and read what it says. What it left behind in other sessions may hold
        its pipes: nobody waits for that.

        Raises ``TimeoutError``, and ``OverflowError`` when it says more than ``limit`` bytes; the
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
        """End it, and hear no more of it."""
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
        """What there is, once there is something."""
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
        """Those that are still read, each with what has come from it."""
        streams = (self._process.stdout, self._process.stderr)
        pairs = zip(streams, self._all_said(), strict=True)
        return [(stream, said) for stream, said in pairs if stream and not stream.closed]

    def catches(self, number: signal.Signals) -> bool:
        """Whether the child has a handler for the signal by now; without one it would die of it.

        Source: the mask SigCgt of /proc/PID/status, proc_pid_status(5). False once it has ended.
        """
        try:
            status = Path(f"/proc/{self.pid}/status").read_text("ascii", "replace")
        except OSError:
            return False
        masks = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
        return bool(int(next(masks, "0"), 16) & 1 << number - 1)

    def thread_count(self) -> int:
        """How many threads the child has now, its main one included; 0 once it has ended."""
        try:
            with os.scandir(f"/proc/{self.pid}/task") as tasks:
                return sum(1 for _ in tasks)
        except FileNotFoundError:
            return 0

    def ask_for_state(self) -> bool:
        """Ask it to tell what it has done so far and to go on (SIGUSR1), as fio understands it.

        False, and nothing is sent, when it doesn't listen (yet).
        """
        listens = self.catches(signal.SIGUSR1) and self.poll() is None
        if listens:
            # To the main thread, whose number is the process's: kill(2) may choose another one,
            # and fio's thread that prints the state ends when a signal interrupts its waiting.
            _LIBC.tgkill(self.pid, self.pid, int(signal.SIGUSR1))
        return listens

    def read_output(self, timeout: float) -> bytes | None:
        """What it said since the last time, waiting up to ``timeout`` seconds for something.

        None when it says nothing, no bytes when it never will again.
        """
        with selectors.DefaultSelector() as selector:
            selector.register(self.output, selectors.EVENT_READ)
            return os.read(self.output.fileno(), 1 << 16) if selector.select(timeout) else None

    def kill(self) -> None:
        """With all that it started in its session."""
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
    """Run a child to its end and give back what it said; at most ``limit`` bytes of a program that
    isn't trusted to say little.

    Raises ``ToolMissing`` when there is no such program and ``ToolFailed`` when it takes longer
    than ``timeout`` seconds or says more (it's killed). A non-zero exit code is the caller's to
    judge.
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


class ForeignProgram:
    """The user's own program, a child of ours: in his environment, in a terminal session of its
    own, without input. What it says goes to the descriptor ``output``, all in one.

    It dies with us (not so its own children); of a program that changes its user the kernel takes
    that away. Raises the ``OSError`` of a program that can't be started. Start it from the main
    thread of a process that has no other: between fork and exec there is our own code.
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
            preexec_fn=_die_with_parent,  # there is no other thread
        )
        self._descriptor = os.pidfd_open(self._process.pid)

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """Becomes readable when the program has ended, pidfd_open(2)."""
        return self._descriptor

    def has_ended(self, timeout: float) -> bool:
        """Wait up to ``timeout`` seconds for its end."""
        return bool(select.select([self], [], [], timeout)[0])

    def reap(self) -> tuple[int, float, float]:
        """Wait for its end. Exit code (negative for a signal), and the seconds that it and those of
        its children that it waited for spent in their own code and in the kernel."""
        _, status, usage = os.wait4(self.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        os.close(self._descriptor)
        return self._process.returncode, usage.ru_utime, usage.ru_stime


def _die_with_parent() -> None:
    """In the child before exec; prctl(2)."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))


def start_conversation(
    argv: Sequence[str],
    error_output: IO[bytes],
    *,
    own_terminal_session: bool,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child that we talk with over its standard input and output.

    It inherits our environment, unless another one is given, and gets no death signal: end of file
    on its input is what tells it to finish, in its own time. In a terminal session of its own it
    isn't hit by our Ctrl-C, but can't ask for a password there either. Raises ``ToolMissing``.
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
    """The start of an argv that runs our own code in a child."""
    return (sys.executable, "-P")
