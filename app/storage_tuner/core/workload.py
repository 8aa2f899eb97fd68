"""Workloads and the operations they measure.

A workload is data: its streams are fio's job groups, which run at the same time. Each stream
measures one operation; verdicts, tables and charts are per operation.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import ClassVar

from storage_tuner.core.message import Message, Text, counted, sentence, within
from storage_tuner_protocol import workload
from storage_tuner_protocol.workload import Mode as Mode
from storage_tuner_protocol.workload import Order as Order
from storage_tuner_protocol.workload import Priority as Priority
from storage_tuner_protocol.workload import PriorityClass as PriorityClass
from storage_tuner_protocol.workload import Region as Region


class RateUnit(StrEnum):
    """The unit of a rate."""

    MEGABYTES = "MB/s"
    REQUESTS = "IOPS"
    FILES = "files/s"
    RUNS = "runs/s"


class Measured(StrEnum):
    """What a stream's latencies are. REQUESTS: those of its requests. FSYNCS: those of the fsync
    after each write. DEADLINES: those of its requests, each due within the period of ``rate_iops``;
    the missed ones are counted."""

    REQUESTS = "requests"
    FSYNCS = "fsyncs"
    DEADLINES = "deadlines"


class RecordedProgram(StrEnum):
    """A program whose start was recorded: ``resources/recordings``."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


@dataclass(frozen=True)
class Operation:
    """A measured operation. ``name`` identifies it in files and on the command line: the label may
    differ in files of earlier versions.

    ``block_bytes`` is the size of one request; None where requests differ or aren't counted.
    ``background``: the load that the other operations of its workload run beside.
    """

    SEQUENTIAL_READ: ClassVar[Operation]
    SEQUENTIAL_WRITE: ClassVar[Operation]
    RANDOM_READ: ClassVar[Operation]
    RANDOM_WRITE: ClassVar[Operation]

    name: str
    label: Text = field(compare=False)
    unit: RateUnit
    writes: bool
    block_bytes: int | None = None
    background: bool = field(default=False, compare=False)

    @property
    def phrase(self) -> Message:
        """The label within a sentence."""
        return within(self.label)

    def both_rates(
        self, rate_mb_s: float | None, iops: float | None
    ) -> tuple[float | None, float | None]:
        """MB/s and IOPS, one computed from the other where all requests have the same size."""
        if self.block_bytes is None:
            return rate_mb_s, iops
        megabytes = self.block_bytes / 1e6
        if rate_mb_s is None and iops is not None:
            return iops * megabytes, iops
        if iops is None and rate_mb_s is not None:
            return rate_mb_s, rate_mb_s / megabytes
        return rate_mb_s, iops


_KIBIBYTE = 1 << 10
_MEBIBYTE = 1 << 20

Operation.SEQUENTIAL_READ = Operation(
    "seq-read", sentence("Sequential read"), RateUnit.MEGABYTES, writes=False, block_bytes=_MEBIBYTE
)
Operation.SEQUENTIAL_WRITE = Operation(
    "seq-write",
    sentence("Sequential write"),
    RateUnit.MEGABYTES,
    writes=True,
    block_bytes=_MEBIBYTE,
)
Operation.RANDOM_READ = Operation(
    "rand-read", sentence("Random read"), RateUnit.REQUESTS, writes=False, block_bytes=4 * _KIBIBYTE
)
Operation.RANDOM_WRITE = Operation(
    "rand-write",
    sentence("Random write"),
    RateUnit.REQUESTS,
    writes=True,
    block_bytes=4 * _KIBIBYTE,
)

CLASSICAL_OPERATIONS = (
    Operation.SEQUENTIAL_READ,
    Operation.SEQUENTIAL_WRITE,
    Operation.RANDOM_READ,
    Operation.RANDOM_WRITE,
)
"""The operations of published measurements."""


@dataclass(frozen=True)
class Stream:
    """A stream of the protocol (``storage_tuner_protocol.workload.Stream``) with the operation it
    measures. ``threads`` None: the cell's thread count.

    ``recording``: instead of endless requests, the stream makes the reads of that program's start,
    at another place in each run; its end is that of the run.
    """

    operation: Operation
    mode: Mode
    block_bytes: int
    threads: int | None = None
    queue_depth: int = 1
    write_percent: int | None = None
    fsync_every: int = 0
    rate_iops: int | None = None
    priority: Priority | None = None
    region: Region = workload.WHOLE
    shared: bool = True
    order: Order = Order.FORWARD
    stride_bytes: int = 0
    buffered: bool = False
    synchronous: bool = False
    rest_ms: int = 0
    prefilled: bool = False
    poisson: bool = False
    measures: Measured = Measured.REQUESTS
    recording: RecordedProgram | None = None

    @property
    def deadline_ms(self) -> float | None:
        """The time within which a request is due; None without deadlines."""
        if self.measures is not Measured.DEADLINES or not self.rate_iops:
            return None
        return 1000 / self.rate_iops

    def threads_of(self, cell_threads: int) -> int:
        """The stream's threads in a cell with ``cell_threads`` threads."""
        return cell_threads if self.threads is None else self.threads

    def in_cell(self, cell_threads: int) -> workload.Stream:
        """The protocol's stream as run in a cell with ``cell_threads`` threads; without the reads
        of a recording, which are different in each run."""
        names = {one.name for one in fields(workload.Stream)} - {"reads", "think_us"}
        shared = {name: getattr(self, name) for name in names}
        return workload.Stream(**{**shared, "threads": self.threads_of(cell_threads)})


@dataclass(frozen=True)
class FileTree:
    """Folders and files that are created and then removed: ``folders`` at each of ``depth``
    levels, ``files`` of ``file_bytes`` in each folder of the lowest level, or in all folders
    including the top one.

    ``create_folders`` and ``remove_folders`` make these separate phases, before and after those of
    the files."""

    create: Operation
    remove: Operation
    depth: int
    folders: int
    files: int
    file_bytes: int
    files_everywhere: bool = False
    create_folders: Operation | None = None
    remove_folders: Operation | None = None

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations in the order of execution."""
        phases = (self.create_folders, self.create, self.remove, self.remove_folders)
        return tuple(phase for phase in phases if phase is not None)


@dataclass(frozen=True)
class Copying:
    """Sequential readers and as many writers of a test file; ``read`` and ``write`` measure the
    throughput of all of them together."""

    read: Operation
    write: Operation
    readers: int


@dataclass(frozen=True)
class ColdStart:
    """What makes the run of a command a cold start: the command's files are evicted from the page
    cache before. ``copying`` goes on meanwhile; None for an idle disk."""

    copying: Copying | None = None


_LONGEST_LABEL = 60


def label_of(argv: Sequence[str]) -> str:
    """A command as a person would write it, shortened to fit."""
    return shortened(printable_lines(shlex.join(argv)), _LONGEST_LABEL)


def printable_lines(text: str) -> str:
    """``text`` with unprintable characters replaced, except line breaks, so a terminal obeys
    none."""
    return "".join(
        character if character.isprintable() or character == "\n" else "\ufffd"
        for character in text
    )


def shortened(text: str, length: int) -> str:
    """``text`` with at most ``length`` characters."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


@dataclass(frozen=True)
class Command:
    """The user's own program, run as the user, without a shell. ``prepare`` and ``clean_up`` run
    before and after each timed run; empty for none. ``timeout_s`` applies to each of the three.
    ``start`` is None for a command whose run time is measured without evicting its files."""

    operation: Operation
    argv: tuple[str, ...]
    prepare: tuple[str, ...] = ()
    clean_up: tuple[str, ...] = ()
    timeout_s: float = 3600.0
    start: ColdStart | None = None

    @property
    def copying(self) -> Copying | None:
        return self.start.copying if self.start else None

    @property
    def operations(self) -> tuple[Operation, ...]:
        copying = self.copying
        return (self.operation, *((copying.read, copying.write) if copying else ()))


@dataclass(frozen=True)
class Workload:
    """A workload with exactly one of ``streams``, ``tree``, ``command`` and ``observed``.
    ``purpose`` is a sentence on what it shows, ``simulates`` names programs with similar I/O.

    ``observed`` are the operations of other programs' load, which is only watched. The first of
    ``operations`` decides when a cell is measured well enough; for an observed load, all operations
    that occur often enough do.
    """

    name: str
    label: Text
    purpose: Text = ""
    simulates: Text = ""
    streams: tuple[Stream, ...] = ()
    tree: FileTree | None = None
    command: Command | None = None
    observed: tuple[Operation, ...] = ()

    @property
    def phrase(self) -> Message:
        """The label within a sentence."""
        return within(self.label)

    @property
    def operations(self) -> tuple[Operation, ...]:
        if self.observed:
            return self.observed
        if self.tree:
            return self.tree.operations
        if self.command:
            return self.command.operations
        return tuple(stream.operation for stream in self.streams)

    @property
    def foreground(self) -> tuple[Operation, ...]:
        """The operations that run beside its background; empty without any background."""
        beside = tuple(each for each in self.operations if not each.background)
        return beside if self.background else ()

    @property
    def background(self) -> tuple[Operation, ...]:
        return tuple(each for each in self.operations if each.background)

    @property
    def writes(self) -> bool:
        """Whether the workload is known to write; the user's command may write, too."""
        if self.observed:
            return False
        if self.streams:
            return any(stream.mode.writes for stream in self.streams)
        return True

    @property
    def rest_ms(self) -> int:
        """The longest pause between two requests of a thread; 0 for none."""
        return max((stream.rest_ms for stream in self.streams), default=0)

    @property
    def replay(self) -> Stream | None:
        """The stream that replays a recording, if there is one: then a run ends with it, and its
        requests can't be switched midway."""
        return next((stream for stream in self.streams if stream.recording), None)

    @property
    def needs_file(self) -> bool:
        """Whether it can't be done on a raw device."""
        if self.observed:
            return False
        return not self.streams or any(stream.buffered for stream in self.streams)

    @property
    def has_test_file(self) -> bool:
        """Whether it works on a file that is written for it."""
        return bool(self.streams or (self.command and self.command.copying))

    @property
    def fixed_threads(self) -> int | None:
        """The number of threads if it doesn't depend on the plan, else None."""
        if not self.streams:
            return 1
        counts = [stream.threads for stream in self.streams]
        if None in counts:
            return None
        return sum(count for count in counts if count is not None)


def _classical(operation: Operation, mode: Mode) -> Workload:
    """The workload of one classical operation. Sequential threads each read or write a separate
    part, since on the same part all but the first would read from the disk's cache."""
    assert operation.block_bytes is not None
    stream = Stream(operation, mode, operation.block_bytes, shared=mode.random)
    return Workload(operation.name, operation.label, streams=(stream,))


CLASSICAL_WORKLOADS = (
    _classical(Operation.SEQUENTIAL_READ, Mode.READ),
    _classical(Operation.SEQUENTIAL_WRITE, Mode.WRITE),
    _classical(Operation.RANDOM_READ, Mode.RANDOM_READ),
    _classical(Operation.RANDOM_WRITE, Mode.RANDOM_WRITE),
)
"""One workload per classical operation, in the same order."""


LIVE_READ = Operation("live-read", sentence("Live reads"), RateUnit.MEGABYTES, writes=False)
LIVE_WRITE = Operation("live-write", sentence("Live writes"), RateUnit.MEGABYTES, writes=True)

LIVE_WORKLOAD = Workload(
    "live",
    sentence("Live workload"),
    purpose=sentence("The latency of requests from programs that are already running."),
    observed=(LIVE_READ, LIVE_WRITE),
)
"""The workload of other programs. Its number of threads is unknown, so its cell counts as one."""


def classical_workload(operation: Operation) -> Workload:
    """The workload that measures only this classical operation."""
    return CLASSICAL_WORKLOADS[CLASSICAL_OPERATIONS.index(operation)]


def classical_workloads(operations: Iterable[Operation]) -> tuple[Workload, ...]:
    """The workloads that each measure one of these classical operations."""
    return tuple(map(classical_workload, operations))


def threads_phrase(count: int) -> Message:
    return counted(count, "{count} thread", "{count} threads")
