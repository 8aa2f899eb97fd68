"""What udev knows of a device: its database in ``run/udev/data``, when there is one."""

from __future__ import annotations

import re

from storage_tuner.probe.attributes import clean, read_table

_LIMIT_BYTES = 1 << 16
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})")


def read_properties(root: str, number: str) -> dict[str, str]:
    """The properties of the block device ``number`` ("8:0"); empty without udev.

    Format: lines "E:NAME=value", among others (systemd, device-private.c: device_update_db).
    """
    properties: dict[str, str] = {}
    for line in read_table(f"{root}/run/udev/data/b{number}", _LIMIT_BYTES).splitlines():
        if line.startswith("E:") and "=" in line:
            name, _, value = line[2:].partition("=")
            properties[name] = clean(value.strip())
    return properties


def unescaped(text: str) -> str:
    r"""Undo udev's "\x20" escapes of ID_MODEL_ENC and the like."""
    raw = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return raw.encode("latin-1", "replace").decode("utf-8", "replace").strip(" \0")
