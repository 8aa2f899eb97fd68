"""What the application sends and the helper writes is understood at the other end."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

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
from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.devices.identity import Identity
from storage_tuner_helper.errors import Refusal
from storage_tuner_helper.keeping import sysctl_file, udev_rules
from storage_tuner_helper.requests import RunWorkload
from storage_tuner_helper.transport.stdio import MAXIMUM_LINE_BYTES
from storage_tuner_protocol import workload
from storage_tuner_protocol.interface import ErrorName
from storage_tuner_protocol.workload import Read, Workload
from tests.unit.probe.owners_machine import SATA, SCSI, add_device, said_by_rules

ROOT = Path(__file__).parents[2]
ANY = Operation("any", "Any", RateUnit.REQUESTS, writes=True)


def streams() -> st.SearchStrategy[Stream]:
    """Whatever makes sense on a device; without a size that fio couldn't have."""
    block = st.sampled_from([512, 4096, 12288, 1 << 20])
    depth, threads = st.sampled_from([1, 1, 4]), st.sampled_from([None, 1, 5])
    return st.builds(_stream, st.sampled_from(Mode), block, depth, threads, st.data())


def _stream(mode: Mode, block: int, depth: int, threads: int | None, data: st.DataObject) -> Stream:
    start = data.draw(st.integers(0, 99))
    order = Order.FORWARD if mode.random else data.draw(st.sampled_from(Order))
    rest_ms = data.draw(st.integers(0, 10_000)) if depth == 1 else 0
    rate = None if rest_ms else data.draw(st.none() | st.integers(200, 1_000_000))
    return Stream(
        *(ANY, mode, block, threads, depth),
        write_percent=data.draw(st.none() | st.integers(0, 100)) if mode.mixed else None,
        rate_iops=rate,
        rest_ms=rest_ms,
        priority=data.draw(st.none() | priorities()),
        region=Region(start, data.draw(st.integers(1, 100 - start))),
        shared=data.draw(st.booleans()),
        order=order,
        stride_bytes=3 * block if order is Order.STRIDED else 0,
        fsync_every=data.draw(st.integers(0, 50)) if mode.writes else 0,
        synchronous=data.draw(st.booleans()) if mode.writes else False,
        prefilled=data.draw(st.booleans()) if mode.writes else False,
        poisson=data.draw(st.booleans()) if rate else False,
    )


def priorities() -> st.SearchStrategy[Priority]:
    return st.builds(Priority, st.sampled_from(PriorityClass), st.integers(0, 7))


@settings(max_examples=100)
@given(loads=st.lists(streams(), min_size=1, max_size=8), threads=st.sampled_from([1, 8]))
@example(loads=[*classical_workload(Operation.RANDOM_READ).streams], threads=1)
@example(loads=[*classical_workload(Operation.SEQUENTIAL_WRITE).streams], threads=8)
def test_the_helper_understands_the_streams_that_the_application_sends(
    loads: list[Stream], threads: int
) -> None:
    assume(not any(0 in _rates(stream) for stream in loads))
    assert understood(loads, threads).streams == tuple(one.in_cell(threads) for one in loads)


PLACES, LENGTHS = st.integers(0, (1 << 32) - 1), st.integers(1, 512)


@settings(max_examples=50)
@given(
    pairs=st.lists(st.tuples(PLACES, LENGTHS), min_size=1, max_size=600),
    think_us=st.integers(0, 10_000_000),
)
@example(pairs=[((1 << 32) - 1, 512)] * 4096, think_us=10_000_000)
def test_the_helper_understands_the_reads_of_a_recording(
    pairs: list[tuple[int, int]], think_us: int
) -> None:
    """The most there can be, on a disk of 16 TiB, fit into a request of either transport."""
    reads = tuple(Read(4096 * offset, 4096 * length) for offset, length in pairs)
    replay = workload.Stream(Mode.READ, 1, 2 << 20, reads=reads, think_us=think_us)
    sent = replay.encoded()
    assert RunWorkload.parse(asked([sent])).workload.streams == (replay,)
    assert len(json.dumps(sent)) < MAXIMUM_LINE_BYTES - 2048
    texts = sent["reads"]
    assert isinstance(texts, list) and max(map(len, texts)) <= 4096


def asked(streams: Sequence[Mapping[str, object]], engine: str = job.ONE_BY_ONE) -> Arguments:
    return Arguments(
        {
            "session": "0" * 32,
            "runtime_ms": 700,
            "ramp_ms": 100,
            "streams": list(streams),
            "engine": engine,
        }
    )


def understood(streams: Sequence[Stream], threads: int) -> Workload:
    """What the helper makes of the call for them."""
    sent = [stream.in_cell(threads).encoded() for stream in streams]
    given = asked(sent, job.engine_for(streams))
    run = RunWorkload.parse(given).workload
    given.finish()
    return run


def _rates(stream: Stream) -> tuple[int, int]:
    """Those of a mix that leave nothing for reads or writes are refused by the helper."""
    percent = 50 if stream.write_percent is None else stream.write_percent
    mixed = stream.mode.mixed and stream.rate_iops is not None
    return (percent, 100 - percent) if mixed else (1, 1)


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


def test_every_error_has_its_name_and_is_documented() -> None:
    """A class of the helper's has one, or importing it fails."""
    text = (ROOT / "docs/helper-protocol.md").read_text(encoding="utf-8")
    section = text.partition("\n## Errors\n")[2].partition("\n## ")[0]
    assert {kind.__name__ for kind in Refusal.__subclasses__()} == {*ErrorName}
    assert set(re.findall(r"`([A-Z][A-Za-z]+)`", section)) == {*ErrorName}
