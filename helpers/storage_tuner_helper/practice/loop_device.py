"""Loop devices through the kernel's own calls (linux/loop.h)."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper.devices.claim import open_exclusively, open_node
from storage_tuner_helper.devices.sysfs import SYS_BLOCK
from storage_tuner_helper.errors import (
    DeviceBusy,
    DeviceChanged,
    KernelRefused,
    NotSupported,
    Refusal,
)
from storage_tuner_protocol.message import said

_CONTROL = "/dev/loop-control"
_LOOP_CTL_GET_FREE = 0x4C82
_LOOP_CONFIGURE = 0x4C0A
_LOOP_CLR_FD = 0x4C01
_LOOP_GET_STATUS64 = 0x4C05
_LO_FLAGS_DIRECT_IO = 16
INFO = struct.Struct("=QQQQQIIII64s64s32sQQ")
CONFIG_HEAD = struct.Struct("=II")
CONFIG_RESERVED = bytes(64)
_LOOP = re.compile(r"loop[0-9]+", re.ASCII)
_DETACH_SECONDS = 10.0
_UDEV_SECONDS = 3.0


@dataclass(frozen=True)
class FileIdentity:
    """Device and inode number of a file, which distinguish it from any other."""

    device: int
    inode: int

    @classmethod
    def of(cls, descriptor: int) -> FileIdentity:
        status = os.fstat(descriptor)
        return cls(status.st_dev, status.st_ino)


def free_name() -> str:
    """Return the kernel's next free loop device; another program may use it before us."""
    control = _open_control()
    try:
        return f"loop{fcntl.ioctl(control, _LOOP_CTL_GET_FREE)}"
    except OSError as error:
        raise KernelRefused(
            said("There is no free loop device: {reason}.", reason=error.strerror)
        ) from None
    finally:
        os.close(control)


def _open_control() -> int:
    try:
        return os.open(_CONTROL, os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
            raise NotSupported(said("This computer has no loop devices.")) from None
        raise KernelRefused(
            said("The kernel refused {path}: {reason}.", path=_CONTROL, reason=error.strerror)
        ) from None


def configure(loop: int, file: int, block_bytes: int) -> bool:
    """Attach ``file`` to ``loop`` with direct I/O; False when it's in use.

    ``block_bytes`` is the logical block size, 0 for the kernel's choice.
    """
    information = INFO.pack(0, 0, 0, 0, 0, 0, 0, 0, _LO_FLAGS_DIRECT_IO, b"", b"", b"", 0, 0)
    try:
        fcntl.ioctl(
            loop,
            _LOOP_CONFIGURE,
            CONFIG_HEAD.pack(file, block_bytes) + information + CONFIG_RESERVED,
        )
    except OSError as error:
        if error.errno == errno.EBUSY:
            return False
        raise KernelRefused(
            said("The kernel refused the loop device: {reason}.", reason=error.strerror)
        ) from None
    return True


def has_direct_io(name: str) -> bool:
    return Path(SYS_BLOCK, name, "loop/dio").read_text(encoding="ascii").strip() == "1"


def is_attached(name: str) -> bool:
    return Path(SYS_BLOCK, name, "loop").is_dir()


def is_free(name: str) -> bool:
    """Return whether it's a loop device without a file, which any program may use."""
    return bool(_LOOP.fullmatch(name)) and not is_attached(name)


def backing_file(loop: int) -> FileIdentity | None:
    """Return the file of an open loop device; None if there is none."""
    try:
        fields = _status(loop)
    except OSError as error:
        if error.errno == errno.ENXIO:
            return None
        raise
    return FileIdentity(_decoded_device(fields[0]), fields[1])


def _status(loop: int) -> tuple[int, ...]:
    """Return the status in the format ``INFO``. Raises ``OSError``."""
    buffer = bytearray(INFO.size)
    fcntl.ioctl(loop, _LOOP_GET_STATUS64, buffer)
    return INFO.unpack(buffer)


def file_behind(name: str) -> FileIdentity | None:
    """Return the file of a loop device; None for a free one, and for any other device."""
    return _backing_of(name) if _LOOP.fullmatch(name) and is_attached(name) else None


def is_anothers(name: str, file: FileIdentity | None) -> bool:
    """Return whether it's a loop device with another file than ``file``, or with any file if
    None."""
    return file_behind(name) not in (None, file)


@contextmanager
def kept_from_others(name: str, file: FileIdentity | None) -> Iterator[None]:
    """Keep the loop device from being attached to another file than ``file`` meanwhile; does
    nothing for other kinds of devices. Raises ``DeviceChanged`` when it was or is just being
    attached to another file, and ``KernelRefused``."""
    if not _LOOP.fullmatch(name):
        yield
        return
    # an open one can't get another file; for a free one only a claim prevents that
    attached = file is not None and is_attached(name)
    try:
        loop = open_node(name, os.O_RDONLY) if attached else open_exclusively(name, _UDEV_SECONDS)
    except DeviceBusy:
        raise DeviceChanged(name) from None
    try:
        if backing_file(loop) != (file if attached else None):
            raise DeviceChanged(name)
        yield
    finally:
        os.close(loop)


def device_behind(name: str) -> int:
    """Return the number of the block device behind a loop device; 0 for a file, and for any other
    device."""
    if not _LOOP.fullmatch(name) or not is_attached(name):
        return 0
    try:
        loop = open_node(name, os.O_RDONLY)
    except Refusal:
        return 0
    try:
        return _decoded_device(_status(loop)[2])
    except OSError:
        return 0
    finally:
        os.close(loop)


def attached_to(identity: FileIdentity) -> str | None:
    """Return the name of the loop device that this file is attached to."""
    for name in sorted(entry.name for entry in Path(SYS_BLOCK).glob("loop*")):
        if is_attached(name) and _backing_of(name) == identity:
            return name
    return None


def detach(name: str, loop: int) -> None:
    """Detach the file from ``loop``; the caller closes ``loop`` and then waits with
    ``wait_detached``, since the kernel detaches only at the last close."""
    try:
        fcntl.ioctl(loop, _LOOP_CLR_FD)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise KernelRefused(
                said(
                    "The kernel keeps {device} attached: {reason}.",
                    device=name,
                    reason=error.strerror,
                )
            ) from None


def wait_detached(name: str, identity: FileIdentity) -> bool:
    """Wait until the device is no longer held open; False after some seconds."""
    deadline = time.monotonic() + _DETACH_SECONDS
    while is_attached(name) and _backing_of(name) == identity:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def _backing_of(name: str) -> FileIdentity | None:
    try:
        loop = open_node(name, os.O_RDONLY)
    except (DeviceChanged, KernelRefused):
        return None
    try:
        return backing_file(loop)
    finally:
        os.close(loop)


def _decoded_device(number: int) -> int:
    """Convert the kernel's ``huge_encode_dev`` to the C library's format (both as in
    sys/sysmacros.h)."""
    minor = (number & 0xFF) | ((number >> 12) & 0xFFF00)
    return os.makedev((number >> 8) & 0xFFF, minor)
