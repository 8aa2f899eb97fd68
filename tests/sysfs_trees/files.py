"""Writes files and links of a made-up computer, with as few system calls as it can be done."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write ``files`` below ``folder``; their names are relative paths. A text gets a line end, as
    the kernel writes one."""
    made: set[str] = set()
    for name, content in files.items():
        path = f"{folder}/{name}"
        parent = path.rpartition("/")[0]
        if parent not in made:
            Path(parent).mkdir(parents=True, exist_ok=True)
            made.add(parent)
        descriptor = os.open(path, _FLAGS, 0o644)
        os.write(descriptor, content if isinstance(content, bytes) else f"{content}\n".encode())
        os.close(descriptor)


def make_link(link: Path, target: Path) -> None:
    """A relative link to ``target``, which is given as a path that starts where ``link`` does."""
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(os.path.relpath(target, link.parent))
