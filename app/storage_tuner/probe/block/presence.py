"""Checks that a device is still there, and still the same one, cheaply enough to poll."""

from __future__ import annotations

from pathlib import Path


def is_present(name: str, diskseq: int, root: Path = Path("/")) -> bool:
    """Whether ``name`` still stands for the device that had the sequence number ``diskseq``; 0
    where the kernel counts none (before Linux 5.15), so that the name is all there is to go by."""
    folder = root / "sys/block" / name
    if not diskseq:
        return folder.is_dir()
    try:
        return int((folder / "diskseq").read_text(encoding="ascii")) == diskseq
    except (OSError, ValueError):
        return False
