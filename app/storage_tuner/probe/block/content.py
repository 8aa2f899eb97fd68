"""The content of a device or partition according to blkid and udev, and its mount points."""

from __future__ import annotations

from collections.abc import Mapping

from storage_tuner.core.device import Content
from storage_tuner.core.message import Message, sentence
from storage_tuner.probe.block.udev import unescaped


def read_content(properties: Mapping[str, str], mounted_as: str | None) -> Content | None:
    """The content by udev's properties; without them the kind of file system that is mounted.

    Source of the names: util-linux, misc-utils/blkid.c and systemd, udev-builtin-blkid.c, which
    writes labels and UUIDs with unsafe letters as "\\x20" in the variables ending in _ENC.
    """
    kind = properties.get("ID_FS_TYPE") or mounted_as
    if not kind:
        return None
    return Content(
        kind=kind,
        usage=properties.get("ID_FS_USAGE") or _usage(kind, mounted_as),
        label=_plain(properties, "ID_FS_LABEL"),
        uuid=_plain(properties, "ID_FS_UUID"),
    )


def _usage(kind: str, mounted_as: str | None) -> str | None:
    if kind == "swap":
        return "other"
    return "filesystem" if mounted_as else None


def _plain(properties: Mapping[str, str], name: str) -> str | None:
    return unescaped(properties.get(f"{name}_ENC", "")) or properties.get(name) or None


def why_none(properties: Mapping[str, str], partitioned: bool) -> Message:
    """The reason why there is no content: it's in the partitions, or udev found nothing or isn't
    there."""
    if partitioned:
        return sentence("it holds partitions")
    return (
        sentence("nothing known was found on it")
        if properties
        else sentence("not reported by udev")
    )
