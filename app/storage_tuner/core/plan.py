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


@dataclass(frozen=True)
class RunSpecification:
    """One fio execution: where it stands in the order and what it does."""

    index: int
    repeat: int
    operation: Operation
    threads: int
    variant: Variant
