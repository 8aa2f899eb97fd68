"""The kind of file system a folder is on."""

from __future__ import annotations

import os
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")


def kind_of(folder: Path) -> str:
    """The kind, such as ``ext4``; empty when the kernel's table of mounts (proc_pid_mountinfo(5))
    lacks the folder's device number, as with btrfs."""
    number = folder.stat().st_dev
    wanted = f"{os.major(number)}:{os.minor(number)}"
    for line in _MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines():
        mount, _, source = line.partition(" - ")
        if mount.split()[2] == wanted:
            return source.split()[0]
    return ""
