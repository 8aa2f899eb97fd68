"""What is to be measured: operations, variants, cells and the plan over them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Operation(StrEnum):
    SEQUENTIAL_READ = "seq-read"
    SEQUENTIAL_WRITE = "seq-write"
    RANDOM_READ = "rand-read"
    RANDOM_WRITE = "rand-write"

    @property
    def writes(self) -> bool:
        return self in (Operation.SEQUENTIAL_WRITE, Operation.RANDOM_WRITE)

    @property
    def random(self) -> bool:
        return self in (Operation.RANDOM_READ, Operation.RANDOM_WRITE)

    @property
    def block_bytes(self) -> int:
        """1 MiB sequential, 4 KiB random."""
        return 4096 if self.random else 1 << 20

    @property
    def label(self) -> str:
        return {
            Operation.SEQUENTIAL_READ: "Sequential read",
            Operation.SEQUENTIAL_WRITE: "Sequential write",
            Operation.RANDOM_READ: "Random read",
            Operation.RANDOM_WRITE: "Random write",
        }[self]


class Use(StrEnum):
    """What a disk is mostly used for; decides how much each operation counts in the advice."""

    DESKTOP = "desktop"
    FILE_SERVER = "file-server"
    DATABASE = "database"
    VIRTUAL_MACHINES = "virtual-machines"
    BACKUP = "backup"
    NOT_SURE = "not-sure"


class Thoroughness(StrEnum):
    QUICK = "quick"
    NORMAL = "normal"
    THOROUGH = "thorough"


class Protocol(StrEnum):
    """How the runs are ordered, and when it is enough.

    ADAPTIVE switches the variants under one long load and stops when a cell is decided; RESTARTS
    makes every run a program start of its own, in complete randomised blocks of a fixed number;
    ARTICLE measures one variant after the other with pauses, as published numbers were; REPEATS
    is as RESTARTS with few cells and many long runs.
    """

    ADAPTIVE = "adaptive"
    RESTARTS = "restarts"
    ARTICLE = "article"
    REPEATS = "repeats"


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


@dataclass(frozen=True)
class Variant:
    """A named set of settings under test, such as ``bfq`` = {scheduler: bfq}."""

    name: str
    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Plan:
    """Everything that decides which runs are made, and in which order.

    ``threads`` are fio jobs at queue depth 1 each. Times in ms. ``seed`` makes the order of the
    variants reproducible. ``current`` names the variant that was active before.

    For ADAPTIVE, ``runtime_ms`` is that of one slice, ``ramp_ms`` the wash-out after each switch,
    ``repeats`` the most blocks a cell may have, and ``budget_s`` the longest time for all cells
    together. ``pause_ms`` lies between two runs. ``error_level`` is that of the whole session,
    ``margin`` the share below which a difference doesn't matter.
    """

    target: Target
    variants: tuple[Variant, ...]
    operations: tuple[Operation, ...]
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


@dataclass(frozen=True)
class RunSpecification:
    """One fio execution: where it stands in the order and what it does."""

    index: int
    repeat: int
    operation: Operation
    threads: int
    variant: Variant
