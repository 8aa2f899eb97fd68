"""Record the reads of a program's cold start:

    setup/recorded-system.sh IMAGE
    python -m setup.record_start IMAGE NAME PACKAGE PROGRAM [ARGUMENT…]

IMAGE holds a Debian system on ext4. PROGRAM, of PACKAGE, runs in it as user 1000 until it ends, or
for ``TIME_LIMIT_S``. The recording is written to ``resources/recordings/NAME.json``. Needs root,
Xvfb with xfonts-base, and a kernel with tracefs and overlayfs.

1. The program is started twice, and what it writes stays in the image: settings, caches. (The
   first start writes what the second one adds to.)
2. It is started ``STARTS`` times from a newly attached loop device without a page in the cache.
   Its writes go to memory, so that all starts are equal. tracefs logs the requests to the device.
3. A start ends when nothing is read for a second (``until_rest``).
4. The start with the least think time is kept: other programs on the computer only make it longer,
   though the program and its display run at real-time priority. Starts with fewer reads than the
   median are left out: other programs may have caused that rest.

All mounts are in a mount namespace of this process, and vanish with it. A recorder that was killed
leaves a free loop device and empty folders.
"""

from __future__ import annotations

import ctypes
import datetime
import errno
import fcntl
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from setup.recorded_reads import (
    Read,
    Recording,
    least_disturbed,
    reads_of,
    recording,
    recording_text,
    request_events,
    total_think_us,
    until_rest,
)

FOLDER = Path(__file__).parents[1] / "resources" / "recordings"
STARTS = 20
TIME_LIMIT_S = 10
READ_AHEAD_KB = 128
"""The default of disks without an optimal I/O size (``VM_READAHEAD_PAGES`` in include/linux/mm.h).
That of a loop device depends on the disk below."""

INSTANCE = "storage-tuner-recorder-"
"""The start of the instance's name; the recorder's process ID follows."""

_LEAST_ARGUMENTS = 4
_FIRST_STARTS = 2
_REAL_TIME_PRIORITY = 1
_PATIENCE_S = 30
_KILLED = 137
"""The status of a shell whose last program was killed (128 + SIGKILL)."""
_TRACING = Path("/sys/kernel/tracing")
_EVENTS = ("block_rq_issue", "block_rq_complete")
_TRACE_KB_PER_CPU = 8192
_USER = 1000
_RUN_AND_WAIT = '"$@"; exit "$?"'
_RUNTIME = f"run/user/{_USER}"
_X_SOCKETS = "tmp/.X11-unix"
_END_WITH_PARENT = ("setpriv", "--pdeathsig", "KILL")
_X_SERVER = ("Xvfb", "-displayfd", "1", "-ac", "-nolisten", "tcp", "-screen", "0", "1920x1080x24")
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
    "HOME": "/home/user",
    "LANG": "C.UTF-8",
    "XDG_RUNTIME_DIR": f"/{_RUNTIME}",
}
# include/uapi/linux/loop.h and sched.h
_LOOP_CTL_ADD = 0x4C80
_LOOP_CTL_REMOVE = 0x4C81
_ANY_NUMBER = -1
_CLONE_NEWNS = 0x00020000


@dataclass(frozen=True)
class Start:
    """What is started: ``package`` is the Debian package of the program in ``argv``."""

    image: Path
    package: str
    argv: Sequence[str]


def main(image: str, name: str, package: str, *argv: str) -> None:
    kept = record(name, Start(Path(image), package, argv), FOLDER)
    _print(f"Kept: {_summary(kept.reads)}")


def record(name: str, start: Start, folder: Path, starts: int = STARTS) -> Recording:
    """Record ``starts`` starts and write the least disturbed one to ``folder``. This process gets
    a mount namespace of its own and real-time priority."""
    _enter_mount_namespace()
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(_REAL_TIME_PRIORITY))
    with _display() as display, _loop_device() as device:
        program, system = _first_starts(start, device, display)
        recorded = [_recorded_start(start, device, display) for _ in range(starts)]
    made = recording(name, program, _origin(system, starts), least_disturbed(recorded))
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(recording_text(made), encoding="utf-8")
    return made


def _enter_mount_namespace() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNS) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    _run("mount", "--make-rprivate", "/")


@contextmanager
def _display() -> Iterator[str]:
    """The name of a new X display, which any local program may use."""
    server = subprocess.Popen(
        (*_END_WITH_PARENT, *_X_SERVER),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        number = server.stdout.readline().strip()
        if not number:
            raise RuntimeError("Xvfb doesn't start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def _loop_device() -> Iterator[str]:
    """The path of a new loop device: one that has been used before keeps its settings."""
    number = _control_loop_devices(_LOOP_CTL_ADD, _ANY_NUMBER)
    try:
        yield f"/dev/loop{number}"
    finally:
        remove_loop_device(number)


def remove_loop_device(number: int) -> None:
    """Waits for udev, which may have opened it."""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            _control_loop_devices(_LOOP_CTL_REMOVE, number)
            return
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.05)


def _control_loop_devices(command: int, number: int) -> int:
    control = os.open("/dev/loop-control", os.O_RDWR)
    try:
        return fcntl.ioctl(control, command, number)
    finally:
        os.close(control)


def _first_starts(start: Start, device: str, display: str) -> tuple[str, str]:
    """Return the program with its version, and the name of the system in the image."""
    with _folder() as root:
        _attach(start.image, device, "rw", root)
        _furnish(root)
        for _ in range(_FIRST_STARTS):
            _start(start, root, display)
        package = f"--root={root}", "--show", "--showformat=${Package} ${Version}", start.package
        version = _run("dpkg-query", *package)
        release = (root / "etc/debian_version").read_text(encoding="ascii").strip()
    return f"{version}: {' '.join(start.argv)}", f"Debian {release}"


def _recorded_start(start: Start, device: str, display: str) -> tuple[Read, ...]:
    with _folder() as disk, _folder() as memory, _folder() as root:
        _attach(start.image, device, "ro", disk)
        _mount_tmpfs(memory)
        upper, work = memory / "upper", memory / "work"
        upper.mkdir()
        work.mkdir()
        layers = f"lowerdir={disk},upperdir={upper},workdir={work}"
        _run("mount", "-t", "overlay", "-o", layers, "overlay", str(root))
        _furnish(root)
        with _trace(device) as trace:
            _start(start, root, display)
            log = trace.read_text(encoding="utf-8", errors="replace")
    reads = until_rest(reads_of(request_events(log)))
    _print(_summary(reads))
    return reads


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder to mount on. At the end, everything is unmounted."""
    folder = Path(tempfile.mkdtemp(prefix="record-start-"))
    try:
        yield folder
    finally:
        if folder.is_mount():
            _run("umount", "--recursive", str(folder))
        folder.rmdir()


def _attach(image: Path, device: str, access: str, folder: Path) -> None:
    """Mounts the image on ``folder`` with direct I/O. The loop device is detached when it is no
    longer mounted."""
    read_only = ("--read-only",) if access == "ro" else ()
    _run("losetup", "--direct-io=on", *read_only, device, str(image))
    try:
        queue = Path("/sys/block", Path(device).name, "queue")
        _set(queue / "read_ahead_kb", str(READ_AHEAD_KB))
        _run("mount", "-o", f"{access},noatime", device, str(folder))
    finally:
        _run("losetup", "--detach", device)


def _furnish(root: Path) -> None:
    """Mounts what a program expects of a running system."""
    _run("mount", "--rbind", "/dev", str(root / "dev"))
    for name in ("tmp", "run"):
        _mount_tmpfs(root / name)
    runtime, sockets = root / _RUNTIME, root / _X_SOCKETS
    runtime.mkdir(parents=True, mode=0o700)
    os.chown(runtime, _USER, _USER)
    sockets.mkdir()
    _run("mount", "--bind", f"/{_X_SOCKETS}", str(sockets))


def _mount_tmpfs(folder: Path) -> None:
    _run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(folder))


def _start(start: Start, root: Path, display: str) -> None:
    """Runs the program until its end, and ends what it has left running: a PID namespace ends with
    its first process, a shell that waits. (chroot can't be the first: a process that changes its
    user outlives its parent, ``PR_SET_PDEATHSIG`` in prctl(2).) All of these are programs of this
    system, so the first file read from the image is the program."""
    argv = (
        *_END_WITH_PARENT,
        *("unshare", "--pid", "--fork", "--kill-child", f"--mount-proc={root / 'proc'}"),
        *("sh", "-c", _RUN_AND_WAIT, "sh", "timeout", "--signal=KILL", str(TIME_LIMIT_S)),
        *("chroot", f"--userspec=+{_USER}:+{_USER}", "--groups=", str(root), *start.argv),
    )
    environment = {**_ENVIRONMENT, "DISPLAY": display}
    done = subprocess.run(argv, env=environment, stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, _KILLED):
        raise subprocess.CalledProcessError(done.returncode, argv)


@contextmanager
def _trace(device: str) -> Iterator[Path]:
    """The log of requests to ``device`` from now on, in an instance of our own."""
    if not (_TRACING / "instances").exists():
        _run("mount", "-t", "tracefs", "tracefs", str(_TRACING))
    instances = _TRACING / "instances"
    for left in instances.glob(f"{INSTANCE}*"):
        if not Path("/proc", left.name.removeprefix(INSTANCE)).exists():  # its recorder was killed
            left.rmdir()
    instance = instances / f"{INSTANCE}{os.getpid()}"
    instance.mkdir()
    try:
        _set(instance / "trace_clock", "mono")  # the default differs between processors
        _set(instance / "buffer_size_kb", str(_TRACE_KB_PER_CPU))
        number = os.stat(device).st_rdev  # noqa: PTH116
        kernel_number = os.major(number) << 20 | os.minor(number)  # MINORBITS, linux/kdev_t.h
        for event in _EVENTS:
            _set(instance / "events/block" / event / "filter", f"dev == {kernel_number}")
            _set(instance / "events/block" / event / "enable", "1")
        yield instance / "trace"
    finally:
        instance.rmdir()


def _set(path: Path, value: str) -> None:
    path.write_text(value, encoding="ascii")


def _origin(system: str, starts: int) -> str:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return (
        f"{today}, {system}, Linux {platform.release()}, ext4, {READ_AHEAD_KB} KiB of read-ahead, "
        f"real-time priority; the start with the least think time of {starts}"
    )


def _summary(reads: Sequence[Read]) -> str:
    megabytes = sum(read.bytes for read in reads) / 1e6
    milliseconds = total_think_us(reads) / 1e3
    return f"{len(reads)} reads, {megabytes:.1f} MB, {milliseconds:.0f} ms of think time"


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _run(*argv: str) -> str:
    return subprocess.run(argv, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    if len(sys.argv) <= _LEAST_ARGUMENTS:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
