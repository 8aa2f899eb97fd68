"""Device-mapper devices, identified by the name and UUID that the creating tool gives them."""

from __future__ import annotations

import re

from storage_tuner.core.device import DeviceMapping
from storage_tuner.core.message import Message, sentence

_TARGETS = (
    ("LVM-", "LVM"),
    ("CRYPT-LUKS", "LUKS"),
    ("mpath-", "multipath"),
)
_ENCRYPTED = (
    "CRYPT-PLAIN",
    "CRYPT-TCRYPT",
    "CRYPT-LOOPAES",
    "CRYPT-BITLK",
    "CRYPT-FVAULT2",
    "CRYPT-TEMP",
)
"""Prefixes of dm UUIDs. Source: lvm2, lib/activate/dev_manager.c (UUID_PREFIX); cryptsetup,
lib/utils_devpath.c and libcryptsetup's types; multipath-tools, libmultipath/devmapper.h."""

_HELD_AS = {"LVM": "LVM", "LUKS": "LUKS", "crypt": "encrypted", "multipath": "paths"}

_LVM_NAME = re.compile(r"((?:[^-]|--)+)-((?:[^-]|--)+)(?:-.*)?", re.DOTALL)
"""Volume group, logical volume and an optional layer: a hyphen within a name is doubled
(libdevmapper, dm_build_dm_name)."""


def read_mapping(name: str | None, uuid: str | None) -> DeviceMapping | None:
    """Parse the name and UUID; None when neither is known."""
    if name is None and uuid is None:
        return None
    target = _target(uuid or "")
    group, volume = _lvm_names(name or "") if target == "LVM" else (None, None)
    return DeviceMapping(target, name, uuid, group, volume)


def _target(uuid: str) -> str:
    if uuid.startswith(_ENCRYPTED):
        return "crypt"
    return next((word for start, word in _TARGETS if uuid.startswith(start)), "other")


def _lvm_names(name: str) -> tuple[str | None, str | None]:
    found = _LVM_NAME.fullmatch(name)
    if found is None:
        return None, None
    return found[1].replace("--", "-"), found[2].replace("--", "-")


def held_as(name: str, mapping: DeviceMapping | None) -> Message:
    """The use of a device that is underlying the mapped device ``name``, as a phrase."""
    word = _HELD_AS.get(mapping.target, "") if mapping else ""
    return (
        sentence("holds {word} {name}", word=word, name=name)
        if word
        else sentence("holds {name}", name=name)
    )
