"""Finds a disk by its persistent name: after a hot-plug or a reboot its kernel name differs."""

from __future__ import annotations

from storage_tuner_helper.devices import sysfs
from storage_tuner_helper.devices.identity import Identity, identity_of
from storage_tuner_helper.devices.sysfs import PinnedDevice, current_diskseq, pinned
from storage_tuner_helper.devices.targets import Target
from storage_tuner_helper.errors import DeviceChanged, NoSuchDevice
from storage_tuner_protocol.tunables import VIRTUAL_MEMORY


def lasting_identity(target: Target) -> str:
    """Return ``KEY=value``, or ``vm``; empty if it has no identity, or shares it with another
    device, as the paths to one disk do. Raises ``DeviceChanged``."""
    if not isinstance(target, PinnedDevice):
        return VIRTUAL_MEMORY
    identity = identity_of(target)
    if identity is None or _names_of(identity) not in ([target.name], []):
        return ""
    return str(identity)


def name_of(identity: str) -> str | None:
    """Return the kernel name of the one device that has this identity now; None if none has it, or
    several have."""
    if identity == VIRTUAL_MEMORY:
        return VIRTUAL_MEMORY
    names = _names_of(Identity.parse(identity)) if identity else []
    return names[0] if len(names) == 1 else None


def _names_of(identity: Identity) -> list[str]:
    return [name for name in sorted(sysfs.visible_names()) if _has(name, identity)]


def _has(name: str, identity: Identity) -> bool:
    try:
        with pinned(name, current_diskseq(name)) as device:
            return identity_of(device) == identity
    except (NoSuchDevice, DeviceChanged, ValueError):
        return False
