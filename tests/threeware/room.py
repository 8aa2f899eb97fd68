"""A room in which this computer has a 3ware controller: the program runs there as it is.

In a mount namespace of its own the kernel's trees show a loop device once more, as a disk of a SCSI
host of 3ware's driver, with a node in ``/dev``, and the stand-in of tw_cli lies where the vendor's
program would. All else is the computer's own; what is written to the disk's ``queue`` reaches the
loop device. Outside nothing is changed, and when the last program in it ends, the room is gone.

    python -m tests.threeware.room FOLDER DISK=LOOP[:UNIT[:LUN]]… -- PROGRAM ARGUMENT…

FOLDER has the machine that ``tests.threeware.machines.install`` wrote. Needs root.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.threeware.machines import PROGRAM

HOST = "sys/devices/pci0042:00/0042:00:00.0/host42"
DRIVER = "3w-9xxx"
VENDORS_FOLDER = "opt/3ware"
"""One of the folders that tw_cli is searched in; all of /opt is hidden by it."""

QUEUE_DEPTH = 254
_LIBC = ctypes.CDLL(None, use_errno=True)
_CLONE_NEWNS = 0x20000


@dataclass(frozen=True)
class Disk:
    """``name`` is what the room calls the loop device ``loop``: a volume of a unit."""

    name: str
    loop: str
    unit: int = 0
    lun: int = 0

    @property
    def word(self) -> str:
        return f"{self.name}={self.loop}:{self.unit}:{self.lun}"


def command(folder: Path, disks: Sequence[Disk], argv: Sequence[str]) -> list[str]:
    """What starts ``argv`` in the room; its process becomes that of ``argv``."""
    entry = [sys.executable, "-m", "tests.threeware.room", str(folder)]
    return [*entry, *(disk.word for disk in disks), "--", *argv]


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.threeware.room")
    parser.add_argument("folder", type=Path)
    parser.add_argument("disks", nargs="+", type=_disk)
    own, program = _parted(sys.argv[1:])
    arguments = parser.parse_args(own)
    _leave_the_others()
    furnish(arguments.folder, arguments.disks)
    os.execvp(program[0], program)


def _leave_the_others() -> None:
    """From here on what we mount is seen by nobody else. Raises ``OSError``."""
    if _LIBC.unshare(_CLONE_NEWNS) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    _mount("--make-rprivate", "/")


def furnish(folder: Path, disks: Sequence[Disk]) -> None:
    """Hang the trees over those of this namespace."""
    with tempfile.TemporaryDirectory(prefix="room-") as build:
        root = Path(build)
        _mount("-t", "tmpfs", "room", build)
        try:
            _show_devices(root, disks)
            _show_nodes(root, disks)
            _show_program(root, folder)
            for place in ("sys/devices", "sys/block", "sys/class", "sys/dev/block", "dev", "opt"):
                _mount("--rbind", str(root / place), f"/{place}")
        finally:
            # what hangs elsewhere now stays there
            subprocess.run(["umount", "--lazy", build], check=True)


def _show_devices(root: Path, disks: Sequence[Disk]) -> None:
    _bind_all(Path("/sys/devices"), root / "sys/devices")
    _copy_links(Path("/sys/block"), root / "sys/block")
    _bind_all(Path("/sys/class"), root / "sys/class", without=("block", "scsi_host"))
    _copy_links(Path("/sys/class/block"), root / "sys/class/block")
    _copy_links(Path("/sys/dev/block"), root / "sys/dev/block")
    host = root / HOST
    host.mkdir(parents=True)
    (host.parent / "driver").symlink_to(f"/sys/bus/pci/drivers/{DRIVER}")
    (host.parent / "vendor").write_text("0x13c1\n")
    (host.parent / "device").write_text("0x1004\n")
    told = root / "sys/class/scsi_host" / host.name
    told.mkdir(parents=True)
    (told / "can_queue").write_text(f"{QUEUE_DEPTH}\n")
    for disk in disks:
        _show_disk(root, host, disk)


def _show_disk(root: Path, host: Path, disk: Disk) -> None:
    number = host.name.removeprefix("host")
    target = f"{number}:0:{disk.unit}"
    scsi = host / f"target{target}" / f"{target}:{disk.lun}"
    folder = scsi / "block" / disk.name
    folder.mkdir(parents=True)
    real = Path("/sys/block", disk.loop).resolve()
    _bind_all(real, folder, without=("device", "loop"))
    (folder / "device").symlink_to("../..")
    for name, text in (
        ("vendor", "AMCC"),
        ("model", "9650SE-8LP DISK"),
        ("rev", "4.10"),
        ("type", "0"),
        ("queue_depth", str(QUEUE_DEPTH)),
    ):
        (scsi / name).write_text(f"{text}\n")
    serial = f"SERIALU{disk.unit}".encode()
    (scsi / "vpd_pg80").write_bytes(bytes((0, 0x80, 0, len(serial))) + serial)
    inside = "/" / folder.relative_to(root)
    for links in ("sys/block", "sys/class/block"):
        (root / links / disk.loop).unlink(missing_ok=True)
        (root / links / disk.name).symlink_to(inside)
    by_number = root / "sys/dev/block" / (real / "dev").read_text().strip()
    by_number.unlink(missing_ok=True)
    by_number.symlink_to(inside)


def _show_nodes(root: Path, disks: Iterable[Disk]) -> None:
    """Devices don't work on a tmpfs that isn't the kernel's own only where they are forbidden."""
    nodes = root / "dev"
    nodes.mkdir()
    loops = {disk.loop: disk.name for disk in disks}
    for node in Path("/dev").iterdir():
        try:
            status = node.lstat()
        except FileNotFoundError:
            continue  # another test's loop device, which has just gone
        if stat.S_ISLNK(status.st_mode):
            (nodes / node.name).symlink_to(node.readlink())
        elif stat.S_ISDIR(status.st_mode):
            (nodes / node.name).mkdir()
            _mount("--rbind", str(node), str(nodes / node.name))
        elif stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            made = nodes / loops.get(node.name, node.name)
            os.mknod(made, status.st_mode, status.st_rdev)
            made.chmod(stat.S_IMODE(status.st_mode))


def _show_program(root: Path, folder: Path) -> None:
    place = root / VENDORS_FOLDER
    place.mkdir(parents=True)
    _mount("--bind", str(folder), str(place))
    if (place / "tw_cli").is_symlink():
        (place / "tw_cli").unlink()
        (place / "tw_cli").write_bytes(PROGRAM.read_bytes())
        (place / "tw_cli").chmod(0o755)


def _bind_all(source: Path, to: Path, without: Iterable[str] = ()) -> None:
    """The entries of ``source`` as those of the new folder ``to``."""
    to.mkdir(parents=True, exist_ok=True)
    for entry in source.iterdir():
        if entry.name in without:
            continue
        if entry.is_symlink():
            (to / entry.name).symlink_to(entry.resolve())
        elif entry.is_dir():
            (to / entry.name).mkdir()
            _mount("--rbind", str(entry), str(to / entry.name))
        else:
            (to / entry.name).touch()
            _mount("--bind", str(entry), str(to / entry.name))


def _copy_links(source: Path, to: Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    for entry in source.iterdir():
        (to / entry.name).symlink_to(entry.resolve())


def _mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def _parted(words: list[str]) -> tuple[list[str], list[str]]:
    end = words.index("--")
    return words[:end], words[end + 1 :]


def _disk(word: str) -> Disk:
    name, _, rest = word.partition("=")
    loop, *numbers = rest.split(":")
    return Disk(name, loop, *map(int, numbers))


if __name__ == "__main__":
    main()
