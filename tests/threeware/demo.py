"""The real application on a computer that has a 3ware controller, as far as it can tell.

    python -m tests.threeware.demo [--state WORD] [WORD…]

opens the window, or runs a command of ``storage-tuner`` (``devices``, ``sweep sda …``). The
controller is the stand-in of tw_cli, its unit u0 is a loop device called sda; nothing of this
computer is touched, but for the settings and the store of this user. ``--state`` is how the unit
is: ok, rebuilding, verifying, no-battery. Needs root.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.loop_device import MEBIBYTE, attached_loop, scratch_folder
from tests.packages import PACKAGES
from tests.threeware.machines import (
    Description,
    controller,
    install,
    legs,
    machine,
    unit,
)
from tests.threeware.room import Disk, command

PROJECT = Path(__file__).parents[2]
SIZE_BYTES = 1024 * MEBIBYTE


def mirror(gib: float, **more: object) -> Description:
    """A RAID 1 of two drives as the unit u0."""
    return {**unit("u0", gib=gib, legs=legs("u0", "p0", "p1", gib=gib)), **more}


def ready(gib: float) -> Description:
    return machine(controller(units=[mirror(gib)]))


def rebuilding(gib: float) -> Description:
    return machine(controller(units=[mirror(gib, status="REBUILDING", rebuilt=12, step=1)]))


def verifying(gib: float) -> Description:
    return machine(controller(units=[mirror(gib, status="VERIFYING", verified=64, step=3)]))


def without_battery(gib: float) -> Description:
    return machine(controller(units=[mirror(gib)], bbu=None))


STATES: dict[str, Callable[[float], Description]] = {
    "ok": ready,
    "rebuilding": rebuilding,
    "verifying": verifying,
    "no-battery": without_battery,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.threeware.demo")
    parser.add_argument("--state", choices=STATES, default="ok")
    arguments, words = parser.parse_known_args()
    with scratch_folder() as folder, attached_loop(folder, SIZE_BYTES) as loop:
        install(folder / "3ware", STATES[arguments.state](SIZE_BYTES / 2**30))
        program = [sys.executable, "-m", "storage_tuner", *words]
        entered = command(folder / "3ware", [Disk("sda", loop.name)], program)
        paths = os.pathsep.join((PACKAGES, str(PROJECT)))
        return subprocess.run(entered, env={**os.environ, "PYTHONPATH": paths}).returncode


if __name__ == "__main__":
    sys.exit(main())
