"""The plan of a measurement: workloads, variants, cells and their protocol."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from storage_tuner.core.knowledge import Aim
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.workload import Operation, Workload


class Use(StrEnum):
    """The main use of a disk; decides how much each operation counts in the advice."""

    DESKTOP = "desktop"
    RESPONSIVENESS = "desktop-responsiveness"
    FILE_SERVER = "file-server"
    DATABASE = "database"
    VIRTUAL_MACHINES = "virtual-machines"
    BACKUP = "backup"
    STREAMING = "streaming"
    MIXED = "mixed"
    NOT_SURE = "not-sure"


USE_PHRASES: dict[Use, Message] = {
    Use.DESKTOP: sentence("a desktop"),
    Use.RESPONSIVENESS: sentence("a responsive desktop"),
    Use.FILE_SERVER: sentence("a file server"),
    Use.DATABASE: sentence("a database"),
    Use.VIRTUAL_MACHINES: sentence("virtual machines"),
    Use.BACKUP: sentence("backups"),
    Use.STREAMING: sentence("streaming media"),
    Use.MIXED: sentence("a mixed-use server"),
    Use.NOT_SURE: sentence("a balanced mix"),
}
"""In the middle of a sentence."""


class Thoroughness(StrEnum):
    QUICK = "quick"
    NORMAL = "normal"
    THOROUGH = "thorough"


class Protocol(StrEnum):
    """The order of the runs and the condition for stopping.

    ADAPTIVE switches the variants under one long load and stops when a cell is decided; RESTARTS
    starts the program separately for every run, in a fixed number of complete randomised blocks;
    ARTICLE measures one variant after the other with pauses, as in the published articles; REPEATS
    is RESTARTS with few cells and many long runs. LIVE generates no load: it switches the variants
    under the load of other programs and reads the kernel's counters. SUSTAINED writes
    continuously with the current settings, until as much as the target's size is written. MAP
    measures reads and writes at parts of their highest throughput, which is found first, in
    complete randomised blocks until the time is over. IMPORTED results come from another program,
    in an order that is known as far as ``RunOrder`` describes it.
    """

    ADAPTIVE = "adaptive"
    RESTARTS = "restarts"
    ARTICLE = "article"
    REPEATS = "repeats"
    LIVE = "live"
    SUSTAINED = "sustained"
    MAP = "map"
    IMPORTED = "imported"


class TargetKind(StrEnum):
    DEVICE = "device"
    FILE = "file"
    PRACTICE = "practice"


@dataclass(frozen=True)
class Target:
    """The target of a measurement.

    ``device`` is the kernel name whose settings are varied (None: nothing to vary, as on a
    network file system). ``path`` is the file that fio uses; None for a raw device. ``size_bytes``
    is how much of it is measured; None means not recorded.
    """

    kind: TargetKind
    device: str | None
    path: str | None = None
    size_bytes: int | None = None


UNCHANGED = "as it is"
"""The name in results and plans of the variant with the previous settings; ``shown_name``
returns the name for the user."""


def shown_name(variant: str) -> Text:
    """The name of a variant for the user."""
    return sentence("current settings") if variant == UNCHANGED else variant


@dataclass(frozen=True)
class Variant:
    """A named set of settings under test, such as ``bfq`` = {scheduler: bfq}."""

    name: str
    settings: tuple[tuple[str, str], ...]


RESTS_IN_SLICE = 4
"""The number of requests in a slice of a workload whose threads rest after each of them."""

RESTED_MS = 300
"""After a switch and one rest, the time for the first request, which rested under both settings."""


BEFORE_REPLAY_MS = 2000
"""The time that readers and writers get to fill the queues before a recorded start beside them, as
beside a command's."""


@dataclass(frozen=True)
class CellPace:
    """The length of a slice and its wash-out in one cell, in ms; of a run and its ramp where the
    cell is measured with separate runs."""

    workload: str
    threads: int
    slice_ms: int
    settle_ms: int


@dataclass(frozen=True)
class Contest:
    """A cell with the ``variants`` that are compared in it. ``winner`` is the variant found best
    before, which is now verified; None: they were found to be the same."""

    workload: str
    threads: int
    variants: tuple[str, ...]
    winner: str | None = None


@dataclass(frozen=True)
class LeftOut:
    """A part of the plan left out for lack of time."""

    workloads: tuple[Workload, ...] = ()
    threads: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.workloads or self.threads)


@dataclass(frozen=True)
class RunOrder:
    """The known order of imported runs. ``in_blocks``: runs with the same ``repeat`` form a block;
    ``timed``: the times or positions of the runs show when each was made; ``when_decided``:
    measuring ended once the result was decided. ``run_s`` is the length of a run (0: unknown)."""

    in_blocks: bool
    timed: bool
    when_decided: bool
    run_s: float = 0.0


@dataclass(frozen=True)
class Plan:
    """Everything that decides which runs are made, and in which order.

    ``threads`` are the counts used for workloads without a count of their own. Times in ms.
    ``seed`` makes the order of the variants reproducible. ``current`` names the variant that was
    active before.

    For ADAPTIVE, ``runtime_ms`` is the length of one slice, ``ramp_ms`` the wash-out after each
    switch, ``repeats`` the maximum number of blocks per cell, and ``budget_s`` the time limit for
    all cells together. RESTARTS with a ``budget_s`` is raced in the same way. Both measure in
    rounds, in each of which every cell gets ``round_blocks`` blocks (0: not raced, or planned by a
    version without rounds); ``left_out`` lists the parts that don't fit into the time. ``pause_ms``
    is the pause between two runs. ``error_level`` is that of the whole session, ``margin`` the
    share below which a difference doesn't matter.

    ``paces`` override the plan's times in cells whose pace was determined by measuring. If there
    are ``contests``, only these are measured, instead of every variant in every cell.

    ``aims`` are the first, second and third priority (empty: those of the use). ``allow_risky``:
    settings that can make the computer hardly respond may be recommended, too. ``order`` is set
    for IMPORTED only. ``extensions`` is the number of times that measuring was resumed after the
    time was over or it was stopped early.
    """

    target: Target
    variants: tuple[Variant, ...]
    workloads: tuple[Workload, ...]
    threads: tuple[int, ...]
    repeats: int
    runtime_ms: int
    ramp_ms: int
    seed: int
    use: Use = Use.NOT_SURE
    thoroughness: Thoroughness = Thoroughness.NORMAL
    current: str | None = None
    protocol: Protocol = Protocol.RESTARTS
    budget_s: float | None = None
    pause_ms: int = 0
    error_level: float = 0.05
    margin: float = 0.03
    paces: tuple[CellPace, ...] = ()
    contests: tuple[Contest, ...] = ()
    aims: tuple[Aim, ...] = ()
    allow_risky: bool = False
    order: RunOrder | None = None
    round_blocks: int = 0
    left_out: LeftOut = LeftOut()
    extensions: int = 0

    @property
    def overwrites_device(self) -> bool:
        """Whether it writes directly to a disk that isn't a practice disk."""
        on_device = self.target.kind is TargetKind.DEVICE
        return on_device and any(workload.writes for workload in self.workloads)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations that get results, in the order of the workloads."""
        return tuple(
            dict.fromkeys(
                operation for workload in self.workloads for operation in workload.operations
            )
        )

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in measuring order. A workload with its own thread count has only one."""
        everything = tuple(
            Cell(workload, threads)
            for workload in self.workloads
            for threads in self._threads_of(workload)
        )
        if not self.contests:
            return everything
        wanted = {(contest.workload, contest.threads) for contest in self.contests}
        return tuple(cell for cell in everything if (cell.workload.name, cell.threads) in wanted)

    @property
    def raced(self) -> bool:
        """Whether measuring ends once decided, at the latest after ``budget_s``."""
        if self.protocol is Protocol.RESTARTS:
            return self.budget_s is not None
        return self.protocol is Protocol.ADAPTIVE

    @property
    def most_pairs(self) -> int:
        """The largest number of variant pairs compared in one cell."""
        counts = [len(contest.variants) for contest in self.contests] or [len(self.variants)]
        return math.comb(max(counts), 2)

    def variants_in(self, cell: Cell) -> tuple[Variant, ...]:
        """The variants that are compared in ``cell``."""
        for contest in self.contests:
            if (contest.workload, contest.threads) == (cell.workload.name, cell.threads):
                return tuple(each for each in self.variants if each.name in contest.variants)
        return self.variants

    def paced(self, cell: Cell) -> Plan:
        """The plan with its times replaced by those of ``cell``: of its pace, if it has one, long
        enough for several of its workload's rests, and for what precedes a recorded start."""
        runtime_ms, ramp_ms = self.runtime_ms, self.ramp_ms
        for pace in self.paces:
            if (pace.workload, pace.threads) == (cell.workload.name, cell.threads):
                runtime_ms, ramp_ms = pace.slice_ms, pace.settle_ms
        if rest_ms := cell.workload.rest_ms:
            runtime_ms = max(runtime_ms, RESTS_IN_SLICE * rest_ms)
            ramp_ms = max(ramp_ms, rest_ms + RESTED_MS)
        if cell.workload.replay:
            ramp_ms = BEFORE_REPLAY_MS if len(cell.workload.streams) > 1 else 0
        if (runtime_ms, ramp_ms) == (self.runtime_ms, self.ramp_ms):
            return self
        return replace(self, runtime_ms=runtime_ms, ramp_ms=ramp_ms)

    def _threads_of(self, workload: Workload) -> tuple[int, ...]:
        fixed = workload.fixed_threads
        return self.threads if fixed is None else (fixed,)


@dataclass(frozen=True)
class Cell:
    """A workload at one thread count; variants are compared within a cell only."""

    workload: Workload
    threads: int


@dataclass(frozen=True)
class RunSpecification:
    """One execution: its position in the order and its work."""

    index: int
    repeat: int
    cell: Cell
    variant: Variant
