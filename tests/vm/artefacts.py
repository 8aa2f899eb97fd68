"""What takes long to make and is made once: kept in a cache folder under a key of its recipe."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

KEY_LENGTH = 16


def cache_folder() -> Path:
    """``STORAGE_TUNER_VM_CACHE``, else a folder of ours in the user's cache folder."""
    given = os.environ.get("STORAGE_TUNER_VM_CACHE")
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(given) if given else default / "storage-tuner-tests" / "vm"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def key(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:KEY_LENGTH]


def texts(files: Iterable[Path]) -> str:
    """Names and contents, for a key."""
    return "\0".join(f"{file.name}\0{file.read_text(encoding='utf-8')}" for file in sorted(files))


def artefact(name: str, key: str, make: Callable[[Path], object]) -> Path:
    """The folder of ``name`` with this key. ``make`` fills a new one if there is none; whatever
    stops it, nothing half-made is ever found. Those with older keys are removed."""
    cache = cache_folder()
    folder = cache / f"{name}-{key}"
    with locked(name):
        if not folder.is_dir():
            for old in cache.glob(f"{name}-{'?' * KEY_LENGTH}*"):
                shutil.rmtree(old)
            _make(name, folder, make)
    return folder


@contextmanager
def locked(name: str) -> Iterator[None]:
    """One process at a time makes ``name``; the others wait."""
    with (cache_folder() / f"{name}.lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make(name: str, folder: Path, make: Callable[[Path], object]) -> None:
    new = folder.with_name(f"{folder.name}.new")
    new.mkdir()
    started = time.monotonic()
    make(new)
    new.rename(folder)
    print(f"made {name} in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
