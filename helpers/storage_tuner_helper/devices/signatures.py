"""Recognises the contents of a disk with util-linux: file systems, partition tables, members of
arrays and volume groups, encrypted volumes."""

from __future__ import annotations

import os
import re
import subprocess

from storage_tuner_helper.errors import NoAnswer, NotSupported
from storage_tuner_protocol.message import said

WIPEFS = "/usr/sbin/wipefs"
_SECONDS = 20.0
_NAME = re.compile(r"[A-Za-z0-9_.+-]{1,32}", re.ASCII)


def found_on(descriptor: int) -> list[str]:
    """Return the kinds of all signatures on the open disk, including partly damaged ones. Only
    reads. Raises ``NotSupported`` without util-linux's wipefs and ``NoAnswer`` when it fails."""
    if not os.access(WIPEFS, os.X_OK):
        raise NotSupported(
            said(
                "{program} is missing, so the contents of a disk can't be checked.", program=WIPEFS
            )
        )
    try:
        asked = subprocess.run(
            [WIPEFS, "--no-act", "--noheadings", "--output=TYPE", f"/proc/self/fd/{descriptor}"],
            cwd="/",
            env={},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            pass_fds=(descriptor,),
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        raise NoAnswer(said("wipefs doesn't report what is on the disk.")) from None
    if asked.returncode or asked.stderr:
        raise NoAnswer(said("wipefs couldn't read the disk."))
    lines = asked.stdout.decode("ascii", "replace").split("\n")
    return [_printable(line.strip()) for line in lines if line.strip()]


def _printable(name: str) -> str:
    return name if _NAME.fullmatch(name) else "something"
