"""A device's record in udev's database (``run/udev/data``), where there is one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from storage_tuner.probe.block.attributes import read_bytes

_LIMIT_BYTES = 1 << 15
_PROPERTY = re.compile(r"^E:([^=\n]+)=(.*)$", re.MULTILINE)
_LINK = re.compile(r"^S:(.+)$", re.MULTILINE)
_ESCAPE = re.compile(rb"\\x([0-9a-fA-F]{2})")


@dataclass(frozen=True)
class UdevRecord:
    """``properties`` are the "E:" lines, ``links`` the "S:" lines as paths below /dev, sorted."""

    properties: Mapping[str, str] = field(default_factory=dict)
    links: tuple[str, ...] = ()


_NONE = UdevRecord()


def read_record(root: str, number: str | None) -> UdevRecord:
    """udev's record of the block device ``number`` ("8:0"); empty without udev.

    Format: systemd, device-private.c: device_update_db. Undecodable bytes become "�".
    """
    if not number:
        return _NONE
    try:
        content = read_bytes(f"{root}/run/udev/data/b{number}", _LIMIT_BYTES)
    except (OSError, ValueError):
        return _NONE
    text = content.decode("utf-8", "replace")
    links = sorted(f"/dev/{link}" for link in _LINK.findall(text))
    return UdevRecord(dict(_PROPERTY.findall(text)), tuple(links))


def unescaped(text: str) -> str:
    r"""Undo udev's "\x20" escapes of ID_MODEL_ENC and the like; other letters are UTF-8."""
    if "\\" not in text:
        return text.strip(" \0")
    raw = _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), text.encode("utf-8", "replace"))
    return raw.decode("utf-8", "replace").strip(" \0")
