"""Settings as a script wants them: what of them is still to be done, and doing only that.

What is set already needs no password, isn't written again, and leaves no record to restore.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from storage_tuner.client.kept_settings import can_ask_quietly, kept_state
from storage_tuner.client.persist_preview import preview_unprivileged
from storage_tuner.client.setting_changes import (
    Change,
    Changed,
    Connect,
    PersistentText,
    set_and_keep,
)
from storage_tuner.core.errors import HelperUnavailable, InvalidInput
from storage_tuner.core.message import sentence
from storage_tuner.core.setting_effects import PlannedChange, expected_settings, planned_change
from storage_tuner.core.tunable_target import Tuned
from storage_tuner_protocol.interface import MAXIMUM_DEVICES
from storage_tuner_protocol.kernel import drive_of_path


@dataclass(frozen=True)
class NeededChange:
    """A change of the device ``tuned``. ``persistent`` is what making it permanent writes; None
    where no file is written."""

    change: Change
    tuned: Tuned
    persistent: PersistentText | None = None

    @property
    def device(self) -> str:
        return self.tuned.name

    @property
    def present(self) -> Mapping[str, str]:
        return self.tuned.settings

    @property
    def planned(self) -> PlannedChange:
        return planned_change(self.device, self.present, self.change.wanted, self.tuned.newer)

    @property
    def is_needed(self) -> bool:
        return bool(self.planned.writes) or self.expected.is_changed

    @property
    def expected(self) -> Changed:
        """The result, as far as it's known: the kernel chooses some values itself."""
        after = expected_settings(self.planned, self.present, self.change.wanted)
        return Changed(self.device, self.present, after, self.persistent)


def needed_change(change: Change, tuned: Tuned, *, persist: bool) -> NeededChange:
    """Find out without a password what ``change`` requires; ``persist``: also after a reboot.

    Raises ``NotKept`` with the reason when it can't be made permanent, and ``HelperUnavailable``.
    """
    text = preview_unprivileged(change.target, change.wanted) if persist else None
    # a 3ware controller stores its policies itself, without a file
    return NeededChange(change, tuned, text if text and text.path else None)


def make_changes(
    connect: Connect, needed: Sequence[NeededChange], *, persist: bool
) -> tuple[Changed, ...]:
    """Make those of the changes that are needed, all or none, with one authorisation. Nothing is
    changed or asked for where none is. The paths to an NVMe drive are only set together.

    Raises ``InvalidInput`` for too many devices, and as ``set_and_keep``.
    """
    held = _held_devices(connect, needed)
    inseparable = {_inseparable(one) for one in needed if one.is_needed or one.device in held}
    to_do = [one for one in needed if _inseparable(one) in inseparable]
    if len(to_do) > MAXIMUM_DEVICES:
        raise InvalidInput(
            sentence(
                "{count} devices would have to change; at most {most} can be changed together.",
                count=len(to_do),
                most=MAXIMUM_DEVICES,
            ),
            sentence("Name fewer devices."),
        )
    done: dict[str, Changed] = {}
    if to_do:
        changes = [one.change for one in to_do]
        done = {one.device: one for one in set_and_keep(connect, changes, persist=persist)}
    return tuple(
        _with_present(done[one.device], one) if one.device in done else one.expected
        for one in needed
    )


def _inseparable(needed: NeededChange) -> tuple[str, bool]:
    """The device alone, or the drive that it's a path to, and True."""
    drive = drive_of_path(needed.device)
    return drive, drive != needed.device


def _with_present(changed: Changed, needed: NeededChange) -> Changed:
    """``changed`` with the previous policies of a 3ware unit, which the helper reports only once
    they are set."""
    present = {
        name: needed.present[name] for name in needed.change.wanted if name in needed.present
    }
    return replace(changed, before={**present, **changed.before})


def _held_devices(connect: Connect, needed: Sequence[NeededChange]) -> frozenset[str]:
    """The devices that a program is working on, such as trying settings: what they are set to now
    doesn't last. Empty where nothing depends on it, and where asking would need a password."""
    if all(one.is_needed for one in needed) or not can_ask_quietly():
        return frozenset()
    with contextlib.suppress(HelperUnavailable):
        return kept_state(connect).own.in_session
    return frozenset()
