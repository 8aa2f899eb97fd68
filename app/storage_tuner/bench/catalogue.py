"""Workloads as TOML: ours, and those that users write themselves. Pure: text → values.

docs/workloads.md tells the keys, resources/schema/workloads.schema.json is for editors that check
while one types. Whatever is wrong gives one error with the file and the place in it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from storage_tuner.bench.trees import content_bytes, entry_count
from storage_tuner.core.errors import UnreadableWorkload
from storage_tuner.core.sentence import Sentence, sentence, together
from storage_tuner.core.workload import (
    Command,
    Mode,
    Operation,
    Order,
    Priority,
    PriorityClass,
    RateUnit,
    Region,
    Stream,
    Tree,
    Workload,
)
from storage_tuner_protocol.fio_arguments import is_countable
from storage_tuner_protocol.workload import (
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

_WORKLOAD_KEYS = (
    "name",
    "label",
    "purpose",
    "simulates",
    "source",
    "block_bytes",
    "stream",
    "tree",
    "command",
)
_STREAM_KEYS = (
    "name",
    "label",
    "unit",
    "mode",
    "block_bytes",
    "threads",
    "queue_depth",
    "write_percent",
    "fsync_every",
    "synchronous",
    "rate_iops",
    "priority_class",
    "priority_level",
    "region_start_percent",
    "region_percent",
    "shared",
    "order",
    "stride_blocks",
    "buffered",
)
_TREE_KEYS = ("depth", "folders", "files", "file_bytes", "files_everywhere", "four_phases")
_COMMAND_KEYS = ("argv", "prepare", "clean_up", "timeout_s")
_NOT_EXPRESSED_KEYS = ("operation", "reason")
_TOP_KEYS = ("workload", "not_expressed")

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
}
"""Who knows fio writes its words; what they are called here."""

_NO_SHARE = sentence(
    "share isn't known any more, since streams that are kept in proportion stall each other: write "
    "one stream with the mode randrw (or rw) and write_percent"
)

_CHOSEN_BY_US = {
    "flow": sentence("a mix of reads and writes is one stream with write_percent"),
    "ioengine": sentence("the engine follows from queue_depth"),
    "engine": sentence("the engine follows from queue_depth"),
    "runtime": sentence("how long it runs is the plan's"),
    "size": sentence("how much is used is the target's size and region_percent"),
    "filename": sentence("where it runs is the target"),
}

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True)
class Entry:
    """``source`` tells where the numbers of a workload come from, for persons."""

    workload: Workload
    source: str


@dataclass(frozen=True)
class NotExpressed:
    """Something that other programs measure and we don't, and why."""

    operation: str
    reason: str


@dataclass(frozen=True)
class Catalogue:
    """One file's content, in its order."""

    entries: tuple[Entry, ...]
    not_expressed: tuple[NotExpressed, ...] = ()


def read_catalogue(text: str, file: str) -> Catalogue:
    """The workloads in ``text``. ``file`` is what errors call it.

    Raises ``UnreadableWorkload`` with the place in the file: a syntax error, an unknown key or
    word, a number out of its range, options that can't go together, a name used twice.
    """
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UnreadableWorkload(
            file, sentence("it isn't TOML ({error})", error=error or sentence("nested too deeply"))
        ) from None
    top = _Table(file, "", content)
    top.only(_TOP_KEYS)
    entries = tuple(
        entry for table in top.tables("workload", "workload") for entry in _entries(table)
    )
    _require_different(top, [entry.workload.name for entry in entries])
    not_expressed = tuple(
        _not_expressed(table) for table in top.tables("not_expressed", "not_expressed")
    )
    return Catalogue(entries, not_expressed)


@dataclass(frozen=True)
class _Table:
    """A TOML table, and where it stands."""

    file: str
    place: str
    content: dict[str, object]

    def only(self, known: Sequence[str]) -> None:
        for key in self.content:
            if key not in known:
                raise self.refused(_unknown_key(key, known))

    def without(self, key: str) -> _Table:
        content = {each: value for each, value in self.content.items() if each != key}
        return replace(self, content=content)

    def tables(self, key: str, called: str) -> list[_Table]:
        """The tables of ``[[key]]``; none when there is no such key."""
        values = self.content.get(key, [])
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.refused(sentence("{key} must be written as [[…{key}]]", key=key))
        inside = f"{self.place}, " if self.place else ""
        return [
            _Table(self.file, f"{inside}{called} {number}{_called(value)}", value)
            for number, value in enumerate(values, 1)
        ]

    def table(self, key: str) -> _Table | None:
        value = self.content.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.refused(sentence("{key} must be written as [workload.{key}]", key=key))
        return _Table(self.file, f"{self.place}, {key}", value)

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, sentence("a text"), value)
        if len(value) > LONGEST_TEXT or not value.replace("\n", " ").isprintable():
            raise self.refused(
                sentence(
                    "{key} must be plain text of at most {longest_text} characters",
                    key=key,
                    longest_text=LONGEST_TEXT,
                )
            )
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        value = self._value(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise self._wrong(key, sentence("a list of texts"), value)
        if any("\0" in item for item in value):
            raise self.refused(sentence("{key} must not hold a NUL character", key=key))
        return tuple(value)

    def truth(self, key: str, *, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, sentence("true or false"), value)
        return value

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        return self.checked_whole(key, self._value(key, default), least, most)

    def whole_or_none(self, key: str, least: int, most: int) -> int | None:
        return self.whole(key, least, most) if key in self.content else None

    def checked_whole(self, key: str, value: object, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._wrong(key, sentence("a whole number"), value)
        if not least <= value <= most:
            raise self.refused(
                sentence(
                    "{key} is {value}, and must be from {least} to {most}",
                    key=key,
                    value=value,
                    least=least,
                    most=most,
                )
            )
        return value

    def seconds(self, key: str, most: float, default: float) -> float:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._wrong(key, sentence("a number"), value)
        if not 0 < value <= most:
            raise self.refused(
                sentence(
                    "{key} is {value}, and must be above 0, at most {most:g}",
                    key=key,
                    value=value,
                    most=most,
                )
            )
        return float(value)

    def word(self, key: str, kind: type[Word], default: Word | None = None) -> Word:
        value = self._value(key, default)
        known = {member.value: member for member in kind}
        if not isinstance(value, str) or value not in known:
            raise self.refused(
                sentence(
                    "{key} is {shown}, and must be one of {known}",
                    key=key,
                    shown=_shown(value),
                    known=", ".join(known),
                )
            )
        return known[value]

    def refused(self, reason: str) -> UnreadableWorkload:
        return UnreadableWorkload(self.file, f"{self.place}: {reason}" if self.place else reason)

    def _value(self, key: str, default: object) -> object:
        value = self.content.get(key, default)
        if value is None:
            raise self.refused(sentence("{key} is missing", key=key))
        return value

    def _wrong(self, key: str, expected: str, value: object) -> UnreadableWorkload:
        return self.refused(
            sentence(
                "{key} is {shown}, and must be {expected}",
                key=key,
                shown=_shown(value),
                expected=expected,
            )
        )


def _entries(table: _Table) -> Iterator[Entry]:
    """One, or one a size where ``block_bytes`` is a list."""
    table.only(_WORKLOAD_KEYS)
    source = table.text("source", "")
    sizes = table.content.get("block_bytes")
    if not isinstance(sizes, list):
        size = None if sizes is None else _block(table, sizes)
        yield Entry(_workload(table, size, table.text("name"), table.text("label")), source)
        return
    if not sizes:
        raise table.refused(sentence("block_bytes is a list without a size"))
    for each in sizes:
        size = _block(table, each)
        name, label = (_of_size(table, key, size) for key in ("name", "label"))
        yield Entry(_workload(table, size, name, label), source)


def _of_size(table: _Table, key: str, size: int) -> str:
    text = table.text(key)
    if _PLACEHOLDER not in text:
        raise table.refused(
            sentence(
                "with several sizes the {key} must hold {placeholder}",
                key=key,
                placeholder=_PLACEHOLDER,
            )
        )
    if key == "name":
        return text.replace(_PLACEHOLDER, size_word(size))
    template = text.replace("{", "{{").replace("}", "}}").replace("{{size}}", _PLACEHOLDER)
    return Sentence(template, {"size": size_label(size)})


def size_word(size: int) -> str:
    """4096 as ``4k``."""
    return size_label(size).replace(" ", "").lower().removesuffix("ib").removesuffix("b")


def size_label(size: int) -> str:
    """4096 as ``4 KiB``."""
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size % factor == 0:
            return f"{size // factor} {unit}"
    return f"{size} B"


def _workload(table: _Table, size: int | None, name: str, label: str) -> Workload:
    if not _NAME.fullmatch(name):
        raise table.refused(
            sentence(
                "the name {name} may only have small letters, digits, '-' and '.', 48 at most",
                name=_shown(name),
            )
        )
    if not label.strip():
        raise table.refused(sentence("the label is empty"))
    streams, tree, command = (table.content.get(key) for key in ("stream", "tree", "command"))
    if sum(bool(part) for part in (streams, tree, command)) != 1:
        raise table.refused(
            sentence("either [[workload.stream]], [workload.tree] or [workload.command]")
        )
    found = Workload(
        name,
        label,
        table.text("purpose", ""),
        table.text("simulates", ""),
        _streams(table, name, label, size),
        _optional(table.table("tree"), lambda each: _tree(each, name, label)),
        _optional(table.table("command"), lambda each: _command(each, name, label)),
    )
    _require_few_threads(table, found)
    return found


Read = TypeVar("Read")


def _optional(table: _Table | None, read: Callable[[_Table], Read]) -> Read | None:
    return None if table is None else read(table)


def _streams(table: _Table, name: str, label: str, size: int | None) -> tuple[Stream, ...]:
    tables = table.tables("stream", "stream")
    if any("share" in each.content for each in tables):
        return (_mix_of_shares(tables, name, label, size),)
    if len(tables) < 2:
        return tuple(_stream(each, name, label, size) for each in tables)
    names = [_part_name(each) for each in tables]
    _require_different(table, names)
    return tuple(
        _stream(each, f"{name}/{part}", together((label, each.text("label", part)), ": "), size)
        for each, part in zip(tables, names, strict=True)
    )


def _mix_of_shares(tables: Sequence[_Table], name: str, label: str, size: int | None) -> Stream:
    """One mix of a stream that reads and one that writes, which earlier versions kept in the
    proportion of their ``share``. Raises ``UnreadableWorkload`` for streams that are no mix."""
    shares = [each.whole("share", 1, LARGEST_SHARE) for each in tables]
    streams = [_stream(each.without("share"), name, label, size) for each in tables]
    pairs = sorted(zip(streams, shares, strict=True), key=lambda pair: pair[0].mode.writes)
    if len(pairs) != 2:
        raise tables[0].refused(_NO_SHARE)
    (read, read_share), (write, write_share) = pairs
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
        raise tables[0].refused(_NO_SHARE)
    return _sensible(mix, tables[0])


def _part_name(table: _Table) -> str:
    name = table.text("name")
    if not _NAME.fullmatch(name):
        raise table.refused(
            sentence("the name {name} may only have small letters, digits, '-'", name=_shown(name))
        )
    return name


def _stream(table: _Table, name: str, label: str, size: int | None) -> Stream:
    table.only(_STREAM_KEYS)
    mode = table.word("mode", Mode)
    given = table.content.get("block_bytes", size)
    if given is None:
        raise table.refused(sentence("block_bytes is missing"))
    block = _block(table, given)
    operation = Operation(
        name,
        label,
        table.word("unit", RateUnit, RateUnit.REQUESTS if mode.random else RateUnit.MEGABYTES),
        writes=mode.writes,
        block_bytes=block,
    )
    stream = Stream(
        operation=operation,
        mode=mode,
        block_bytes=block,
        threads=table.whole_or_none("threads", 1, MAXIMUM_THREADS),
        queue_depth=table.whole("queue_depth", 1, MAXIMUM_QUEUE_DEPTH, 1),
        write_percent=table.whole_or_none("write_percent", 1, 99),
        fsync_every=table.whole("fsync_every", 0, 1_000_000, 0),
        rate_iops=table.whole_or_none("rate_iops", 1, MOST_REQUESTS_PER_SECOND),
        priority=_priority(table),
        region=_region(table),
        shared=table.truth("shared", default=mode.random),
        order=table.word("order", Order, Order.FORWARD),
        stride_bytes=block * (table.whole_or_none("stride_blocks", 2, 1 << 20) or 0),
        buffered=table.truth("buffered", default=False),
        synchronous=table.truth("synchronous", default=False),
    )
    return _sensible(stream, table)


def _sensible(stream: Stream, table: _Table) -> Stream:
    for impossible, reason in _contradictions(stream):
        if impossible:
            raise table.refused(reason)
    return stream


def _contradictions(stream: Stream) -> Iterable[tuple[bool, str]]:
    """What can't be meant, and whether it was said."""
    return (
        *_about_the_mix(stream),
        *_about_writing_through(stream),
        *_about_the_order(stream),
        *_about_the_pace(stream),
    )


def _about_the_mix(stream: Stream) -> Iterable[tuple[bool, str]]:
    mixed = stream.mode.mixed
    return (
        (
            mixed and stream.write_percent is None,
            sentence("the mode {mode} needs write_percent", mode=stream.mode),
        ),
        (
            not mixed and stream.write_percent is not None,
            sentence(
                "write_percent is for the modes {mixed} and {random_mixed}",
                mixed=Mode.MIXED,
                random_mixed=Mode.RANDOM_MIXED,
            ),
        ),
    )


def _about_writing_through(stream: Stream) -> Iterable[tuple[bool, str]]:
    return (
        (
            not stream.mode.writes and (stream.fsync_every > 0 or stream.synchronous),
            sentence("fsync_every and synchronous are for streams that write"),
        ),
        (
            stream.mode.mixed and not is_countable(stream.fsync_every, stream.write_percent),
            sentence(
                "fsync_every is so small that fio before 3.38 can't keep to it in this mix; give a "
                "larger one, or synchronous for all writes"
            ),
        ),
        (
            stream.queue_depth > 1 and stream.fsync_every > 0,
            sentence("fsync_every with a queue_depth: fio before 3.38 does them too early"),
        ),
        (
            stream.synchronous and stream.fsync_every > 0,
            sentence(
                "synchronous and fsync_every: after a synchronous write there is nothing "
                "to wait for"
            ),
        ),
    )


def _about_the_order(stream: Stream) -> Iterable[tuple[bool, str]]:
    strided = stream.order is Order.STRIDED
    return (
        (
            stream.mode.random and stream.order is not Order.FORWARD,
            sentence("order is for the modes that aren't random"),
        ),
        (
            stream.mode.mixed and stream.order is not Order.FORWARD,
            sentence("order is for streams that only read or only write"),
        ),
        (strided and not stream.stride_bytes, sentence("the order strided needs stride_blocks")),
        (
            not strided and stream.stride_bytes > 0,
            sentence("stride_blocks is for the order strided"),
        ),
    )


def _about_the_pace(stream: Stream) -> Iterable[tuple[bool, str]]:
    return (
        (
            stream.buffered and stream.queue_depth > 1,
            sentence("buffered with a queue_depth: through the page cache requests go one by one"),
        ),
        (
            stream.mode.mixed and not _divides(stream),
            sentence("rate_iops is so small that reads or writes of the mix would get none of it"),
        ),
    )


def _divides(stream: Stream) -> bool:
    """Whether both directions of a mix get something of the rate; fio takes 0 for no limit."""
    if stream.rate_iops is None or stream.write_percent is None:
        return True
    return 0 not in stream.in_cell(1).mixed_rates


def _block(table: _Table, value: object) -> int:
    block = table.checked_whole("block_bytes", value, SECTOR_BYTES, MAXIMUM_BLOCK_BYTES)
    if block % SECTOR_BYTES:
        raise table.refused(
            sentence(
                "block_bytes is {block}, and must be a multiple of {sector_bytes}",
                block=block,
                sector_bytes=SECTOR_BYTES,
            )
        )
    return block


def _priority(table: _Table) -> Priority | None:
    level = table.whole_or_none("priority_level", 0, 7)
    if "priority_class" not in table.content:
        if level is not None:
            raise table.refused(sentence("priority_level without priority_class"))
        return None
    priority_class = table.word("priority_class", PriorityClass)
    if priority_class is PriorityClass.IDLE and level is not None:
        raise table.refused(sentence("the priority_class idle has no priority_level"))
    return Priority(priority_class) if level is None else Priority(priority_class, level)


def _region(table: _Table) -> Region:
    start = table.whole("region_start_percent", 0, 99, 0)
    percent = table.whole("region_percent", 1, 100, 100 - start)
    if start + percent > 100:
        raise table.refused(
            sentence(
                "region_start_percent and region_percent are {percent} %", percent=start + percent
            )
        )
    return Region(start, percent)


def _tree(table: _Table, name: str, label: str) -> Tree:
    table.only(_TREE_KEYS)
    apart = table.truth("four_phases", default=False)
    create, remove, *of_folders = (_phases_apart if apart else _phases)(name, label)
    tree = Tree(
        create,
        remove,
        table.whole("depth", 1, 32),
        table.whole("folders", 1, 100_000),
        table.whole("files", 0, 100_000),
        table.whole("file_bytes", 0, 1 << 30, 0),
        table.truth("files_everywhere", default=False),
        *of_folders,
    )
    if apart and not tree.files:
        raise table.refused(sentence("four_phases without files"))
    things = entry_count(tree)
    if things > MOST_FILES or content_bytes(tree) > MOST_TREE_BYTES:
        raise table.refused(
            sentence(
                "that would be {things} folders and files; at most {most_files} and "
                "{most_tree_bytes} are made",
                things=things,
                most_files=MOST_FILES,
                most_tree_bytes=size_label(MOST_TREE_BYTES),
            )
        )
    return tree


def _phases(name: str, label: str) -> tuple[Operation, ...]:
    return (
        _phase(f"{name}/create", sentence("{label}: create", label=label)),
        _phase(f"{name}/remove", sentence("{label}: remove", label=label)),
    )


def _phases_apart(name: str, label: str) -> tuple[Operation, ...]:
    """Of files, then of folders."""
    return (
        _phase(f"{name}/create-files", sentence("{label}: create files", label=label)),
        _phase(f"{name}/remove-files", sentence("{label}: remove files", label=label)),
        _phase(f"{name}/create-folders", sentence("{label}: create folders", label=label)),
        _phase(f"{name}/remove-folders", sentence("{label}: remove folders", label=label)),
    )


def _phase(name: str, label: str) -> Operation:
    return Operation(name, label, RateUnit.FILES, writes=True)


def _command(table: _Table, name: str, label: str) -> Command:
    table.only(_COMMAND_KEYS)
    argv = table.texts("argv")
    if not argv or not argv[0]:
        raise table.refused(sentence("argv is empty: its first text is the program"))
    return Command(
        Operation(name, label, RateUnit.RUNS, writes=True),
        argv,
        table.texts("prepare", ()),
        table.texts("clean_up", ()),
        table.seconds("timeout_s", LONGEST_COMMAND_S, 3600.0),
    )


def _not_expressed(table: _Table) -> NotExpressed:
    table.only(_NOT_EXPRESSED_KEYS)
    return NotExpressed(table.text("operation"), table.text("reason"))


def _require_few_threads(table: _Table, workload: Workload) -> None:
    """Those that the plan counts are one here."""
    if sum(stream.threads or 1 for stream in workload.streams) > MAXIMUM_THREADS:
        raise table.refused(
            sentence(
                "its streams have more than {most_threads} threads together",
                most_threads=MAXIMUM_THREADS,
            )
        )


def _require_different(table: _Table, names: Sequence[str]) -> None:
    for number, name in enumerate(names):
        if name in names[:number]:
            raise table.refused(sentence("the name {name!r} is used twice", name=name))


def _unknown_key(key: str, known: Sequence[str]) -> str:
    if key in _CHOSEN_BY_US:
        return sentence(
            "{key} can't be chosen: {chosen_by_us}",
            key=_shown(key),
            chosen_by_us=_CHOSEN_BY_US[key],
        )
    if _OF_FIO.get(key) in known:
        return sentence("{key} is called {of_fio} here", key=_shown(key), of_fio=_OF_FIO[key])
    return sentence(
        "there is no key {key}; known are {known}", key=_shown(key), known=", ".join(known)
    )


def _called(content: dict[str, object]) -> str:
    name = content.get("name")
    return f" ({_shown(name)})" if isinstance(name, str) else ""


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return sentence("a table")
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
