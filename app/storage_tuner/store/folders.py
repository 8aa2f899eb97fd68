"""Sessions with their places, and the folder in which earlier versions kept a ``results.json``
each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord


@dataclass(frozen=True)
class StoredSession:
    """``path`` is its file; of a kept run that of all runs, with its identifier below."""

    path: Path
    record: SessionRecord


@dataclass(frozen=True)
class StoredSessions:
    """What a folder holds: sessions newest first, and why other files there can't be read."""

    sessions: tuple[StoredSession, ...]
    damaged: tuple[UnreadableResult, ...]


def sessions_folder() -> Path:
    """Where earlier versions kept them (below ``$XDG_DATA_HOME``); it need not exist."""
    return platformdirs.user_data_path("storage-tuner") / "sessions"
