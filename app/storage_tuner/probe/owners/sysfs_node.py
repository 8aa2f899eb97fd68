"""A device in sysfs as udev sees it: its attributes, its properties and its parents."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import Enum
from errno import EISDIR, ELOOP, ENOENT, ENOTDIR
from functools import cached_property

from storage_tuner.probe.block.attributes import LIMIT_BYTES, read_bytes, read_table
from storage_tuner.probe.block.udev import read_record


class Unknown(Enum):
    """The value of what can't be told."""

    UNKNOWN = "unknown"


UNKNOWN = Unknown.UNKNOWN

Value = str | Unknown | None
"""None: it isn't there."""

_LINKS = ("driver", "subsystem", "module")
"""The links whose value, for udev, is the last part of where they lead."""


class SysfsNode:
    """A folder below ``sys/devices``; everything is read when it's first asked for."""

    def __init__(self, nodes: SysfsNodes, folder: str) -> None:
        self._nodes = nodes
        self._attributes: dict[str, Value] = {}
        self.folder = folder

    @property
    def devpath(self) -> str:
        return self.folder.removeprefix(f"{self._nodes.base}/sys")

    @property
    def kernel_name(self) -> str:
        return self.folder.rpartition("/")[2].replace("!", "/")

    @cached_property
    def uevent(self) -> dict[str, str]:
        """What the kernel tells with each event: DEVNAME, DEVTYPE, MAJOR, …"""
        lines = read_table(f"{self.folder}/uevent", LIMIT_BYTES).splitlines()
        pairs = (line.partition("=") for line in lines if "=" in line)
        told = {name: value for name, _, value in pairs}
        return {**told, "DEVNAME": f"/dev/{told['DEVNAME']}"} if "DEVNAME" in told else told

    @cached_property
    def database(self) -> Mapping[str, str] | None:
        """The properties in udev's database; None when it has nothing of this block device."""
        number = self.attribute("dev")
        if not isinstance(number, str) or "/" in number:
            return None
        found = read_record(self._nodes.base, number).properties
        known = found or os.path.exists(f"{self._nodes.base}/run/udev/data/b{number}")  # noqa: PTH110
        return found if known else None

    def attribute(self, name: str) -> Value:
        """As udev compares it: without the white space at its end."""
        if name not in self._attributes:
            self._attributes[name] = self._read(name)
        return self._attributes[name]

    def _read(self, name: str) -> Value:
        path = f"{self.folder}/{name}"
        try:
            content = read_bytes(path, LIMIT_BYTES + 1)
            return UNKNOWN if len(content) > LIMIT_BYTES else content.decode().rstrip(" \t\r\n\0")
        except OSError as error:
            if error.errno == ELOOP:
                return os.readlink(path).rpartition("/")[2] if name in _LINKS else None  # noqa: PTH115
            return None if error.errno in (ENOENT, ENOTDIR, EISDIR) else UNKNOWN
        except ValueError:
            return UNKNOWN

    @property
    def parent(self) -> SysfsNode | None:
        """The next device above: the next folder that has a ``uevent``."""
        folder = self.folder.rpartition("/")[0]
        while folder.startswith(f"{self._nodes.base}/sys/devices/"):
            node = self._nodes.at(folder)
            if node.attribute("uevent") is not None:
                return node
            folder = folder.rpartition("/")[0]
        return None

    @cached_property
    def line(self) -> tuple[SysfsNode, ...]:
        """The device itself and all above it, nearest first."""
        parent = self.parent
        return (self, *(parent.line if parent else ()))


class SysfsNodes:
    """The devices below ``base``; parents that devices share are read once."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._nodes: dict[str, SysfsNode] = {}

    def at(self, folder: str) -> SysfsNode:
        if folder not in self._nodes:
            self._nodes[folder] = SysfsNode(self, folder)
        return self._nodes[folder]

    def block(self, name: str) -> SysfsNode:
        """The whole block device with this kernel name."""
        return self.at(self._folder(f"{self.base}/sys/block/{name}"))

    def linked(self, node: SysfsNode, link: str) -> SysfsNode | None:
        """The device that a link in ``node`` leads to, such as ``device`` or ``bdi``."""
        folder = self._folder(f"{node.folder}/{link}")
        inside = folder.startswith(f"{self.base}/sys/devices/") and folder != node.folder
        return self.at(folder) if inside else None

    def _folder(self, link: str) -> str:
        try:
            return os.path.normpath(os.path.join(link, "..", os.readlink(link)))  # noqa: PTH115, PTH118
        except (OSError, ValueError):
            return link
