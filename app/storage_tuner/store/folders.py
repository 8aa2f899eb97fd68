"""Sessions with their paths, and the folder in which earlier versions kept a ``results.json`` for
each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord


@dataclass(frozen=True)
class StoredSession:
    """A session with its ``path``; for a kept run, the file of all runs followed by the
    identifier."""

    path: Path
    record: SessionRecord


@dataclass(frozen=True)
class StoredSessions:
    """The sessions of a folder, newest first, and the reasons why other files can't be read."""

    sessions: tuple[StoredSession, ...]
    damaged: tuple[UnreadableResult, ...]


def sessions_folder() -> Path:
    """The folder of earlier versions' sessions (below ``$XDG_DATA_HOME``); it need not exist."""
    return platformdirs.user_data_path("storage-tuner") / "sessions"
