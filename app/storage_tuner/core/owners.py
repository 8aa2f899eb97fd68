"""Other tools that set the same tunables and would undo a change, and our own permanent values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.setting_effects import undone_by
from storage_tuner_protocol.interface import SYSCTL_SETTINGS, UDEV_RULES

OUR_FILES = (UDEV_RULES, SYSCTL_SETTINGS)


def is_ours(owner: SettingOwner) -> bool:
    """Whether this is a permanent setting of Storage Tuner."""
    return owner.place.startswith(OUR_FILES)


def undoing(
    name: str, owners: Iterable[SettingOwner], wanted: Mapping[str, str], *, persist: bool
) -> list[Message]:
    """Sentences on the tools that will undo setting ``wanted`` on the device ``name``. With
    ``persist``, our own permanent settings are replaced and don't count."""
    others = (owner for owner in undone_by(owners, wanted) if not (persist and is_ours(owner)))
    return [_undone(name, owner) for owner in others]


def _undone(name: str, owner: SettingOwner) -> Message:
    who = sentence("A permanent setting") if is_ours(owner) else owner.tool
    if owner.value is None:
        return sentence(
            "{who} sets {tunable} of {name} ({place}) and may undo this.",
            who=who,
            tunable=owner.tunable,
            name=name,
            place=owner.place,
        )
    return sentence(
        "{who} sets {tunable} of {name} to {value} ({place}) and may undo this.",
        who=who,
        tunable=owner.tunable,
        name=name,
        value=owner.value,
        place=owner.place,
    )
