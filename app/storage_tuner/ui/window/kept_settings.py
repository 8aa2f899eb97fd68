"""Tracks devices whose settings were changed, and restores the previous ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QSettings, Signal

from storage_tuner.client.kept_settings import KeptState, can_ask_quietly, kept_state, this_boot
from storage_tuner.client.setting_changes import Connect, Restored, restore
from storage_tuner.core.drift import OwnChanges
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.jobs.settings.apply import Applied
from storage_tuner.present.wording import printable
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.settings import preview_text as preview_words
from storage_tuner.ui.widgets.elements import Said, Tone
from storage_tuner.ui.window.computer_state import ComputerState

_KEPT = "kept/devices"
_KEPT_BOOT = "kept/boot"


_SEVERITY = (Tone.GOOD, Tone.CAUTION, Tone.BAD)


class KeptSettings(QObject):
    """``changed``: other devices than before have settings of ours, or are being put back.
    ``ended``: there is something new to be ``said`` of a device that was put back; ``came_back``
    carries one whose old settings are back. ``answered``: a ``refresh`` is over.

    What the helper says counts; until it's asked, what we remember ourselves.
    """

    changed = Signal()
    ended = Signal()
    answered = Signal()
    came_back = Signal(str)

    def __init__(
        self, connect: Connect, jobs: Jobs, settings: QSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._connect = connect
        self._jobs = jobs
        self._settings = settings
        self._names = remembered_kept(settings)
        self.own = OwnChanges()
        self._under_way: set[str] = set()
        self._came_back: dict[str, Restored] = {}
        self._said: dict[str, Said] = {}

    def refresh(self) -> None:
        """Query the helper where that needs no password. Failures aren't reported: an explicit
        request will report them."""
        if can_ask_quietly():
            ask = partial(kept_state, self._connect)
            self._jobs.start(ask, self._note_known, lambda _: self.answered.emit())
        else:
            self.answered.emit()

    def among(self, known: ComputerState, key: str) -> list[str]:
        """Changed devices of ``key``: the device itself, or its members."""
        changed = self._names | {*for_good(known)}
        return sorted(changed & known.tuned_with(key))

    def put_back(self, names: Iterable[str]) -> None:
        """Restore settings; devices restored together are reported together."""
        wanted = [name for name in names if name not in self._under_way]
        if not self._under_way:
            self._came_back.clear()
        for name in wanted:
            self._said.pop(name, None)
            self._under_way.add(name)
            self._jobs.start(
                partial(restore, self._connect, [name]),
                partial(self.note_put_back, name),
                partial(self.note_refused, name),
            )
        if wanted:
            self.changed.emit()

    def is_busy(self, names: Iterable[str]) -> bool:
        """Whether one of these is being restored, or waits for a password."""
        return not self._under_way.isdisjoint(names)

    def said(self, names: Iterable[str]) -> Said | None:
        """Worst outcome of restoring these, so that it isn't lost. ``BAD`` where nothing was
        restored and it may be retried."""
        found = [self._said[name] for name in sorted(names) if name in self._said]
        return max(found, key=lambda reported: _SEVERITY.index(reported.tone), default=None)

    def note_read(self, known: ComputerState, key: str) -> None:
        """Drop messages on ``key`` that were read, unless settings still need restoring."""
        changed = self.among(known, key)
        for name in known.tuned_with(key):
            reported = self._said.get(name)
            if reported is not None and (reported.tone is Tone.GOOD or name not in changed):
                del self._said[name]

    def note(self, device: str) -> None:
        """Settings of this device were kept just now."""
        self._remember(self._names | {device})

    def note_applied(self, applied: Applied) -> None:
        """Note applied settings, which can be restored later."""
        left = {
            one.device: {
                **self.own.left.get(one.device, {}),
                **{
                    name: value
                    for name, value in one.after.items()
                    if one.before.get(name) != value
                },
            }
            for one in applied.changed
        }
        self.own = replace(self.own, left={**self.own.left, **left})
        for device in applied.devices:
            self.note(device)

    def note_undone(self, applied: Applied) -> None:
        """Note an undo: earlier changes are in force again, even if restored meanwhile."""
        for device in applied.devices:
            if device in applied.first_changes:
                self.forget(device)
            else:
                self.note(device)

    def forget(self, device: str) -> None:
        """Another disk has the name now: what was changed was on the one before."""
        self._said.pop(device, None)
        self._remember(self._names - {device})
        self.refresh()

    def _note_known(self, state: KeptState) -> None:
        self.own = state.own
        self._remember(set(state.changed))
        self.answered.emit()

    def note_put_back(self, device: str, restored: Restored) -> None:
        """Report what was restored, for an array's members together."""
        self._under_way.discard(device)
        self._came_back[device] = restored
        self._said.update(dict.fromkeys(self._came_back, self._outcome_notice()))
        whole = not (restored.left or restored.problems)
        self._remember(self._names - {device} if whole else self._names)
        self.came_back.emit(device)
        self.ended.emit()

    def note_refused(self, device: str, error: StorageTunerError) -> None:
        """Report why nothing of ``device`` was restored."""
        self._under_way.discard(device)
        self._said[device] = Said(Tone.BAD, str(error.summary), str(error.remedy))
        self.changed.emit()
        self.ended.emit()

    def _outcome_notice(self) -> Said:
        left = [
            name
            for whose, each in self._came_back.items()
            for name in each.left or ([whose] if each.problems else [])
        ]
        if left:
            summary = tr(
                "Some settings of {names} couldn't be restored.", names=preview_words.devices(left)
            )
        else:
            names = preview_words.devices(sorted(self._came_back))
            summary = tr("The previous settings of {names} were restored.", names=names)
        lines = [
            printable(sentence)
            for each in self._came_back.values()
            for sentence in (*each.sentences, *each.problems)
        ]
        return Said(Tone.CAUTION if left else Tone.GOOD, summary, "\n".join(lines))

    def _remember(self, names: set[str]) -> None:
        self._names = names
        self._settings.setValue(_KEPT, sorted(names))
        self._settings.setValue(_KEPT_BOOT, this_boot())
        self.changed.emit()


def for_good(known: ComputerState) -> dict[str, tuple[str, ...]]:
    """By device (or ``vm``), the tunables that were made permanent."""
    permanent = {device.name: device.permanent for device in known.devices}
    permanent[VIRTUAL_MEMORY] = known.memory.permanent
    return {name: tuple(values) for name, values in permanent.items() if values}


def remembered_kept(settings: QSettings) -> set[str]:
    """The devices that were changed since the computer started, as far as we know ourselves."""
    if settings.value(_KEPT_BOOT) != this_boot():
        return set()
    return set(_words(settings.value(_KEPT, [])))


def _words(value: object) -> list[str]:
    """A list of words from QSettings, which turns a list of one into that one."""
    if isinstance(value, str):
        return [value]
    return [str(word) for word in value] if isinstance(value, list) else []
