"""Writing a small file, in a thread: the disk that it goes to may be slow."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.store.atomic import write_atomically


class FileWriter(QObject):
    """``saved`` carries the path, ``failed`` the ``StorageTunerError``."""

    saved = Signal(object)
    failed = Signal(object)

    def write(self, path: Path, data: bytes) -> None:
        """Replace ``path`` by ``data``; returns at once."""
        threading.Thread(target=self._write, args=(path, data), name="file").start()

    def _write(self, path: Path, data: bytes) -> None:
        try:
            write_atomically(path, data)
        except StorageTunerError as error:
            self.failed.emit(error)
        else:
            self.saved.emit(path)
