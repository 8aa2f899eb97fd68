"""Kept runs laid side by side, in a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.verdict import Judgement
from storage_tuner.services.qt_history import Opened, opened
from storage_tuner.services.run_desk import RunDesk

if TYPE_CHECKING:
    from storage_tuner.jobs.run_comparison import Lineup
    from storage_tuner.store.database.run_store import RunStore

Naming = Callable[[Sequence[Opened]], Sequence[str]]
"""Gives each a name of its own."""


@dataclass(frozen=True)
class Compared:
    """Runs side by side, and those ``shown`` of their variants judged; the labels of ``lineup``
    are those of ``runs``, in the same order."""

    runs: tuple[Opened, ...]
    lineup: Lineup
    shown: tuple[str, ...]
    judgement: Judgement


class RunComparer(QObject):
    """``compared`` carries the question that was given and a ``Compared``; ``failed`` a
    ``StorageTunerError``."""

    compared = Signal(object, object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = self._make_desk("comparing")

    def compare(self, question: object, identifiers: Sequence[str], naming: Naming) -> None:
        """Have ``compared`` told, with what is shown before anybody chose, and ``question`` to know
        the answer by."""
        self._desk.submit(lambda store: self._compare(question, store, tuple(identifiers), naming))

    def show(self, question: object, compared: Compared, names: Sequence[str]) -> None:
        """As ``compare``, of the same runs, with these variants shown."""
        chosen = tuple(name for name in compared.lineup.names if name in names)

        def work(_: RunStore) -> None:
            judgement = compared.lineup.judged(chosen)
            found = Compared(compared.runs, compared.lineup, chosen, judgement)
            self.compared.emit(question, found)

        self._desk.submit(work)

    def finish(self) -> None:
        self._desk.finish()

    def _compare(
        self, question: object, store: RunStore, identifiers: Sequence[str], naming: Naming
    ) -> None:
        # the window comes sooner without what judges
        from storage_tuner.jobs.run_comparison import line_up

        runs = tuple(opened(store, identifier) for identifier in identifiers)
        labels = naming(runs)
        lineup = line_up([(label, run.record) for label, run in zip(labels, runs, strict=True)])
        preferred = {
            label: _name_of(lineup, label, advice.variant)
            for label, run in zip(labels, runs, strict=True)
            if (advice := run.gist.judgement.recommendation) is not None
        }
        shown = lineup.first_choice(preferred)
        self.compared.emit(question, Compared(runs, lineup, shown, lineup.judged(shown)))

    def _make_desk(self, name: str) -> RunDesk:
        return RunDesk(name, self.failed.emit)


def _name_of(lineup: Lineup, label: str, variant: str) -> str:
    """Beside the others."""
    full = f"{label}: {variant}"
    return full if full in lineup.variants[label] else label
