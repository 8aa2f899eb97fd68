"""Applies collected changes together, undoes exactly those, and makes them permanent."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.client.helper import HelperConnection, call
from storage_tuner.client.persist_preview import preview_unprivileged
from storage_tuner.client.setting_changes import (
    Change,
    Changed,
    Connect,
    PersistentText,
    set_together,
)
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.setting_effects import needless_zeros
from storage_tuner.core.tunable import find


@dataclass(frozen=True)
class Along:
    """A setting that the kernel changed on ``device`` as a side effect. ``after`` is None for one
    that no longer exists."""

    device: str
    tunable: str
    before: str
    after: str | None


@dataclass(frozen=True)
class Applied:
    """The changes and the values before. ``first_changes`` are the devices without earlier changes
    by us: after an undo there is nothing left to restore."""

    changes: tuple[Change, ...]
    changed: tuple[Changed, ...]
    first_changes: frozenset[str]

    @property
    def devices(self) -> tuple[str, ...]:
        return tuple(one.device for one in self.changed)

    @property
    def along(self) -> tuple[Along, ...]:
        """The side effects, except values that appear and disappear with a scheduler."""
        return tuple(
            Along(one.device, name, before, one.after[name])
            for change, one in zip(self.changes, self.changed, strict=True)
            for name, before in one.before.items()
            if find(name) and name not in change.wanted and one.after.get(name, before) != before
        )


def apply_changes(connect: Connect, changes: Sequence[Change]) -> Applied:
    """Set all or none, until the next reboot.

    Raises as ``setting_changes.set_together`` does.
    """
    with contextlib.closing(connect()) as connection:
        known = _changed_devices(connection)
        changed = set_together(connection, changes, persist=False)
    return Applied(
        tuple(changes), changed, frozenset(one.device for one in changed) - frozenset(known)
    )


def undo(connect: Connect, applied: Applied) -> tuple[Changed, ...]:
    """Undo ``applied``, on all devices or on none.

    Raises as ``setting_changes.set_together`` does.
    """
    back = [
        Change(change.target, values)
        for change, one in zip(applied.changes, applied.changed, strict=True)
        if (values := values_before(one))
    ]
    with contextlib.closing(connect()) as connection:
        changed = set_together(connection, back, persist=False) if back else ()
        for device in applied.devices:
            if device in applied.first_changes:
                # the values are already restored; remaining records would only be offered in vain
                with contextlib.suppress(StorageTunerError):
                    call(connection, "Restore", device, timeout=None)
    return changed


def keep_changes(connect: Connect, changes: Sequence[Change]) -> tuple[Changed, ...]:
    """Set all or none, and make Linux set them again at every boot.

    Raises as ``setting_changes.set_together`` does.
    """
    # the values seen are those before the changes were applied
    again = [Change(change.target, change.wanted) for change in changes]
    with contextlib.closing(connect()) as connection:
        return set_together(connection, again, persist=True)


def texts_to_keep(changes: Sequence[Change]) -> tuple[PersistentText, ...]:
    """Return what ``keep_changes`` would write for each device, without a password; all but the
    device is empty for settings that a 3ware controller stores.

    Raises ``NotKept`` saying why it can't be kept, ``DeviceError`` and ``HelperUnavailable``.
    """
    return tuple(preview_unprivileged(change.target, change.wanted) for change in changes)


def values_before(changed: Changed) -> Mapping[str, str]:
    """The values that restore the state before, including those that disappeared with the old
    scheduler."""
    found = {
        name: value
        for name, value in changed.before.items()
        if find(name) and changed.after.get(name) != value
    }
    for name in needless_zeros(found):
        del found[name]
    return found


def _changed_devices(connection: HelperConnection) -> tuple[str, ...]:
    names = call(connection, "Describe").get("changed_devices")
    return tuple(map(str, names)) if isinstance(names, list) else ()
