"""One block device's folder in sysfs, pinned by the kernel's sequence number of the disk.

``diskseq`` is never used twice in one boot, so it distinguishes a device that was exchanged under
the same name from the one that the client looked at.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from storage_tuner_helper.arguments import is_device_name
from storage_tuner_helper.devices import array_client
from storage_tuner_helper.errors import DeviceChanged, KernelRefused, NoSuchDevice, NotSupported
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import Scope

SYS_BLOCK = "/sys/block"
MAXIMUM_DISKSEQ = (1 << 63) - 1

_LINK = "device"
"""The one subfolder of a block device that sysfs makes a link (block/genhd.c and drivers/base)."""

_GONE = (errno.ENODEV, errno.ENXIO)
_BUSY_SECONDS = 3.0
_FIRST_PAUSE_SECONDS = 0.005
_LONGEST_PAUSE_SECONDS = 0.2


def check_name(name: str) -> str:
    """Return ``name`` if a whole block device has it; raises ``NoSuchDevice``.

    Being an entry of the folder, not being well formed, is what keeps ``..`` and ``/`` out.
    """
    if not is_device_name(name) or name not in all_names():
        raise NoSuchDevice
    return name


def all_names() -> set[str]:
    with os.scandir(SYS_BLOCK) as entries:
        return {entry.name for entry in entries}


def visible_names() -> set[str]:
    """Return the devices that can be opened. The paths to an NVMe drive are listed beside it as
    hidden disks without a node, and have the drive's identity (nvme0c0n1 is of nvme0n1, even if
    it's the only path; drivers/nvme/host/multipath.c)."""
    return {name for name in all_names() if not is_hidden(name)}


def is_hidden(name: str) -> bool:
    """Return whether the disk has no device node."""
    try:
        return Path(SYS_BLOCK, name, "hidden").read_text(encoding="ascii").strip() == "1"
    except OSError:
        return False


def boot_id() -> str:
    """Return the kernel's identifier of this boot."""
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


class PinnedDevice:
    """An open folder of ``/sys/block`` whose ``diskseq`` was compared."""

    scopes = frozenset({Scope.DEVICE, Scope.SCHEDULER, Scope.ARRAY, Scope.HOST})

    def __init__(self, name: str, diskseq: int, folder: int) -> None:
        self.name = name
        self.diskseq = diskseq
        self._folder = folder

    def check(self) -> None:
        """Raise ``DeviceChanged`` when another disk has the name by now."""
        try:
            found = self._read_raw("diskseq")
        except OSError:
            raise DeviceChanged(self.name) from None
        if found != str(self.diskseq):
            raise DeviceChanged(self.name)

    def queue(self) -> int:
        """A number that identifies its request queue, in which the kernel keeps the settings,
        within this boot; 0 if it has none. It outlives an exchange of the medium or the file."""
        return self.inode("queue")

    def inode(self, folder: str) -> int:
        """A number that identifies a subfolder within this boot; 0 if there is none."""
        try:
            return os.stat(folder, dir_fd=self._folder, follow_symlinks=False).st_ino
        except OSError:
            return 0

    def number(self) -> tuple[int, int]:
        """Major and minor number of the device node."""
        major, _, minor = self.read("dev").partition(":")
        return int(major), int(minor)

    def read(self, attribute: str) -> str:
        """Return the attribute's text. Raises ``NotSupported`` when the device has none that's
        readable, ``DeviceChanged`` when the device went away."""
        try:
            return self._read_raw(attribute)
        except OSError as error:
            raise self._absence(attribute, error) from None

    def read_settable(self, attribute: str) -> str:
        """Return the text like ``read``, of a file that can be written as well, and that's reached
        without a link."""
        try:
            with self._folder_of(attribute) as (folder, name):
                return _read_writable(name, folder)
        except OSError as error:
            raise self._absence(attribute, error) from None

    def _absence(self, attribute: str, error: OSError) -> NotSupported | DeviceChanged:
        if error.errno in _GONE:
            return DeviceChanged(self.name)
        self.check()
        return NotSupported(said("{device} has no {name}.", device=self.name, name=attribute))

    def names(self, folder: str) -> list[str]:
        """Return the entries of a subfolder; empty if there is none."""
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY, dir_fd=self._folder)
        except OSError:
            return []
        try:
            with os.scandir(descriptor) as entries:
                return sorted(entry.name for entry in entries)
        finally:
            os.close(descriptor)

    def write(self, attribute: str, value: str) -> None:
        """Write ``value`` in one piece. Raises ``KernelRefused``, ``NotSupported`` or
        ``DeviceChanged``. New kernels return EBUSY for a moment, which is waited out."""
        self.check()
        deadline = time.monotonic() + _BUSY_SECONDS
        pause = _FIRST_PAUSE_SECONDS
        while True:
            try:
                self._write_as_allowed(attribute, value)
                return
            except OSError as error:
                if error.errno != errno.EBUSY or time.monotonic() > deadline:
                    raise self._refusal(attribute, value, error) from None
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    def _refusal(
        self, attribute: str, value: str, error: OSError
    ) -> KernelRefused | NotSupported | DeviceChanged:
        if error.errno in _GONE:
            return DeviceChanged(self.name)
        self.check()
        if error.errno == errno.ENOENT:
            return NotSupported(said("{device} has no {name}.", device=self.name, name=attribute))
        return KernelRefused(
            said(
                "The kernel refused {value} for {name} of {device}: {reason}.",
                value=value,
                name=attribute,
                device=self.name,
                reason=error.strerror,
            )
        )

    def _read_raw(self, attribute: str) -> str:
        flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
        descriptor = os.open(self._path(attribute), flags, dir_fd=self._folder)
        try:
            return _text(descriptor)
        finally:
            os.close(descriptor)

    def _write_as_allowed(self, attribute: str, value: str) -> None:
        try:
            self.write_once(attribute, value)
        except OSError as error:
            if not array_client.may_ask(attribute, error):
                raise
            array_client.write(self.name, self.diskseq, attribute, value)

    def write_once(self, attribute: str, value: str) -> None:
        """Write like ``write``, but raise the kernel's own error as ``OSError``."""
        with self._folder_of(attribute) as (folder, name):
            write_in_one_piece(name, value, folder)

    @contextmanager
    def _folder_of(self, attribute: str) -> Iterator[tuple[int, str]]:
        """Open the folder of an attribute, without following a link that sysfs doesn't have; yield
        it with the attribute's name in it. Raises ``OSError``."""
        *folders, name = self._path(attribute).split("/")
        with ExitStack() as opened:
            inner = self._folder
            for folder in folders:
                flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
                flags |= 0 if folder == _LINK else os.O_NOFOLLOW
                inner = os.open(folder, flags, dir_fd=inner)
                opened.callback(os.close, inner)
            yield inner, name

    def _path(self, attribute: str) -> str:
        """Return the attribute's path, with the first folder that has it for ``*``. Only the
        kernel makes folders and links in sysfs, and all lead to this device's own parents."""
        above, star, below = attribute.partition("/*/")
        if not star:
            return attribute
        paths = (f"{above}/{name}/{below}" for name in self.names(above))
        return next((path for path in paths if self._exists(path)), attribute)

    def _exists(self, path: str) -> bool:
        try:
            os.stat(path, dir_fd=self._folder, follow_symlinks=False)
        except OSError:
            return False
        return True


def write_in_one_piece(path: str, value: str, folder: int | None = None) -> None:
    """Write to ``path``, as a shell's ``echo`` does. It must be a file and no link, and is relative
    to the open ``folder`` unless it's absolute. Raises ``OSError``."""
    with _opened_file(path, os.O_WRONLY | os.O_TRUNC, folder) as descriptor:
        os.write(descriptor, value.encode("ascii"))


def _read_writable(name: str, folder: int) -> str:
    with _opened_file(name, os.O_RDONLY, folder) as descriptor:
        if not os.fstat(descriptor).st_mode & stat.S_IWUSR:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return _text(descriptor)


def _text(descriptor: int) -> str:
    return os.read(descriptor, 4096).decode("ascii", "replace").strip()


@contextmanager
def _opened_file(path: str, flags: int, folder: int | None) -> Iterator[int]:
    """Open a file that's neither a link nor anything else, such as a pipe. Raises ``OSError``."""
    safely = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    descriptor = os.open(path, flags | safely, dir_fd=folder)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def pinned(name: str, diskseq: int) -> Iterator[PinnedDevice]:
    """Open the folder of ``name``. Raises ``NoSuchDevice`` or ``DeviceChanged``."""
    folder = _open_folder(name)
    try:
        device = PinnedDevice(name, diskseq, folder)
        device.check()
        yield device
    finally:
        os.close(folder)


@contextmanager
def pinned_queue(name: str, queue: int) -> Iterator[PinnedDevice]:
    """Open the folder like ``pinned``, for whichever disk is there now, as long as its settings are
    in that ``queue``. Raises ``NoSuchDevice`` or ``DeviceChanged``."""
    with pinned(name, current_diskseq(name)) as device:
        if not queue or device.queue() != queue:
            raise DeviceChanged(name)
        yield device


def current_diskseq(name: str) -> int:
    """Return the present sequence number of ``name``. Raises ``NoSuchDevice``."""
    folder = _open_folder(name)
    try:
        return int(PinnedDevice(name, 0, folder).read("diskseq"))
    finally:
        os.close(folder)


def _open_folder(name: str) -> int:
    check_name(name)
    try:
        return os.open(f"{SYS_BLOCK}/{name}", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        raise NoSuchDevice from None
