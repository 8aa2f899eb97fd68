"""Checks that a device is still there, and still the same one, cheaply enough to poll."""

from __future__ import annotations

from pathlib import Path


def is_present(name: str, diskseq: int, root: Path = Path("/")) -> bool:
    """Return whether ``name`` still refers to the device with the sequence number ``diskseq``,
    which is 0 where the kernel doesn't count (before Linux 5.15): then only the name is
    compared."""
    folder = root / "sys/block" / name
    if not diskseq:
        return folder.is_dir()
    try:
        return int((folder / "diskseq").read_text(encoding="ascii")) == diskseq
    except (OSError, ValueError):
        return False
