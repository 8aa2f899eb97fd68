"""Kept runs laid side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from storage_tuner.core.plan import shown_name
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.results.kept_runs import Opened, opened
from storage_tuner.jobs.results.run_comparison import Lineup, line_up

if TYPE_CHECKING:
    from storage_tuner.store.database.run_store import RunStore

Naming = Callable[[Sequence[Opened]], Sequence[str]]
"""Gives each run a distinct name."""


@dataclass(frozen=True)
class Compared:
    """Runs side by side, and the judgement of the ``shown`` variants; the labels of ``lineup`` are
    those of ``runs``, in the same order."""

    runs: tuple[Opened, ...]
    lineup: Lineup
    shown: tuple[str, ...]
    judgement: Judgement

    def showing(self, names: Collection[str]) -> Compared:
        """The same runs with these variants shown."""
        chosen = tuple(name for name in self.lineup.names if name in names)
        return replace(self, shown=chosen, judgement=self.lineup.judged(chosen))


def compare_runs(store: RunStore, identifiers: Sequence[str], naming: Naming) -> Compared:
    """The runs with the initial selection of variants. Raises as ``line_up``, ``NoSuchRun`` and
    ``UnreadableResult``."""
    runs = tuple(opened(store, identifier) for identifier in identifiers)
    labels = naming(runs)
    lineup = line_up([(label, run.record) for label, run in zip(labels, runs, strict=True)])
    preferred = {
        label: _name_of(lineup, label, advice.variant)
        for label, run in zip(labels, runs, strict=True)
        if (advice := run.gist.judgement.recommendation) is not None
    }
    shown = lineup.first_choice(preferred)
    return Compared(runs, lineup, shown, lineup.judged(shown))


def _name_of(lineup: Lineup, label: str, variant: str) -> str:
    """The name of the variant in the comparison."""
    full = f"{label}: {shown_name(variant)}"
    return full if full in lineup.variants[label] else label
