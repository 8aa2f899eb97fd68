"""The newest kept sessions of each disk, for all who show them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.jobs.results.newest_results import NewestResults, newest_results
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.jobs import RunJobs


class StoredResults(QObject):
    """``loaded`` is emitted when they were read, or can't be."""

    loaded = Signal()

    def __init__(self, jobs: RunJobs) -> None:
        super().__init__()
        self._jobs = jobs
        self._results = NewestResults()
        self.is_loaded = False
        """Whether they were read at least once."""
        self._is_loading = False

    def load(self) -> None:
        """Read them; does nothing while that is under way."""
        if not self._is_loading:
            self._is_loading = True
            read = self._jobs.with_runs(partial(newest_results, self._results))
            self._jobs.start(read, self._note, lambda _: self._note(self._results))

    def finish(self) -> None:
        self._jobs.finish()

    def newest(self, device: Device | None) -> StoredSession | None:
        """As ``NewestResults.newest``."""
        return self._results.newest(device)

    def newest_comparison(self, device: Device) -> StoredSession | None:
        """As ``NewestResults.newest_comparison``."""
        return self._results.newest_comparison(device)

    def _note(self, results: NewestResults) -> None:
        self._results = results
        self.is_loaded, self._is_loading = True, False
        self.loaded.emit()
