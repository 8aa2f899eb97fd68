"""Undoes everything that Storage Tuner has changed on this computer, including kept settings:
before the package is removed permanently. Needs no bus and no application."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from storage_tuner_helper.errors import DeviceChanged
from storage_tuner_helper.keeping.persistence import Persistence
from storage_tuner_helper.restoring.journal import Journal, Snapshot
from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_helper.restoring.recovery import attempted, bring_back, present_name, recover
from storage_tuner_protocol.message import Message, said


def undo_all(state: Path, runtime: Path) -> list[Message]:
    """Return sentences on what was done, and on what couldn't be. Settings in use by a running
    helper stay. Our rules are removed first: any udev event of a disk would set their values
    again."""
    persistence = Persistence(state)
    return [
        *recover(state, runtime),
        *attempted(lambda: _taken_out(persistence), said("permanent settings")),
        *_brought_back(state),
    ]


def _taken_out(persistence: Persistence) -> list[Message]:
    removed = persistence.unpersist_all()
    return [said("{who}: permanent settings removed.", who=who) for who in removed]


def _brought_back(state: Path) -> list[Message]:
    journal, locks = Journal(state), Locks(state)
    return [
        sentence
        for original in journal.originals.all()
        for sentence in attempted(
            partial(_undone_unless_held, journal, locks, original), original.device
        )
    ]


def _undone_unless_held(journal: Journal, locks: Locks, original: Snapshot) -> list[Message]:
    with locks.attempted(present_name(original) or original.device) as free:
        return _undone(journal, original) if free else []


def _undone(journal: Journal, original: Snapshot) -> list[Message]:
    try:
        done = bring_back(original).message
    except DeviceChanged:
        done = said(
            "{device} was restarted or replaced; nothing was left to restore.",
            device=original.device,
        )
    journal.originals.remove(original)
    return [done]
