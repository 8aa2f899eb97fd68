"""What is kept among the runs, for tests to look at."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.store.database.run_store import open_runs
from storage_tuner.store.folders import StoredSession
from storage_tuner.store.kept_sessions import sessions_of


def kept_runs(file: Path | None = None) -> tuple[StoredSession, ...]:
    """Newest first; ``file`` instead of this user's."""
    with open_runs(file) as runs:
        return tuple(sessions_of(runs, runs.listed()))
