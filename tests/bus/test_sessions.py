"""Sessions on a real block device, over both transports."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bus.connections import HelperClient, Refused, StdioClient, leaving, wait_until
from tests.bus.workloads import RANDOM_READ, RANDOM_WRITE
from tests.loop_device import LoopDevice, LoopDeviceFactory, attach, attached_names


def begin(helper: HelperClient, device: LoopDevice) -> str:
    return str(helper.call("BeginSession", device.name, diskseq=device.diskseq)["session"])


def test_a_session_tells_every_setting_and_changes_none(
    helper: HelperClient, device: LoopDevice
) -> None:
    before = device.settings()
    reply = helper.call("BeginSession", device.name, diskseq=device.diskseq)
    assert reply["scheduler"] == device.scheduler
    assert {name: before[name] for name in reply if name != "session"} == {
        name: value for name, value in reply.items() if name != "session"
    }
    assert device.settings() == before


@pytest.mark.parametrize("scheduler", ["mq-deadline", "kyber", "bfq", "none"])
def test_a_switch_resets_nr_requests_and_the_end_of_the_session_restores_it(
    helper: HelperClient, device: LoopDevice, scheduler: str
) -> None:
    device.write("nr_requests", "64")
    before = device.settings()
    session = begin(helper, device)
    other = "bfq" if scheduler == "none" else scheduler
    assert (
        helper.call("SetSettings", device.name, session=session, scheduler=other)["scheduler"]
        == other
    )
    assert device.read("nr_requests") != "64", "the kernel no longer resets nr_requests?"
    helper.call("SetSettings", device.name, session=session, scheduler=scheduler)
    assert device.scheduler == scheduler
    ended = helper.call("EndSession", device.name, session=session, keep=False)
    assert "nr_requests" in ended["restored"]
    assert device.settings() == before


def test_values_of_the_scheduler_itself_come_back(helper: HelperClient, device: LoopDevice) -> None:
    device.write("scheduler", "mq-deadline")
    device.write("nr_requests", "100")
    device.write("iosched/fifo_batch", "7")
    before = device.settings()
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, scheduler="kyber")
    helper.call("Revert", device.name, session=session)
    assert device.settings() == before


TWO_VALUES = {
    "nr_requests": (32, 64),
    "read_ahead_kb": (512, 256),
    "max_sectors_kb": (128, 64),
    "rq_affinity": (2, 1),
    "nomerges": (1, 0),
    "wbt_lat_usec": (9000, 8000),
    "add_random": (1, 0),
    "iostats": (0, 1),
    "rotational": (0, 1),
}


def test_every_tunable_is_set_read_back_and_restored(
    stdio: StdioClient, device: LoopDevice
) -> None:
    """To the value that it doesn't have yet: a loop device keeps what its last user set."""
    before = device.settings()
    for name, values in TWO_VALUES.items():
        other = next(value for value in values if before[name] != str(value))
        session = begin(stdio, device)
        reply = stdio.call("SetSettings", device.name, session=session, **{name: str(other)})
        assert reply[name] == str(other) == device.read(name)
        ended = stdio.call("EndSession", device.name, session=session, keep=False)
        assert ended == {"restored": [name], "kept": []}
        assert device.settings() == before, name


def test_the_snapshot_is_on_disk_before_the_session_is_told(
    stdio: StdioClient, device: LoopDevice, state: Path
) -> None:
    begin(stdio, device)
    (file,) = (state / "state/sessions").iterdir()
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record["diskseq"] == device.diskseq
    assert record["tunables"]["scheduler"] == device.scheduler


def test_a_value_that_the_kernel_rounds_is_refused_and_all_come_back(
    helper: HelperClient, device: LoopDevice
) -> None:
    before = device.settings()
    session = begin(helper, device)
    refused = helper.refusal(
        "SetSettings", device.name, session=session, scheduler="bfq", read_ahead_kb=130
    )
    assert refused == "NotApplied"
    assert device.settings() == before


def test_a_value_that_the_kernel_refuses_takes_all_others_back(
    helper: HelperClient, device: LoopDevice
) -> None:
    before = device.settings()
    session = begin(helper, device)
    refused = helper.refusal(
        "SetSettings", device.name, session=session, scheduler="none", nr_requests=2048, nomerges=2
    )
    assert refused == "KernelRefused"
    assert device.settings() == before


def test_what_the_device_lacks_is_not_supported(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    refused = helper.refusal("SetSettings", device.name, session=session, queue_depth=1)
    assert refused == "NotSupported"


def test_there_is_one_session_a_device(helper: HelperClient, device: LoopDevice) -> None:
    begin(helper, device)
    assert helper.refusal("BeginSession", device.name, diskseq=device.diskseq) == "DeviceBusy"


def test_keep_files_the_first_originals_and_restore_brings_them_back(
    helper: HelperClient, device: LoopDevice
) -> None:
    before = device.settings()
    for scheduler in ("bfq", "kyber"):
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, scheduler=scheduler)
        ended = helper.call("EndSession", device.name, session=session, keep=True)
        assert "scheduler" in ended["kept"] and not ended["restored"]
    assert device.scheduler == "kyber"
    assert helper.call("Describe")["changed_devices"] == [device.name]
    (sentence,) = helper.call("Restore", device.name)["restored"]
    assert device.name in sentence and "scheduler" in sentence
    assert device.settings() == before
    assert helper.call("Describe")["changed_devices"] == []


def test_keeping_what_was_there_before_forgets_the_originals(
    helper: HelperClient, device: LoopDevice
) -> None:
    for value in ("2", "0"):
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, nomerges=value)
        helper.call("EndSession", device.name, session=session, keep=True)
    assert helper.call("Describe")["changed_devices"] == []


def test_restore_waits_for_the_end_of_a_session(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, nomerges=2)
    helper.call("EndSession", device.name, session=session, keep=True)
    session = begin(helper, device)
    assert helper.refusal("Restore", device.name) == "DeviceBusy"
    helper.call("EndSession", device.name, session=session, keep=False)
    helper.call("Restore")
    assert device.read("nomerges") == "0"


def keep(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, scheduler="bfq", nomerges=1)
    helper.call("EndSession", device.name, session=session, keep=True)


def test_a_session_that_begins_during_restore_never_takes_kept_values_for_originals(
    stdio: StdioClient, loop_devices: LoopDeviceFactory
) -> None:
    """Of several devices, some are still to be restored when the first one is."""
    devices = sorted((loop_devices() for _ in range(3)), key=lambda device: device.name)
    before = [device.settings() for device in devices]
    for device in devices:
        keep(stdio, device)
    restoring = stdio.start("Restore")
    wait_until(lambda: devices[0].read("nomerges") == "0", "the first one")
    for device in devices:
        try:
            session = begin(stdio, device)
        except Refused as refused:
            assert refused.name == "DeviceBusy"
        else:
            stdio.call("EndSession", device.name, session=session, keep=False)
    assert len(stdio.result(restoring)["restored"]) == 3
    stdio.call("Restore")
    assert [device.settings() for device in devices] == before
    assert stdio.call("Describe")["changed_devices"] == []


def test_restoring_all_goes_on_after_a_device_that_is_in_use(
    stdio: StdioClient, loop_devices: LoopDeviceFactory
) -> None:
    devices = sorted((loop_devices() for _ in range(2)), key=lambda device: device.name)
    for device in devices:
        keep(stdio, device)
    begin(stdio, devices[0])
    told = stdio.call("Restore")
    assert (len(told["restored"]), len(told["left"])) == (1, 1)
    assert "finish that first" in told["left"][0]
    assert [device.scheduler for device in devices] == ["bfq", "none"]


def test_a_try_comes_back_by_itself(helper: HelperClient, device: LoopDevice) -> None:
    before = device.settings()
    session = begin(helper, device)
    tried = helper.call("TrySettings", device.name, session=session, seconds=5, scheduler="bfq")
    assert tried["scheduler"] == "bfq" == device.scheduler
    event = helper.wait_event("Reverted")
    assert event["device"] == device.name and event["arguments"] == {"reason": "timeout"}
    assert device.settings() == before
    assert helper.call("EndSession", device.name, session=session, keep=False)["restored"] == []


def test_a_kept_try_stays(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    helper.call("TrySettings", device.name, session=session, seconds=5, nomerges=2)
    helper.call("EndSession", device.name, session=session, keep=True)
    helper.leave()
    assert device.read("nomerges") == "2"


def test_a_try_that_can_not_be_kept_comes_back_by_itself(
    stdio: StdioClient, device: LoopDevice, state: Path
) -> None:
    """There is no space to file the originals."""
    before = device.settings()
    session = begin(stdio, device)
    stdio.call("TrySettings", device.name, session=session, seconds=5, nomerges=2)
    with full_folder(state / "state/originals"):
        refused = stdio.refusal("EndSession", device.name, session=session, keep=True)
        assert refused == "NoSpace"
        assert stdio.wait_event("Reverted")["arguments"] == {"reason": "timeout"}
    assert device.settings() == before
    stdio.call("EndSession", device.name, session=session, keep=False)


@contextmanager
def full_folder(folder: Path) -> Iterator[None]:
    """A file system without free space in the place of ``folder``."""
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k,mode=0700", "tmpfs", folder], check=True
    )
    try:
        with (folder / "everything").open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_benchmark_reads_and_tells_its_end(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    job = helper.call("StartBenchmark", device.name, session=session, **RANDOM_READ)["job"]
    event = helper.wait_event("BenchmarkFinished")["arguments"]
    assert (event["job"], event["exit_code"], event["stopped"]) == (job, 0, False)
    (measured,) = json.loads(event["output"])["jobs"]
    assert measured["read"]["io_bytes"] > 0 and measured["write"]["io_bytes"] == 0


def test_a_benchmark_can_be_stopped_and_then_another_started(
    helper: HelperClient, device: LoopDevice
) -> None:
    session = begin(helper, device)
    for _ in range(2):
        long = {**RANDOM_READ, "runtime_ms": 600_000}
        job = helper.call("StartBenchmark", device.name, session=session, **long)["job"]
        assert helper.refusal("StartBenchmark", device.name, session=session, **long) == "Busy"
        helper.call("StopBenchmark", device.name, session=session, job=job)
        event = helper.wait_event("BenchmarkFinished")["arguments"]
        assert event["stopped"] is True and event["job"] == job
    assert helper.refusal("StopBenchmark", device.name, session=session, job=job) == "NoSuchJob"


@pytest.mark.parametrize("keep", [False, True])
def test_ending_a_session_ends_its_benchmark_first(
    helper: HelperClient, device: LoopDevice, keep: bool
) -> None:
    session = begin(helper, device)
    long = {**RANDOM_READ, "runtime_ms": 600_000}
    helper.call("StartBenchmark", device.name, session=session, **long)
    helper.call("EndSession", device.name, session=session, keep=keep)
    assert helper.wait_event("BenchmarkFinished")["arguments"]["stopped"] is True


def test_a_benchmark_asked_for_just_before_the_end_of_its_session_ends_too(
    helper: HelperClient, device: LoopDevice
) -> None:
    """Both are sent before either is answered."""
    session = begin(helper, device)
    long = {**RANDOM_READ, "runtime_ms": 600_000}
    starting = helper.start("StartBenchmark", device.name, session=session, **long)
    ending = helper.start("EndSession", device.name, session=session, keep=False)
    try:
        helper.result(starting)
    except Refused as refused:
        assert refused.name == "NoSuchSession"
    else:
        assert helper.wait_event("BenchmarkFinished")["arguments"]["stopped"] is True
    helper.result(ending)


def test_a_practice_disk_goes_with_a_benchmark_that_is_just_starting(
    helper: HelperClient,
) -> None:
    made = helper.call("CreatePracticeDisk", size_bytes=64 << 20)
    name = made["device"]
    session = helper.call("BeginSession", name, diskseq=made["diskseq"])["session"]
    writing = {**RANDOM_WRITE, "runtime_ms": 600_000}
    helper.start("StartBenchmark", name, session=session, **writing)
    helper.call("RemovePracticeDisk", name)
    assert helper.call("Describe")["practice_disks"] == []


def test_caches_are_dropped(helper: HelperClient, device: LoopDevice) -> None:
    """Reading the file fills the cache with it; afterwards nothing of it is there any more."""
    session = begin(helper, device)
    os.sync()  # what other programs have written may take minutes, which isn't the helper's doing
    device.file.read_bytes()
    assert _cached_bytes(device.file) > 0
    helper.call("DropCaches", device.name, session=session)
    assert _cached_bytes(device.file) == 0


def test_an_exchanged_device_is_noticed(
    helper: HelperClient, loop_devices: LoopDeviceFactory, device: LoopDevice
) -> None:
    other = loop_devices()
    assert helper.refusal("BeginSession", other.name, diskseq=device.diskseq) == "DeviceChanged"


def detach(device: LoopDevice) -> None:
    """Its queue stays, settings and all."""
    subprocess.run(["losetup", "--detach", device.path], check=True)
    wait_until(lambda: device.name not in attached_names(), "the loop device's end")


def reattach(device: LoopDevice) -> None:
    before = device.diskseq
    detach(device)
    attach(device)
    assert device.diskseq != before


def exchange(device: LoopDevice) -> None:
    """Another program takes the free loop device for a file of its own, and sets it as it likes."""
    theirs = device.file.with_name("theirs.img")
    theirs.write_bytes(bytes(1 << 20))
    detach(device)
    attach(replace(device, file=theirs))
    device.write("scheduler", "kyber")


def test_settings_come_back_when_the_disk_was_exchanged_in_its_place(
    stdio: StdioClient, device: LoopDevice
) -> None:
    before = device.settings()
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, scheduler="bfq", nomerges=2)
    reattach(device)
    assert device.scheduler == "bfq"
    refused = stdio.refusal("SetSettings", device.name, session=session, nomerges=1)
    assert refused == "DeviceChanged"
    ended = stdio.call("EndSession", device.name, session=session, keep=False)
    assert set(ended["restored"]) >= {"scheduler", "nomerges"}
    assert device.settings() == before


def test_kept_settings_are_restored_when_the_disk_was_exchanged_in_its_place(
    state: Path, device: LoopDevice
) -> None:
    before = device.settings()
    for _ in range(2):
        helper = StdioClient(state)
        with leaving(helper):
            keep(helper, device)
        reattach(device)
    helper = StdioClient(state)
    with leaving(helper):
        assert helper.call("Describe")["changed_devices"] == [device.name]
        assert "scheduler" in helper.call("Restore", device.name)["restored"][0]
        assert helper.call("Describe")["changed_devices"] == []
    assert device.settings() == before


def test_settings_come_back_when_nothing_is_behind_the_loop_device_any_more(
    stdio: StdioClient, device: LoopDevice
) -> None:
    before = device.settings()
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, scheduler="bfq")
    detach(device)
    try:
        ended = stdio.call("EndSession", device.name, session=session, keep=False)
        assert "scheduler" in ended["restored"]
        assert device.scheduler == before["scheduler"]
    finally:
        attach(device)


def test_the_settings_of_another_file_behind_the_loop_device_are_somebody_elses(
    stdio: StdioClient, device: LoopDevice
) -> None:
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, scheduler="bfq")
    exchange(device)
    refused = stdio.refusal("EndSession", device.name, session=session, keep=False)
    assert refused == "DeviceChanged"
    assert device.scheduler == "kyber"
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, scheduler="bfq")
    stdio.call("EndSession", device.name, session=session, keep=False)
    assert device.scheduler == "kyber"


def test_what_was_kept_is_forgotten_with_the_file_behind_the_loop_device(
    state: Path, device: LoopDevice
) -> None:
    helper = StdioClient(state)
    with leaving(helper):
        keep(helper, device)
    exchange(device)
    helper = StdioClient(state)
    with leaving(helper):
        assert helper.call("Describe")["changed_devices"] == []
        (sentence,) = helper.call("Describe")["recovered"]
        assert "restarted or replaced" in sentence
    assert device.scheduler == "kyber"


def test_originals_of_a_version_that_noted_no_file_stay_the_originals(
    stdio: StdioClient, state: Path, device: LoopDevice
) -> None:
    """What was kept before an upgrade is none of what was there at first."""
    before = device.settings()
    keep(stdio, device)
    (file,) = (state / "state/originals").iterdir()
    record = json.loads(file.read_text(encoding="utf-8"))
    assert record.pop("file") is not None
    file.write_text(json.dumps(record), encoding="utf-8")
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, scheduler="kyber")
    stdio.call("EndSession", device.name, session=session, keep=True)
    assert device.scheduler == "kyber"
    stdio.call("Restore", device.name)
    assert device.settings() == before


def _cached_bytes(file: Path) -> int:
    argv = ["fincore", "--bytes", "--noheadings", "--output", "RES", str(file)]
    return int(subprocess.run(argv, capture_output=True, check=True).stdout)
