"""Whatever is killed, and when: the settings come back and nothing is left over."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage_tuner_helper.restoring.journal import Snapshot
from tests.bus.connections import (
    LAUNCHER,
    HelperClient,
    HelperEnded,
    Refused,
    StdioClient,
    child_of,
    kill_together,
    leaving,
    state_of,
    wait_gone,
    wait_until,
)
from tests.bus.environment import Environment
from tests.bus.test_sessions import begin
from tests.bus.workloads import LONG_RUN, RANDOM_WRITE, benchmark, replay, stream
from tests.loop_device import (
    MEBIBYTE,
    LoopDevice,
    LoopDeviceFactory,
    attached_names,
    backing_file,
    when_free,
)
from tests.system.conftest import until

LARGE = 4 << 30


def fio_below(folder: Path) -> list[int]:
    """Processes that work in a job's folder of this helper."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal() and str((entry / "cwd").readlink()).startswith(str(folder)):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def idle(helper: HelperClient, device: LoopDevice) -> None:
    """Nothing but the changed settings."""


def in_a_benchmark(helper: HelperClient, device: LoopDevice) -> None:
    session = begin_again[helper]
    helper.call("StartBenchmark", device.name, session=session, **LONG_RUN)


def in_a_replay(helper: HelperClient, device: LoopDevice) -> None:
    session = begin_again[helper]
    start = benchmark(replay(think_us=10_000_000), stream(), runtime_ms=600_000, ramp_ms=100)
    helper.call("StartBenchmark", device.name, session=session, **start)


def in_a_try(helper: HelperClient, device: LoopDevice) -> None:
    session = begin_again[helper]
    helper.call("TrySettings", device.name, session=session, seconds=600, nomerges=2)


def while_filling(helper: HelperClient, device: LoopDevice) -> None:
    helper.start("CreatePracticeDisk", size_bytes=LARGE)
    helper.wait_event("PracticeDiskProgress")


def with_a_practice_disk(helper: HelperClient, device: LoopDevice) -> None:
    made = helper.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)
    name = made["device"]
    slots[helper] = LoopDevice(name, Path()), LoopDevice(name, Path()).scheduler
    session = helper.call("BeginSession", name, diskseq=made["diskseq"])["session"]
    helper.call("SetSettings", name, session=session, scheduler="kyber", nomerges=1)
    writing = {**RANDOM_WRITE, "runtime_ms": 600_000, "session": session}
    helper.call("StartBenchmark", name, **writing)


begin_again: dict[HelperClient, str] = {}
slots: dict[HelperClient, tuple[LoopDevice, str]] = {}
"""The practice disk's loop device, and the scheduler that it had when it was made."""
MOMENTS = [idle, in_a_benchmark, in_a_replay, in_a_try, while_filling, with_a_practice_disk]
Moment = Callable[[HelperClient, LoopDevice], None]


@pytest.fixture
def changed(helper: HelperClient, device: LoopDevice) -> dict[str, str]:
    """A session with changed settings; what they were before."""
    before = device.settings()
    begin_again[helper] = begin(helper, device)
    helper.call(
        "SetSettings", device.name, session=begin_again[helper], scheduler="bfq", read_ahead_kb=64
    )
    assert device.scheduler == "bfq"
    return before


def nothing_is_left(folder: Path) -> bool:
    kept = [*folder.glob("state/sessions/*"), *folder.glob("state/practice/*")]
    loops = [name for name in attached_names() if _backed_by(name, folder)]
    return not kept and not loops and not fio_below(folder)


def assert_slot_is_back(helper: HelperClient) -> None:
    """It isn't left with what we had set."""
    if helper in slots:
        slot, before = slots[helper]
        assert when_free(slot.name, lambda: slot.scheduler) == before


def _backed_by(name: str, folder: Path) -> bool:
    return backing_file(name).startswith(str(folder))


@pytest.fixture
def folder(helper: HelperClient, request: pytest.FixtureRequest) -> Path:
    if isinstance(helper, StdioClient):
        return Path(request.getfixturevalue("state"))
    bus: Environment = request.getfixturevalue("bus")
    return bus.scratch


@pytest.mark.sampled(4)
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_client_is_killed(
    helper: HelperClient,
    device: LoopDevice,
    changed: dict[str, str],
    folder: Path,
    moment: Moment,
) -> None:
    moment(helper, device)
    helper.kill()
    wait_until(lambda: device.settings() == changed, "the settings")
    wait_until(lambda: nothing_is_left(folder), "the cleaning up")
    assert_slot_is_back(helper)


def test_a_program_that_started_the_helper_itself_is_killed(
    device: LoopDevice, state: Path
) -> None:
    """A real process with the helper as its child: the kernel closes its pipes, nothing else."""
    before = device.settings()
    program = (
        "import json, subprocess, sys, time\n"
        "p = subprocess.Popen([sys.argv[1], 'stdio'], stdin=-1, stdout=-1)\n"
        "def call(**order):\n"
        "    p.stdin.write(json.dumps(order).encode() + b'\\n'); p.stdin.flush()\n"
        "    return json.loads(p.stdout.readline())['result']\n"
        "p.stdout.readline()\n"
        "s = call(id=1, method='BeginSession', device=sys.argv[2],"
        " arguments={'diskseq': int(sys.argv[3])})['session']\n"
        "call(id=2, method='SetSettings', device=sys.argv[2],"
        " arguments={'session': s, 'scheduler': 'bfq'})\n"
        "print('set', flush=True); time.sleep(600)\n"
    )
    environment = {
        "STATE_DIRECTORY": str(state / "state"),
        "RUNTIME_DIRECTORY": str(state / "runtime"),
    }
    argv = [sys.executable, "-c", program, str(LAUNCHER), device.name, str(device.diskseq)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, env=environment) as client:
        assert client.stdout and client.stdout.readline() == b"set\n"
        supervisor = child_of(client.pid)
        assert device.scheduler == "bfq"
        client.kill()
        client.wait()
        wait_gone(supervisor)
    assert device.settings() == before
    assert nothing_is_left(state)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_worker_is_killed(
    helper: HelperClient,
    device: LoopDevice,
    changed: dict[str, str],
    folder: Path,
    moment: Moment,
) -> None:
    moment(helper, device)
    supervisor, worker = helper.helper_pids()
    os.kill(worker, signal.SIGKILL)
    wait_gone(supervisor)
    assert device.settings() == changed
    assert nothing_is_left(folder)
    assert_slot_is_back(helper)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_supervisor_is_killed(
    helper: HelperClient,
    device: LoopDevice,
    changed: dict[str, str],
    folder: Path,
    moment: Moment,
) -> None:
    moment(helper, device)
    supervisor, worker = helper.helper_pids()
    os.kill(supervisor, signal.SIGKILL)
    wait_gone(worker)
    assert device.settings() == changed
    assert nothing_is_left(folder)
    assert_slot_is_back(helper)


@pytest.mark.parametrize("moment", MOMENTS)
def test_all_are_killed_and_the_next_start_restores(
    device: LoopDevice, state: Path, moment: Moment
) -> None:
    """Stopped first, so that neither can do anything for the other."""
    before = device.settings()
    helper = StdioClient(state)
    begin_again[helper] = begin(helper, device)
    helper.call("SetSettings", device.name, session=begin_again[helper], scheduler="bfq")
    moment(helper, device)
    pids = helper.helper_pids()
    kill_together(pids)
    wait_gone(pids[1])
    helper.leave()
    assert device.scheduler == "bfq"
    again = StdioClient(state)
    try:
        recovered = again.call("Describe")["recovered"]
        assert any(device.name in sentence for sentence in recovered), recovered
        assert device.settings() == before
        assert nothing_is_left(state)
        assert_slot_is_back(helper)
    finally:
        again.leave()


def test_a_polite_kill_ends_it_in_order(device: LoopDevice, state: Path) -> None:
    before = device.settings()
    helper = StdioClient(state)
    begin_again[helper] = begin(helper, device)
    helper.call("SetSettings", device.name, session=begin_again[helper], scheduler="kyber")
    in_a_benchmark(helper, device)
    os.kill(helper.helper_pids()[0], signal.SIGTERM)
    helper.client.process.wait(30)
    assert helper.client.process.returncode == 0
    helper.leave()
    assert device.settings() == before
    assert nothing_is_left(state)


def reads_of(device: LoopDevice) -> int:
    """Finished read requests; Documentation/block/stat.rst, the first field."""
    return int(Path("/sys/block", device.name, "stat").read_text(encoding="ascii").split()[0])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_the_terminal_s_signals_are_for_the_application(
    stdio: StdioClient, device: LoopDevice, number: signal.Signals
) -> None:
    """Below pkexec the helper belongs to the terminal: Ctrl-C must not end it in mid-run."""
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, scheduler="kyber")
    job = stdio.call("StartBenchmark", device.name, session=session, **LONG_RUN)["job"]
    reads = reads_of(device)
    until(lambda: reads_of(device) > reads + 100, "fio reads")
    for pid in stdio.helper_pids():
        os.kill(pid, number)
    stdio.call("StopBenchmark", device.name, session=session, job=job)
    finished = stdio.client.wait_event("BenchmarkFinished")["arguments"]
    assert finished["stopped"] is True
    assert '"jobs"' in finished["output"]
    assert device.scheduler == "kyber"


def test_a_second_helper_leaves_a_living_one_alone(
    device: LoopDevice, state: Path, stdio: StdioClient
) -> None:
    """The one who waits in vain is told who is at work: these tests."""
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, scheduler="bfq")
    second = StdioClient(state)
    try:
        assert second.call("Describe")["recovered"] == []
        assert device.scheduler == "bfq"
        with pytest.raises(Refused) as refused:
            second.call("BeginSession", device.name, diskseq=device.diskseq)
        assert refused.value.name == "DeviceBusy"
        assert f"(process {os.getpid()}, user root)" in refused.value.message
        assert device.scheduler == "bfq"
        stdio.call("EndSession", device.name, session=session, keep=False)
        begin(second, device)
    finally:
        second.leave()


def test_two_helpers_work_on_different_devices_at_once(
    loop_devices: LoopDeviceFactory, state: Path, stdio: StdioClient
) -> None:
    """When one is killed with all its processes, the other one's start of something undoes what it
    left behind, and nothing of a living one's."""
    device, other, third = loop_devices(), loop_devices(), loop_devices()
    before = other.settings()
    stdio.call("SetSettings", device.name, session=begin(stdio, device), scheduler="bfq")
    job = {"session": begin(stdio, third), **LONG_RUN}
    stdio.call("StartBenchmark", third.name, **job)
    second = StdioClient(state)
    session = begin(second, other)
    second.call("SetSettings", other.name, session=session, scheduler="kyber")
    second.call("StartBenchmark", other.name, session=session, **LONG_RUN)
    assert (device.scheduler, other.scheduler) == ("bfq", "kyber")
    pids = second.helper_pids()
    kill_together(pids)
    wait_gone(pids[1])
    second.leave()
    assert other.scheduler == "kyber"
    with leaving(StdioClient(state)) as again:
        assert any(other.name in sentence for sentence in again.call("Describe")["recovered"])
        assert other.settings() == before
        assert device.scheduler == "bfq"
        assert len(fio_below(state / "runtime")) == 1


def test_a_second_helper_waits_for_the_first_one_to_end(
    device: LoopDevice, state: Path, stdio: StdioClient
) -> None:
    session = begin(stdio, device)
    second = StdioClient(state)
    try:
        waiting = second.start("BeginSession", device.name, diskseq=device.diskseq)
        stdio.call("EndSession", device.name, session=session, keep=False)
        assert second.result(waiting)["session"] != session
    finally:
        second.leave()


def test_an_unreadable_snapshot_is_set_aside_and_told(state: Path) -> None:
    folder = state / "state/sessions"
    folder.mkdir(parents=True)
    (folder / "loop0-1.json").write_text('{"device": "lo', encoding="utf-8")
    helper = StdioClient(state)
    try:
        (sentence,) = helper.call("Describe")["recovered"]
        assert "loop0-1.json" in sentence
        assert [path.name for path in folder.iterdir()] == ["loop0-1.unreadable"]
    finally:
        helper.leave()


ODD: dict[str, object] = {
    "diskseq": float("inf"),
    "queue": None,
    "device": "../block",
    "tunables": ["scheduler"],
    "identity": "ID_WWN=../nomerges 2",
    "session": "../nomerges",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("key", [*ODD, "nested"])
def test_an_odd_snapshot_keeps_no_other_one_from_being_restored(
    device: LoopDevice, state: Path, key: str
) -> None:
    """Neither a record of other types nor one that names a path, nor one nested too deep."""
    helper = StdioClient(state)
    begin(helper, device)
    (file,) = (state / "state/sessions").iterdir()
    record = json.loads(file.read_text(encoding="utf-8"))
    helper.leave()
    file.write_text(json.dumps(record), encoding="utf-8")
    odd = json.dumps({**record, key: ODD[key]}) if key in ODD else "[" * 100_000 + "]" * 100_000
    (file.parent / "a-1.json").write_text(odd, encoding="utf-8")
    device.write("rq_affinity", "2")
    helper = StdioClient(state)
    try:
        recovered = helper.call("Describe")["recovered"]
        assert device.read("rq_affinity") == record["tunables"]["rq_affinity"] != "2"
        assert any("a-1.json" in sentence for sentence in recovered)
        assert device.read("nomerges") == "0"
        assert [path.name for path in file.parent.iterdir()] == ["a-1.unreadable"]
    finally:
        helper.leave()


@pytest.mark.parametrize(
    "odd",
    [
        {"tunables": {"scheduler": "../x"}},
        {"tunables": {"nomerges": "2\n"}},
        {"tunables": {"uevent": "1"}},
        {"tunables": {"nomerges": 2}},
        {"tunables": {"fifo_batch": "PWN"}},
        {"tunables": {"nr_requests": "system"}},
        {"tunables": {"iosched/../../x": "1"}},
        {"identity": "ID_WWN"},
        {"identity": "NAME=0x5000c500a1b2c3d4"},
        {"identity": "ID_SERIAL=a b"},
        {"session": "x"},
        {"session": None},
        {"file": "loop"},
        {"file": [1]},
        {"file": [1, "x"]},
        {"host": "host3"},
        {"host": ["../x", 1]},
        {"host": ["host3", "x"]},
    ],
)
def test_a_crafted_snapshot_is_none(odd: dict[str, object]) -> None:
    record: dict[str, Any] = {
        "device": "loop0",
        "diskseq": 1,
        "queue": 1,
        "boot": "x",
        "identity": "ID_WWN=0x5000c500a1b2c3d4",
        "tunables": {
            "scheduler": "mq-deadline",
            "nomerges": "0",
            "wbt_lat_usec": "-1",
            "fifo_batch": "7",
            "iosched/of_a_newer_kernel": "1",
            "sync_speed_min": "system",
        },
        "session": "0123456789abcdef0123456789abcdef",
        "policies": {},
        "unit": "",
        "file": [2049, 12],
        "host": ["host3", 4711],
    }
    assert Snapshot.from_record(record).record() == record
    without = {name: value for name, value in record.items() if name != "host"}
    assert Snapshot.from_record(without).record() == {**record, "host": None}
    with pytest.raises(ValueError):
        Snapshot.from_record({**record, **odd})


def test_a_snapshot_from_another_boot_is_dropped(device: LoopDevice, state: Path) -> None:
    helper = StdioClient(state)
    begin(helper, device)
    (file,) = (state / "state/sessions").iterdir()
    record = file.read_text(encoding="utf-8")
    helper.leave()
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    changed = record.replace(boot, "00000000-0000-0000-0000-000000000000")
    file.write_text(changed.replace('"nomerges": "0"', '"nomerges": "2"'), encoding="utf-8")
    helper = StdioClient(state)
    try:
        (sentence,) = helper.call("Describe")["recovered"]
        assert "nothing was left to restore" in sentence
        assert device.read("nomerges") == "0" and not file.exists()
    finally:
        helper.leave()


def test_a_helper_that_was_stopped_by_its_pipe_says_nothing_more(
    stdio: StdioClient, device: LoopDevice
) -> None:
    begin(stdio, device)
    supervisor, worker = stdio.helper_pids()
    stdio.leave()
    assert state_of(worker) == "" and state_of(supervisor) in ("", "Z")
    with pytest.raises(HelperEnded):
        stdio.client.answer(99)
