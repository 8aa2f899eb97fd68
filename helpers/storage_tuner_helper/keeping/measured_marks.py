"""Marks for udev's rules: the devices being measured, so that no rule undoes a value under test.

Our own rules skip a device while ``/run/storage-tuner/measuring/<name>`` exists.
"""

from __future__ import annotations

from pathlib import Path

from storage_tuner_helper.files import private_folder


class Marks:
    """The folder with an empty file for every device that a session is open on."""

    def __init__(self, runtime: Path) -> None:
        self._path = private_folder(runtime / "measuring")

    def put(self, device: str) -> None:
        (self._path / device).touch(mode=0o600)

    def remove(self, device: str) -> None:
        (self._path / device).unlink(missing_ok=True)

    def all(self) -> set[str]:
        return {entry.name for entry in self._path.iterdir()}
