"""Everything of this machine that a program could set on disks and memory, to find what changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from storage_tuner_helper.keeping import sysctl_file, udev_rules
from tests.loop_device import files_in

_BLOCK = Path("/sys/block")
_MEMORY = Path("/proc/sys/vm")
_FOLDERS = ("queue", "queue/iosched", "device", "md", "device/power")
_OUR_FILES = (udev_rules.PATH, sysctl_file.PATH)


def machine_settings(*mine: str) -> dict[str, str]:
    """Path → value. Of loop devices only ``mine`` and those that nobody uses: the others may be
    another test's. A free one that somebody uses in between has another ``diskseq`` then."""
    found: dict[str, str] = {}
    for device in _BLOCK.iterdir():
        diskseq = _text(device / "diskseq")
        values = _texts(_settable(device))
        if device.name in mine or _is_as_before(device, diskseq):
            found |= values
    memory = _texts(_files(_MEMORY))
    ours = {path: _text(Path(path)) or "" for path in _OUR_FILES}
    return found | memory | ours


def changed(before: dict[str, str], after: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Path → both values, of what is there both times and on the same disk."""
    others = {
        path.removesuffix("diskseq")
        for path in before.keys() | after.keys()
        if path.endswith("/diskseq") and before.get(path) != after.get(path)
    }
    return {
        path: (before[path], after[path])
        for path in before.keys() & after.keys()
        if before[path] != after[path] and not path.startswith(tuple(others))
    }


def _settable(device: Path) -> Iterator[Path]:
    yield device / "diskseq"
    for folder in _FOLDERS:
        yield from _files(device / folder)


def _files(folder: Path) -> Iterator[Path]:
    """Those that root may both read and write."""
    for file in files_in(folder):
        with suppress(FileNotFoundError):
            mode = file.lstat().st_mode
            if stat.S_ISREG(mode) and mode & stat.S_IWUSR and mode & stat.S_IRUSR:
                yield file


def _is_as_before(device: Path, diskseq: str | None) -> bool:
    """Whether nobody uses it, or has used it since ``diskseq`` was read, if it's a loop device."""
    if not device.name.startswith("loop"):
        return True
    return not (device / "loop").is_dir() and _text(device / "diskseq") == diskseq


def _texts(files: Iterable[Path]) -> dict[str, str]:
    return {str(file): text for file in files if (text := _text(file)) is not None}


def _text(file: Path) -> str | None:
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return os.read(descriptor, 1 << 16).decode("utf-8", "replace")
    except OSError:
        return None
    finally:
        os.close(descriptor)
