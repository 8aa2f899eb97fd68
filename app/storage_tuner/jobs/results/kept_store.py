"""The kept runs, opened when they are first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage_tuner.store.database.run_store import RunStore


class KeptStore:
    """For one thread: a file is closed by the thread that opened it."""

    def __init__(self) -> None:
        self._store: RunStore | None = None

    def opened(self) -> RunStore:
        # the window starts faster without the database
        from storage_tuner.store.database.run_store import open_runs

        if self._store is not None and self._store.read_only:
            self.close()  # there may be space again
        if self._store is None:
            self._store = open_runs()
        return self._store

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None
