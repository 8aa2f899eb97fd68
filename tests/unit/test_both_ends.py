"""What application and helper must agree on, although neither imports the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from storage_tuner.client.streams import benchmark_arguments
from storage_tuner.core.workload import (
    Mode,
    Operation,
    Order,
    Priority,
    PriorityClass,
    RateUnit,
    Region,
    Stream,
    classical_workload,
)
from storage_tuner.fio import job
from storage_tuner.probe.owners import machine_owners
from storage_tuner_helper import fio_arguments, sysctl_file, udev_rules
from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.identity import Identity
from storage_tuner_helper.requests import RunWorkload
from tests.unit.probe.owners_machine import SATA, SCSI, add_device, said_by_rules

ONLY_AS_ROOT = {"--invalidate=0"}
"""Emptying a disk's cache needs a capability that the helper gave up; files have no such need."""


ANY = Operation("any", "Any", RateUnit.REQUESTS, writes=True)


def streams() -> st.SearchStrategy[Stream]:
    """Whatever makes sense on a device; without a size that fio couldn't have."""
    block = st.sampled_from([512, 4096, 12288, 1 << 20])
    depth, threads = st.sampled_from([1, 1, 4]), st.sampled_from([None, 1, 5])
    return st.builds(_stream, st.sampled_from(Mode), block, depth, threads, st.data())


def _stream(mode: Mode, block: int, depth: int, threads: int | None, data: st.DataObject) -> Stream:
    start = data.draw(st.integers(0, 99))
    order = Order.FORWARD if mode.random else data.draw(st.sampled_from(Order))
    return Stream(
        *(ANY, mode, block, threads, depth),
        write_percent=data.draw(st.none() | st.integers(0, 100)) if mode.mixed else None,
        rate_iops=data.draw(st.none() | st.integers(200, 1_000_000)),
        priority=data.draw(st.none() | priorities()),
        region=Region(start, data.draw(st.integers(1, 100 - start))),
        shared=data.draw(st.booleans()),
        order=order,
        stride_bytes=3 * block if order is Order.STRIDED else 0,
        fsync_every=data.draw(st.integers(0, 50)) if mode.writes else 0,
        synchronous=data.draw(st.booleans()) if mode.writes else False,
    )


def priorities() -> st.SearchStrategy[Priority]:
    return st.builds(Priority, st.sampled_from(PriorityClass), st.integers(0, 7))


@settings(max_examples=300)
@given(
    loads=st.lists(streams(), min_size=1, max_size=8),
    threads=st.sampled_from([1, 8]),
    size=st.sampled_from([1000 << 20, 10**9 + 512]),
    version=st.sampled_from(["3.33", "3.37", "3.38", "3.39-dirty", ""]),
)
@example(
    loads=[*classical_workload(Operation.RANDOM_READ).streams], threads=1, size=1 << 30, version=""
)
@example(
    loads=[*classical_workload(Operation.SEQUENTIAL_WRITE).streams],
    threads=8,
    size=1 << 30,
    version="3.38",
)
def test_fio_is_told_the_same_on_a_file_and_through_the_helper(
    loads: list[Stream], threads: int, size: int, version: str
) -> None:
    """The call's words understood by the helper, option for option, in each job."""
    assume(not any(0 in _rates(stream) for stream in loads))
    ours = job.arguments(
        loads,
        path="F",
        size_bytes=size,
        threads=threads,
        runtime_ms=700,
        ramp_ms=100,
        fio_version=version,
    )
    words = {**benchmark_arguments(loads, threads), "engine": job.engine_for(loads)}
    asked = Arguments({"session": "0" * 32, "runtime_ms": 700, "ramp_ms": 100, **words})
    workload = RunWorkload.parse(asked).workload
    asked.finish()
    theirs = fio_arguments.arguments(workload, 9, size, version)
    assert jobs_of(theirs[theirs.index(fio_arguments.FIO) + 1 :]) == jobs_of(ours[1:])


def _rates(stream: Stream) -> tuple[int, int]:
    """Those of a mix that leave nothing for reads or writes are refused by the helper."""
    percent = 50 if stream.write_percent is None else stream.write_percent
    mixed = stream.mode.mixed and stream.rate_iops is not None
    return (percent, 100 - percent) if mixed else (1, 1)


def jobs_of(options: Sequence[str]) -> list[set[str]]:
    """The options for all of them, and those of each."""
    jobs: list[set[str]] = [set()]
    for option in options:
        if option.startswith("--name="):
            jobs.append(set())
        if "filename" not in option:
            jobs[-1].add(option)
    return [one - ONLY_AS_ROOT for one in jobs]


def test_the_application_understands_the_rules_that_the_helper_writes(tmp_path: Path) -> None:
    """Of the one disk only. A captured tree can't tell whether the disk is measured just now, when
    the rules leave it alone: hence the "?"."""
    kept = {"scheduler": "mq-deadline", "fifo_batch": "8", "read_ahead_kb": "1024"}
    add_device(tmp_path, "sda", SATA, "8:0", "E:ID_WWN=0x5000c500a1b2c3d4\n")
    add_device(tmp_path, "sdb", SCSI, "8:16", "E:ID_WWN=0x5000c500a1b2c3d5\n")
    for name in ("sda", "sdb"):
        folder = tmp_path / f"sys/block/{name}/queue"
        (folder / "scheduler").write_text("[mq-deadline] none\n")
        (folder / "read_ahead_kb").write_text("128\n")
        (folder / "iosched").mkdir(exist_ok=True)
        (folder / "iosched/fifo_batch").write_text("16\n")
    file = tmp_path / udev_rules.PATH.lstrip("/")
    file.parent.mkdir(parents=True)
    file.write_text(udev_rules.render({Identity("ID_WWN", "0x5000c500a1b2c3d4"): kept}))
    assert said_by_rules(tmp_path, "sda") == {name: f"?{value}" for name, value in kept.items()}
    assert said_by_rules(tmp_path, "sdb") == {}


def test_the_application_understands_the_sysctl_file_that_the_helper_writes(tmp_path: Path) -> None:
    file = tmp_path / sysctl_file.PATH.lstrip("/")
    file.parent.mkdir(parents=True)
    file.write_text(sysctl_file.render({"dirty_bytes": "536870912", "swappiness": "10"}))
    found = {owner.tunable: owner.value for owner in machine_owners(tmp_path)}
    assert found == {"dirty_bytes": "536870912", "swappiness": "10"}
