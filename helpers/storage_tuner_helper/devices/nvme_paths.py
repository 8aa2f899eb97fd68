"""The paths to an NVMe drive (native NVMe multipath): hidden disks with the drive's queues.

A path has no node and no number, and the kernel announces no event of it (block/genhd.c, since
Linux 5.15: "for hidden disks uevents remain suppressed forever"), so udev doesn't know it. It has
the drive's world wide name, but isn't the drive. Requests take any of the paths
(drivers/nvme/host/multipath.c), so these are set together.
"""

from __future__ import annotations

from collections.abc import Collection

from storage_tuner_helper.devices.sysfs import all_names, is_hidden
from storage_tuner_helper.errors import NotSupported
from storage_tuner_protocol.kernel import drive_of_path
from storage_tuner_protocol.message import said


def drive_of(name: str) -> str | None:
    """Return the drive that the device is a path to; None for any other device."""
    drive = drive_of_path(name)
    return drive if drive != name and is_hidden(name) else None


def paths_to(drive: str) -> set[str]:
    """Return the names of the paths that the drive has now."""
    return {name for name in all_names() if drive_of(name) == drive}


def check_complete(names: Collection[str]) -> None:
    """Check that ``names`` has all present paths to a drive if it has one of them. Raises
    ``NotSupported``, also for a path that has just appeared."""
    for drive in sorted({drive for name in names if (drive := drive_of(name))}):
        for path in sorted(paths_to(drive).difference(names)):
            raise NotSupported(
                said(
                    "{path} also leads to {drive}; it may be new. All paths to a drive are set "
                    "together: try again.",
                    path=path,
                    drive=drive,
                )
            )


def check_released_together(name: str, names: Collection[str]) -> None:
    """Check that ``name`` isn't the only one to be released of the present paths to a drive that
    are among ``names``. Raises ``NotSupported``."""
    drive = drive_of(name)
    for path in sorted(paths_to(drive).intersection(names) - {name}) if drive else ():
        raise NotSupported(
            said(
                "{path} also leads to {drive}. All paths to a drive are released together.",
                path=path,
                drive=drive,
            )
        )


def check_has_node(name: str) -> None:
    """Raise ``NotSupported`` for a path, which can't be opened."""
    if drive := drive_of(name):
        raise NotSupported(
            said(
                "{device} is a path to {drive} and can't be opened; use {drive}.",
                device=name,
                drive=drive,
            )
        )
