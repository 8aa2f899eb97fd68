"""Every tunable on a real kernel: set, read back, brought back, with all that hangs on it."""

from __future__ import annotations

import itertools
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from storage_tuner_helper.errors import DeviceBusy, KernelRefused, NotApplied, NotSupported
from storage_tuner_helper.restoring import settings
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import ALLOWED, BY_NAME, Scope
from tests.bus.connections import HelperClient, Refused, StdioClient, leaving
from tests.bus.test_sessions import begin
from tests.bus.workloads import RANDOM_READ
from tests.loop_device import LoopDevice
from tests.virtual_memory import VirtualMemory, virtual_memory

__all__ = ["virtual_memory"]

OTHER_VALUES = {
    "mq-deadline": {
        "read_expire": "300",
        "write_expire": "4000",
        "prio_aging_expire": "8000",
        "fifo_batch": "7",
        "writes_starved": "3",
        "front_merges": "0",
        "async_depth": "50",
    },
    "bfq": {
        "low_latency": "0",
        "slice_idle": "4",
        "strict_guarantees": "1",
        "timeout_sync": "100",
        "max_budget": "5000",
        "fifo_expire_sync": "200",
        "fifo_expire_async": "300",
        "back_seek_max": "1000",
        "back_seek_penalty": "3",
    },
    "kyber": {"read_lat_nsec": "1000000", "write_lat_nsec": "4000000000000"},
}
MEMORY_VALUES = {
    "dirty_ratio": "31",
    "dirty_bytes": "400000000",
    "dirty_background_ratio": "7",
    "dirty_background_bytes": "100000000",
    "dirty_expire_centisecs": "2500",
    "dirty_writeback_centisecs": "400",
    "swappiness": "55",
}


def begin_memory(helper: HelperClient) -> str:
    return str(helper.call("BeginSession", "vm", diskseq=0)["session"])


def test_the_examples_are_all_that_there_is() -> None:
    examples = {name for values in OTHER_VALUES.values() for name in values} | {"slice_idle_us"}
    assert examples == {one.name for one in ALLOWED if one.scope is Scope.SCHEDULER}
    assert set(MEMORY_VALUES) == {one.name for one in ALLOWED if one.scope is Scope.MACHINE}


@pytest.mark.parametrize("scheduler", OTHER_VALUES)
def test_a_scheduler_and_its_values_are_set_in_one_call_and_all_comes_back(
    helper: HelperClient, device: LoopDevice, scheduler: str
) -> None:
    device.write("scheduler", "mq-deadline")
    device.write("nr_requests", "100")
    device.write("iosched/async_depth", "77")
    device.write("iosched/fifo_batch", "9")
    before = device.settings()
    session = begin(helper, device)
    wanted = {"nr_requests": "60", **OTHER_VALUES[scheduler], "scheduler": scheduler}
    reply = helper.call("SetSettings", device.name, session=session, **wanted)
    assert {name: reply[name] for name in wanted} == wanted
    for name, value in OTHER_VALUES[scheduler].items():
        assert device.read(f"iosched/{name}") == value
    helper.call("SetSettings", device.name, session=session, scheduler="none")
    ended = helper.call("EndSession", device.name, session=session, keep=False)
    assert {"scheduler", "nr_requests", "fifo_batch", "async_depth"} <= set(ended["restored"])
    assert device.settings() == before


def test_a_session_tells_the_values_of_the_active_scheduler(
    stdio: StdioClient, device: LoopDevice
) -> None:
    device.write("scheduler", "kyber")
    reply = stdio.call("BeginSession", device.name, diskseq=device.diskseq)
    assert reply["read_lat_nsec"] == device.read("iosched/read_lat_nsec")
    assert "fifo_batch" not in reply and "dirty_ratio" not in reply


OF_SOMETHING_ELSE: tuple[dict[str, str], ...] = (
    {"fifo_batch": "7"},
    {"scheduler": "bfq", "fifo_batch": "7"},
    {"dirty_ratio": "20"},
    {"stripe_cache_size": "512"},
    {"sync_speed_min": "system"},
    {"queue_depth": "1"},
)


def test_what_belongs_to_something_else_is_not_supported(
    stdio: StdioClient, device: LoopDevice
) -> None:
    before = device.settings()
    session = begin(stdio, device)
    for wanted in OF_SOMETHING_ELSE:
        refused = stdio.refusal("SetSettings", device.name, session=session, **wanted)
        assert refused == "NotSupported", wanted
        assert device.settings() == before, wanted


@pytest.mark.parametrize("limit", ["max_sectors_kb", "rotational", "iostats", "add_random"])
def test_read_ahead_stays_when_a_limit_of_the_queue_is_set(
    stdio: StdioClient, device: LoopDevice, limit: str
) -> None:
    """The kernel raises it to 128 KiB at least, whichever limit is changed."""
    device.write("read_ahead_kb", "64")
    before = device.settings()
    other = "256" if limit == "max_sectors_kb" else str(1 - int(before[limit]))
    session = begin(stdio, device)
    reply = stdio.call("SetSettings", device.name, session=session, **{limit: other})
    assert (reply[limit], reply["read_ahead_kb"]) == (other, "64")
    both = {limit: before[limit], "read_ahead_kb": "32"}
    reply = stdio.call("SetSettings", device.name, session=session, **both)
    assert reply["read_ahead_kb"] == "32" == device.read("read_ahead_kb")
    stdio.call("EndSession", device.name, session=session, keep=False)
    assert device.settings() == before


def test_nr_requests_and_the_depth_that_it_sets_are_set_together(
    stdio: StdioClient, device: LoopDevice
) -> None:
    device.write("scheduler", "mq-deadline")
    session = begin(stdio, device)
    wanted = {"async_depth": "33", "nr_requests": "90"}
    reply = stdio.call("SetSettings", device.name, session=session, **wanted)
    assert reply["async_depth"] == "33" and reply["nr_requests"] == "90"
    reply = stdio.call("SetSettings", device.name, session=session, nr_requests=91)
    assert reply["async_depth"] == "91", "meant to follow"


def test_guarantees_raise_the_idling_unless_that_is_wanted_too(
    stdio: StdioClient, device: LoopDevice
) -> None:
    device.write("scheduler", "bfq")
    device.write("iosched/slice_idle_us", "2500")
    before = device.settings()
    session = begin(stdio, device)
    reply = stdio.call("SetSettings", device.name, session=session, strict_guarantees=1)
    assert reply["slice_idle"] == "8"
    stdio.call("Revert", device.name, session=session)
    assert device.settings() == before
    wanted = {"slice_idle": 0, "strict_guarantees": 1}
    reply = stdio.call("SetSettings", device.name, session=session, **wanted)
    assert (reply["slice_idle"], reply["slice_idle_us"]) == ("0", "0")
    contradiction = {"slice_idle": 3, "slice_idle_us": 9000}
    refused = stdio.refusal("SetSettings", device.name, session=session, **contradiction)
    assert refused == "NotApplied" and device.read("iosched/slice_idle_us") == "0"
    stdio.call("EndSession", device.name, session=session, keep=False)
    assert device.settings() == before


def test_a_value_that_the_kernel_rounds_is_told_with_what_became_of_it(
    stdio: StdioClient, device: LoopDevice
) -> None:
    """bfq counts in ticks of the kernel's clock, of 4 ms and less."""
    device.write("scheduler", "bfq")
    before = device.settings()
    session = begin(stdio, device)
    values = itertools.count(101)
    while True:
        value = next(values)
        try:
            stdio.call("SetSettings", device.name, session=session, timeout_sync=value)
        except Refused as refused:
            assert refused.name == "NotApplied"
            assert f"timeout_sync became {value // 4 * 4 + 4} instead of {value}" in str(refused)
            break
        assert value < 110, "no value was rounded"
    assert device.read("iosched/timeout_sync") in (str(value - 1), before["iosched/timeout_sync"])


def test_every_value_of_the_memory_is_set_and_comes_back(
    helper: HelperClient, virtual_memory: VirtualMemory
) -> None:
    before = virtual_memory.settings()
    for name, value in MEMORY_VALUES.items():
        session = begin_memory(helper)
        reply = helper.call("SetSettings", "vm", session=session, **{name: value})
        assert reply[name] == value == virtual_memory.read(name)
        helper.call("EndSession", "vm", session=session, keep=False)
        assert virtual_memory.settings() == before, name


def test_the_memory_has_a_session_like_any_device(
    stdio: StdioClient, virtual_memory: VirtualMemory
) -> None:
    before = virtual_memory.settings()
    reply = stdio.call("BeginSession", "vm", diskseq=0)
    assert {name: reply[name] for name in before} == before and len(reply) == len(before) + 1
    session = reply["session"]
    assert stdio.refusal("BeginSession", "vm", diskseq=0) == "DeviceBusy"
    assert stdio.refusal("SetSettings", "vm", session=session, nomerges=1) == "NotSupported"
    assert stdio.refusal("SetSettings", "vm", session=session, scheduler="bfq") == "NotSupported"
    started = {"session": session, **RANDOM_READ}
    assert stdio.refusal("StartBenchmark", "vm", **started) == "NoSuchDevice"
    assert stdio.refusal("BeginSession", "vm", diskseq=1) == "DeviceBusy"
    stdio.call("EndSession", "vm", session=session, keep=False)
    assert stdio.refusal("BeginSession", "vm", diskseq=1) == "DeviceChanged"
    assert virtual_memory.settings() == before


SIZES = [("dirty_bytes", "dirty_ratio"), ("dirty_background_bytes", "dirty_background_ratio")]


@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_of_a_size_and_its_ratio_one_counts(
    stdio: StdioClient, virtual_memory: VirtualMemory, size: str, ratio: str
) -> None:
    """From both sides: whichever counts before is the one that's written to bring it back."""
    virtual_memory.write(size, "123000000")
    before = virtual_memory.settings()
    assert before[ratio] == "0"
    session = begin_memory(stdio)
    for odd in ({size: 1 << 30, ratio: 5}, {size: 0}, {size: 0, ratio: 0}):
        assert stdio.refusal("SetSettings", "vm", session=session, **odd) == "InvalidArgument"
    assert virtual_memory.settings() == before
    reply = stdio.call("SetSettings", "vm", session=session, **{ratio: 5, size: 0})
    assert (reply[ratio], reply[size]) == ("5", "0")
    assert stdio.refusal("SetSettings", "vm", session=session, **{ratio: 0}) == "InvalidArgument"
    stdio.call("SetSettings", "vm", session=session, **{size: 456_000_000, ratio: 0})
    assert virtual_memory.read(size) == "456000000" and virtual_memory.read(ratio) == "0"
    stdio.call("SetSettings", "vm", session=session, **{ratio: 6})
    stdio.call("Revert", "vm", session=session)
    assert virtual_memory.settings() == before
    too_small = stdio.refusal("SetSettings", "vm", session=session, swappiness=11, dirty_bytes=1)
    assert too_small == "KernelRefused"
    assert virtual_memory.settings() == before
    stdio.call("EndSession", "vm", session=session, keep=False)


def test_even_where_neither_counted_that_comes_back(
    stdio: StdioClient, virtual_memory: VirtualMemory
) -> None:
    """An administrator may have written 0 to the ratio; 0 can't be written to the size."""
    virtual_memory.write("dirty_background_ratio", "0")
    before = virtual_memory.settings()
    assert before["dirty_background_bytes"] == "0"
    session = begin_memory(stdio)
    stdio.call("SetSettings", "vm", session=session, dirty_background_bytes=99_000_000)
    stdio.call("EndSession", "vm", session=session, keep=False)
    assert virtual_memory.settings() == before
    virtual_memory.write("dirty_background_ratio", "10")


def test_kept_values_of_the_memory_are_restored(
    helper: HelperClient, virtual_memory: VirtualMemory
) -> None:
    before = virtual_memory.settings()
    session = begin_memory(helper)
    helper.call("SetSettings", "vm", session=session, dirty_bytes=400_000_000, swappiness=7)
    ended = helper.call("EndSession", "vm", session=session, keep=True)
    assert set(ended["kept"]) == {"dirty_ratio", "dirty_bytes", "swappiness"}
    assert "vm" in helper.call("Describe")["changed_devices"]
    (sentence,) = helper.call("Restore", "vm")["restored"]
    assert sentence == "vm: restored dirty_ratio, swappiness."
    assert virtual_memory.settings() == before


def test_no_other_part_of_the_machine_can_be_named(stdio: StdioClient) -> None:
    for name in ("vm/..", "VM", "vm ", "kernel", "sys", "vm\n", "../vm"):
        assert stdio.refusal("BeginSession", name, diskseq=0) == "NoSuchDevice", name


class Array:
    """An array's attributes with what the kernel makes of them (drivers/md/md.c and raid5.c): this
    machine's kernel has no arrays; those in virtual machines are tested elsewhere."""

    name = "md0"
    diskseq = 9
    scopes = frozenset({Scope.DEVICE, Scope.SCHEDULER, Scope.ARRAY})

    def __init__(self, action: str = "idle") -> None:
        self.written: list[str] = []
        self.files = {
            "md/sync_action": action,
            "md/stripe_cache_size": "256",
            "md/group_thread_cnt": "0",
            "md/sync_speed_min": "1000 (system)",
            "md/sync_speed_max": "150000 (local)",
            "queue/read_ahead_kb": "3072",
        }

    def queue(self) -> int:
        return 5

    def names(self, folder: str) -> list[str]:
        del folder
        return []

    def read(self, attribute: str) -> str:
        if attribute not in self.files:
            raise NotSupported(said("no {name}", name=attribute))
        return self.files[attribute]

    def read_settable(self, attribute: str) -> str:
        return self.read(attribute)

    def write(self, attribute: str, value: str) -> None:
        self.written.append(f"{attribute}={value}")
        if attribute.startswith("md/sync_speed"):
            if value != "system" and int(value) == 0:
                raise KernelRefused(said("not {name}", name=attribute))
            value = "1000 (system)" if value == "system" else f"{value} (local)"
        self.files[attribute] = value


ARRAY_BEFORE = {
    "stripe_cache_size": "256",
    "group_thread_cnt": "0",
    "sync_speed_min": "system",
    "sync_speed_max": "150000",
    "read_ahead_kb": "3072",
}


def test_an_array_s_speeds_come_back_as_the_system_s() -> None:
    array = Array()
    before = settings.read(array)
    assert before == ARRAY_BEFORE
    wanted = {"sync_speed_min": "5000", "sync_speed_max": "system", "group_thread_cnt": "4"}
    assert settings.apply(array, wanted) == {**ARRAY_BEFORE, **wanted}
    assert settings.restore(array, before) == [
        "group_thread_cnt",
        "sync_speed_min",
        "sync_speed_max",
    ]
    assert settings.read(array) == ARRAY_BEFORE
    assert "md/sync_speed_min=system" in array.written


@pytest.mark.parametrize("name", ["stripe_cache_size", "group_thread_cnt"])
@pytest.mark.parametrize("action", ["resync", "recover", "check", "reshape"])
def test_an_array_is_not_suspended_in_a_resync(name: str, action: str) -> None:
    """Changing them in the middle of one hung kernels; the order of all is kept."""
    array = Array(action)
    with pytest.raises(DeviceBusy):
        settings.apply(array, {"sync_speed_max": "70000", name: "20"})
    assert settings.read(array) == ARRAY_BEFORE
    assert settings.apply(array, {name: ARRAY_BEFORE[name]})[name] == ARRAY_BEFORE[name]
    array.files[BY_NAME[name].attribute] = "99"
    with pytest.raises(NotApplied, match=name):
        settings.restore(array, ARRAY_BEFORE)


def test_the_mark_for_udev_s_rules_is_there_as_long_as_a_session_is(
    stdio: StdioClient, device: LoopDevice, state: Path
) -> None:
    mark = state / "runtime/measuring" / device.name
    session = begin(stdio, device)
    assert mark.exists()
    stdio.call("EndSession", device.name, session=session, keep=False)
    assert not mark.exists()
    begin(stdio, device)
    stdio.leave()
    assert not mark.exists()
    mark.touch()
    with leaving(StdioClient(state)) as again:
        again.call("Describe")
    assert not mark.exists()


def test_udev_is_kept_away_while_a_benchmark_runs_if_nobody_else_has_the_lock(
    stdio: StdioClient, device: LoopDevice
) -> None:
    """udev locks a disk in the shared way before it probes it or applies rules to it."""

    def is_locked() -> bool:
        argv = ["flock", "--nonblock", "--shared", device.path, "true"]
        return subprocess.run(argv, check=False).returncode != 0

    session = begin(stdio, device)
    assert not is_locked()
    long = {"session": session, **RANDOM_READ, "runtime_ms": 600_000}
    for locked_before in (False, True):
        other = os.open(device.path, os.O_RDONLY)
        try:
            if locked_before:
                subprocess.run(["flock", "--shared", str(other)], pass_fds=(other,), check=True)
            job = stdio.call("StartBenchmark", device.name, **long)["job"]
            assert is_locked() is not locked_before
            stdio.call("StopBenchmark", device.name, session=session, job=job)
            stdio.wait_event("BenchmarkFinished")
        finally:
            os.close(other)
    assert not is_locked()


def only_known(reply: Mapping[str, object]) -> bool:
    return set(reply) - {"session"} <= set(BY_NAME)


def test_everything_that_this_kernel_has_is_described(
    stdio: StdioClient, device: LoopDevice
) -> None:
    device.write("scheduler", "bfq")
    assert only_known(stdio.call("BeginSession", device.name, diskseq=device.diskseq))
