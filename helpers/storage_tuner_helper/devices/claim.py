"""Opens device nodes so that it's certain which disk is behind the descriptor.

While a descriptor is open the kernel can't give its numbers to another disk, so a check remains
valid.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
import struct
import time

from storage_tuner_helper.devices.sysfs import PinnedDevice
from storage_tuner_helper.errors import DeviceBusy, DeviceChanged, KernelRefused
from storage_tuner_protocol.message import said

BLKGETSIZE64 = 0x80081272
BLKGETDISKSEQ = 0x80081280
BLKSSZGET = 0x1268
_UDEV_SECONDS = 3.0
_POLL_SECONDS = 0.05
_SAFELY = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


def open_for_reading(device: PinnedDevice) -> int:
    """Return a read-only descriptor of the device's node, checked against ``device``.

    Raises ``DeviceChanged``, ``DeviceBusy`` or ``KernelRefused``.
    """
    return _checked(open_node(device.name, os.O_RDONLY), device)


def open_for_overwriting(device: PinnedDevice) -> int:
    """Open a disk like ``open_exclusively``, checked against ``device``. Waits a moment for udev,
    which probes a disk after each write."""
    return _checked(open_exclusively(device.name, _UDEV_SECONDS), device)


def keep_udev_quiet(descriptor: int) -> None:
    """Prevent udev from probing the disk or applying rules to it as long as the descriptor is open.
    If another program holds that lock, continue without it."""
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_exclusively(name: str, patience_seconds: float = 0.0) -> int:
    """Claim a node for writing: mounts, swap, md, dm and other claimants are kept out while the
    descriptor is open, and the lock keeps udev from probing. Raises ``DeviceBusy``, but waits first
    for a program that holds only the lock."""
    descriptor = open_node(name, os.O_RDWR | os.O_EXCL)
    deadline = time.monotonic() + patience_seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() >= deadline:
                os.close(descriptor)
                raise DeviceBusy(said("{name} is locked by another program.", name=name)) from None
        else:
            return descriptor
        time.sleep(_POLL_SECONDS)


def open_node(name: str, mode: int) -> int:
    """Open ``/dev/<name>``, which must be a block device, not a link.

    Raises ``DeviceBusy``, ``DeviceChanged`` or ``KernelRefused``.
    """
    try:
        descriptor = os.open("/dev/" + name.replace("!", "/"), mode | _SAFELY)
    except OSError as error:
        raise _open_refusal(name, error) from None
    if not stat.S_ISBLK(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise DeviceChanged(name)
    return descriptor


def size_bytes(descriptor: int) -> int:
    buffer = bytearray(8)
    fcntl.ioctl(descriptor, BLKGETSIZE64, buffer)
    return int(struct.unpack("=Q", buffer)[0])


def logical_block_bytes(descriptor: int) -> int:
    """Return the smallest request size that the device supports."""
    buffer = bytearray(4)
    fcntl.ioctl(descriptor, BLKSSZGET, buffer)
    return int(struct.unpack("=I", buffer)[0])


def check_diskseq(descriptor: int, name: str, diskseq: int) -> None:
    """Raise ``DeviceChanged`` unless the open disk has this sequence number."""
    buffer = bytearray(8)
    fcntl.ioctl(descriptor, BLKGETDISKSEQ, buffer)
    if struct.unpack("=Q", buffer)[0] != diskseq:
        raise DeviceChanged(name)


def _checked(descriptor: int, device: PinnedDevice) -> int:
    """Return ``descriptor``, or close it if it isn't the same disk's. Raises ``DeviceChanged``."""
    try:
        node = os.fstat(descriptor).st_rdev
        if (os.major(node), os.minor(node)) != device.number():
            raise DeviceChanged(device.name)
        check_diskseq(descriptor, device.name, device.diskseq)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _open_refusal(name: str, error: OSError) -> DeviceBusy | DeviceChanged | KernelRefused:
    if error.errno == errno.EBUSY:
        return DeviceBusy(said("{name} is in use by another program.", name=name))
    if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ELOOP):
        return DeviceChanged(name)
    return KernelRefused(
        said("The kernel refused to open {name}: {reason}.", name=name, reason=error.strerror)
    )
