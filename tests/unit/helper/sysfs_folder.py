"""A folder made like a block device's in sysfs, pinned as the helper pins a real one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from storage_tuner_helper.devices.sysfs import PinnedDevice

DISKSEQ = 7


class MadeDevice(PinnedDevice):
    """Its files have the last value that was written, as the kernel's have, and nothing after."""

    def write_once(self, attribute: str, value: str) -> None:
        super().write_once(attribute, value)
        os.truncate(f"/proc/self/fd/{self._folder}/{attribute}", len(value))


def make_folder(folder: Path, name: str, attributes: Mapping[str, str]) -> Path:
    """With ``attributes`` (path below it: text)."""
    place = folder / name
    for attribute, text in {"diskseq": str(DISKSEQ), **attributes}.items():
        (place / attribute).parent.mkdir(parents=True, exist_ok=True)
        (place / attribute).write_text(f"{text}\n", encoding="utf-8")
    return place


@contextmanager
def made_device(folder: Path, name: str, attributes: Mapping[str, str]) -> Iterator[MadeDevice]:
    """A device called ``name`` that has ``attributes`` (path below its folder: text)."""
    place = make_folder(folder, name, attributes)
    descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield MadeDevice(name, DISKSEQ, descriptor)
    finally:
        os.close(descriptor)
