"""The uses of a device: the messages in ``Device.in_use``, and conclusions from them."""

from __future__ import annotations

from collections.abc import Iterable

from storage_tuner.core.message import Message, Text, sentence

RUNNING_SYSTEM = sentence("holds the running system")


def mounted_at(point: str) -> Message:
    return sentence("mounted at {point}", point=point)


def member_of(block: str) -> Message:
    return sentence("member of {block}", block=block)


def member_of_pool(pool: str) -> Message:
    return sentence("member of the ZFS pool {pool}", pool=pool)


def path_to(drive: str) -> Message:
    return sentence("path to {drive}", drive=drive)


_MEMBERSHIPS = (member_of("").code, member_of_pool("").code)


def holds_desktop(uses: Iterable[Text], mount_points: Iterable[str], home: str) -> bool:
    """Whether a device with these uses and mount points holds the running system or the folder
    ``home``, whose programs and files a person waits for."""
    above = (point for point in mount_points if point != "/")
    return RUNNING_SYSTEM in uses or any(f"{home}/".startswith(f"{point}/") for point in above)


def is_member(uses: Iterable[Text]) -> bool:
    """Whether one of ``uses`` is an array or pool of which the device is a member."""
    return any(isinstance(use, Message) and use.code in _MEMBERSHIPS for use in uses)
