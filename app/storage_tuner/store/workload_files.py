"""Reads the TOML files that define workloads: ours and the user's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from storage_tuner.core.errors import UnreadableResult, UnreadableWorkload
from storage_tuner.core.message import Text, sentence
from storage_tuner.store.bounded_reading import read_small_file
from storage_tuner.store.resource_files import resource


@dataclass(frozen=True)
class WorkloadFile:
    """A file's ``text``, or a ``problem`` if it can't be read."""

    path: Path
    text: str
    problem: UnreadableWorkload | None = None


def own_folder() -> Path:
    """The folder of this user's workloads (below ``$XDG_CONFIG_HOME``); it need not exist."""
    return platformdirs.user_config_path("storage-tuner") / "workloads"


def shipped_files() -> tuple[WorkloadFile, ...]:
    """Our files, in the order of their names."""
    return tuple(_files(resource("workloads")))


def own_files(folder: Path | None = None) -> tuple[WorkloadFile, ...]:
    """The files in ``folder`` (default: ``own_folder``), in the order of their names; none if it
    doesn't exist. Unreadable ones are included with their problem."""
    return tuple(_files(folder or own_folder()))


def _files(folder: Path) -> Iterator[WorkloadFile]:
    try:
        paths = sorted(folder.glob("*.toml"))
    except OSError as error:
        yield _unreadable(folder, error.strerror or str(error))
        return
    for path in paths:
        yield _read(path)


def _read(path: Path) -> WorkloadFile:
    try:
        return WorkloadFile(path, read_small_file(path).decode("utf-8-sig"))
    except UnreadableResult as error:
        return _unreadable(path, error.reason)
    except UnicodeDecodeError:
        return _unreadable(path, sentence("it isn't text in UTF-8"))


def _unreadable(path: Path, reason: Text) -> WorkloadFile:
    return WorkloadFile(path, "", UnreadableWorkload(str(path), reason))
