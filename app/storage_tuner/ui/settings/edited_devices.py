"""The devices whose settings are edited, with the messages and undo of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from storage_tuner.jobs.settings.apply import Applied
from storage_tuner.jobs.settings.pending_changes import EditedDevice
from storage_tuner.ui.settings.rows import Group
from storage_tuner.ui.widgets.elements import Said, Tone


@dataclass(frozen=True)
class EditedSubject:
    """The edited device; ``groups`` gives its settings for the chosen scheduler, or ""."""

    place: EditedDevice
    groups: Callable[[str], tuple[Group, ...]]

    @property
    def name(self) -> str:
        return self.place.name


class SubjectStates:
    """State by device name: changes under way (with what was undoable before), applied changes that
    can be undone, and messages. ``unkeepable``: applied changes that can't be made permanent."""

    def __init__(self) -> None:
        self.busy: dict[str, Applied | None] = {}
        self.applied: dict[str, Applied] = {}
        self.said: dict[str, Said] = {}
        self.unkeepable: set[str] = set()

    def begin(self, name: str) -> None:
        self.busy[name] = self.applied.get(name)

    def end(self, name: str) -> bool:
        """Note the end of a job; whether it was ours."""
        ours = name in self.busy
        self.busy.pop(name, None)
        return ours

    def note_applied(self, name: str, applied: Applied, said: Said) -> None:
        self.applied[name], self.said[name] = applied, said
        self.unkeepable.discard(name)

    def note_read(self, name: str, undoable: Said) -> None:
        """Drop a success message that was read; while undo is possible, a reminder remains."""
        said = self.said.get(name)
        if said is None or said.tone is not Tone.GOOD:
            return
        if name in self.applied:
            self.said[name] = undoable
        else:
            del self.said[name]

    def end_for_ever(self, name: str) -> Applied | None:
        """Note the end of a job after which undo is impossible. None where it wasn't ours."""
        applied = self.busy.get(name)
        self.end(name)
        self.applied.pop(name, None)
        return applied

    def forget(self, name: str, said: Said | None = None) -> None:
        """Drop the undo of a device."""
        self.applied.pop(name, None)
        self.said.pop(name, None)
        self.unkeepable.discard(name)
        if said is not None:
            self.said[name] = said

    def forget_applied_to(self, device: str) -> tuple[str, ...]:
        """Note that settings of ``device`` were restored elsewhere; return the affected
        subjects."""
        names = tuple(name for name, each in self.applied.items() if device in each.devices)
        for name in names:
            self.forget(name)
        return names
