"""A thread of its own for what takes time with the kept runs."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.sentence import sentence
from storage_tuner.jobs.unexpected import unexpected

if TYPE_CHECKING:
    from storage_tuner.store.database.run_store import RunStore

_log = logging.getLogger(__name__)
_AS_BEFORE = sentence("The kept results are as they were. The log has the details.")


class RunDesk:
    """Does one thing after the other with the kept runs, which it opens when they are first asked
    for. ``refuse`` is called in its thread."""

    def __init__(self, name: str, refuse: Callable[[StorageTunerError], None]) -> None:
        self._name = name
        self._refuse = refuse
        self._store: RunStore | None = None
        self._worker: ThreadPoolExecutor | None = None
        self._is_over = False

    def submit(
        self,
        work: Callable[[RunStore], None],
        refuse: Callable[[StorageTunerError], None] | None = None,
    ) -> None:
        """``refuse`` is called instead of the desk's own."""
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, self._name)
        self._worker.submit(self.do, work, refuse)

    def finish(self) -> None:
        """What isn't begun yet isn't done."""
        self._is_over = True
        if self._worker is not None:
            self._worker.submit(self._close)
            self._worker.shutdown()
            self._worker = None

    def do(
        self,
        work: Callable[[RunStore], None],
        refuse: Callable[[StorageTunerError], None] | None = None,
    ) -> None:
        """In the thread of the caller."""
        if self._is_over:
            return
        refuse = refuse or self._refuse
        try:
            work(self._opened())
        except StorageTunerError as error:
            refuse(error)
        except Exception as error:
            _log.exception("unexpected error")
            refuse(unexpected(error, _AS_BEFORE))

    def _opened(self) -> RunStore:
        # the window comes sooner without the database
        from storage_tuner.store.database.run_store import open_runs

        if self._store is not None and self._store.read_only:
            self._close()  # there may be room meanwhile
        if self._store is None:
            self._store = open_runs()
        return self._store

    def _close(self) -> None:
        """A file is closed by the thread that opened it."""
        if self._store is not None:
            self._store.close()
            self._store = None
