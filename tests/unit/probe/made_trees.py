"""Made-up computers: small trees with just the files that a test is about."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def write_tree(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """A tree with the given files below ``root``."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def add_disk(root: Path, name: str, number: str, bus: str = "pci/ata1/host0", **files: str) -> Path:
    """A made-up disk of 1 GiB below ``root``, linked from ``sys/block``; gives its folder."""
    folder = root / "sys/devices" / bus / "block" / name
    write_tree(
        folder,
        {
            "dev": number + "\n",
            "size": "2097152\n",
            "stat": "1 0 8 1 1 0 8 1 0 2 2\n",
            **{path.replace("__", "/"): content for path, content in files.items()},
        },
    )
    link = root / "sys/block" / name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(os.path.relpath(folder, link.parent))
    return folder
