"""Writing on disks that aren't our own: only on empty ones, which nobody uses; on loop devices.

A loop device has no model, so it's called by its name and its size.
"""

from __future__ import annotations

import binascii
import hashlib
import json
import os
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from storage_tuner_helper.devices import claim, emptiness, identity, overwriting, signatures
from storage_tuner_helper.devices.sysfs import current_diskseq, pinned
from storage_tuner_helper.errors import (
    DeviceBusy,
    DeviceChanged,
    NoAnswer,
    NotEmpty,
    NotSupported,
    Refusal,
)
from tests.bus.connections import HelperClient, Refused, StdioClient, wait_gone, wait_until
from tests.bus.environment import TUNE_YES, USER, Environment
from tests.bus.test_kills import fio_below
from tests.bus.test_sessions import begin, reattach
from tests.bus.workloads import RANDOM_WRITE, benchmark, stream
from tests.loop_device import (
    MEBIBYTE,
    NOTHING_LATER,
    LoopDevice,
    LoopDeviceFactory,
    backing_file,
    mounted,
    remove_partitions,
)

LONG_WRITE = {**RANDOM_WRITE, "runtime_ms": 600_000}


def called(device: LoopDevice) -> str:
    return f"{device.name} {device.file.stat().st_size}"


def allow(helper: HelperClient, device: LoopDevice, session: str, model: str | None = None) -> None:
    words = called(device) if model is None else model
    helper.call("AllowOverwriting", device.name, session=session, overwrite_model=words)


def refused(helper: HelperClient, device: LoopDevice, session: str) -> Refused:
    with pytest.raises(Refused) as caught:
        allow(helper, device, session)
    return caught.value


def digest(device: LoopDevice, *, behind: int = 0) -> bytes:
    return hashlib.blake2b(device.file.read_bytes()[behind:]).digest()


def test_an_empty_disk_is_written_and_nothing_beside_it(
    helper: HelperClient, loop_devices: LoopDeviceFactory
) -> None:
    """More than once, so what fio wrote there counts as nothing."""
    neighbours = [loop_devices(8 * MEBIBYTE)]
    device = loop_devices()
    neighbours.append(loop_devices(8 * MEBIBYTE))
    for neighbour in neighbours:
        neighbour.file.write_bytes(os.urandom(8 * MEBIBYTE))
    before, empty = [digest(neighbour) for neighbour in neighbours], digest(device)
    session = begin(helper, device)
    allow(helper, device, session)
    assert digest(device) == empty
    for streams in ([stream("write", shared=False)], [stream("randrw"), stream("read")]):
        helper.call("StartBenchmark", device.name, session=session, **benchmark(*streams))
        told = helper.wait_event("BenchmarkFinished")["arguments"]
        assert told["exit_code"] == 0, told["error_output"]
        assert json.loads(told["output"])["jobs"][0]["error"] == 0
    assert digest(device) != empty
    assert [digest(neighbour) for neighbour in neighbours] == before


def test_without_leave_nothing_is_written(helper: HelperClient, device: LoopDevice) -> None:
    """Also in the next session, and for one that reads."""
    empty = digest(device)
    session = begin(helper, device)
    allow(helper, device, session)
    helper.call("EndSession", device.name, session=session, keep=False)
    session = begin(helper, device)
    for mode in ("write", "randwrite", "rw", "randrw"):
        given = benchmark(stream(), stream(mode))
        name = helper.refusal("StartBenchmark", device.name, session=session, **given)
        assert name == "InvalidArgument"
    assert digest(device) == empty


ODD_NAMES: tuple[object, ...] = (
    *(" ", "loop", "vda", "x" * 128, "x" * 129, "%s", "*", ".."),
    *("QEMU HARDDISK", 1, True, []),
)


def test_another_name_is_refused(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    longer = [f"{odd}{called(device)}" for odd in ODD_NAMES]
    for text in (*ODD_NAMES, *longer, called(device)[:-1], called(device).upper()):
        given = {"session": session, "overwrite_model": text}
        assert helper.refusal("AllowOverwriting", device.name, **given) == "InvalidArgument", text
    assert helper.refusal("AllowOverwriting", device.name, session=session) == "InvalidArgument"
    refused_run = helper.refusal("StartBenchmark", device.name, session=session, **RANDOM_WRITE)
    assert refused_run == "InvalidArgument"


def test_a_disk_is_called_by_its_model(tmp_path: Path, device: LoopDevice) -> None:
    """As the kernel tells it; makers fill it up with spaces."""
    with pinned(device.name, device.diskseq) as folder:
        assert overwriting.called(folder) == called(device)

    class WithModel:
        name = "sdx"

        def read(self, attribute: str) -> str:
            return {"device/model": "WDC  WD20EFRX-68E \n", "size": "8"}[attribute]

    assert overwriting.called(WithModel()) == "WDC WD20EFRX-68E"  # type: ignore[arg-type]


# What stands on a disk ---------------------------------------------------------------------------


def at(offset: int, content: bytes) -> Callable[[LoopDevice], None]:
    """Write ``content``, from the end for a negative offset."""

    def write(device: LoopDevice) -> None:
        with device.file.open("r+b") as file:
            file.seek(offset, os.SEEK_SET if offset >= 0 else os.SEEK_END)
            file.write(content)

    return write


def made_by(*argv: str) -> Callable[[LoopDevice], None]:
    def make(device: LoopDevice) -> None:
        subprocess.run([*argv, device.path], check=True, capture_output=True)

    return make


def dos_table() -> bytes:
    entry = struct.pack("<B3sB3sII", 0, b"\0\0\0", 0x83, b"\0\0\0", 2048, 20480)
    return bytes(446) + entry + bytes(48) + b"\x55\xaa"


def gpt_header(own: int, other: int, entries: int, last: int) -> bytes:
    table = binascii.crc32(bytes(128 * 128))

    def packed(checksum: int) -> bytes:
        return struct.pack(
            "<8sIIIIQQQQ16sQIII",
            *(
                b"EFI PART",
                0x10000,
                92,
                checksum,
                0,
                own,
                other,
                34,
                last - 33,
                b"storage-tuner!!!",
            ),
            *(entries, 128, 128, table),
        )

    return packed(binascii.crc32(packed(0)))


def backup_gpt(device: LoopDevice) -> None:
    """The table at the end alone, as when somebody overwrote the beginning."""
    last = device.file.stat().st_size // 512 - 1
    protective = bytes(446) + struct.pack("<B3sB3sII", 0, b"\0\2\0", 0xEE, b"\xff\xff\xff", 1, last)
    at(0, protective + bytes(48) + b"\x55\xaa")(device)
    at(-512, gpt_header(last, 1, last - 32, last))(device)


def md_superblock() -> bytes:
    """Version 1.2, 4 KiB from the beginning (linux/raid/md_p.h)."""
    head = struct.pack("<IIII16s32s", 0xA92B4EFC, 1, 0, 0, b"storage-tuner!!!", b"test:0")
    rest = struct.pack("<QiiQII", 0, 1, 0, 131072, 0, 2) + bytes(32)
    device = struct.pack(
        "<QQQQIIII16sBBBB", 2048, 126976, 8, 0, 0, 0, 0, 0, b"storage-tuner---", 0, 0, 0, 0
    )
    state = struct.pack("<QQQII", 0, 1, 0, 0, 2) + bytes(32)
    block = bytearray(head + rest + device + state)
    whole = sum(struct.unpack(f"<{len(block) // 4}I", block)) + 0
    checksum = ((whole & 0xFFFFFFFF) + (whole >> 32)) & 0xFFFFFFFF
    struct.pack_into("<I", block, 216, checksum)
    return bytes(block) + struct.pack("<HH", 0, 1) + bytes(508)


def md_superblock_of_old(device: LoopDevice) -> None:
    """Version 0.90, in the last 64 KiB."""
    size = device.file.stat().st_size
    words = [0xA92B4EFC, 0, 90, 0, 0, 0x12345678, 0, 1, 65472, 2, 2, 0, 0]
    at((size & ~65535) - 65536, struct.pack("<13I", *words) + bytes(4096 - 52))(device)


def lvm_label() -> bytes:
    """In the second sector (lib/label/label.c), with LVM's own checksum."""
    rest = struct.pack("<I8s", 32, b"LVM2 001") + b"abcdefghijklmnopqrstuvwxyz012345"
    rest += struct.pack("<Q", 64 << 20) + bytes(512 - 20 - len(rest) - 8)
    return struct.pack("<8sQI", b"LABELONE", 1, lvm_checksum(rest)) + rest


def lvm_checksum(content: bytes) -> int:
    table = (0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158,
             0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4,
             0xA00AE278, 0xBDBDF21C)  # fmt: skip
    found = 0xF597A6CF
    for byte in content:
        found ^= byte
        found = (found >> 4) ^ table[found & 15]
        found = (found >> 4) ^ table[found & 15]
    return found


def zfs_label(device: LoopDevice) -> None:
    """The first label's ring of uberblocks."""
    for number in range(16):
        at(131072 + 1024 * number, struct.pack("<QQQQQ", 0x00BAB10C, 5000, 7, 8, 9))(device)


def luks_header() -> bytes:
    return struct.pack(">6sH", b"LUKS\xba\xbe", 1) + b"aes" + bytes(29) + bytes(552)


def btrfs_superblock() -> bytes:
    """64 KiB from the beginning; the checksum of its 4064 bytes is crc32c."""
    block = bytearray(4096)
    block[64:72] = b"_BHRfS_M"
    struct.pack_into("<Q", block, 48, 65536)
    struct.pack_into("<QQ", block, 112, 64 << 20, 1 << 20)
    struct.pack_into("<II", block, 144, 4096, 16384)
    struct.pack_into("<I", block, 0, crc32c(bytes(block[32:])))
    return bytes(block)


def crc32c(content: bytes) -> int:
    found = 0xFFFFFFFF
    for byte in content:
        found ^= byte
        for _ in range(8):
            found = (found >> 1) ^ (0x82F63B78 if found & 1 else 0)
    return found ^ 0xFFFFFFFF


WRITTEN: dict[str, tuple[Callable[[LoopDevice], None], str]] = {
    "ext4": (made_by("mkfs.ext4", "-q"), "ext4"),
    "swap": (made_by("mkswap"), "swap"),
    "partitions": (at(0, dos_table()), "dos"),
    "gpt at the end": (backup_gpt, "gpt"),
    "luks": (at(0, luks_header()), "crypto_LUKS"),
    "md": (at(4096, md_superblock()), "linux_raid_member"),
    "md 0.90": (md_superblock_of_old, "linux_raid_member"),
    "lvm": (at(512, lvm_label()), "LVM2_member"),
    "zfs": (zfs_label, "zfs_member"),
    "btrfs": (at(65536, btrfs_superblock()), "btrfs"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", WRITTEN)
def test_a_disk_with_something_on_it_is_refused(
    stdio: StdioClient, device: LoopDevice, name: str
) -> None:
    make, kind = WRITTEN[name]
    session = begin(stdio, device)
    allow(stdio, device, session)
    make(device)
    drop_cache(device)
    before = digest(device)
    again = begin_anew(stdio, device, session)
    reason = refused(stdio, device, again)
    assert reason.name == "NotEmpty" and kind in reason.message
    assert digest(device) == before


def begin_anew(helper: HelperClient, device: LoopDevice, session: str) -> str:
    helper.call("EndSession", device.name, session=session, keep=False)
    return begin(helper, device)


def drop_cache(device: LoopDevice) -> None:
    """What was written to the file is then what the disk reads."""
    subprocess.run(["blockdev", "--flushbufs", device.path], check=True)


def test_what_came_after_the_leave_counts_as_well(helper: HelperClient, device: LoopDevice) -> None:
    """The whole of it is checked again whenever fio is to write."""
    session = begin(helper, device)
    allow(helper, device, session)
    made_by("mkfs.ext4", "-q")(device)
    before = digest(device)
    with pytest.raises(Refused, match="ext4") as caught:
        helper.call("StartBenchmark", device.name, session=session, **RANDOM_WRITE)
    assert caught.value.name == "NotEmpty"
    assert digest(device) == before


@pytest.mark.parametrize("offset", [0, MEBIBYTE - 4096, -4096])
def test_what_nobody_knows_counts_as_empty(
    stdio: StdioClient, device: LoopDevice, offset: int
) -> None:
    """As what fio leaves there: it's the model that was typed which answers for that."""
    session = begin(stdio, device)
    at(offset, b"storage tuner" * 300)(device)
    drop_cache(device)
    allow(stdio, device, session)


# Who uses a disk ---------------------------------------------------------------------------------


@contextmanager
def formatted_and_mounted(device: LoopDevice, place: Path) -> Iterator[None]:
    made_by("mkfs.ext4", "-q", *NOTHING_LATER)(device)
    place.mkdir()
    with mounted(device, place):
        yield


@contextmanager
def mounted_elsewhere(device: LoopDevice, place: Path) -> Iterator[None]:
    """In a mount namespace of its own, and nothing of a file system left to be seen."""
    made_by("mkfs.ext4", "-q", *NOTHING_LATER)(device)
    place.mkdir()
    script = f"mount {device.path} {place} && echo mounted && read end"
    argv = ["unshare", "--mount", "--propagation", "private", "sh", "-c", script]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin and holder.stdout
        assert holder.stdout.readline() == b"mounted\n"
        try:
            yield
        finally:
            holder.stdin.close()
            holder.wait()


@contextmanager
def used_as_swap(device: LoopDevice, place: Path) -> Iterator[None]:
    """A small one: a kernel that reclaims by itself puts pages there at once."""
    del place
    subprocess.run(["mkswap", device.path, str(SWAP_BYTES // 1024)], check=True)
    subprocess.run(["swapon", device.path], check=True)
    try:
        yield
    finally:
        subprocess.run(["swapoff", device.path], check=True)


@contextmanager
def below_a_loop_device(device: LoopDevice, place: Path) -> Iterator[None]:
    """Which doesn't claim it: the exclusive open succeeds."""
    del place
    done = subprocess.run(
        ["losetup", "--find", "--show", device.path], check=True, capture_output=True, text=True
    )
    upper = done.stdout.strip()
    try:
        os.close(claim.open_exclusively(device.name))
        yield
    finally:
        subprocess.run(["losetup", "--detach", upper], check=True)
        # another test may have a practice disk of that number by now
        wait_until(lambda: backing_file(Path(upper).name) != device.path, "the loop's end")


@contextmanager
def held_exclusively(device: LoopDevice, place: Path) -> Iterator[None]:
    del place
    descriptor = os.open(device.path, os.O_RDONLY | os.O_EXCL)
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def locked(device: LoopDevice, place: Path) -> Iterator[None]:
    """As by udev, or by a program that partitions it."""
    del place
    with claim_lock(device):
        yield


@contextmanager
def claim_lock(device: LoopDevice) -> Iterator[None]:
    argv = ["flock", "--shared", device.path, "sh", "-c", "echo locked; read end"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin and holder.stdout
        assert holder.stdout.readline() == b"locked\n"
        try:
            yield
        finally:
            holder.stdin.close()
            holder.wait()


@contextmanager
def below_a_mapping(device: LoopDevice, place: Path) -> Iterator[None]:
    name = f"st-test-{device.name}-{os.getpid()}"
    table = f"0 {device.file.stat().st_size // 512} linear {device.path} 0"
    made = subprocess.run(["dmsetup", "create", name, "--table", table], check=False)
    if made.returncode:
        pytest.skip("this kernel has no device-mapper")
    del place
    try:
        yield
    finally:
        subprocess.run(["dmsetup", "remove", name], check=True)


@contextmanager
def read_only(device: LoopDevice, place: Path) -> Iterator[None]:
    del place
    subprocess.run(["blockdev", "--setro", device.path], check=True)
    try:
        yield
    finally:
        subprocess.run(["blockdev", "--setrw", device.path], check=True)


@contextmanager
def partitioned(device: LoopDevice, place: Path) -> Iterator[None]:
    """Partitions that the kernel knows, though no table is there any more."""
    del place
    subprocess.run(["addpart", device.path, "1", "2048", "20480"], check=True)
    try:
        yield
    finally:
        remove_partitions(device)


SWAP_BYTES = 64 * 1024
"""All that the kernel may write to a disk while it's used in one of these ways."""

USED = {
    "mounted": (formatted_and_mounted, "DeviceBusy", "is mounted"),
    "mounted elsewhere": (mounted_elsewhere, "DeviceBusy", "in use by another program"),
    "swap": (used_as_swap, "DeviceBusy", "used as swap"),
    "below a loop device": (below_a_loop_device, "DeviceBusy", " uses "),
    "below a mapping": (below_a_mapping, "DeviceBusy", " uses "),
    "held exclusively": (held_exclusively, "DeviceBusy", "in use by another program"),
    "locked": (locked, "DeviceBusy", "locked by another program"),
    "read-only": (read_only, "NotSupported", "read-only"),
    "partitions": (partitioned, "NotEmpty", "has partitions"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("how", USED)
def test_a_disk_in_use_is_refused(
    stdio: StdioClient, device: LoopDevice, state: Path, how: str
) -> None:
    """When it's asked for, and when it came to that after the leave was given."""
    use, name, words = USED[how]
    session = begin(stdio, device)
    allow(stdio, device, session)
    with use(device, state / "place"):
        before = digest(device, behind=SWAP_BYTES)
        reason = refused(stdio, device, session)
        assert reason.name == name and words in reason.message
        with pytest.raises(Refused, match=words):
            stdio.call("StartBenchmark", device.name, session=session, **RANDOM_WRITE)
        assert digest(device, behind=SWAP_BYTES) == before
    allow_again_if_empty(stdio, device, session)


def allow_again_if_empty(helper: HelperClient, device: LoopDevice, session: str) -> None:
    with suppress(Refused):
        allow(helper, device, session)
        helper.call("StartBenchmark", device.name, session=session, **RANDOM_WRITE)
        assert helper.wait_event("BenchmarkFinished")["arguments"]["exit_code"] == 0


def test_the_system_s_disk_is_known_by_what_is_mounted() -> None:
    """Nothing is opened for that: only sysfs and the table of mounts are read."""
    mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    (number,) = {line.split()[2] for line in mounts if line.split()[4] == "/"}
    disks = emptiness.disks_below(number)
    if not disks:
        pytest.skip("the root file system is on no disk here")
    for name in disks:
        with pinned(name, current_diskseq(name)) as device, pytest.raises(Refusal) as caught:
            emptiness.check_unused(device)
        assert str(caught.value) in (f"This computer runs from {name}.", f"{name} is read-only.")


def test_what_is_below_something_mounted_is_in_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, device: LoopDevice
) -> None:
    """By numbers, and by the source where a file system has a number of its own (btrfs)."""
    number = Path(f"/sys/block/{device.name}/dev").read_text(encoding="ascii").strip()
    table = tmp_path / "mountinfo"
    monkeypatch.setattr(emptiness, "_MOUNTS", table)
    for point, source in (
        ("/", f"{number} / / rw - ext4 /dev/root rw"),
        ("/boot", f"0:99 /@ /boot rw shared:1 - btrfs {device.path} rw"),
        ("/some\\040where", f"{number} / /some\\040where rw master:1 - xfs {device.path} rw"),
    ):
        table.write_text(f"1 0 0:5 / /proc rw - proc proc rw\n7 1 {source}\n", encoding="ascii")
        with pinned(device.name, device.diskseq) as folder, pytest.raises(DeviceBusy) as caught:
            emptiness.check_unused(folder)
        system = point in ("/", "/boot")
        assert ("runs from" if system else "is mounted") in str(caught.value)


def test_two_ways_to_one_disk_are_refused(
    monkeypatch: pytest.MonkeyPatch, loop_devices: LoopDeviceFactory
) -> None:
    """A second path to it may be in use, which the kernel can't know."""
    one, other, third = loop_devices(MEBIBYTE), loop_devices(MEBIBYTE), loop_devices(MEBIBYTE)
    same = identity.Identity("ID_WWN", "0x5000c500a1b2c3d4")
    known = {one.name: same, other.name: same}
    monkeypatch.setattr(emptiness, "identity_of", lambda device: known.get(device.name))
    with pinned(one.name, one.diskseq) as device, pytest.raises(NotSupported, match=other.name):
        emptiness.check_unused(device)
    with pinned(third.name, third.diskseq) as device:
        emptiness.check_unused(device)


def test_what_can_not_be_read_is_not_empty(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, device: LoopDevice
) -> None:
    for script, refusal in (
        ("exit 1", NoAnswer),
        ("echo odd >&2", NoAnswer),
        ("kill $$", NoAnswer),
        ("echo; echo ' ext4'; echo \"$(printf 'x\\033[1m')\"", NotEmpty),
    ):
        program = tmp_path / "wipefs"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="ascii")
        program.chmod(0o755)
        monkeypatch.setattr(signatures, "WIPEFS", str(program))
        with pytest.raises(refusal) as caught:
            overwriting.open_empty(device.name, device.diskseq)
        assert str(caught.value).isprintable()
    monkeypatch.setattr(signatures, "WIPEFS", str(tmp_path / "nothing"))
    with pytest.raises(NotSupported):
        overwriting.open_empty(device.name, device.diskseq)
    os.close(claim.open_exclusively(device.name))


# The same disk, held ----------------------------------------------------------------------------


def test_another_disk_in_its_place_is_never_written(stdio: StdioClient, device: LoopDevice) -> None:
    session = begin(stdio, device)
    allow(stdio, device, session)
    reattach(device)
    before = digest(device)
    name = stdio.refusal("StartBenchmark", device.name, session=session, **RANDOM_WRITE)
    assert name == "DeviceChanged"
    with pytest.raises(DeviceChanged):
        overwriting.open_empty(device.name, device.diskseq - 1)
    assert digest(device) == before


def test_nobody_else_can_claim_it_during_the_run(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    allow(helper, device, session)
    os.close(claim.open_exclusively(device.name))
    job = helper.call("StartBenchmark", device.name, session=session, **LONG_WRITE)["job"]
    for words in (["mkswap"], ["mkfs.ext4", "-q"], ["wipefs", "--all"]):
        done = subprocess.run([*words, device.path], check=False, capture_output=True)
        assert done.returncode != 0, words
    with pytest.raises(DeviceBusy):
        claim.open_exclusively(device.name)
    with pytest.raises(Refused, match="is running on"):
        allow(helper, device, session)
    helper.call("StopBenchmark", device.name, session=session, job=job)
    helper.wait_event("BenchmarkFinished")
    os.close(claim.open_exclusively(device.name))


@pytest.mark.parametrize("victim", ["fio", "client", "worker", "supervisor", "both"])
def test_a_kill_in_the_middle_leaves_the_disk_free(
    stdio: StdioClient,
    device: LoopDevice,
    state: Path,
    loop_devices: LoopDeviceFactory,
    victim: str,
) -> None:
    neighbour = loop_devices(8 * MEBIBYTE)
    before, own = digest(neighbour), device.settings()
    session = begin(stdio, device)
    allow(stdio, device, session)
    stdio.call("SetSettings", device.name, session=session, nomerges=2)
    written = writes(device)  # of those that had the device's number before, too
    stdio.call("StartBenchmark", device.name, session=session, **LONG_WRITE)
    (fio,) = fio_below(state / "runtime")
    wait_until(lambda: writes(device) > written, "the first write")
    supervisor, worker = stdio.helper_pids()
    for pid in {"fio": [fio], "worker": [worker], "supervisor": [supervisor],
                "both": [supervisor, worker], "client": []}[victim]:  # fmt: skip
        os.kill(pid, 9)
    if victim == "client":
        stdio.kill()
    wait_gone(fio)
    wait_until(lambda: is_free(device), "the disk to be free")
    if victim == "fio":
        stdio.call("EndSession", device.name, session=session, keep=False)
    elif victim == "both":
        StdioClient(state).leave()
    wait_until(lambda: device.settings() == own, "the settings")
    done = writes(device)
    os.sync()
    assert writes(device) == done and digest(neighbour) == before


def writes(device: LoopDevice) -> int:
    fields = Path(f"/sys/block/{device.name}/stat").read_text(encoding="ascii").split()
    return int(fields[4])


def is_free(device: LoopDevice) -> bool:
    try:
        os.close(claim.open_exclusively(device.name))
    except DeviceBusy:
        return False
    return True


def test_a_lock_that_udev_holds_for_a_moment_is_waited_for(device: LoopDevice) -> None:
    with ExitStack() as stack:
        stack.enter_context(claim_lock(device))
        freeing = threading.Timer(0.3, stack.close)
        freeing.start()
        began = time.monotonic()
        os.close(overwriting.open_empty(device.name, device.diskseq))
        assert time.monotonic() - began >= 0.2
        freeing.join()


# Who may -----------------------------------------------------------------------------------------


def test_the_password_is_asked_for_every_time(bus: Environment, device: LoopDevice) -> None:
    """Not only once, as for tuning; and not of who has no agent."""
    with bus.client(USER, interactive=True) as user, bus.agent(user, USER) as said:
        session = begin(user, device)
        for _ in range(2):
            allow(user, device, session)
        user.call("EndSession", device.name, session=session, keep=False)
    asked = [line for line in said if "org.storagetuner.overwrite" in line]
    assert len(asked) == 2, said


def test_a_program_that_may_tune_may_not_overwrite(bus: Environment, device: LoopDevice) -> None:
    bus.set_rules(TUNE_YES.replace("org.storagetuner.", "org.storagetuner.tune"))
    with bus.client(USER) as user:
        session = begin(user, device)
        words = {"session": session, "overwrite_model": called(device)}
        name = user.refusal("AllowOverwriting", device.name, **words)
        assert name == "InteractiveAuthorizationRequired"
        name = user.refusal("StartBenchmark", device.name, session=session, **RANDOM_WRITE)
        assert name == "InvalidArgument"


def test_it_is_for_the_owner_of_the_session(bus: Environment, device: LoopDevice) -> None:
    with bus.client() as owner, bus.client() as other:
        session = begin(owner, device)
        words = {"session": session, "overwrite_model": called(device)}
        assert other.refusal("AllowOverwriting", device.name, **words) == "NoSuchSession"
        owner.call("AllowOverwriting", device.name, **words)
        given = {"session": session, **RANDOM_WRITE}
        assert other.refusal("StartBenchmark", device.name, **given) == "NoSuchSession"


def test_a_practice_disk_needs_no_leave(helper: HelperClient) -> None:
    made = helper.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)
    session = helper.call("BeginSession", made["device"], diskseq=made["diskseq"])["session"]
    words = {"session": session, "overwrite_model": f"{made['device']} {made['size_bytes']}"}
    assert helper.refusal("AllowOverwriting", made["device"], **words) == "NotSupported"
