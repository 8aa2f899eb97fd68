"""The SCSI host that connects a disk, such as a port of a SATA controller. It has settings of its
own, which outlast the disk when it is unplugged."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from storage_tuner_helper.devices.sysfs import PinnedDevice
from storage_tuner_helper.devices.targets import Target
from storage_tuner_helper.errors import NoSuchDevice
from storage_tuner_protocol.tunables import Scope

SYS_HOSTS = "/sys/class/scsi_host"

_FOLDER_OF_DISK = "device/../../scsi_host"
_NAME = re.compile(r"host[0-9]{1,10}", re.ASCII)


@dataclass(frozen=True)
class HostIdentity:
    """A host in this boot. ``inode`` is that of its folder in sysfs: the kernel reuses the numbers
    in names (drivers/scsi/hosts.c, host_index_ida)."""

    name: str
    inode: int

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError("no host's name")


class ScsiHost(PinnedDevice):
    """An open folder of a host. It has the attributes that a disk reaches through
    ``device/../../scsi_host/*``."""

    scopes = frozenset({Scope.HOST})

    def check(self) -> None:
        """Do nothing: the folder of a host that went away is empty."""

    def _path(self, attribute: str) -> str:
        return attribute.rpartition("/")[2]


def host_of(target: Target) -> HostIdentity | None:
    """Return the host of a disk that is connected directly; None for other targets."""
    if not isinstance(target, PinnedDevice):
        return None
    names = filter(_NAME.fullmatch, target.names(_FOLDER_OF_DISK))
    found = (HostIdentity(name, target.inode(f"{_FOLDER_OF_DISK}/{name}")) for name in names)
    return next(found, None)


@contextmanager
def opened_host(identity: HostIdentity) -> Iterator[ScsiHost]:
    """Open the host's folder; the only link followed is that of sysfs's class. Raises
    ``NoSuchDevice`` if the host is gone, even if another one has its name."""
    try:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
        folder = os.open(f"{SYS_HOSTS}/{identity.name}", flags)
    except OSError:
        raise NoSuchDevice from None
    try:
        if os.fstat(folder).st_ino != identity.inode:
            raise NoSuchDevice
        yield ScsiHost(identity.name, 0, folder)
    finally:
        os.close(folder)
