"""A device in sysfs as udev handles it: its attributes, its properties and its parents."""

from __future__ import annotations

import os
from collections.abc import Mapping
from errno import ENOENT, ENOTDIR
from functools import cached_property

from storage_tuner.probe.block.attributes import LIMIT_BYTES, read_bytes, read_table
from storage_tuner.probe.block.udev import read_record
from storage_tuner.probe.owners.files import exists, locate

Values = tuple[str | None, ...]
"""The possible values: None for a missing attribute; an empty tuple when the value is unknown."""


class SysfsNode:
    """The device at ``path`` on the machine below ``base``; files are read when needed."""

    def __init__(self, base: str, path: str) -> None:
        self.base = base
        self.folder = locate(base, path) or path
        self.devpath = self.folder.removeprefix("/sys")
        self.kernel_name = self.folder.rpartition("/")[2].replace("!", "/")

    @cached_property
    def uevent(self) -> Mapping[str, str]:
        """The properties that the kernel reports with each event: DEVNAME, DEVTYPE, MAJOR, …"""
        lines = read_table(f"{self.base}{self.folder}/uevent", LIMIT_BYTES).splitlines()
        found = {
            name: value for name, sign, value in (line.partition("=") for line in lines) if sign
        }
        return {**found, "DEVNAME": f"/dev/{found['DEVNAME']}"} if "DEVNAME" in found else found

    @cached_property
    def database(self) -> Mapping[str, str] | None:
        """The properties in udev's database; None when it has no record of this block device."""
        number = next(iter(self.attribute("dev")), None)
        if not number or "/" in number or not exists(self.base, f"/run/udev/data/b{number}"):
            return None
        return read_record(self.base, number).properties

    def attribute(self, name: str) -> Values:
        """The attribute's values as udev compares them: without trailing white space."""
        path = locate(self.base, f"{self.folder}/{name}")
        if path is None or ".." in name:
            return ()
        try:
            content = read_bytes(f"{self.base}{path}", LIMIT_BYTES + 1)
        except OSError as error:
            return (None,) if error.errno in (ENOENT, ENOTDIR) else ()
        except ValueError:
            return ()
        text = content.decode("utf-8", "replace").rstrip(" \t\r\n\0")
        return (text,) if len(content) <= LIMIT_BYTES else ()

    def link(self, name: str) -> str | None:
        """The last component of the target of a link such as ``subsystem``."""
        try:
            return os.readlink(f"{self.base}{self.folder}/{name}").rpartition("/")[2]  # noqa: PTH115
        except OSError:
            return None

    @cached_property
    def line(self) -> tuple[SysfsNode, ...]:
        """The device itself and all its parents, nearest first."""
        parts = self.folder.split("/")
        above = ("/".join(parts[:length]) for length in range(len(parts) - 1, 3, -1))
        found = (
            SysfsNode(self.base, path) for path in above if exists(self.base, f"{path}/uevent")
        )
        return (self, *found)
