"""Undoing everything that Storage Tuner has changed on this computer, also what was kept: before
the package goes for good. No bus and no application are needed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from storage_tuner_helper.errors import DeviceChanged
from storage_tuner_helper.keeping.persistence import Persistence
from storage_tuner_helper.restoring.journal import Journal, Snapshot
from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_helper.restoring.recovery import attempted, bring_back, present_name, recover


def undo_all(state: Path, runtime: Path) -> list[str]:
    """Sentences on what was done, and on what couldn't be. What a living helper is at work on stays
    as it is. Our rules go first: any event of a disk's would set again what they keep."""
    persistence = Persistence(state)
    return [
        *recover(state, runtime),
        *attempted(lambda: _taken_out(persistence), "kept settings"),
        *_brought_back(state),
    ]


def _taken_out(persistence: Persistence) -> list[str]:
    removed = persistence.unpersist_all()
    return [f"{who}: nothing is set any more when the computer starts." for who in removed]


def _brought_back(state: Path) -> list[str]:
    journal, locks = Journal(state), Locks(state)
    return [
        sentence
        for original in journal.originals.all()
        for sentence in attempted(
            partial(_undone_unless_held, journal, locks, original), original.device
        )
    ]


def _undone_unless_held(journal: Journal, locks: Locks, original: Snapshot) -> list[str]:
    with locks.attempted(present_name(original) or original.device) as free:
        return _undone(journal, original) if free else []


def _undone(journal: Journal, original: Snapshot) -> list[str]:
    try:
        sentence = str(bring_back(original))
    except DeviceChanged:
        sentence = f"{original.device} was restarted or exchanged; nothing was left to restore."
    journal.originals.remove(original)
    return [sentence]
