"""Practice disks: real ones, made by the real helper."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from storage_tuner_helper.errors import NoSpace
from storage_tuner_helper.practice.disk import RESERVE_BYTES, PracticeFolder
from tests.bus.connections import (
    HelperClient,
    Refused,
    StdioClient,
    kill_together,
    leaving,
    wait_until,
)
from tests.bus.environment import Environment
from tests.bus.test_sessions import begin
from tests.bus.workloads import benchmark, stream
from tests.loop_device import (
    MEBIBYTE,
    LoopDevice,
    attached_file,
    attached_loop,
    attached_names,
    practice_slots,
    scratch_folder,
)

SMALL = 64 * MEBIBYTE


def make(helper: HelperClient, size_bytes: int = SMALL) -> tuple[LoopDevice, int]:
    reply = helper.call("CreatePracticeDisk", size_bytes=size_bytes)
    file = Path(f"/sys/block/{reply['device']}/loop/backing_file").read_text(encoding="utf-8")
    return LoopDevice(reply["device"], Path(file.strip())), int(reply["diskseq"])


def practice_files(state: Path) -> list[Path]:
    return list((state / "state/practice").iterdir())


def test_it_is_a_disk_with_direct_io_and_every_scheduler(helper: HelperClient) -> None:
    disk, diskseq = make(helper)
    assert disk.diskseq == diskseq
    assert Path(f"/sys/block/{disk.name}/loop/dio").read_text(encoding="ascii").strip() == "1"
    size = Path(f"/sys/block/{disk.name}/size").read_text(encoding="ascii")
    assert int(size) * 512 == SMALL
    offered = (disk.queue / "scheduler").read_text(encoding="ascii")
    assert set(offered.replace("[", "").replace("]", "").split()) >= {"none", "mq-deadline"}
    assert helper.call("Describe")["practice_disks"] == [disk.name]
    helper.call("RemovePracticeDisk", disk.name)
    assert helper.call("Describe")["practice_disks"] == []


def test_every_block_is_written_with_what_no_compressor_shrinks(
    stdio: StdioClient, state: Path
) -> None:
    """No hole, no unwritten extent (filefrag tells), no block twice."""
    make(stdio)
    (image,) = (state / "state/practice").glob("*.img")
    assert image.stat().st_blocks * 512 >= SMALL
    extents = subprocess.run(["filefrag", "-v", image], capture_output=True, text=True, check=True)
    assert "unwritten" not in extents.stdout and "extent" in extents.stdout
    content = image.read_bytes()
    blocks = {hashlib.blake2b(content[at : at + 4096]).digest() for at in range(0, SMALL, 4096)}
    assert len(blocks) == SMALL // 4096


def test_progress_is_told_up_to_the_end(helper: HelperClient) -> None:
    number = helper.start("CreatePracticeDisk", size_bytes=4 * SMALL)
    done: list[int] = []
    while not done or done[-1] < 4 * SMALL:
        event = helper.wait_event("PracticeDiskProgress")["arguments"]
        assert event["total_bytes"] == 4 * SMALL
        done.append(event["done_bytes"])
    assert done == sorted(done)
    helper.call("RemovePracticeDisk", helper.result(number)["device"])


def test_it_may_be_written_and_nothing_else(helper: HelperClient, device: LoopDevice) -> None:
    writing = benchmark(stream("write", block_bytes=MEBIBYTE, shared=False))
    before = hashlib.blake2b(device.file.read_bytes()).digest()
    session = helper.call("BeginSession", device.name, diskseq=device.diskseq)["session"]
    refused = helper.refusal("StartBenchmark", device.name, session=session, **writing)
    assert refused == "InvalidArgument"
    disk, diskseq = make(helper)
    session = helper.call("BeginSession", disk.name, diskseq=diskseq)["session"]
    helper.call("StartBenchmark", disk.name, session=session, **writing)
    event = helper.wait_event("BenchmarkFinished")["arguments"]
    assert event["exit_code"] == 0, event["error_output"]
    assert json.loads(event["output"])["jobs"][0]["write"]["io_bytes"] > 0
    assert hashlib.blake2b(device.file.read_bytes()).digest() == before


@pytest.mark.alone
def test_removing_it_ends_the_session_and_puts_the_slot_back(
    stdio: StdioClient, state: Path
) -> None:
    slots = {name: LoopDevice(name, Path()).settings() for name in practice_slots()}
    disk, diskseq = make(stdio)
    session = stdio.call("BeginSession", disk.name, diskseq=diskseq)["session"]
    stdio.call("SetSettings", disk.name, session=session, scheduler="kyber", nomerges=2)
    stdio.call("RemovePracticeDisk", disk.name)
    assert disk.settings() == slots[disk.name]
    assert practice_files(state) == []
    assert stdio.refusal("Revert", disk.name, session=session) == "NoSuchSession"


@pytest.mark.alone
def test_what_was_kept_on_it_goes_with_it(stdio: StdioClient) -> None:
    slots = {name: LoopDevice(name, Path()).settings() for name in practice_slots()}
    disk, diskseq = make(stdio)
    session = stdio.call("BeginSession", disk.name, diskseq=diskseq)["session"]
    stdio.call("SetSettings", disk.name, session=session, scheduler="bfq", nr_requests=33)
    stdio.call("EndSession", disk.name, session=session, keep=True)
    stdio.call("RemovePracticeDisk", disk.name)
    assert disk.settings() == slots[disk.name]
    assert stdio.call("Describe")["changed_devices"] == []


def detached_by_the_kernel(state: Path) -> tuple[LoopDevice, str]:
    """A practice disk set to kyber whose helper was killed, and how its slot was set before.

    Somebody asked for the detaching, and the claim of the dead helper held it no longer."""
    helper = StdioClient(state)
    disk, diskseq = make(helper)
    before = disk.scheduler
    session = helper.call("BeginSession", disk.name, diskseq=diskseq)["session"]
    helper.call("SetSettings", disk.name, session=session, scheduler="kyber")
    helper.call("EndSession", disk.name, session=session, keep=True)
    subprocess.run(["losetup", "--detach", disk.path], check=True)
    pids = helper.helper_pids()
    kill_together(pids)
    helper.leave()
    wait_until(lambda: disk.name not in attached_names(), "the loop device's end")
    assert disk.scheduler == "kyber"
    return disk, before


@pytest.mark.alone
def test_a_slot_that_somebody_took_meanwhile_is_left_alone(state: Path) -> None:
    """As another program's disk its settings are another program's."""
    disk, before = detached_by_the_kernel(state)
    theirs = state / "theirs.img"
    theirs.write_bytes(bytes(MEBIBYTE))
    subprocess.run(["losetup", disk.path, theirs], check=True)
    try:
        disk.write("scheduler", "bfq")
        again = StdioClient(state)
        with leaving(again):
            assert again.call("Describe")["changed_devices"] == []
            assert disk.scheduler == "bfq"
    finally:
        disk.write("scheduler", before)
        subprocess.run(["losetup", "--detach", disk.path], check=True)
    assert practice_files(state) == []


@pytest.mark.alone
def test_the_slot_is_put_back_when_the_kernel_detached_it(state: Path) -> None:
    disk, before = detached_by_the_kernel(state)
    again = StdioClient(state)
    with leaving(again):
        assert again.call("Describe")["changed_devices"] == []
        assert disk.scheduler == before
    assert practice_files(state) == []


def test_nobody_else_can_claim_it(helper: HelperClient) -> None:
    """The claim is what keeps it from being mounted or made part of something."""
    disk, _ = make(helper)
    with pytest.raises(OSError, match="busy"):
        os.open(disk.path, os.O_RDWR | os.O_EXCL)


def test_the_making_can_be_stopped(stdio: StdioClient, state: Path) -> None:
    number = stdio.start("CreatePracticeDisk", size_bytes=4 << 30)
    stdio.wait_event("PracticeDiskProgress")
    stdio.call("RemovePracticeDisk")
    with pytest.raises(Refused, match="Cancelled"):
        stdio.result(number)
    assert practice_files(state) == []
    assert stdio.refusal("RemovePracticeDisk") == "NoSuchDevice"


def test_others_are_answered_while_one_is_filled(helper: HelperClient, device: LoopDevice) -> None:
    number = helper.start("CreatePracticeDisk", size_bytes=4 << 30)
    helper.wait_event("PracticeDiskProgress")
    session = helper.call("BeginSession", device.name, diskseq=device.diskseq)["session"]
    helper.call("SetSettings", device.name, session=session, scheduler="kyber")
    helper.call("RemovePracticeDisk")
    with pytest.raises(Refused, match="Cancelled"):
        helper.result(number)


@pytest.fixture
def small_file_system() -> Iterator[Path]:
    """An ext4 of 600 MiB, mounted."""
    with scratch_folder() as folder:
        image, place = folder / "image", folder / "mounted"
        place.mkdir()
        with image.open("wb") as file:
            file.truncate(600 * MEBIBYTE)
        subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", image], check=True)
        with attached_file(image) as loop:
            subprocess.run(["mount", loop.path, place], check=True)
            try:
                yield place
            finally:
                subprocess.run(["umount", place], check=True)


def test_a_full_disk_is_told_and_nothing_is_left(small_file_system: Path) -> None:
    """64 MiB fit on 600 MiB, but the reserve wouldn't stay free."""
    helper = StdioClient(small_file_system)
    try:
        with pytest.raises(Refused, match="NoSpace") as refused:
            helper.call("CreatePracticeDisk", size_bytes=2 * SMALL)
        assert "must stay free" in refused.value.message
        assert practice_files(small_file_system) == []
    finally:
        helper.leave()


def test_two_at_once_leave_the_reserve_free(small_file_system: Path) -> None:
    """Each takes two thirds of what the reserve leaves, so one fits."""
    folder = PracticeFolder(small_file_system)
    status = os.statvfs(small_file_system)
    size_bytes = (status.f_bavail * status.f_frsize - RESERVE_BYTES) * 2 // 3
    with ThreadPoolExecutor() as threads:
        making = [threads.submit(_reserved, folder, str(number), size_bytes) for number in range(4)]
    assert sorted(future.result() for future in making) == ["NoSpace"] * 3 + ["made"]


def _reserved(folder: PracticeFolder, identifier: str, size_bytes: int) -> str:
    try:
        os.close(folder.reserve(identifier, size_bytes))
    except NoSpace as refusal:
        return refusal.name
    return "made"


def test_memory_is_no_place_for_one(state: Path) -> None:
    place = state / "memory"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", place], check=True)
    try:
        helper = StdioClient(place)
        with leaving(helper):
            assert helper.refusal("CreatePracticeDisk", size_bytes=SMALL) == "NotSupported"
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_computer_without_loop_devices_is_told(state: Path) -> None:
    hidden = ["unshare", "--mount", "--propagation", "private", "sh", "-c"]
    hide = 'mount -t tmpfs tmpfs /dev && mknod /dev/null c 1 3 && exec "$@"'
    helper = StdioClient(state, prefix=[*hidden, hide, "sh"])
    with leaving(helper):
        assert helper.refusal("CreatePracticeDisk", size_bytes=SMALL) == "NotSupported"
    assert practice_files(state) == []


def test_what_a_killed_helper_half_made_is_removed(state: Path) -> None:
    """A file without a record, and a record without a file."""
    folder = state / "state/practice"
    folder.mkdir(parents=True)
    (folder / "0123456789abcdef.img").write_bytes(bytes(4096))
    (folder / "fedcba9876543210.json").write_text('{"slot": null}', encoding="utf-8")
    helper = StdioClient(state)
    try:
        assert len(helper.call("Describe")["recovered"]) == 2
        assert practice_files(state) == []
    finally:
        helper.leave()


def test_somebody_holding_it_open_does_not_lose_it(stdio: StdioClient, state: Path) -> None:
    """The kernel detaches at the last close; the helper waits for that."""
    disk, _ = make(stdio)
    holder = os.open(disk.path, os.O_RDONLY)
    number = stdio.start("RemovePracticeDisk", disk.name)
    try:
        assert stdio.call("Describe")["practice_disks"] == []
        assert disk.file.exists()
    finally:
        os.close(holder)
    stdio.result(number)
    assert practice_files(state) == []


def test_odd_sizes_are_refused(stdio: StdioClient) -> None:
    for size_bytes in (SMALL - 1, (64 << 30) + 1, -1, True, "1G", 1e9):
        refused = stdio.refusal("CreatePracticeDisk", size_bytes=size_bytes)
        assert refused == "InvalidArgument", size_bytes


def test_a_free_loop_device_is_nobodys_to_tune(helper: HelperClient, state: Path) -> None:
    """Whoever had a session on the next one would keep each practice disk's maker away from it."""
    with attached_loop(state) as free:
        pass
    refused = helper.refusal("BeginSession", free.name, diskseq=free.diskseq)
    assert refused == "NotSupported"


def test_a_practice_disk_never_stands_where_somebody_has_a_session(
    bus: Environment, state: Path
) -> None:
    """His disk was taken away, so that the loop device is free, and he would restore another's."""
    with bus.client() as first, bus.client() as second:
        with attached_loop(state) as device:
            begin(first, device)
        try:
            disk = second.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)
        except Refused as refused:
            assert refused.name == "DeviceBusy"
        else:
            assert disk["device"] != device.name
