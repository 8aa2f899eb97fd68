"""Workloads as TOML: built-in ones, and those that users write themselves. Pure: text → values.

docs/workloads.md describes the keys, resources/schema/workloads.schema.json is for editors that
check the file while typing. Any mistake raises one error with the file and the place in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, NewType

from storage_tuner.bench.programs.tree_statistics import content_bytes, entry_count
from storage_tuner.core.errors import UnreadableWorkload
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.workload import (
    Command,
    FileTree,
    Measured,
    Mode,
    Operation,
    Order,
    Priority,
    PriorityClass,
    RateUnit,
    Region,
    Stream,
    Workload,
)
from storage_tuner.typed_documents import (
    Format,
    Range,
    Unfit,
    is_number,
    no_such_key,
    parse_toml,
    shown,
    text,
    unexpected,
    whole,
    within,
)
from storage_tuner_protocol.fio_arguments import is_countable
from storage_tuner_protocol.workload import (
    LONGEST_REST_MS,
    MAXIMUM_BLOCK_BYTES,
    MAXIMUM_QUEUE_DEPTH,
    MAXIMUM_THREADS,
    SECTOR_BYTES,
)

MOST_REQUESTS_PER_SECOND = 10_000_000
LARGEST_SHARE = 1000
MOST_FILES = 1_000_000
MOST_TREE_BYTES = 64 << 30
LONGEST_COMMAND_S = 24 * 3600.0
LONGEST_TEXT = 2000

_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,47}")
_PLACEHOLDER = "{size}"

_OF_FIO = {
    "rw": "mode",
    "readwrite": "mode",
    "bs": "block_bytes",
    "blocksize": "block_bytes",
    "numjobs": "threads",
    "iodepth": "queue_depth",
    "rwmixwrite": "write_percent",
    "fsync": "fsync_every",
    "sync": "synchronous",
    "rate": "rate_iops",
    "prioclass": "priority_class",
    "prio": "priority_level",
    "direct": "buffered",
    "thinktime": "rest_ms",
}
"""fio's names, accepted for users who know fio, and the names used here."""

_NO_SHARE = sentence(
    "share is no longer supported, because streams kept in proportion stall each other: "
    "use one stream with the mode randrw (or rw) and write_percent"
)

_CHOSEN_BY_US = {
    "flow": sentence("for a mix of reads and writes, use one stream with write_percent"),
    "ioengine": sentence("queue_depth determines the engine"),
    "engine": sentence("queue_depth determines the engine"),
    "runtime": sentence("the plan determines the duration"),
    "size": sentence("the target's size and region_percent determine the size"),
    "filename": sentence("the target determines the file"),
}


@dataclass(frozen=True)
class Entry:
    """A workload of the catalogue. ``source`` is the origin of its numbers, for display."""

    workload: Workload
    source: str


@dataclass(frozen=True)
class NotExpressed:
    """A test of other programs that isn't supported here, with the reason."""

    operation: str
    reason: str


@dataclass(frozen=True)
class Catalogue:
    """One file's content, in its order."""

    entries: tuple[Entry, ...]
    not_expressed: tuple[NotExpressed, ...] = ()


@lru_cache(maxsize=64)  # Ours are asked for with every label.
def read_catalogue(content: str, file: str) -> Catalogue:
    """The workloads in ``content``. ``file`` is its name in errors.

    Raises ``UnreadableWorkload`` with the place in the file: a syntax error, an unknown key or
    word, a number out of its range, options that can't go together, a name used twice.
    """
    found = parse_toml(file, content, UnreadableWorkload).read(_File, _FORMAT)
    entries = tuple(entry for each in found.workload for entry in each)
    return Catalogue(entries, found.not_expressed)


_Block = NewType("_Block", int)
_Argument = NewType("_Argument", str)
_Seconds = NewType("_Seconds", float)
_Sizes = int | tuple[int, ...] | None
_Entries = NewType("_Entries", tuple[Entry, ...])


@dataclass(frozen=True, kw_only=True)
class StreamTable:
    """``[[workload.stream]]``. ``share`` is a key of earlier versions."""

    name: str | None = None
    label: str | None = None
    unit: RateUnit | None = None
    mode: Mode
    block_bytes: _Block | None = None
    threads: Annotated[int, Range(1, MAXIMUM_THREADS)] | None = None
    queue_depth: Annotated[int, Range(1, MAXIMUM_QUEUE_DEPTH)] = 1
    write_percent: Annotated[int, Range(1, 99)] | None = None
    fsync_every: Annotated[int, Range(0, 1_000_000)] = 0
    synchronous: bool = False
    rate_iops: Annotated[int, Range(1, MOST_REQUESTS_PER_SECOND)] | None = None
    priority_class: PriorityClass | None = None
    priority_level: Annotated[int, Range(0, 7)] | None = None
    region_start_percent: Annotated[int, Range(0, 99)] = 0
    region_percent: Annotated[int, Range(1, 100)] | None = None
    shared: bool | None = None
    order: Order = Order.FORWARD
    stride_blocks: Annotated[int, Range(2, 1 << 20)] = 0
    buffered: bool = False
    rest_ms: Annotated[int, Range(1, LONGEST_REST_MS)] = 0
    background: bool = False
    measures: Measured = Measured.REQUESTS
    share: Annotated[int, Range(1, LARGEST_SHARE)] | None = None


@dataclass(frozen=True)
class TreeTable:
    """``[workload.tree]``"""

    depth: Annotated[int, Range(1, 32)]
    folders: Annotated[int, Range(1, 100_000)]
    files: Annotated[int, Range(0, 100_000)]
    file_bytes: Annotated[int, Range(0, 1 << 30)] = 0
    files_everywhere: bool = False
    four_phases: bool = False


@dataclass(frozen=True)
class CommandTable:
    """``[workload.command]``"""

    argv: tuple[_Argument, ...]
    prepare: tuple[_Argument, ...] = ()
    clean_up: tuple[_Argument, ...] = ()
    timeout_s: _Seconds = _Seconds(3600.0)


@dataclass(frozen=True)
class WorkloadTable:
    """``[[workload]]``: one, or one a size where ``block_bytes`` is a list."""

    name: str
    label: str
    purpose: str = ""
    simulates: str = ""
    source: str = ""
    block_bytes: _Sizes = None
    stream: tuple[StreamTable, ...] = ()
    tree: TreeTable | None = None
    command: CommandTable | None = None

    def meant(self) -> tuple[Entry, ...]:
        if not isinstance(self.block_bytes, tuple):
            workload = _workload(self, self.block_bytes, self.name, Message(self.label))
            return (Entry(workload, self.source),)
        if not self.block_bytes:
            raise Unfit(sentence("block_bytes is an empty list"))
        return tuple(
            Entry(_workload(self, size, *_names_of_size(self, size)), self.source)
            for size in self.block_bytes
        )


@dataclass(frozen=True)
class _File:
    workload: tuple[_Entries, ...] = ()
    not_expressed: tuple[NotExpressed, ...] = ()

    def __post_init__(self) -> None:
        _require_different(entry.workload.name for each in self.workload for entry in each)


def _names_of_size(table: WorkloadTable, size: int) -> tuple[str, Message]:
    for key, given in (("name", table.name), ("label", table.label)):
        if _PLACEHOLDER not in given:
            reason = sentence(
                "with several sizes, {key} must contain {placeholder}",
                key=key,
                placeholder=_PLACEHOLDER,
            )
            raise Unfit(reason)
    template = table.label.replace("{", "{{").replace("}", "}}").replace("{{size}}", _PLACEHOLDER)
    name = table.name.replace(_PLACEHOLDER, size_word(size))
    return name, Message(template, (("size", size_label(size)),))


def size_word(size: int) -> str:
    """4096 as ``4k``."""
    return size_label(size).replace(" ", "").lower().removesuffix("ib").removesuffix("b")


def size_label(size: int) -> str:
    """4096 as ``4 KiB``."""
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size % factor == 0:
            return f"{size // factor} {unit}"
    return f"{size} B"


def _workload(table: WorkloadTable, size: int | None, name: str, label: Text) -> Workload:
    _require_name(name)
    if not str(label).strip():
        raise Unfit(sentence("the label is empty"))
    if sum(bool(part) for part in (table.stream, table.tree, table.command)) != 1:
        raise Unfit(
            sentence(
                "expected exactly one of [[workload.stream]], [workload.tree] and "
                "[workload.command]"
            )
        )
    found = Workload(
        name,
        label,
        _message(table.purpose),
        _message(table.simulates),
        _streams(table.stream, name, label, size),
        None if table.tree is None else _tree(table.tree, name, label),
        None if table.command is None else _command(table.command, name, label),
    )
    _require_few_threads(found)
    if found.background and not found.foreground:
        raise Unfit(sentence("all streams are background: leave it out for one of them"))
    return found


def _message(words: str) -> Text:
    """A text from a file, as a message; texts of built-in workloads are translated."""
    return Message(words) if words else ""


def _require_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise Unfit(
            sentence(
                "the name {name} may contain only lower-case letters, digits, '-' and '.', "
                "at most 48 characters",
                name=shown(name),
            )
        )


def _streams(
    tables: Sequence[StreamTable], name: str, label: Text, size: int | None
) -> tuple[Stream, ...]:
    if any(each.share is not None for each in tables):
        return (_mix_of_shares(tables, name, label, size),)
    if len(tables) > 1:
        return tuple(_streams_with_names(tables, name, label, size))
    return tuple(_stream(each, 0, name, label, size) for each in tables)


def _streams_with_names(
    tables: Sequence[StreamTable], name: str, label: Text, size: int | None
) -> Iterator[Stream]:
    for number, each in enumerate(tables):
        with within("stream", number, "name"):
            part = text(each.name)
            _require_name(part)
        title = together((label, part if each.label is None else Message(each.label)), ": ")
        yield _stream(each, number, f"{name}/{part}", title, size)
    _require_different(each.name for each in tables)


def _mix_of_shares(
    tables: Sequence[StreamTable], name: str, label: Text, size: int | None
) -> Stream:
    """One mix of a stream that reads and one that writes, which earlier versions mixed in the
    proportion of their ``share``. Raises ``Unfit`` for streams that aren't a mix."""
    shares = [each.share for each in tables if each.share]
    streams = [_stream(each, number, name, label, size) for number, each in enumerate(tables)]
    if len(streams) != 2 or len(shares) != 2:
        raise Unfit(_NO_SHARE)
    pairs = zip(streams, shares, strict=True)
    (read, read_share), (write, write_share) = sorted(pairs, key=lambda pair: pair[0].mode.writes)
    mix = replace(
        read,
        operation=write.operation,
        mode=Mode.RANDOM_MIXED if read.mode.random else Mode.MIXED,
        write_percent=round(100 * write_share / (read_share + write_share)),
        fsync_every=write.fsync_every,
        synchronous=write.synchronous,
    )
    opposite = Mode.RANDOM_WRITE if read.mode is Mode.RANDOM_READ else Mode.WRITE
    alike = replace(mix, mode=opposite, write_percent=None) == write
    if not alike or read.mode.writes or not 1 <= (mix.write_percent or 0) <= 99:
        raise Unfit(_NO_SHARE)
    _require_sensible(mix)
    return mix


def _stream(table: StreamTable, number: int, name: str, label: Text, size: int | None) -> Stream:
    """The stream with that ``number`` in its workload."""
    with within("stream", number):
        mode, block = table.mode, table.block_bytes or size
        if block is None:
            raise Unfit(sentence("block_bytes is missing"))
        unit = table.unit or (RateUnit.REQUESTS if mode.random else RateUnit.MEGABYTES)
        stream = Stream(
            operation=Operation(
                name,
                label,
                unit,
                writes=mode.writes,
                block_bytes=block,
                background=table.background,
            ),
            mode=mode,
            block_bytes=block,
            threads=table.threads,
            queue_depth=table.queue_depth,
            write_percent=table.write_percent,
            fsync_every=table.fsync_every,
            rate_iops=table.rate_iops,
            priority=_priority(table.priority_class, table.priority_level),
            region=_region(table.region_start_percent, table.region_percent),
            shared=mode.random if table.shared is None else table.shared,
            order=table.order,
            stride_bytes=block * table.stride_blocks,
            buffered=table.buffered,
            synchronous=table.synchronous,
            rest_ms=table.rest_ms,
            measures=table.measures,
        )
        _require_sensible(stream)
    return stream


def _require_sensible(stream: Stream) -> None:
    for reason in (
        *_about_writing(stream),
        *_about_the_order(stream),
        *_about_rests(stream),
        *_about_what_it_measures(stream),
    ):
        raise Unfit(reason)


def _about_writing(stream: Stream) -> Iterator[Message]:
    mode, fsyncs = stream.mode, stream.fsync_every > 0
    if mode.mixed and stream.write_percent is None:
        yield sentence("the mode {mode} needs write_percent", mode=mode)
    if not mode.mixed and stream.write_percent is not None:
        yield sentence(
            "write_percent applies only to the modes {mixed} and {random_mixed}",
            mixed=Mode.MIXED,
            random_mixed=Mode.RANDOM_MIXED,
        )
    if not mode.writes and (fsyncs or stream.synchronous):
        yield sentence("fsync_every and synchronous apply only to streams that write")
    if mode.mixed and not is_countable(stream.fsync_every, stream.write_percent):
        yield sentence(
            "fsync_every is too small for fio before 3.38 in this mix; use a larger value, "
            "or synchronous for all writes"
        )
    if fsyncs and stream.queue_depth > 1:
        yield sentence("fsync_every with a queue_depth: fio before 3.38 calls fsync too early")
    if fsyncs and stream.synchronous:
        yield sentence("synchronous makes fsync_every redundant: use one of them")


def _about_what_it_measures(stream: Stream) -> Iterator[Message]:
    if stream.measures is Measured.FSYNCS and (stream.mode.mixed or stream.fsync_every != 1):
        yield sentence("measures fsyncs only with fsync_every = 1, in a mode that only writes")
    if stream.measures is Measured.DEADLINES and (stream.mode.mixed or not stream.rate_iops):
        yield sentence("measures deadlines only with rate_iops, in a mode that isn't mixed")
    if stream.measures is Measured.DEADLINES and stream.queue_depth > 1:
        yield sentence("measures deadlines only with a queue_depth of 1")


def _about_the_order(stream: Stream) -> Iterator[Message]:
    mode, strided = stream.mode, stream.order is Order.STRIDED
    if mode.random and stream.order is not Order.FORWARD:
        yield sentence("order applies only to sequential modes")
    if mode.mixed and stream.order is not Order.FORWARD:
        yield sentence("order applies only to streams that only read or only write")
    if strided and not stream.stride_bytes:
        yield sentence("the order strided needs stride_blocks")
    if stream.stride_bytes and not strided:
        yield sentence("stride_blocks applies only to the order strided")
    if stream.buffered and stream.queue_depth > 1:
        yield sentence("buffered with a queue_depth: the page cache handles one request at a time")
    if mode.mixed and not _divides(stream):
        yield sentence(
            "rate_iops is too small to be divided between the reads and writes of the mix"
        )


def _about_rests(stream: Stream) -> Iterator[Message]:
    if stream.rest_ms and stream.threads != 1:
        yield sentence("rest_ms needs threads = 1: the disk rests only if nothing else uses it")
    if stream.rest_ms and (stream.queue_depth > 1 or stream.rate_iops is not None):
        yield sentence("rest_ms can't be combined with queue_depth or rate_iops")


def _divides(stream: Stream) -> bool:
    """Return whether both directions of a mix get a part of the rate; to fio, 0 means no limit."""
    if stream.rate_iops is None or stream.write_percent is None:
        return True
    return 0 not in stream.in_cell(1).mixed_rates


def _priority(priority_class: PriorityClass | None, level: int | None) -> Priority | None:
    if priority_class is None:
        if level is not None:
            raise Unfit(sentence("priority_level needs priority_class"))
        return None
    if priority_class is PriorityClass.IDLE and level is not None:
        raise Unfit(sentence("the priority_class idle has no priority_level"))
    return Priority(priority_class) if level is None else Priority(priority_class, level)


def _region(start: int, percent: int | None) -> Region:
    percent = 100 - start if percent is None else percent
    if start + percent > 100:
        raise Unfit(
            sentence(
                "region_start_percent and region_percent add up to {percent} %",
                percent=start + percent,
            )
        )
    return Region(start, percent)


def _tree(table: TreeTable, name: str, label: Text) -> FileTree:
    phases = _phases_apart if table.four_phases else _phases
    create, remove, *of_folders = phases(name, label)
    tree = FileTree(
        create,
        remove,
        table.depth,
        table.folders,
        table.files,
        table.file_bytes,
        table.files_everywhere,
        *of_folders,
    )
    if table.four_phases and not tree.files:
        raise Unfit(sentence("four_phases needs files"), "tree")
    things = entry_count(tree)
    if things > MOST_FILES or content_bytes(tree) > MOST_TREE_BYTES:
        reason = sentence(
            "that would be {things} folders and files; the maximum is {most_files} and "
            "{most_tree_bytes}",
            things=things,
            most_files=MOST_FILES,
            most_tree_bytes=size_label(MOST_TREE_BYTES),
        )
        raise Unfit(reason, "tree")
    return tree


def _phases(name: str, label: Text) -> tuple[Operation, ...]:
    return (
        _phase(f"{name}/create", sentence("{label}: create", label=label)),
        _phase(f"{name}/remove", sentence("{label}: remove", label=label)),
    )


def _phases_apart(name: str, label: Text) -> tuple[Operation, ...]:
    """The phases of files, then those of folders."""
    return (
        _phase(f"{name}/create-files", sentence("{label}: create files", label=label)),
        _phase(f"{name}/remove-files", sentence("{label}: remove files", label=label)),
        _phase(f"{name}/create-folders", sentence("{label}: create folders", label=label)),
        _phase(f"{name}/remove-folders", sentence("{label}: remove folders", label=label)),
    )


def _phase(name: str, label: Text) -> Operation:
    return Operation(name, label, RateUnit.FILES, writes=True)


def _command(table: CommandTable, name: str, label: Text) -> Command:
    if not table.argv or not table.argv[0]:
        reason = sentence("argv is empty; its first entry is the program")
        raise Unfit(reason, "command", "argv")
    operation = Operation(name, label, RateUnit.RUNS, writes=True)
    return Command(operation, table.argv, table.prepare, table.clean_up, table.timeout_s)


def _require_few_threads(workload: Workload) -> None:
    """Check the number of threads, where those set by the plan count as one."""
    if sum(stream.threads or 1 for stream in workload.streams) > MAXIMUM_THREADS:
        raise Unfit(
            sentence(
                "its streams have more than {most_threads} threads in total",
                most_threads=MAXIMUM_THREADS,
            )
        )


def _require_different(names: Iterable[str | None]) -> None:
    seen: set[str | None] = set()
    for name in names:
        if name in seen:
            raise Unfit(sentence("the name {name!r} is used twice", name=name))
        seen.add(name)


def _unknown_key(key: str, known: Collection[str]) -> Message:
    if key in _CHOSEN_BY_US:
        return sentence(
            "{key} can't be set: {chosen_by_us}",
            key=shown(key),
            chosen_by_us=_CHOSEN_BY_US[key],
        )
    if _OF_FIO.get(key) in known:
        return sentence("{key} is called {of_fio} here", key=shown(key), of_fio=_OF_FIO[key])
    return no_such_key(key, [each for each in known if each != "share"])


def _plain_text(value: object) -> str:
    plain = text(value)
    if len(plain) > LONGEST_TEXT or not plain.replace("\n", " ").isprintable():
        expected = sentence("plain text of at most {most} characters", most=LONGEST_TEXT)
        raise unexpected(expected, value)
    return plain


def _argument(value: object) -> str:
    argument = text(value)
    if "\0" in argument:
        raise unexpected(sentence("a string without NUL characters"), value)
    return argument


def _block(value: object) -> int:
    block = whole(value, Range(SECTOR_BYTES, MAXIMUM_BLOCK_BYTES))
    if block % SECTOR_BYTES:
        raise unexpected(sentence("a multiple of {sector_bytes}", sector_bytes=SECTOR_BYTES), value)
    return block


def _sizes(value: object) -> int | tuple[int, ...]:
    return tuple(map(_block, value)) if isinstance(value, list) else _block(value)


def _seconds(value: object) -> float:
    if not is_number(value) or not 0 < value <= LONGEST_COMMAND_S:
        expected = sentence("a number above 0 and at most {most:g}", most=LONGEST_COMMAND_S)
        raise unexpected(expected, value)
    return float(value)


_FORMAT = Format(
    readers={
        str: _plain_text,
        _Argument: _argument,
        _Block: _block,
        _Sizes: _sizes,
        _Seconds: _seconds,
    },
    shapes={_Entries: WorkloadTable},
    unknown_key=_unknown_key,
)
