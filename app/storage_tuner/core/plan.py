"""The plan of a measurement: workloads, variants, cells and their protocol."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from storage_tuner.core.knowledge import Aim
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.workload import Operation, Workload


class Use(StrEnum):
    """What a disk is mostly used for; decides how much each operation counts in the advice."""

    DESKTOP = "desktop"
    FILE_SERVER = "file-server"
    DATABASE = "database"
    VIRTUAL_MACHINES = "virtual-machines"
    BACKUP = "backup"
    STREAMING = "streaming"
    MIXED = "mixed"
    NOT_SURE = "not-sure"


USE_PHRASES: dict[Use, Message] = {
    Use.DESKTOP: sentence("a desktop"),
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
    """How the runs are ordered, and when it is enough.

    ADAPTIVE switches the variants under one long load and stops when a cell is decided; RESTARTS
    makes every run a program start of its own, in complete randomised blocks of a fixed number;
    ARTICLE measures one variant after the other with pauses, as published numbers were; REPEATS
    is as RESTARTS with few cells and many long runs. LIVE makes no load: it switches the variants
    under what other programs do, and looks at the kernel's counters. IMPORTED is what another
    program measured, in an order that is known as far as ``RunOrder`` tells.
    """

    ADAPTIVE = "adaptive"
    RESTARTS = "restarts"
    ARTICLE = "article"
    REPEATS = "repeats"
    LIVE = "live"
    IMPORTED = "imported"


class TargetKind(StrEnum):
    DEVICE = "device"
    FILE = "file"
    PRACTICE = "practice"


@dataclass(frozen=True)
class Target:
    """What is measured.

    ``device`` is the kernel name whose settings are varied (None: nothing to vary, as on a
    network file system). ``path`` is the file that fio uses; None for a raw device. ``size_bytes``
    tells how much of it is measured; None means not recorded.
    """

    kind: TargetKind
    device: str | None
    path: str | None = None
    size_bytes: int | None = None


UNCHANGED = "as it is"
"""The name in results and plans of the variant with the settings from before; ``shown_name``
is what a person reads."""


def shown_name(variant: str) -> Text:
    """The name of a variant as a person reads it."""
    return sentence("current settings") if variant == UNCHANGED else variant


@dataclass(frozen=True)
class Variant:
    """A named set of settings under test, such as ``bfq`` = {scheduler: bfq}."""

    name: str
    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CellPace:
    """How long a slice and its wash-out are in one cell, in ms; where the cell is measured by
    restarts, a run and its ramp."""

    workload: str
    threads: int
    slice_ms: int
    settle_ms: int


@dataclass(frozen=True)
class Contest:
    """A cell with the ``variants`` that are compared in it. ``winner`` is the one that was found
    best before, which is now put to the test; None: they were found equal."""

    workload: str
    threads: int
    variants: tuple[str, ...]
    winner: str | None = None


@dataclass(frozen=True)
class LeftOut:
    """What there was no time for."""

    workloads: tuple[Workload, ...] = ()
    threads: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.workloads or self.threads)


@dataclass(frozen=True)
class RunOrder:
    """What is known of the order of runs that weren't ours. ``in_blocks``: those with the same
    ``repeat`` belong together; ``timed``: their times or places tell when each was made;
    ``when_decided``: measuring ended when it was clear. A run took ``run_s`` (0: not told)."""

    in_blocks: bool
    timed: bool
    when_decided: bool
    run_s: float = 0.0


@dataclass(frozen=True)
class Plan:
    """Everything that decides which runs are made, and in which order.

    ``threads`` are the counts that workloads without a count of their own are measured with. Times
    in ms. ``seed`` makes the order of the variants reproducible. ``current`` names the variant that
    was active before.

    For ADAPTIVE, ``runtime_ms`` is that of one slice, ``ramp_ms`` the wash-out after each switch,
    ``repeats`` the most blocks a cell may have, and ``budget_s`` the longest time for all cells
    together. RESTARTS with a ``budget_s`` is raced in the same way. Both measure in rounds, in each
    of which every cell gets ``round_blocks`` blocks (0: not raced, or planned before there were
    rounds); ``left_out`` is what doesn't fit into the time. ``pause_ms`` lies between two
    runs. ``error_level`` is that of the whole session, ``margin`` the share below which a
    difference doesn't matter.

    ``paces`` are those of cells whose own were found by measuring, instead of the plan's.
    ``contests``, where there are any, are all that is measured: not every variant in every cell.

    ``aims`` are what counts first, second and third (none: as the use has it). ``allow_risky``:
    settings that can make the computer hardly answer may be recommended, too. ``order`` is there
    for IMPORTED only. ``extensions`` counts how often measuring ended, because the time was over
    or it was stopped, and was resumed.
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
        """Whether it writes on a disk itself that isn't our own."""
        on_device = self.target.kind is TargetKind.DEVICE
        return on_device and any(workload.writes for workload in self.workloads)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What there will be numbers about, in the order of the workloads."""
        return tuple(
            dict.fromkeys(
                operation for workload in self.workloads for operation in workload.operations
            )
        )

    @property
    def cells(self) -> tuple[Cell, ...]:
        """In the order in which they are measured. A workload whose threads are its own has one."""
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
        """Whether it ends when it is decided, at the latest after ``budget_s``."""
        if self.protocol is Protocol.RESTARTS:
            return self.budget_s is not None
        return self.protocol is Protocol.ADAPTIVE

    @property
    def most_pairs(self) -> int:
        """How many pairs of variants are compared in the cell with the most."""
        counts = [len(contest.variants) for contest in self.contests] or [len(self.variants)]
        return math.comb(max(counts), 2)

    def variants_in(self, cell: Cell) -> tuple[Variant, ...]:
        """Those that are compared in ``cell``."""
        for contest in self.contests:
            if (contest.workload, contest.threads) == (cell.workload.name, cell.threads):
                return tuple(each for each in self.variants if each.name in contest.variants)
        return self.variants

    def paced(self, cell: Cell) -> Plan:
        """With the times of ``cell`` for those of all."""
        for pace in self.paces:
            if (pace.workload, pace.threads) == (cell.workload.name, cell.threads):
                return replace(self, runtime_ms=pace.slice_ms, ramp_ms=pace.settle_ms)
        return self

    def _threads_of(self, workload: Workload) -> tuple[int, ...]:
        fixed = workload.fixed_threads
        return self.threads if fixed is None else (fixed,)


@dataclass(frozen=True)
class Cell:
    """What is compared with nothing but itself: a workload with so many threads."""

    workload: Workload
    threads: int


@dataclass(frozen=True)
class RunSpecification:
    """One execution: where it stands in the order and what it does."""

    index: int
    repeat: int
    cell: Cell
    variant: Variant
