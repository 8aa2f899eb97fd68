"""The start of a command line for a program that must not outlive this process."""

from __future__ import annotations

import os
from collections.abc import Sequence

SETPRIV = "/usr/bin/setpriv"
_ONLY_BELOW = ("/bin/sh", "-c", '[ "$PPID" = "$0" ] && exec /usr/bin/env -i "$@"')
"""Runs the program in the arguments after the first, which is a process's number, if that process
started us. A shell sets variables of its own."""


def dying_with_us(capability_options: Sequence[str] = ()) -> tuple[str, ...]:
    """Return what to put before a program and its arguments. The program is killed when we are,
    gains no privileges, and gets an empty environment; if we are killed before its death signal is
    set, it isn't started. ``capability_options`` are for setpriv(1).

    The kernel ties the death signal to the thread that starts the program, prctl(2).
    """
    return (
        SETPRIV,
        "--pdeathsig",
        "KILL",
        "--no-new-privs",
        *capability_options,
        "--",
        *_ONLY_BELOW,
        str(os.getpid()),
    )
