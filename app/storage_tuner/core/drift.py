"""Permanent values compared with the current ones, and who may have undone them; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.owners import is_ours
from storage_tuner.core.tunable import Scope, find, named
from storage_tuner.core.tunable_target import Tuned
from storage_tuner_protocol.tunables import CHANGED_ALONG


class Fate(StrEnum):
    """The state of a permanent value. UNTIL_REBOOT: the user set another value with Storage Tuner;
    IN_SESSION: the device is being measured, or its settings are on trial; UNAVAILABLE: the device
    has no such setting now; UNDONE: somebody else set another value."""

    KEPT = "kept"
    UNTIL_REBOOT = "changed until reboot"
    IN_SESSION = "in a session"
    UNAVAILABLE = "unavailable"
    UNDONE = "undone"


@dataclass(frozen=True)
class OwnChanges:
    """Storage Tuner's own changes that aren't permanent. ``left`` are the values that users set
    until reboot, by device (or ``vm``) and tunable; ``in_session`` the devices that are being
    measured or on trial."""

    left: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    in_session: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PermanentSetting:
    """A permanent value. ``current`` is None where the device has no such setting now. ``setters``
    are the tools that may have undone it; empty for an unknown program."""

    tunable: str
    value: str
    current: str | None
    fate: Fate
    setters: tuple[SettingOwner, ...] = ()


@dataclass(frozen=True)
class Drift:
    """The permanent settings of ``device`` (or ``vm``), in the catalogue's order."""

    device: str
    settings: tuple[PermanentSetting, ...]

    @property
    def undone(self) -> tuple[PermanentSetting, ...]:
        return tuple(one for one in self.settings if one.fate is Fate.UNDONE)


def drift_of(tuned: Tuned, own: OwnChanges) -> Drift:
    """Compare the permanent values of a device, or of the virtual memory, with the current ones."""
    fates = {
        one.name: _fate(tuned, one.name, tuned.permanent[one.name], own)
        for one in named(tuned.permanent)
    }
    undone = [name for name, fate in fates.items() if fate is Fate.UNDONE]
    return Drift(
        tuned.name,
        tuple(
            PermanentSetting(
                name,
                tuned.permanent[name],
                tuned.settings.get(name),
                fate,
                _setters(tuned, name, undone) if fate is Fate.UNDONE else (),
            )
            for name, fate in fates.items()
        ),
    )


def _fate(tuned: Tuned, name: str, value: str, own: OwnChanges) -> Fate:
    current = tuned.settings.get(name)
    if current == value:
        return Fate.KEPT
    if tuned.name in own.in_session:
        return Fate.IN_SESSION
    left = own.left.get(tuned.name, {})
    if current is None:
        return _fate_of_missing(tuned, name, own)
    return Fate.UNTIL_REBOOT if _follows(name, current, tuned.settings, left) else Fate.UNDONE


def _fate_of_missing(tuned: Tuned, name: str, own: OwnChanges) -> Fate:
    """A scheduler's own setting disappears with it, and comes back with it."""
    permanent = tuned.permanent.get("scheduler")
    tunable = find(name)
    if tunable is None or tunable.scope is not Scope.SCHEDULER or permanent is None:
        return Fate.UNAVAILABLE
    fate = _fate(tuned, "scheduler", permanent, own)
    return Fate.UNAVAILABLE if fate is Fate.KEPT else fate


def _follows(name: str, current: str, settings: Mapping[str, str], left: Mapping[str, str]) -> bool:
    """Whether the user set ``current`` until reboot, or a value that makes the kernel reset it."""
    if left.get(name) == current:
        return True
    causes = [cause for cause, along in CHANGED_ALONG.items() if name in along]
    return name not in left and any(
        cause in left and left[cause] == settings.get(cause) for cause in causes
    )


def _setters(tuned: Tuned, name: str, undone: Collection[str]) -> tuple[SettingOwner, ...]:
    """The tools that set the current value, or else an unknown one; or else those that undid a
    setting with which the kernel resets this one."""
    current = tuned.settings.get(name)
    others = _others(tuned.owners, name)
    found = [one for one in others if one.value == current and current is not None]
    found = found or [one for one in others if one.value is None]
    if found:
        return tuple(dict.fromkeys(found))
    causes = [cause for cause, along in CHANGED_ALONG.items() if name in along]
    if current is None:
        causes = ["scheduler"]
    return tuple(
        dict.fromkeys(
            setter for cause in causes if cause in undone for setter in _setters(tuned, cause, [])
        )
    )


def _others(owners: Iterable[SettingOwner], name: str) -> list[SettingOwner]:
    return [owner for owner in owners if owner.tunable == name and not is_ours(owner)]
