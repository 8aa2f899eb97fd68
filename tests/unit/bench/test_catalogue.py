"""Workloads as TOML: ours say what they should, and whatever is wrong is told with its place."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from storage_tuner.bench.catalogue import (
    Catalogue,
    CommandTable,
    StreamTable,
    TreeTable,
    WorkloadTable,
    read_catalogue,
    size_label,
    size_word,
)
from storage_tuner.core.errors import UnreadableWorkload
from storage_tuner.core.workload import (
    CLASSICAL_WORKLOADS,
    Measured,
    Mode,
    Order,
    Priority,
    PriorityClass,
    RateUnit,
    Region,
)
from storage_tuner_protocol.workload import MAXIMUM_THREADS

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

RESOURCES = Path(__file__).parents[3] / "resources"
FILES = sorted((RESOURCES / "workloads").glob("*.toml"))
SCHEMA = json.loads((RESOURCES / "schema/workloads.schema.json").read_text(encoding="utf-8"))

ONE = """
[[workload]]
name = "mine"
label = "My own"
[[workload.stream]]
mode = "randread"
block_bytes = 4096
"""


def read(text: str) -> Catalogue:
    return read_catalogue(text, "mine.toml")


def refusal(text: str) -> str:
    with pytest.raises(UnreadableWorkload) as caught:
        read(text)
    assert caught.value.file == "mine.toml"
    assert "mine.toml" in str(caught.value.summary)
    return str(caught.value.reason)


def stream(**options: object) -> str:
    """``ONE`` with ``options`` in place of its own; None takes one out."""
    merged = {"mode": "randread", "block_bytes": 4096} | options
    lines = (f"{key} = {json.dumps(value)}" for key, value in merged.items() if value is not None)
    return ONE.partition("mode")[0] + "\n".join(lines)


@pytest.fixture(scope="module")
def ours() -> Catalogue:
    found = [read_catalogue(file.read_text(encoding="utf-8"), file.name) for file in FILES]
    return Catalogue(
        tuple(entry for each in found for entry in each.entries),
        tuple(item for each in found for item in each.not_expressed),
    )


def test_the_classical_four_are_those_of_the_code(ours: Catalogue) -> None:
    by_name = {entry.workload.name: entry.workload for entry in ours.entries}
    for classical in CLASSICAL_WORKLOADS:
        found = by_name[classical.name]
        assert replace(found, purpose="", simulates="") == classical


def test_ours_tell_all_that_a_person_asks(ours: Catalogue) -> None:
    names = [entry.workload.name for entry in ours.entries]
    assert len(names) == len(set(names))
    for entry in ours.entries:
        assert str(entry.workload.purpose).endswith(".")
        assert str(entry.workload.simulates).endswith(".")
        assert entry.source.endswith(".")


@pytest.mark.parametrize("name", ["rand-read", "rand-write"])
def test_random_requests_of_all_sizes_are_there(ours: Catalogue, name: str) -> None:
    sizes = {
        entry.workload.streams[0].block_bytes
        for entry in ours.entries
        if entry.workload.name.startswith(f"{name}-")
    }
    assert sizes == {1 << power for power in range(12, 21)}


def test_iozones_thirteen_operations_are_there_or_told_why_not(ours: Catalogue) -> None:
    expressed = {
        entry.workload.name.removeprefix("iozone-").rpartition("-")[0]
        for entry in ours.entries
        if entry.workload.name.startswith("iozone-")
    }
    missing = {item.operation for item in ours.not_expressed}
    thirteen = {
        "write", "re-write", "read", "re-read", "random-read", "random-write", "backward-read",
        "record-re-write", "strided-read", "fwrite", "re-fwrite", "fread", "re-fread",
    }  # fmt: skip
    assert thirteen <= expressed | missing
    assert not expressed & missing


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_schema_takes_ours(file: Path) -> None:
    Draft202012Validator(SCHEMA).validate(tomllib.loads(file.read_text(encoding="utf-8")))


def test_the_schema_knows_the_same_keys() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    workload, known = SCHEMA["$defs"]["workload"]["properties"], SCHEMA["$defs"]["stream"]
    assert set(known["properties"]) == keys(StreamTable) - {"share"}
    assert set(workload) == keys(WorkloadTable)
    assert set(workload["tree"]["properties"]) == keys(TreeTable)
    assert set(workload["command"]["properties"]) == keys(CommandTable)


def keys(table: type[DataclassInstance]) -> set[str]:
    return {field.name for field in fields(table)}


def test_a_stream_with_everything() -> None:
    found = read(
        stream(
            mode="write",
            block_bytes=3072,
            threads=7,
            fsync_every=9,
            rate_iops=11,
            priority_class="best-effort",
            priority_level=2,
            region_start_percent=20,
            region_percent=30,
            shared=True,
            order="strided",
            stride_blocks=5,
            buffered=True,
            unit="IOPS",
        )
    )
    (made,) = found.entries[0].workload.streams
    assert made.mode is Mode.WRITE
    assert made.block_bytes == made.operation.block_bytes == 3072
    assert (made.threads, made.fsync_every, made.rate_iops) == (7, 9, 11)
    assert made.priority == Priority(PriorityClass.BEST_EFFORT, 2)
    assert made.region == Region(20, 30)
    assert made.shared
    assert made.buffered
    assert (made.order, made.stride_bytes) == (Order.STRIDED, 5 * 3072)
    assert made.operation.unit is RateUnit.REQUESTS
    assert made.operation.writes


def test_a_list_of_sizes_makes_a_workload_of_each() -> None:
    found = read(
        """
        [[workload]]
        name = "w-{size}"
        label = "W of {size}"
        block_bytes = [512, 4096, 3145728]
        [[workload.stream]]
        mode = "read"
        """
    )
    assert [entry.workload.name for entry in found.entries] == ["w-512", "w-4k", "w-3m"]
    assert str(found.entries[1].workload.label) == "W of 4 KiB"
    assert [entry.workload.streams[0].block_bytes for entry in found.entries] == [
        512,
        4096,
        3 << 20,
    ]


def test_streams_give_operations_of_their_own() -> None:
    text = ONE + 'name = "a"\n[[workload.stream]]\nname = "b"\nlabel = "Bs"\nmode = "read"\n'
    found = read(text + "block_bytes = 4096").entries[0].workload
    assert [each.name for each in found.operations] == ["mine/a", "mine/b"]
    assert [str(each.label) for each in found.operations] == ["My own: a", "My own: Bs"]


def test_what_a_desktop_waits_for_runs_beside_a_background(ours: Catalogue) -> None:
    found = {entry.workload.name: entry.workload for entry in ours.entries}
    for name, operation, rate in (
        ("desktop-start-up", "start", None),
        ("desktop-start-up-read", "start", None),
        ("playback", "play", 10.5),
        ("saving", "save", None),
    ):
        workload = found[name]
        assert [each.name for each in workload.foreground] == [f"{name}/{operation}"]
        assert workload.background and workload.operations[0] == workload.foreground[0]
        first = workload.streams[0]
        assert first.rate_iops is None or first.rate_iops * first.block_bytes / 1e6 == (
            pytest.approx(rate, rel=0.01)
        )
    assert found["playback"].streams[0].deadline_ms == 25
    assert found["saving"].streams[0].measures is Measured.FSYNCS
    assert not found["desktop-start-up-read"].writes
    assert found["oltp"].foreground == found["oltp"].background == ()


def test_a_tree_and_a_command() -> None:
    tree = '[[workload]]\nname="t"\nlabel="T"\n[workload.tree]\ndepth=2\nfolders=3\nfiles=4\n'
    command = '[[workload]]\nname="c"\nlabel="C"\n[workload.command]\nargv=["a", "b c"]\n'
    made, run = (entry.workload for entry in read(tree + command).entries)
    assert made.tree
    assert (made.tree.depth, made.tree.folders, made.tree.files, made.tree.file_bytes) == (
        2,
        3,
        4,
        0,
    )
    assert [each.name for each in made.operations] == ["t/create", "t/remove"]
    assert run.command
    assert run.command.argv == ("a", "b c")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = 1\nb = = 2", "line 2"),
        ("a = 1", "no key 'a'"),
        ("workload = 3", "at workload: expected a list, found 3"),
        (ONE + ONE, "'mine' is used twice"),
        (ONE.replace('"mine"', '"My Own"'), "lower-case letters"),
        (ONE.replace('label = "My own"', ""), "at workload[0] ('mine').label: expected a string"),
        (ONE.replace('"My own"', '"  "'), "label is empty"),
        (ONE.replace('"My own"', '"a\\u001b[2J"'), "plain text"),
        (ONE.partition("[[workload.stream]]")[0], "one of [[workload.stream]]"),
        (ONE + "[workload.tree]\ndepth=1\nfolders=1\nfiles=0", "one of [[workload.stream]]"),
        (ONE.replace("[[workload]]", "[[workload]]\nblock_bytes=[512]"), "{size}"),
        (ONE.replace("[[workload]]", "[[workload]]\nblock_bytes=[]"), "is an empty list"),
        (stream(mode="randomread"), "('mine').stream[0].mode: expected one of read, write"),
        (stream(mode=None), "stream[0].mode: expected a string, found nothing"),
        (stream(block_bytes=None), "block_bytes is missing"),
        (stream(block_bytes=1000), "a multiple of 512"),
        (stream(block_bytes="4k"), "block_bytes: expected a whole number, found '4k'"),
        (stream(block_bytes=True), "block_bytes: expected a whole number, found true"),
        (stream(block_bytes=32 << 20), "from 512 to 16777216"),
        (stream(threads=0), "threads: expected a number from 1 to 2048, found 0"),
        (stream(iodepth=4), "'iodepth' is called queue_depth here"),
        (stream(ioengine="sync"), "'ioengine' can't be set: queue_depth determines the engine"),
        (stream(bogus=1), "there is no key 'bogus'; known keys are name, label"),
        (stream(mode="randrw"), "needs write_percent"),
        (stream(write_percent=10), "write_percent applies only to the modes rw and randrw"),
        (stream(fsync_every=3), "only to streams that write"),
        (stream(synchronous=True), "only to streams that write"),
        (stream(mode="randrw", write_percent=70, fsync_every=1), "fio before 3.38"),
        (stream(mode="randrw", write_percent=20, queue_depth=2, fsync_every=9), "too early"),
        (stream(mode="write", queue_depth=2, fsync_every=3), "calls fsync too early"),
        (stream(mode="rw", write_percent=5, rate_iops=9), "too small to be divided"),
        (stream(mode="write", synchronous=True, fsync_every=3), "fsync_every redundant"),
        (stream(measures="fsyncs"), "measures fsyncs only with fsync_every = 1"),
        (stream(mode="write", measures="fsyncs", fsync_every=2), "only with fsync_every = 1"),
        (stream(measures="deadlines"), "measures deadlines only with rate_iops"),
        (stream(measures="deadlines", rate_iops=9, queue_depth=2), "only with a queue_depth of 1"),
        (stream(measures="joy"), "one of requests, fsyncs, deadlines"),
        (stream(background=True), "all streams are background"),
        (stream(order="backward"), "only to sequential modes"),
        (stream(mode="rw", write_percent=5, order="backward"), "only read or only write"),
        (stream(mode="read", order="strided"), "needs stride_blocks"),
        (stream(mode="read", stride_blocks=3), "applies only to the order strided"),
        (stream(buffered=True, queue_depth=2), "one request at a time"),
        (stream(flow=2), "one stream with write_percent"),
        (stream(rest_ms=500), "rest_ms needs threads = 1"),
        (stream(rest_ms=500, threads=2), "rest_ms needs threads = 1"),
        (stream(rest_ms=500, threads=1, queue_depth=2), "can't be combined with queue_depth"),
        (stream(rest_ms=500, threads=1, rate_iops=9), "can't be combined with queue_depth"),
        (stream(rest_ms=10_001, threads=1), "from 1 to 10000"),
        (stream(thinktime=500), "'thinktime' is called rest_ms here"),
        (stream(share=2), "share is no longer supported"),
        (stream(shared="yes"), "shared: expected true or false, found 'yes'"),
        (stream(priority_level=2), "priority_level needs priority_class"),
        (stream(priority_class="idle", priority_level=2), "has no priority_level"),
        (stream(priority_class="urgent"), "one of realtime, best-effort, idle"),
        (stream(region_start_percent=60, region_percent=50), "add up to 110 %"),
        (ONE + 'name="a"\n[[workload.stream]]\nname="a"\nmode="read"\nblock_bytes=512',
         "'a' is used twice"),
        (ONE + '[[workload.stream]]\nname="a"\nmode="read"\nblock_bytes=512',
         "stream[0].name: expected a string, found nothing"),
        ('[[workload]]\nname="t"\nlabel="T"\n[workload.tree]\ndepth=9\nfolders=9\nfiles=9',
         "folders and files; the maximum"),
        ('[[workload]]\nname="c"\nlabel="C"\n[workload.command]\nargv=[]', "argv is empty"),
        ('[[workload]]\nname="c"\nlabel="C"\n[workload.command]\nargv="rm -rf"',
         "command.argv: expected a list, found 'rm -rf'"),
        ('[[workload]]\nname="c"\nlabel="C"\n[workload.command]\nargv=["a"]\ntimeout_s=-1',
         "above 0"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text: str, told: str) -> None:
    reason = refusal(text)
    assert told in reason
    assert "\n" not in reason


def test_too_many_threads_together() -> None:
    half = MAXIMUM_THREADS // 2 + 1
    text = stream(name="a", threads=half)
    text += f'\n[[workload.stream]]\nname="b"\nmode="read"\nblock_bytes=512\nthreads={half}'
    assert f"more than {MAXIMUM_THREADS} threads" in refusal(text)


def test_a_file_nested_too_deeply_is_refused() -> None:
    assert "TOML" in refusal("a = " + "[" * 100_000)


def test_sizes_as_words() -> None:
    assert (size_word(512), size_word(4096), size_word(1 << 20)) == ("512", "4k", "1m")
    assert (size_label(1536), size_label(65536)) == ("1536 B", "64 KiB")


TIED = """
[[workload]]
name = "tied"
label = "Tied"
[[workload.stream]]
name = "write"
mode = "{write}"
block_bytes = 4096
share = 20
{more}
[[workload.stream]]
name = "read"
mode = "{read}"
block_bytes = 4096
share = 80
"""


@pytest.mark.parametrize(
    ("read_mode", "write_mode", "mode"),
    [("randread", "randwrite", Mode.RANDOM_MIXED), ("read", "write", Mode.MIXED)],
)
def test_streams_with_shares_of_earlier_versions_are_one_mix(
    read_mode: str, write_mode: str, mode: Mode
) -> None:
    (entry,) = read(TIED.format(read=read_mode, write=write_mode, more="fsync_every = 10")).entries
    (mix,) = entry.workload.streams
    assert (mix.mode, mix.write_percent, mix.fsync_every) == (mode, 20, 10)
    assert mix.operation.name == "tied"
    assert mix.operation.writes
    assert mix.threads is None


@pytest.mark.parametrize(
    ("read_mode", "write_mode", "more"),
    [
        ("randread", "write", ""),
        ("randread", "randread", ""),
        ("randwrite", "randwrite", ""),
        ("randread", "randrw", "write_percent = 50"),
        ("randread", "randwrite", "queue_depth = 2"),
        ("randread", "randwrite", "region_percent = 10"),
        (
            "randread",
            "randwrite",
            '[[workload.stream]]\nname = "third"\nmode = "read"\nblock_bytes = 512\nshare = 1',
        ),
    ],
)
def test_streams_with_shares_that_are_no_mix_are_refused(
    read_mode: str, write_mode: str, more: str
) -> None:
    with pytest.raises(UnreadableWorkload, match="use one stream with the mode randrw"):
        read(TIED.format(read=read_mode, write=write_mode, more=more))
