"""Targets of settings behind one interface: a block device, or the machine's virtual memory."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from storage_tuner_helper.devices import sysfs
from storage_tuner_helper.errors import DeviceChanged, KernelRefused, NotSupported
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import VIRTUAL_MEMORY, Scope

_PROC_SYS = "/proc/sys"


class Target(Protocol):
    """An open object with attributes; ``diskseq`` and ``queue`` distinguish it from a later one of
    the same name (0 where there can't be one)."""

    @property
    def name(self) -> str: ...

    @property
    def diskseq(self) -> int: ...

    @property
    def scopes(self) -> frozenset[Scope]:
        """Return the scopes of the tunables that it may have."""

    def queue(self) -> int: ...

    def read(self, attribute: str) -> str:
        """Read an attribute. Raises ``NotSupported`` or ``DeviceChanged``."""

    def names(self, folder: str) -> list[str]:
        """Return the entries of a subfolder; empty if there is none."""

    def read_settable(self, attribute: str) -> str:
        """Read an attribute that can be written as well: a file, without a link on the way. Raises
        ``NotSupported`` or ``DeviceChanged``."""

    def write(self, attribute: str, value: str) -> None:
        """Write an attribute. Raises ``KernelRefused``, ``NotSupported`` or ``DeviceChanged``."""


def attribute_text(target: Target, attribute: str) -> str:
    """Return the attribute's text, "" if the target has none that's readable. Raises
    ``DeviceChanged``."""
    try:
        return target.read(attribute)
    except NotSupported:
        return ""


class VirtualMemory:
    """The files below ``/proc/sys/vm``, which always exist and never change within one boot."""

    name = VIRTUAL_MEMORY
    diskseq = 0
    scopes = frozenset({Scope.MACHINE})

    def queue(self) -> int:
        return 0

    def read(self, attribute: str) -> str:
        try:
            return Path(_PROC_SYS, attribute).read_text(encoding="ascii").strip()
        except OSError:
            raise NotSupported(said("This kernel has no {name}.", name=attribute)) from None

    def names(self, folder: str) -> list[str]:
        del folder
        return []

    def read_settable(self, attribute: str) -> str:
        return self.read(attribute)

    def write(self, attribute: str, value: str) -> None:
        try:
            sysfs.write_in_one_piece(f"{_PROC_SYS}/{attribute}", value)
        except OSError as error:
            if error.errno == errno.ENOENT:
                raise NotSupported(said("This kernel has no {name}.", name=attribute)) from None
            raise KernelRefused(
                said(
                    "The kernel refused {value} for {name}: {reason}.",
                    value=value,
                    name=attribute,
                    reason=error.strerror,
                )
            ) from None


def check_name(name: str) -> str:
    """Return ``name`` if it can have settings; raises ``NoSuchDevice``."""
    return name if name == VIRTUAL_MEMORY else sysfs.check_name(name)


def current_diskseq(name: str) -> int:
    """Return the ``diskseq`` that ``opened`` needs for the target's present name. Raises
    ``NoSuchDevice``."""
    return 0 if name == VIRTUAL_MEMORY else sysfs.current_diskseq(name)


@contextmanager
def opened(name: str, diskseq: int) -> Iterator[Target]:
    """Open the target of this name; ``diskseq`` is 0 for the virtual memory. Raises
    ``NoSuchDevice`` or ``DeviceChanged``."""
    if name != VIRTUAL_MEMORY:
        with sysfs.pinned(name, diskseq) as device:
            yield device
    elif diskseq:
        raise DeviceChanged(name)
    else:
        yield VirtualMemory()
