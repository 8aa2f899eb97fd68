"""Which devices have settings of ours, and putting the old ones back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSettings, Signal

from storage_tuner.core.owners import is_ours
from storage_tuner.services.kept_changes import this_boot
from storage_tuner.services.qt_changes import KeptChanges
from storage_tuner.services.setting_changes import Restored
from storage_tuner.ui import wording
from storage_tuner.ui.elements import Tone
from storage_tuner.ui.known import Known
from storage_tuner.ui.language import printable

_KEPT = "kept/devices"
_KEPT_BOOT = "kept/boot"


@dataclass(frozen=True)
class Told:
    tone: Tone
    summary: str
    text: str


class KeptSettings(QObject):
    """``changed``: other devices than before have settings of ours. ``came_back`` carries what is
    to be ``Told`` of settings that were put back, ``refused`` the device and the error why not.

    What the helper says counts; until it's asked, what we remember ourselves.
    """

    changed = Signal()
    came_back = Signal(object)
    refused = Signal(str, object)

    def __init__(self, changes: KeptChanges, settings: QSettings, parent: QObject) -> None:
        super().__init__(parent)
        self._changes = changes
        self._settings = settings
        self._names = remembered_kept(settings)
        self._came_back: dict[str, Restored] = {}
        changes.known.connect(self._note_known)
        changes.done.connect(self._note_put_back)
        changes.failed.connect(self.refused)

    def look(self) -> None:
        """Ask the helper, where that needs no password."""
        self._changes.look()

    def among(self, known: Known, key: str) -> list[str]:
        """The changed devices that ``key`` stands for: the device itself, or its members."""
        changed = self._names | {*for_good(known)}
        return sorted(changed & known.tuned_with(key))

    def put_back(self, names: Iterable[str]) -> None:
        self._came_back.clear()
        for name in names:
            self._changes.put_back(name)

    def note(self, device: str) -> None:
        """Settings of this device were kept just now."""
        self._remember(self._names | {device})

    def forget(self, device: str) -> None:
        """Another disk has the name now: what was changed was on the one before."""
        self._remember(self._names - {device})
        self.look()

    def _note_known(self, devices: frozenset[str]) -> None:
        self._remember(set(devices))

    def _note_put_back(self, device: str, restored: Restored) -> None:
        """Tell what came back, of an array's members together."""
        self._came_back[device] = restored
        whole = not (restored.left or restored.problems)
        self._remember(self._names - {device} if whole else self._names)
        self.came_back.emit(self._told())

    def _told(self) -> Told:
        left = [
            name
            for whose, each in self._came_back.items()
            for name in each.left or ([whose] if each.problems else [])
        ]
        if left:
            said = self.tr("Some settings of {names} did not come back.")
        else:
            said = self.tr("The old settings of {names} are back.")
        lines = [
            printable(sentence)
            for each in self._came_back.values()
            for sentence in (*each.sentences, *each.problems)
        ]
        summary = said.format(names=wording.joined(left or sorted(self._came_back)))
        return Told(Tone.CAUTION if left else Tone.GOOD, summary, "\n".join(lines))

    def _remember(self, names: set[str]) -> None:
        self._names = names
        self._settings.setValue(_KEPT, sorted(names))
        self._settings.setValue(_KEPT_BOOT, this_boot())
        self.changed.emit()


def for_good(known: Known) -> dict[str, tuple[str, ...]]:
    """By device, what our own rule sets at every start of the computer."""
    kept = {
        device.name: tuple(
            dict.fromkeys(owner.tunable for owner in device.owners if is_ours(owner))
        )
        for device in known.devices
    }
    return {name: tunables for name, tunables in kept.items() if tunables}


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
