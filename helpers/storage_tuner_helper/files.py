"""Folders and small records that only root can read, written atomically."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import stat
from pathlib import Path
from typing import Any

from storage_tuner_helper.errors import KernelRefused, NoSpace
from storage_tuner_protocol.message import said

STATE_FALLBACK = "/var/lib/storage-tuner"
RUNTIME_FALLBACK = "/run/storage-tuner"

_NEW = ".new"
_SAFELY = os.O_CLOEXEC | os.O_NOFOLLOW


class UnsafeFolder(Exception):
    """A folder that must belong to root alone doesn't."""


def state_folder() -> Path:
    """Return the folder of snapshots and practice disks; create it if needed. Raises
    ``UnsafeFolder``."""
    return private_folder(Path(os.environ.get("STATE_DIRECTORY") or STATE_FALLBACK))


def runtime_folder() -> Path:
    """Return the folder of fio's working folders; create it if needed. Raises ``UnsafeFolder``."""
    return private_folder(Path(os.environ.get("RUNTIME_DIRECTORY") or RUNTIME_FALLBACK))


def private_folder(path: Path) -> Path:
    """Create ``path`` as a folder of ours with mode 0700; a link or another user's folder is
    refused."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    path.mkdir(exist_ok=True, mode=0o700)
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
        raise UnsafeFolder(f"{path} is not a folder of root's.")
    if stat.S_IMODE(status.st_mode) != 0o700:
        path.chmod(0o700)
    return path


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Replace ``path`` by ``record`` as JSON; it's on disk, with its folder, when this returns. A
    failed write leaves nothing behind; ``remove_half_written`` removes what a killed one leaves."""
    new = path.with_name(path.name + _NEW)
    with os.fdopen(_open_locked(new), "w", encoding="utf-8") as file:
        try:
            json.dump(record, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
            new.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
    sync_folder(path.parent)


def remove_half_written(folder: Path) -> None:
    """Remove files that killed writers of records left in ``folder``, but none that is being
    written."""
    for path in folder.glob(f"*{_NEW}"):
        with contextlib.suppress(OSError):
            descriptor = os.open(path, os.O_RDONLY | _SAFELY | os.O_NONBLOCK)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if is_at(path, descriptor):
                    path.unlink()
            finally:
                os.close(descriptor)


def _open_locked(path: Path) -> int:
    """Open an empty file for writing; its lock shows others that it isn't left over."""
    while True:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | _SAFELY, 0o600)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        if is_at(path, descriptor):
            os.ftruncate(descriptor, 0)
            return descriptor
        # another process removed it as left over, or renamed it, before we locked it
        os.close(descriptor)


def is_at(path: Path, descriptor: int) -> bool:
    """Return whether ``path`` still names the open file."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(found, os.fstat(descriptor))


def read_record(path: Path) -> dict[str, Any]:
    """Return a record that ``write_record`` wrote. Raises ``ValueError`` if it's no JSON object."""
    record = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(record, dict):
        raise ValueError(path.name)
    return record


def remove_record(path: Path) -> None:
    """Remove ``path`` durably; it may be gone already."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def storing_refusal(error: OSError) -> NoSpace | KernelRefused:
    """The refusal for a client when the state folder can't store a record."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return NoSpace(said("The helper's state folder has no free space."))
    return KernelRefused(
        said("The helper's state folder can't be written: {reason}.", reason=error.strerror)
    )


def sync_folder(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
