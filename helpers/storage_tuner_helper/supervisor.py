"""The small process above the worker: when the worker is killed, it restores the settings at once.

When this process is killed, the worker gets SIGTERM from the kernel (its death signal) and restores
the settings itself. When both are killed, as systemd does with the remaining one, the unit's
``ExecStopPost`` (``recover``) restores them at once; without systemd, the next start of a helper
does.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import syslog
from pathlib import Path
from types import FrameType

from storage_tuner_helper.death_signal import SETPRIV
from storage_tuner_helper.files import runtime_folder, state_folder
from storage_tuner_helper.health import smartctl_service
from storage_tuner_helper.process_status import OWN, mask_in
from storage_tuner_helper.restoring.recovery import recover

ENDING_SIGNALS = (signal.SIGTERM,)
TERMINAL_SIGNALS = (signal.SIGINT, signal.SIGHUP)
"""Signals that a terminal sends to its whole process group, which includes us below pkexec. The
application handles them by leaving, and end of file then ends us; ending at once would spoil its
stop. Their handler does nothing: fio would inherit ignored signals, and we end fio by one of
them."""
HANDLED_SIGNALS = (*ENDING_SIGNALS, *TERMINAL_SIGNALS)


def run(launcher: Path, transport: str) -> int:
    """Start a worker, wait for its end and undo what a killed one left; return the exit code."""
    state, runtime = state_folder(), runtime_folder()
    # The worker inherits the blocked signals and unblocks them once it can handle them.
    signal.pthread_sigmask(signal.SIG_BLOCK, HANDLED_SIGNALS)
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    with theirs:
        control = theirs.fileno()
        worker = subprocess.Popen(
            _worker_arguments(launcher, transport, control), pass_fds=(control,)
        )
    # its threads keep the signals blocked, so that this thread receives them
    smartctl_service.start(ours)
    _forward_signals(worker)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDLED_SIGNALS)
    exit_code = worker.wait()
    _forward_signals(None)
    if exit_code != 0:
        for message in recover(state, runtime):
            syslog.syslog(syslog.LOG_WARNING, str(message))
    return 0 if exit_code == 0 else 1


def _worker_arguments(launcher: Path, transport: str, control: int) -> list[str]:
    """Return the worker's command line. The worker dies as soon as we do, and has no capabilities:
    root's user id suffices for everything except querying drives, which it requests from us."""
    # the kernel would refuse an empty list of capabilities to drop
    has_any = mask_in(OWN, "CapBnd") != 0
    return [
        SETPRIV,
        "--pdeathsig",
        "TERM",
        "--no-new-privs",
        *(["--bounding-set=-all", "--inh-caps=-all"] if has_any else []),
        "--",
        sys.executable,
        "-I",
        str(launcher),
        "worker",
        transport,
        str(os.getpid()),
        str(control),
    ]


def nothing_to_do(_number: int, _frame: FrameType | None) -> None:
    """Ignore a signal that another process handles."""


def _forward_signals(worker: subprocess.Popen[bytes] | None) -> None:
    """Forward signals that end a process to the worker; None: ignore them."""

    def forward(_number: int, _frame: FrameType | None) -> None:
        if worker and worker.returncode is None:
            worker.send_signal(signal.SIGTERM)

    for number in ENDING_SIGNALS:
        signal.signal(number, forward)
    for number in TERMINAL_SIGNALS:
        signal.signal(number, nothing_to_do)
