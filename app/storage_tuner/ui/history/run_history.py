"""The kept runs as all lists of the window have them in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from storage_tuner.ui.jobs import Failed, Result, RunJobs

if TYPE_CHECKING:
    from storage_tuner.store.database.run_store import RunStore


class RunHistory(QObject):
    """``listing`` lists and changes runs; ``judging`` does slower work. ``changed``: lists must be
    reloaded."""

    changed = Signal()

    def __init__(self, listing: RunJobs, judging: RunJobs) -> None:
        super().__init__()
        self.listing = listing
        self.judging = judging

    def change(
        self,
        job: Callable[[RunStore], Result],
        done: Callable[[Result], object],
        failed: Failed,
    ) -> None:
        """Do ``job``; ``changed`` follows in any case."""
        self.listing.start(self.listing.with_runs(job), done, failed)
        self.listing.start(lambda: None, lambda _: self.changed.emit())

    def note_change(self) -> None:
        """Somebody else has kept, or changed, a run."""
        self.changed.emit()

    def finish(self) -> None:
        self.listing.finish()
        self.judging.finish()
