"""What fio does that nobody expects: each trap shown with the real fio, and that we aren't caught.

The application's fio works on files, the helper's on a descriptor of a device; their options are
the same (tests/unit/test_both_ends.py).
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.core.workload import CLASSICAL_WORKLOADS, Operation, Workload, classical_workload
from storage_tuner.fio import job
from storage_tuner.fio.slices import JobState, between, parse_states
from storage_tuner_helper.benchmark import fio_arguments
from storage_tuner_protocol.fio_arguments import iolog_text, is_right_fsync
from storage_tuner_protocol.workload import Mode, Read, Stream
from storage_tuner_protocol.workload import Workload as HelperWorkload
from tests.bus.connections import HelperClient, StdioClient, wait_until
from tests.bus.test_kills import fio_below
from tests.bus.test_sessions import begin
from tests.bus.test_streams import requests, run, writable
from tests.bus.workloads import RANDOM_READ, benchmark, stream
from tests.known_truth import known_disk
from tests.loop_device import MEBIBYTE, LoopDevice, scratch_folder

ONE = classical_workload(Operation.RANDOM_READ).streams
SIZE = 16 * MEBIBYTE
LONG_MS = 600_000  # an error or a kill ends it: a slow disk must not get to its end before
READING = [workload for workload in CLASSICAL_WORKLOADS if not workload.writes]
BARE = ("fio", "--name=bare", "--ioengine=psync", "--eta=never", "--output-format=json")


@pytest.fixture
def folder() -> Iterator[Path]:
    with scratch_folder() as path:
        yield path


def application(workload: Workload, path: Path, **more: Any) -> tuple[str, ...]:  # noqa: ANN401
    given = {"size_bytes": SIZE, "threads": 2, "runtime_ms": 200, "ramp_ms": 0, **more}
    given.setdefault("fio_version", "3.33")
    return job.arguments(workload.streams, path=str(path), **given)


def helper_options(mode: Mode, path: Path) -> tuple[str, ...]:
    """The helper's own, with a file in the place of its descriptor."""
    streams = (Stream(mode, 2, 4096), Stream(Mode.READ, 1, 4096))
    workload = HelperWorkload(streams, LONG_MS, 0, "psync")
    words = fio_arguments.arguments(workload, 9, SIZE, "3.33")
    return tuple(word.replace("/proc/self/fd/9", str(path)) for word in words)


def execute(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(argv, capture_output=True, text=True, check=False)


def small_file(folder: Path) -> tuple[Path, bytes]:
    path, content = folder / "small", os.urandom(MEBIBYTE)
    path.write_bytes(content)
    return path, content


# A reading job on a file that is too small ------------------------------------------------------


def test_fio_itself_overwrites_or_deletes_a_file_that_it_is_to_read(folder: Path) -> None:
    path, content = small_file(folder)
    execute(*BARE, f"--filename={path}", "--rw=randread", "--bs=4096", f"--size={SIZE}")
    assert path.read_bytes()[:MEBIBYTE] != content
    path, content = small_file(folder)
    options = (f"--filename={path}", "--rw=read", f"--size={SIZE}", "--allow_file_create=0")
    execute(*BARE, *options)
    assert not path.exists() or path.read_bytes() != content


@pytest.mark.parametrize("workload", READING, ids=lambda workload: workload.name)
def test_a_file_that_is_too_small_stays_as_it_is(folder: Path, workload: Workload) -> None:
    path, content = small_file(folder)
    assert execute(*application(workload, path, runtime_ms=LONG_MS)).returncode != 0
    assert path.read_bytes() == content
    for mode in (Mode.READ, Mode.RANDOM_READ):
        assert execute(*helper_options(mode, path)).returncode != 0
        assert path.read_bytes() == content


# A device that isn't there -----------------------------------------------------------------------


def test_fio_itself_makes_a_file_of_a_missing_device(folder: Path) -> None:
    execute(*BARE, f"--filename={folder / 'sdz'}", "--rw=write", "--size=1M")
    assert (folder / "sdz").is_file()


@pytest.mark.parametrize("workload", CLASSICAL_WORKLOADS, ids=lambda workload: workload.name)
def test_a_missing_device_does_not_become_a_file(folder: Path, workload: Workload) -> None:
    assert execute(*application(workload, folder / "sdz")).returncode != 0
    for mode in (Mode.READ, Mode.RANDOM_WRITE, Mode.RANDOM_MIXED):
        assert execute(*helper_options(mode, folder / "sdz")).returncode != 0
    assert list(folder.iterdir()) == []


# Times below a second ----------------------------------------------------------------------------


def test_half_a_second_is_half_a_second(helper: HelperClient, device: LoopDevice) -> None:
    """In fio's own words; ``--runtime=0.5`` would never end."""
    session = begin(helper, device)
    (measured,) = run(helper, device.name, session, **{**RANDOM_READ, "runtime_ms": 500})
    assert 450 <= measured["read"]["runtime"] < 60_000
    words = fio_arguments.arguments(HelperWorkload((), 500, 250, "psync"), 9, SIZE, "3.33")
    assert "--runtime=500ms" in words and "--ramp_time=250ms" in words


def test_fio_itself_takes_half_a_second_for_no_time_at_all(folder: Path) -> None:
    """It reads the file once, whatever that takes: ``--time_based`` counts for nothing."""
    path, content = small_file(folder)
    words = (f"--filename={path}", "--rw=read", "--readonly", "--size=1M", "--time_based")
    (measured,) = json.loads(execute(*BARE, *words, "--runtime=0.5").stdout)["jobs"]
    assert measured["read"]["io_bytes"] == len(content)


# A slice in which nothing was done --------------------------------------------------------------


def test_a_slice_without_a_request_is_no_measurement(
    helper: HelperClient, device: LoopDevice
) -> None:
    """Between two states of a real run that are the same; the next one has something again."""
    session = begin(helper, device)
    slow = benchmark(stream(threads=1), runtime_ms=LONG_MS, output="json+")
    number = helper.call("StartBenchmark", device.name, session=session, **slow)["job"]
    given = {"session": session, "job": number}

    def state() -> JobState:
        (found,) = parse_states(helper.call("SampleBenchmark", device.name, **given)["fio"], ONE)
        return found

    before = state()
    assert between(before, before) is None
    wait_until(lambda: between(before, state()) is not None, "requests after the first look")
    helper.call("StopBenchmark", device.name, **given)


# A kill ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workload", CLASSICAL_WORKLOADS, ids=lambda workload: workload.name)
def test_a_kill_leaves_no_orphans(folder: Path, workload: Workload) -> None:
    path = folder / "file"
    path.write_bytes(bytes(SIZE))
    argv = application(workload, path, runtime_ms=LONG_MS, threads=8)
    with subprocess.Popen(argv, stdout=subprocess.DEVNULL) as fio:
        try:
            wait_until(
                lambda: users_of(path) == {fio.pid}, "fio at work on the file, in one process"
            )
        finally:
            fio.kill()  # else leaving waits for its end
    assert users_of(path) == set()


def test_a_kill_of_the_helper_s_fio_leaves_no_orphans(
    stdio: StdioClient, device: LoopDevice, state: Path
) -> None:
    session = begin(stdio, device)
    long = benchmark(stream(threads=8), stream("read", threads=4), runtime_ms=LONG_MS)
    stdio.call("StartBenchmark", device.name, session=session, **long)
    (pid,) = fio_below(state / "runtime")
    wait_until(lambda: pid in users_of(Path(device.path)), "fio at work")
    os.kill(pid, signal.SIGKILL)
    assert stdio.wait_event("BenchmarkFinished")["arguments"]["exit_code"] == -signal.SIGKILL
    wait_until(lambda: users_of(Path(device.path)) <= set(stdio.helper_pids()), "its end")


def leads_to(link: Path, path: Path) -> bool:
    try:
        return link.readlink() == path
    except OSError:
        return False


def users_of(path: Path) -> set[int]:
    """The processes that have it open; others, and their descriptors, come and go meanwhile."""
    found = set()
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with suppress(OSError):
                if any(leads_to(link, path) for link in (process / "fd").iterdir()):
                    found.add(int(process.name))
    return found


# Shares of fsync ---------------------------------------------------------------------------------


before_the_right_one = pytest.mark.skipif(
    is_right_fsync(execute("fio", "--version").stdout), reason="this fio counts right"
)


@before_the_right_one
def test_fio_itself_calls_fsync_too_often(folder: Path) -> None:
    """Which the knowledge says, and the helper's refusal stands on: when this fails, look again."""
    path = folder / "file"
    path.write_bytes(bytes(SIZE))
    words = (f"--filename={path}", "--bs=4096", "--direct=1", "--time_based", "--runtime=1000ms")
    for more in (
        ("--rw=randrw", "--rwmixwrite=20", "--fsync=10"),
        ("--rw=randwrite", "--fsync=10", "--ioengine=io_uring", "--iodepth=16", "--thread"),
    ):
        (measured,) = json.loads(execute(*BARE, *words, *more).stdout)["jobs"]
        assert measured["sync"]["total_ios"] > 0.2 * measured["write"]["total_ios"]


@before_the_right_one
@pytest.mark.parametrize(
    "mix",
    [
        stream("randrw", write_percent=70, fsync_every=1),
        stream("write", queue_depth=2, fsync_every=10),
    ],
    ids=str,
)
def test_what_can_not_be_made_up_for_is_refused(helper: HelperClient, mix: dict[str, Any]) -> None:
    device, session = writable(helper)
    given = benchmark(stream(), mix, engine="io_uring")
    assert helper.refusal("StartBenchmark", device, session=session, **given) == "NotSupported"


@pytest.mark.parametrize("threads", [1, 4])
def test_a_mix_with_fsync_is_right_with_any_fio(helper: HelperClient, threads: int) -> None:
    """A fifth of the requests is written, and a tenth of that followed by fsync: counted by the
    kernel, since fio tells a mix as one. fsyncs of several threads may become one flush."""
    device, session = writable(helper)
    mix = stream("randrw", threads=threads, write_percent=20, fsync_every=10)
    before = traffic(device)
    (job,) = run(helper, device, session, **benchmark(mix, runtime_ms=2000))
    reads, writes, flushed = (now - then for now, then in zip(traffic(device), before, strict=True))
    assert reads + writes == pytest.approx(job["mixed"]["total_ios"], rel=0.01)
    requests = reads + writes
    by_chance = 4 * math.sqrt(0.2 * 0.8 / requests)  # a busy machine has few of them
    assert writes / requests == pytest.approx(0.2, abs=max(0.01, by_chance))
    # before 3.38 fsyncs come about five at a time, so that their number varies
    chance = 4 * math.sqrt(5 * 0.1 * writes)
    least = 0.1 * writes - chance if threads == 1 else 1
    assert least <= flushed <= 0.1 * writes + chance


def traffic(device: str) -> tuple[int, int, int]:
    """Reads, writes and flushes that the disk completed; the kernel counts a flush among the
    writes, too."""
    reads, writes = requests(device)
    flushed = flushes(device)
    return reads, writes - flushed, flushed


def test_synchronous_writes_reach_the_medium_each(helper: HelperClient) -> None:
    """The disk is flushed as often as written: the loop device passes that on to its file."""
    device, session = writable(helper)
    before = flushes(device)
    given = benchmark(stream("randwrite", threads=1, synchronous=True))
    (measured,) = run(helper, device, session, **given)
    assert flushes(device) - before >= measured["write"]["total_ios"] > 0


def flushes(device: str) -> int:
    """Field 16 of the kernel's Documentation/block/stat.rst."""
    fields = Path(f"/sys/block/{device}/stat").read_text(encoding="ascii").split()
    return int(fields[15])


# The start of a program, replayed ----------------------------------------------------------------

READS, SERVICE_MS, THINK_MS = 6, 60, 50
REPLAY = Stream(
    Mode.RANDOM_READ,
    1,
    4096,
    reads=tuple(Read(index * MEBIBYTE, 4096) for index in range(READS)),
    think_us=1000 * THINK_MS,
)


def replay_of(path: str, folder: Path, *beside: Stream, text: str = "") -> list[dict[str, Any]]:
    """fio's jobs after ``REPLAY``, or one by the log ``text`` without think time."""
    log = folder / "reads"
    log.write_text(text or iolog_text(REPLAY, path))
    replay = replace(REPLAY, think_us=0) if text else REPLAY
    run = HelperWorkload((replay, *beside), 60_000, 100 if beside else 0, job.ONE_BY_ONE)
    words = job.run_arguments(run, path=path, size_bytes=SIZE, fio_version="3.33", iolog=str(log))
    jobs: list[dict[str, Any]] = json.loads(execute(*words).stdout)["jobs"]
    return jobs


def thought_ms(measured: dict[str, Any]) -> float:
    figures = measured["read"]
    assert figures["total_ios"] == READS
    return float(figures["runtime"] - READS * figures["lat_ns"]["mean"] / 1e6)


def test_fio_itself_lets_a_program_on_a_slow_disk_think_less_and_ours_never(folder: Path) -> None:
    """Its waits are absolute times, in ms: where reads take as long as they, none is left."""
    with known_disk(SERVICE_MS) as disk:
        path = disk.device.path
        lines = iolog_text(REPLAY, path).splitlines()
        reads = lines[3:-1]
        waits = [f"{path} wait {THINK_MS * number} 0" for number in range(1, READS)]
        mixed = [line for pair in zip(waits, reads[1:], strict=True) for line in pair]
        log = "\n".join([*lines[:3], reads[0], *mixed, lines[-1], ""])
        (by_fio,) = replay_of(path, folder, text=log)
        (ours,) = replay_of(path, folder)
    assert thought_ms(by_fio) < READS * THINK_MS / 2
    assert thought_ms(ours) >= READS * THINK_MS - 1


def test_fio_itself_does_wait_until_a_time_that_is_still_to_come(folder: Path) -> None:
    """So that in the test above the slow disk is the reason."""
    path, _ = small_file(folder)
    read = f"{path} read 0 4096"
    text = f"fio version 2 iolog\n{path} add\n{path} open\n{read}\n{path} wait 1000 0\n{read}\n"
    (by_fio,) = replay_of(str(path), folder, text=text)
    assert by_fio["read"]["runtime"] > 200


def test_fio_itself_goes_on_when_one_of_several_groups_is_done(folder: Path) -> None:
    """``exitall`` means the jobs of the same group only. Ours end with the replay."""
    path, _ = small_file(folder)
    log = folder / "reads"
    log.write_text(f"fio version 2 iolog\n{path} add\n{path} open\n{path} read 0 4096\n")
    common = ("--thread", "--readonly", "--direct=1", "--time_based", "--runtime=600ms")
    beside = ("--name=beside", "--new_group", f"--filename={path}", "--rw=read", "--size=1M")
    replayed = (*BARE[:1], *BARE[2:], *common, "--exitall", "--name=a", f"--read_iolog={log}")
    short, long = json.loads(execute(*replayed, *beside).stdout)["jobs"]
    assert short["read"]["total_ios"] == 1 and long["read"]["runtime"] >= 590
    path.write_bytes(os.urandom(SIZE))
    ours, background = replay_of(str(path), folder, Stream(Mode.WRITE, 2, 65536, shared=False))
    assert ours["read"]["total_ios"] == READS
    assert 0 < background["write"]["runtime"] < 60_000
