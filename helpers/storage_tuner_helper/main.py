"""The command line of the helper: ``stdio`` or ``bus`` serves, ``recover`` undoes what an earlier
run left behind, ``undo-all`` also undoes what was kept. ``worker`` is for the supervisor only.

Each command imports only what it needs, since opening a session waits for two of these processes.
"""

from __future__ import annotations

import gc
import os
import sys
import syslog
from collections.abc import Callable
from functools import partial
from pathlib import Path

from storage_tuner_helper.files import UnsafeFolder, runtime_folder, state_folder
from storage_tuner_protocol.message import Message

_TRANSPORTS = ("stdio", "bus")
_USAGE = "usage: storage-tuner-helper stdio|bus|recover|undo-all|preview …"


def main(launcher: Path, arguments: list[str]) -> int:
    """Return the exit code: 2 for wrong usage, 1 when something failed."""
    os.umask(0o077)
    os.chdir("/")
    syslog.openlog("storage-tuner-helper", syslog.LOG_PID, syslog.LOG_DAEMON)
    # nothing that is imported is garbage; looking for some takes a sixth of the start
    gc.disable()
    command = _command(launcher, arguments)
    gc.freeze()
    gc.enable()
    return command()


def _command(launcher: Path, arguments: list[str]) -> Callable[[], int]:
    """Import what the command needs, and return it; it returns the exit code."""
    if arguments[:1] == ["preview"]:
        from storage_tuner_helper.keeping import preview

        return partial(preview.run, arguments[1:])
    if os.geteuid() != 0:
        return partial(_complain, "The helper must be started as root.", 1)
    match arguments:
        case [transport] if transport in _TRANSPORTS:
            from storage_tuner_helper import supervisor

            return partial(_supervise, partial(supervisor.run, launcher, transport))
        case ["recover"]:
            from storage_tuner_helper.restoring.recovery import recover

            return partial(_undo, recover)
        case ["undo-all"]:
            from storage_tuner_helper.restoring.restore_all import undo_all

            return partial(_undo, undo_all)
        case ["worker", transport, parent, control] if transport in _TRANSPORTS:
            from storage_tuner_helper import worker

            return lambda: worker.run(
                transport, int(parent), int(control), state_folder(), runtime_folder()
            )
        case _:
            return partial(_complain, _USAGE, 2)


def _supervise(supervise: Callable[[], int]) -> int:
    try:
        return supervise()
    except UnsafeFolder as error:
        return _complain(str(error), 1)


def _undo(step: Callable[[Path, Path], list[Message]]) -> int:
    """Print what ``step`` undid: at boot, before any measurement, or for a person."""
    try:
        messages = step(state_folder(), runtime_folder())
    except (UnsafeFolder, OSError) as error:
        return _complain(str(error), 1)
    for message in messages:
        sys.stdout.write(f"{message}\n")
    return 0


def _complain(sentence: str, exit_code: int) -> int:
    sys.stderr.write(f"{sentence}\n")
    return exit_code
