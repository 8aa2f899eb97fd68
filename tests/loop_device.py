"""Loop devices for tests: real block devices with every scheduler, gone after the test.

A loop device keeps its scheduler and tunables when it's detached and used again, so all that can
be set is put back before. The scheduler becomes none, as of a new one, whatever an interrupted run
may have left there.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

Value = TypeVar("Value")

MEBIBYTE = 1 << 20
SCRATCH = Path("/var/tmp")
"""On a disk, unlike /tmp, which may be memory without direct I/O."""

SCRATCH_PREFIX = f"storage-tuner-test-{os.getpid()}-"
"""Ours alone, since other tests may run at the same time."""

_LOOP_CTL_ADD = 0x4C80
_HELPERS_NUMBERS = range(16)
_FIRST_NUMBER = 32
_NUMBERS_PER_WORKER = 16
_PATIENCE_S = 120
_REQUESTS_PER_SECOND = 1000

_ATTRIBUTES = (
    "scheduler",
    "nr_requests",
    "read_ahead_kb",
    "max_sectors_kb",
    "rq_affinity",
    "nomerges",
    "wbt_lat_usec",
    "add_random",
    "iostats",
    "rotational",
)

_OF_A_NEW_ONE = {"scheduler": "none", "nomerges": "0", "rq_affinity": "1", "iostats": "1"}


@dataclass(frozen=True)
class LoopDevice:
    """An attached loop device; ``queue`` is its folder of tunables."""

    name: str
    file: Path

    @property
    def path(self) -> str:
        return f"/dev/{self.name}"

    @property
    def queue(self) -> Path:
        return Path("/sys/block", self.name, "queue")

    @property
    def diskseq(self) -> int:
        return int(Path("/sys/block", self.name, "diskseq").read_text(encoding="ascii"))

    @property
    def scheduler(self) -> str:
        return self.read("scheduler")

    def read(self, attribute: str) -> str:
        """An attribute's value; of the scheduler the active name only."""
        text = (self.queue / attribute).read_text(encoding="ascii").strip()
        return text.split("[")[1].split("]")[0] if "[" in text else text

    def write(self, attribute: str, value: str) -> None:
        """New kernels return EBUSY while somebody sets another attribute (docs/kernels.md): the
        helper, say, that puts back what a client left."""
        file = self.queue / attribute
        _repeat_while(errno.EBUSY, lambda: file.write_text(value, encoding="ascii"))

    def settings(self) -> dict[str, str]:
        """Everything that can be set and read, with the values of the active scheduler."""
        found = {}
        for attribute in (*_ATTRIBUTES, *self._scheduler_attributes()):
            try:
                found[attribute] = self.read(attribute)
            except OSError:
                continue
        return found

    def restore(self, before: dict[str, str]) -> None:
        """Write what differs from ``before``, the scheduler first: others depend on it. Twice,
        since some change others: max_sectors_kb changes read_ahead_kb, say."""
        for attribute, value in [*before.items(), *before.items()]:
            if self.read(attribute) != value:
                self.write(attribute, value)

    def _scheduler_attributes(self) -> list[str]:
        return [f"iosched/{path.name}" for path in files_in(self.queue / "iosched")]


def block_devices() -> set[str]:
    """The names of all of this machine, other tests' among them."""
    return {path.name for path in Path("/sys/block").iterdir()}


def files_in(folder: Path) -> list[Path]:
    """None if it isn't there, or is taken away meanwhile, as a scheduler's is."""
    try:
        return list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


@contextmanager
def attached_loop(folder: Path, size_bytes: int = 64 * MEBIBYTE) -> Iterator[LoopDevice]:
    """A loop device with direct I/O over a new file in ``folder``, which must be on a disk."""
    descriptor, path = tempfile.mkstemp(suffix=".img", dir=folder)
    try:
        os.posix_fallocate(descriptor, 0, size_bytes)
        with attached_file(Path(path)) as device:
            yield device
    finally:
        os.close(descriptor)
        Path(path).unlink()


def attach(device: LoopDevice) -> None:
    """Also where a helper that was just killed claims its number for a moment longer, or the kernel
    has not quite let go of what was attached before."""
    _repeat_while(errno.EBUSY, lambda: _try_to_attach(device))


@contextmanager
def attached_file(file: Path) -> Iterator[LoopDevice]:
    """A loop device with direct I/O over ``file``."""
    with _own_number() as name:
        device = LoopDevice(name, file)
        attach(device)
        try:
            with _as_a_new_one(device):
                yield device
        finally:
            _run("losetup", "--detach", device.path)
            _wait_detached(device)


@contextmanager
def _as_a_new_one(device: LoopDevice) -> Iterator[None]:
    """Without what its last user left, and afterwards without what this one did."""
    remove_partitions(device)
    _limit(device.name, 0)
    for attribute, value in _OF_A_NEW_ONE.items():
        device.write(attribute, value)
    before = device.settings()
    try:
        yield
    finally:
        remove_partitions(device)
        device.restore(before)


@contextmanager
def slowed(name: str) -> Iterator[None]:
    """The loop device ``name`` as slow as a real disk. At the speed of memory, measuring it for
    some seconds takes as many from both processors, which all other tests need. Where there is no
    such control group (of version 1) that we may write, it stays as fast."""
    _limit(name, _REQUESTS_PER_SECOND)
    try:
        yield
    finally:
        _limit(name, 0)


def _limit(name: str, requests_per_second: int) -> None:
    """Reads and writes each; 0 for no limit (the kernel's cgroup-v1/blkio-controller.rst)."""
    number = Path("/sys/block", name, "dev").read_text(encoding="ascii").strip()
    for way in ("read", "write"):
        with suppress(OSError):
            file = Path("/sys/fs/cgroup/blkio", f"blkio.throttle.{way}_iops_device")
            file.write_text(f"{number} {requests_per_second}", encoding="ascii")


NOTHING_LATER = ("-E", "lazy_itable_init=0,lazy_journal_init=0")
"""For mkfs.ext4; else the kernel goes on making the file system once it's mounted."""


@contextmanager
def mounted(device: LoopDevice, folder: Path, *options: str) -> Iterator[None]:
    """The device's file system in ``folder``; ``options`` as of mount(8)."""
    subprocess.run(["mount", *options, device.path, folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A private folder on a disk, removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix=SCRATCH_PREFIX, dir=SCRATCH))
    try:
        yield folder
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    """A program of the test's that is just ending may still put something into it."""
    _repeat_while(errno.ENOTEMPTY, lambda: shutil.rmtree(folder))


def _repeat_while(number: int, action: Callable[[], object]) -> None:
    """Until it isn't refused with this error number any more."""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            action()
            return
        except OSError as error:
            if error.errno != number or time.monotonic() > deadline:
                raise
        time.sleep(0.01)


LoopDeviceFactory = Callable[..., LoopDevice]


@pytest.fixture
def loop_devices() -> Iterator[LoopDeviceFactory]:
    """Call it for a new loop device; ``size_bytes`` as in ``attached_loop``. Needs root."""
    with ExitStack() as stack:
        folder = stack.enter_context(scratch_folder())

        def make(size_bytes: int = 64 * MEBIBYTE) -> LoopDevice:
            return stack.enter_context(attached_loop(folder, size_bytes))

        yield make


def attached_names() -> set[str]:
    """Loop devices that are in use now."""
    return {path.parent.name for path in Path("/sys/block").glob("loop*/loop")}


def practice_slots() -> list[str]:
    """Loop devices of which practice disks get the first that is free."""
    return [_added(number) for number in _HELPERS_NUMBERS]


def if_free(name: str, read: Callable[[], Value]) -> Value | None:
    """What ``read`` gives while nobody uses the loop device ``name``; None when somebody does."""
    slot = Path("/sys/block", name)
    life = (slot / "diskseq").read_text(encoding="ascii")
    found = read()
    is_free = not (slot / "loop").exists()
    return found if is_free and (slot / "diskseq").read_text(encoding="ascii") == life else None


def when_free(name: str, read: Callable[[], Value]) -> Value:
    """As ``if_free``, but waits: a free loop device may be another test's practice disk at once.
    Whoever has it gives it back as it was."""
    deadline = time.monotonic() + _PATIENCE_S
    while (found := if_free(name, read)) is None:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{name} is never free")
        time.sleep(0.01)
    return found


def worker() -> int:
    """The number of the worker that this process is (or has been started by)."""
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


@contextmanager
def _own_number() -> Iterator[str]:
    """A loop device that nobody uses, of this worker's own: what one test leaves to be put back a
    moment later isn't another's device by then. The helper's own get the first numbers, of which
    there are enough: the kernel gives away the first that is free. A lock keeps off the tests of
    another run, also while a test has its device detached."""
    practice_slots()
    for number in _numbers():
        with (Path(tempfile.gettempdir()) / f"storage-tuner-tests-loop{number}").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            name = _added(number)
            if not _is_attached(name):
                yield name
                return
    raise RuntimeError("all loop devices of this worker are in use")


def _is_attached(name: str) -> bool:
    return Path("/sys/block", name, "loop").exists()


def _numbers() -> range:
    first = _FIRST_NUMBER + worker() * _NUMBERS_PER_WORKER
    return range(first, first + _NUMBERS_PER_WORKER)


def _added(number: int) -> str:
    """The loop device of that number, made if there is none."""
    name = f"loop{number}"
    if not Path("/sys/block", name).exists():
        _add(number)
    return name


def _add(number: int) -> None:
    control = os.open("/dev/loop-control", os.O_RDWR)
    try:
        fcntl.ioctl(control, _LOOP_CTL_ADD, number)
    except FileExistsError:
        pass  # somebody else has just done that
    finally:
        os.close(control)


def remove_partitions(device: LoopDevice) -> None:
    """Those that a test had the kernel know; it keeps them for the next file behind the device, and
    none goes that somebody has open, such as a program that looks at all devices."""
    deadline = time.monotonic() + _PATIENCE_S
    while any(Path("/sys/block", device.name).glob(f"{device.name}p*")):
        subprocess.run(["partx", "--delete", device.path], capture_output=True, check=False)
        if time.monotonic() > deadline:
            raise TimeoutError(f"{device.name} keeps its partitions")
        time.sleep(0.01)


def _wait_detached(device: LoopDevice) -> None:
    """The kernel lets go at the last close: of udev, or of a program that is just being killed,
    which takes until all of its requests are done."""
    deadline = time.monotonic() + _PATIENCE_S
    while backing_file(device.name) == str(device.file):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{device.name} is still attached")
        time.sleep(0.01)


def backing_file(name: str) -> str:
    """What is behind a loop device; empty if nothing is."""
    path = Path("/sys/block", name, "loop/backing_file")
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _try_to_attach(device: LoopDevice) -> None:
    """Raises ``OSError`` with EBUSY while somebody claims the number."""
    argv = ("losetup", "--direct-io=on", device.path, str(device.file))
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if os.strerror(errno.EBUSY) in done.stderr:
        raise OSError(errno.EBUSY, f"{argv}: {done.stderr}")
    assert done.returncode == 0, f"{argv}: {done.stderr}"


def _run(*argv: str) -> str:
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{argv}: {done.stderr}"
    return done.stdout.strip()
