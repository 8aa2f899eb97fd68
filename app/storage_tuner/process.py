"""The one door for child processes: argv lists only, nothing inherits our standard input.

A finished process is a value. Whoever starts a child says how long it may take, or keeps a
``RunningProcess`` and is responsible for it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from storage_tuner.core.errors import ToolFailed, ToolMissing

CLEAN_ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
"""For tools whose output we read: no translation, no option variables of theirs."""


@dataclass(frozen=True)
class Outcome:
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
            return f"ended by signal {signal.Signals(-self.exit_code).name}"
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
        error_output: int = subprocess.PIPE,
    ) -> None:
        """Start it; ``ToolMissing`` when there is no such program."""
        self.argv = tuple(argv)
        if shutil.which(argv[0], path=environment.get("PATH")) is None:
            raise ToolMissing(argv[0])
        bound = ("setpriv", "--pdeathsig", "KILL", "--", *argv)
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            bound,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=error_output,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def output(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def poll(self) -> int | None:
        return self._process.poll()

    def finish(self, timeout: float | None = None) -> Outcome:
        """Read to the end. Raises ``TimeoutError``; the child then still runs."""
        try:
            output, error_output = self._process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            raise TimeoutError(self.argv[0]) from None
        return Outcome(
            self.argv,
            self._process.returncode,
            (output or b"").decode("utf-8", "replace"),
            (error_output or b"").decode("utf-8", "replace"),
        )

    def interrupt(self) -> None:
        """Ask it to end (SIGINT); fio then still writes what it measured."""
        self._signal(signal.SIGINT)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, number)


def run(
    argv: Sequence[str],
    *,
    timeout: float,
    folder: Path | None = None,
    environment: Mapping[str, str] = CLEAN_ENVIRONMENT,
) -> Outcome:
    """Run a child to its end and give back what it said.

    Raises ``ToolMissing`` when there is no such program and ``ToolFailed`` when it takes longer
    than ``timeout`` seconds (it's killed). A non-zero exit code is the caller's to judge.
    """
    child = RunningProcess(argv, folder=folder, environment=environment)
    try:
        return child.finish(timeout)
    except BaseException as error:
        child.kill()
        child.finish()
        if isinstance(error, TimeoutError):
            raise ToolFailed(argv[0], f"no answer within {timeout:g} s") from None
        raise


def start_conversation(
    argv: Sequence[str], error_output: IO[bytes], *, own_terminal_session: bool
) -> subprocess.Popen[bytes]:
    """Start a child that we talk with over its standard input and output.

    It inherits our environment and gets no death signal: end of file on its input is what tells it
    to finish, in its own time. In a terminal session of its own it isn't hit by our Ctrl-C, but
    can't ask for a password there either. Raises ``ToolMissing``.
    """
    try:
        return subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=error_output,
            start_new_session=own_terminal_session,
        )
    except OSError:
        raise ToolMissing(argv[0]) from None


def own_interpreter() -> tuple[str, ...]:
    """The start of an argv that runs our own code in a child."""
    return (sys.executable, "-P")
