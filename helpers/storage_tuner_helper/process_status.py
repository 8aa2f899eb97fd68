"""Masks of signals and capabilities in a process's status, proc_pid_status(5)."""

from __future__ import annotations

from pathlib import Path

OWN = Path("/proc/self/status")


def mask_in(status: Path, name: str) -> int:
    """Return the mask ``name``, such as CapEff or SigCgt; 0 if there is none. Raises
    ``OSError``."""
    for line in status.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1], 16)
    return 0
