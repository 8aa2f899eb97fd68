"""Samples of a benchmark that goes on: real fio on real loop devices, over both transports."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from storage_tuner_helper import main_thread
from storage_tuner_helper.benchmark.documents import (
    MAXIMUM_DOCUMENT_BYTES,
    MAXIMUM_TEXT_BYTES,
    Documents,
)
from storage_tuner_helper.benchmark.fio import has_all_threads
from storage_tuner_protocol.workload import LONGEST_RUN_MS
from tests.bus.connections import (
    HelperClient,
    Refused,
    StdioClient,
    child_of,
    command_line_of_fio,
    wait_gone,
    wait_until,
)
from tests.bus.environment import Environment
from tests.bus.test_sessions import begin
from tests.bus.workloads import benchmark, stream
from tests.loop_device import MEBIBYTE, LoopDevice

FOUR = stream(threads=4)
LARGE = stream(threads=64, block_bytes=65536)
LONG = benchmark(FOUR, runtime_ms=LONGEST_RUN_MS, engine="io_uring")
SECTOR_BYTES = 512


@dataclass(frozen=True)
class Run:
    """A benchmark that was started in a session of the test's."""

    helper: HelperClient
    device: str
    session: str
    job: int

    def sample(self) -> Sample:
        return Sample(self.helper.result(self.start_sample()))

    def start_sample(self) -> int:
        return self.helper.start("SampleBenchmark", self.device, session=self.session, job=self.job)

    def refusal(self) -> str:
        return self.helper.refusal(
            "SampleBenchmark", self.device, session=self.session, job=self.job
        )

    def stop(self) -> dict[str, Any]:
        """What ``BenchmarkFinished`` tells."""
        self.helper.call("StopBenchmark", self.device, session=self.session, job=self.job)
        return self.end()

    def end(self) -> dict[str, Any]:
        told: dict[str, Any] = self.helper.wait_event("BenchmarkFinished")["arguments"]
        assert told["job"] == self.job
        return told

    @property
    def fio(self) -> int:
        """The number of fio's process."""
        return child_of(self.helper.helper_pids()[1])


class Sample:
    """What the helper answered; ``counts`` never gets smaller in a run."""

    def __init__(self, reply: dict[str, Any]) -> None:
        assert reply.keys() == {"fio", "stat", "cpu", "at_ns"}
        self.at_ns: int = reply["at_ns"]
        self.cpu = [int(part) for part in reply["cpu"].removeprefix("cpu ").split()]
        stat = [int(part) for part in reply["stat"].split()]
        (self.job,) = json.loads(reply["fio"])["jobs"]
        self.moved: int = self.job["read"]["io_bytes"] + self.job["write"]["io_bytes"]
        self.sectors = stat[2] + stat[6]
        self.counts = {
            "job_runtime": self.job["job_runtime"],
            "moved": self.moved,
            "sectors": self.sectors,
            **{
                f"{direction} {key}": self.job[direction][key]
                for direction in ("read", "write")
                for key in ("runtime", "total_ios")
            },
        }

    @property
    def bins(self) -> dict[str, int]:
        found: dict[str, int] = self.job["read"]["clat_ns"]["bins"]
        return found


def start(helper: HelperClient, device: LoopDevice, **other: object) -> Run:
    session = begin(helper, device)
    return start_in(helper, device.name, session, **other)


def start_in(helper: HelperClient, device: str, session: str, **other: object) -> Run:
    started = helper.call("StartBenchmark", device, session=session, **{**LONG, **other})
    return Run(helper, device, session, started["job"])


def only_document(output: str) -> dict[str, Any]:
    """Of output that has exactly one, with nothing behind it."""
    found: dict[str, Any] = json.loads(output[output.index("{") :])
    return found


def assert_cumulative(samples: list[Sample]) -> None:
    for earlier, later in pairwise(samples):
        for name, count in earlier.counts.items():
            assert count <= later.counts[name], name
        assert earlier.at_ns < later.at_ns
        assert sum(earlier.cpu[:8]) <= sum(later.cpu[:8])


@contextmanager
def halted(pid: int) -> Iterator[None]:
    """Stopped, so that it answers nobody, and goes on at the end if it's still there."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        if Path(f"/proc/{pid}").exists():
            os.kill(pid, signal.SIGCONT)


def under_way(helper: HelperClient) -> None:
    """Calls are begun in their order: those sent before are begun when this one is answered."""
    helper.call("Describe")


@pytest.mark.parametrize("output", ["json", "json+"])
def test_samples_are_whole_documents_that_only_grow(
    helper: HelperClient, device: LoopDevice, output: str
) -> None:
    run = start(helper, device, output=output)
    samples = [run.sample() for _ in range(20)]
    samples.append(grown(run, samples[0]))
    assert_cumulative(samples)
    assert all(("bins" in one.job["read"]["clat_ns"]) == (output == "json+") for one in samples)
    told = run.stop()
    assert (told["exit_code"], told["stopped"]) == (128, True)
    (job,) = only_document(told["output"])["jobs"]
    assert job["read"]["io_bytes"] >= samples[-1].moved


def test_histograms_grow_with_the_requests(helper: HelperClient, device: LoopDevice) -> None:
    run = start(helper, device, output="json+")
    samples = [run.sample() for _ in range(5)]
    # threads go on while fio prints, so that only the last one adds up
    (job,) = only_document(run.stop()["output"])["jobs"]
    last = job["read"]["clat_ns"]
    assert sum(last["bins"].values()) == last["N"]
    for earlier, later in pairwise([*(sample.bins for sample in samples), last["bins"]]):
        assert all(count <= later[latency] for latency, count in earlier.items())


@pytest.mark.slow
def test_a_hundred_samples_in_a_row_lose_none(helper: HelperClient, device: LoopDevice) -> None:
    run = start(helper, device, output="json+")
    samples = [run.sample() for _ in range(101)]
    assert_cumulative(samples)
    moved = samples[-1].moved - samples[0].moved
    by_the_kernel = (samples[-1].sectors - samples[0].sectors) * SECTOR_BYTES
    print(f"fio's bytes ÷ the kernel's: {moved / by_the_kernel:.3f}")
    assert 0.5 < moved / by_the_kernel < 2
    assert run.stop()["exit_code"] == 128


@pytest.mark.slow
def test_a_run_may_be_sampled_from_its_first_moment(
    helper: HelperClient, device: LoopDevice
) -> None:
    """A signal would kill fio before it has a handler, and take its printing thread while it
    starts the others."""
    session = begin(helper, device)
    for _ in range(5):
        run = start_in(helper, device.name, session, streams=[stream(threads=16)])
        samples = [sampled(run) for _ in range(3)]
        assert_cumulative(samples)
        assert samples[0].moved > 0
        possible_ms = 16 * 60_000
        assert samples[0].job["job_runtime"] < possible_ms, "a thread hadn't begun"
        assert run.stop()["exit_code"] == 128


def test_fio_is_killed_by_the_signal_that_comes_too_early(tmp_path: Path) -> None:
    """Why the helper waits: without that trap the waiting could go. On a busy computer we may
    have to wait until fio is ready."""
    assert any(is_killed_too_early(tmp_path) for _ in range(20))


def is_killed_too_early(folder: Path) -> bool:
    argv = ["fio", "--name=early", "--ioengine=null", "--size=1G", "--time_based", "--runtime=1s"]
    child = subprocess.Popen(argv, cwd=folder, stdout=subprocess.DEVNULL)
    try:
        too_early = not main_thread.handles(child.pid, signal.SIGUSR1)
        os.kill(child.pid, signal.SIGUSR1)
        return too_early and child.wait() == -signal.SIGUSR1
    finally:
        child.kill()
        child.wait()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("threads", [1, 8, 64])
def test_fio_has_two_threads_beside_those_of_its_streams(
    helper: HelperClient, device: LoopDevice, threads: int
) -> None:
    """Its main one, and one that looks after the others: the first to begin."""
    run = start(helper, device, streams=[stream(threads=threads)])
    sampled(run)
    # those that tested the clocks at the start have ended, which the kernel may tell a little later
    wait_until(lambda: not has_all_threads(run.fio, threads + 1), "two threads beside the streams")
    assert has_all_threads(run.fio, threads)
    run.stop()


def test_a_signal_waits_for_the_main_thread_though_another_one_could_take_it() -> None:
    """kill(2) would hand it to the other one, which ends fio's printing thread."""
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    handler = signal.signal(signal.SIGUSR1, lambda *_: None)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    try:
        main_thread.send(os.getpid(), signal.SIGUSR1)
        assert signal.sigtimedwait({signal.SIGUSR1}, 0) is not None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGUSR1, handler)
        done.set()
        other.join()


def test_the_scheduler_is_switched_while_samples_go_on(
    helper: HelperClient, device: LoopDevice
) -> None:
    run = start(helper, device)
    samples = [run.sample()]
    for scheduler in ("mq-deadline", "kyber", "bfq", "none") * 2:
        helper.call("SetSettings", device.name, session=run.session, scheduler=scheduler)
        assert device.scheduler == scheduler
        samples.append(run.sample())
        samples.append(grown(run, samples[-1]))
    assert_cumulative(samples)
    assert run.stop()["exit_code"] == 128


def grown(run: Run, before: Sample) -> Sample:
    """A sample with more requests than ``before``: the run goes on."""
    found: list[Sample] = []

    def more() -> bool:
        found.append(run.sample())
        return found[-1].moved > before.moved

    wait_until(more, "more requests")
    return found[-1]


def test_settings_are_changed_while_a_sample_is_waited_for(
    helper: HelperClient, device: LoopDevice
) -> None:
    run = start(helper, device)
    run.sample()
    with halted(run.fio):
        sampling = run.start_sample()
        helper.call("SetSettings", device.name, session=run.session, nomerges=2)
        assert device.read("nomerges") == "2"
    assert Sample(helper.result(sampling)).moved > 0
    run.stop()


def test_writing_is_sampled_on_a_practice_disk(helper: HelperClient) -> None:
    made = helper.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)
    name = made["device"]
    session = helper.call("BeginSession", name, diskseq=made["diskseq"])["session"]
    run = start_in(helper, name, session, streams=[stream("randwrite")])
    samples = [run.sample() for _ in range(10)]
    assert_cumulative(samples)
    assert samples[-1].job["write"]["io_bytes"] > 0 == samples[-1].job["read"]["io_bytes"]
    run.stop()
    helper.call("RemovePracticeDisk", name)


def test_fio_killed_between_two_samples(helper: HelperClient, device: LoopDevice) -> None:
    """What was handed out isn't told again as if it were the run's result."""
    run = start(helper, device)
    run.sample()
    os.kill(run.fio, signal.SIGKILL)
    told = run.end()
    assert (told["exit_code"], told["stopped"], told["output"]) == (-signal.SIGKILL, False, "")
    assert run.refusal() == "NoSuchJob"
    again = start_in(helper, device.name, run.session)
    assert again.sample().moved > 0
    again.stop()


def test_fio_killed_while_a_sample_is_waited_for(helper: HelperClient, device: LoopDevice) -> None:
    run = start(helper, device)
    run.sample()
    fio = run.fio
    with halted(fio):
        sampling = run.start_sample()
        under_way(helper)
        os.kill(fio, signal.SIGKILL)
        with pytest.raises(Refused, match="NoSuchJob"):
            helper.result(sampling)
    assert run.end()["exit_code"] == -signal.SIGKILL


def test_fio_killed_before_it_has_begun(stdio: StdioClient, device: LoopDevice) -> None:
    run = start(stdio, device)
    os.kill(run.fio, signal.SIGKILL)
    assert run.refusal() == "NoSuchJob"
    assert run.end()["exit_code"] == -signal.SIGKILL


@pytest.mark.parametrize("keep", [False, True])
def test_a_session_ended_while_a_sample_is_waited_for(
    helper: HelperClient, device: LoopDevice, keep: bool
) -> None:
    run = start(helper, device)
    run.sample()
    with halted(run.fio):
        sampling = run.start_sample()
        ending = helper.start("EndSession", device.name, session=run.session, keep=keep)
        under_way(helper)
    try:
        assert Sample(helper.result(sampling)).moved > 0
    except Refused as refused:
        assert refused.name == "NoSuchJob"
    assert run.end()["stopped"] is True
    helper.result(ending)
    assert run.refusal() == "NoSuchSession"


def test_a_client_that_is_killed_while_it_waits_for_a_sample(
    bus: Environment, device: LoopDevice
) -> None:
    before = device.settings()
    with bus.client() as other, bus.client() as root:
        run = start(root, device)
        root.call("SetSettings", device.name, session=run.session, scheduler="bfq")
        run.sample()
        fio = run.fio
        with halted(fio):
            run.start_sample()
            under_way(root)
            root.kill()
        wait_gone(fio)
        wait_until(lambda: begins(other, device), "the session's end")
        assert device.settings() == before


def begins(helper: HelperClient, device: LoopDevice) -> bool:
    try:
        begin(helper, device)
    except Refused as refused:
        assert refused.name == "DeviceBusy"
        return False
    return True


def test_only_the_owner_samples_and_only_the_run_that_is_there(
    bus: Environment, device: LoopDevice
) -> None:
    with bus.client() as owner, bus.client() as other:
        run = start(owner, device)
        job = {"session": run.session, "job": run.job}
        assert other.refusal("SampleBenchmark", device.name, **job) == "NoSuchSession"
        for odd in (run.job + 1, run.job - 1):
            assert Run(owner, device.name, run.session, odd).refusal() == "NoSuchJob"
        run.stop()
        again = start_in(owner, device.name, run.session)
        assert run.refusal() == "NoSuchJob"
        assert again.sample().moved > 0
        again.stop()


def test_two_samples_at_once_are_one_too_many(helper: HelperClient, device: LoopDevice) -> None:
    """The second one is refused: queued, it would be taken at another moment than asked for."""
    run = start(helper, device)
    run.sample()
    with halted(run.fio):
        sampling = run.start_sample()
        assert run.refusal() == "Busy"
    assert Sample(helper.result(sampling)).moved > 0
    assert run.sample().moved > 0
    run.stop()


def test_a_run_that_does_not_answer_is_told_and_asked_again(
    stdio: StdioClient, device: LoopDevice
) -> None:
    run = start(stdio, device)
    before = run.sample()
    with halted(run.fio):
        assert run.refusal() == "NoAnswer"
    samples = [before, *(run.sample() for _ in range(20))]
    assert_cumulative(samples)
    assert run.stop()["exit_code"] == 128


def test_a_run_that_starts_counting_anew_has_no_samples(
    helper: HelperClient, device: LoopDevice
) -> None:
    run = start(helper, device, ramp_ms=100)
    assert run.refusal() == "NotSupported"
    assert run.stop()["stopped"] is True


@pytest.mark.sampled(1)
def test_a_run_that_is_sampled_to_its_end_ends_well(
    helper: HelperClient, device: LoopDevice
) -> None:
    """fio 3.33 crashes in every other run, when it's signalled until it's gone."""
    session = begin(helper, device)
    for _ in range(12):
        short = {"streams": [stream()], "runtime_ms": 200, "output": "json+"}
        run = start_in(helper, device.name, session, **short)
        samples = list(samples_to_the_end(run))
        assert_cumulative(samples)
        told = run.end()
        assert (told["exit_code"], told["stopped"]) == (0, False), told["error_output"]
        (job,) = only_document(told["output"])["jobs"]
        assert job["read"]["io_bytes"] >= max((one.moved for one in samples), default=1) > 0


def samples_to_the_end(run: Run) -> Iterator[Sample]:
    while True:
        try:
            yield run.sample()
        except Refused as refused:
            assert refused.name == "NoSuchJob"
            return


def sampled(run: Run) -> Sample:
    """A sample, also where fio takes longer than the helper waits for it."""
    found: list[Sample] = []

    def is_answered() -> bool:
        try:
            found.append(run.sample())
        except Refused as refused:
            assert refused.name == "NoAnswer"
        return bool(found)

    wait_until(is_answered, "fio's answer on a busy computer")
    return found[0]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("scheduler", ["none", "bfq"])
def test_a_stop_beside_a_sample_ends_the_run_and_not_by_force(
    helper: HelperClient, device: LoopDevice, scheduler: str
) -> None:
    """128: fio ended by itself, with its result. It could hang when both came together."""
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, scheduler=scheduler)
    seconds = []
    for _ in range(8):
        run = start_in(helper, device.name, session, streams=[LARGE], output="json+")
        sampled(run)
        sampling = run.start_sample()
        began = time.monotonic()
        told = run.stop()
        seconds.append(time.monotonic() - began)
        assert told["exit_code"] == 128 and only_document(told["output"])["jobs"]
        try:
            helper.result(sampling)
        except Refused as refused:
            assert refused.name == "NoSuchJob"
    print(f"64 threads under {scheduler} stopped after at most {max(seconds):.2f} s")


def test_runs_of_hours_are_started_and_longer_ones_refused(
    helper: HelperClient, device: LoopDevice
) -> None:
    session = begin(helper, device)
    longer = {**LONG, "runtime_ms": LONGEST_RUN_MS + 1}
    refused = helper.refusal("StartBenchmark", device.name, session=session, **longer)
    assert refused == "InvalidArgument"
    run = start_in(helper, device.name, session)
    assert f"--runtime={LONGEST_RUN_MS}ms" in command_line_of_fio(run.fio)
    assert run.sample().moved > 0
    run.stop()


@pytest.mark.slow
def test_many_samples_take_no_memory_and_little_time(
    stdio: StdioClient, device: LoopDevice
) -> None:
    """The largest documents there are. At most a few are held at once, among 600."""
    run = start(stdio, device, streams=[stream(threads=64)], output="json+")
    worker = stdio.helper_pids()[1]
    for _ in range(100):
        sampled(run)
    resident, busy, sent = resident_bytes(worker), cpu_seconds(worker), 0
    for _ in range(500):
        sent += len(json.dumps(sampled(run).job))
    each = (cpu_seconds(worker) - busy) / 500
    print(f"a sample costs {each * 1e3:.2f} ms: {each:.2%} of a core at one a second")
    assert resident_bytes(worker) - resident < sent / 2
    assert resident_bytes(worker) - resident < 4 * MEBIBYTE
    told = run.stop()
    assert len(told["output"]) <= MAXIMUM_DOCUMENT_BYTES
    assert only_document(told["output"])["jobs"]


def resident_bytes(pid: int) -> int:
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def cpu_seconds(pid: int) -> float:
    """Of all its threads, of user and system."""
    numbers = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


DOCUMENT = '{\n  "jobs" : [\n    {\n      "text" : "}\\n{"\n    }\n  ]\n}\n'


def read(chunks: list[bytes], during: Callable[[Documents], None] = lambda _: None) -> Documents:
    """Documents made of ``chunks``, each of which arrives by itself."""

    async def reading() -> Documents:
        documents = Documents()
        during(documents)
        for chunk in chunks:
            documents.feed(chunk)
        documents.end()
        return documents

    return asyncio.run(reading())


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_document_is_found_however_it_is_cut(size: int) -> None:
    output = f"fio: note\n{DOCUMENT}\nfio: terminating on signal 2\n{DOCUMENT}the end".encode()
    chunks = [output[at : at + size] for at in range(0, len(output), size)]
    found: list[str] = []
    read_documents = read(
        chunks,
        lambda documents: documents.next().add_done_callback(
            lambda one: found.append(one.result())
        ),
    )
    assert found == [DOCUMENT]
    rest = read_documents.rest(with_last=True)
    assert rest == f"fio: note\n\nfio: terminating on signal 2\n{DOCUMENT}the end"


def test_a_document_cut_short_is_never_handed_out() -> None:
    waiting: list[asyncio.Future[str]] = []
    cut = DOCUMENT[:-2].encode()
    documents = read([cut], lambda documents: waiting.append(documents.next()))
    assert waiting[0].cancelled()
    assert documents.rest(with_last=True).encode() == cut


@pytest.mark.slow
def test_the_output_of_hours_is_held_for_a_moment_only() -> None:
    """As of 20,000 samples, among them text, lines without an end and documents without one."""
    padded = DOCUMENT.replace("text", "t" * 50_000).encode()
    tracemalloc.start()
    try:
        documents = read([padded, b"fio: a note\n"] * 20_000)
        assert tracemalloc.get_traced_memory()[1] < 8 * MEBIBYTE
    finally:
        tracemalloc.stop()
    rest = documents.rest(with_last=True)
    assert rest.endswith(padded.decode()) and len(rest) <= MAXIMUM_TEXT_BYTES + len(padded)


@pytest.mark.parametrize("endless", [b"x" * 65536, b"{\n" + b"  1,\n" * 10_000])
def test_output_without_end_is_bounded(endless: bytes) -> None:
    documents = read([endless] * 400)
    assert len(documents.rest(with_last=True)) <= MAXIMUM_DOCUMENT_BYTES
