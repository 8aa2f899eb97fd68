"""A file of ours among the system's settings: checked when read, replaced as a whole."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from storage_tuner_helper.errors import EditedByHand, KernelRefused, NoSpace
from storage_tuner_helper.files import sync_folder
from storage_tuner_protocol.message import said

_MAXIMUM_BYTES = 1 << 20


class OwnFile:
    """A file that all users may read, and that only root may have written."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._new = self.path.with_name(f"{self.path.name}.new")

    def read(self) -> str:
        """Return its text; empty if it doesn't exist. Raises ``EditedByHand`` for a link, for a
        file that other users could have written, and for anything else that we don't write."""
        try:
            descriptor = os.open(
                self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            )
        except FileNotFoundError:
            return ""
        except OSError:
            raise EditedByHand(str(self.path)) from None
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            data = file.read(_MAXIMUM_BYTES + 1) if _is_roots(status) else b"\xff"
        try:
            text = data.decode("ascii")
        except UnicodeDecodeError:
            raise EditedByHand(str(self.path)) from None
        if len(data) > _MAXIMUM_BYTES:
            raise EditedByHand(str(self.path))
        return text

    def write(self, text: str) -> None:
        """Replace the file's text, or remove the file if ``text`` is empty; it's on disk, with its
        folder, when this returns. Raises ``NoSpace`` or ``KernelRefused``."""
        try:
            if text:
                self._replace(text)
            else:
                self.path.unlink(missing_ok=True)
            sync_folder(self.path.parent)
        except OSError as error:
            raise self._refusal(error) from None

    def remove_half_written(self) -> None:
        """Remove temporary files of a killed helper; no program reads files of that name."""
        self._new.unlink(missing_ok=True)

    def _replace(self, text: str) -> None:
        self.remove_half_written()
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            with os.fdopen(os.open(self._new, flags, 0o644), "wb") as file:
                os.fchmod(file.fileno(), 0o644)
                file.write(text.encode("ascii"))
                file.flush()
                os.fsync(file.fileno())
            self._new.replace(self.path)
        except BaseException:
            self.remove_half_written()
            raise

    def _refusal(self, error: OSError) -> NoSpace | KernelRefused:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return NoSpace(said("There is no free space for {path}.", path=self.path))
        return KernelRefused(
            said("{path} can't be written: {reason}.", path=self.path, reason=error.strerror)
        )


def _is_roots(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) and status.st_uid == 0 and not status.st_mode & 0o022
