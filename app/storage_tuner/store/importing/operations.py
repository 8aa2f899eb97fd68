"""Matches a foreign figure to one of our operations.

Figures are compared by the operation's name. So two share a name only if the requests were of the
same kind and size and had the same queue depth, as far as that's known.
"""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation, RateUnit

KIBIBYTE = 1 << 10
MEBIBYTE = 1 << 20

_SIZES = ((1 << 30, "g", "GiB"), (MEBIBYTE, "m", "MiB"), (KIBIBYTE, "k", "KiB"), (1, "b", "bytes"))


@dataclass(frozen=True)
class DiskAccess:
    """The way a disk was accessed. ``name`` and ``label`` are those of the kind of access, such as
    "rand-read". ``block_bytes`` None: requests of several sizes, or unknown; ``queue_depth`` None:
    unknown."""

    name: str
    label: Text
    random: bool
    writes: bool
    block_bytes: int | None
    queue_depth: int | None = 1

    @property
    def operation(self) -> Operation:
        """The matching one of our operations, else one whose name includes all details."""
        for ours in CLASSICAL_OPERATIONS:
            if (ours.name, ours.block_bytes, 1) == (self.name, self.block_bytes, self.queue_depth):
                return ours
        counts_requests = self.random and self.block_bytes is not None
        return Operation(
            "-".join((self.name, short_size(self.block_bytes), self._depth_name)).rstrip("-"),
            together((self.label, self._size_label, self._depth_label), ", "),
            RateUnit.REQUESTS if counts_requests else RateUnit.MEGABYTES,
            writes=self.writes,
            block_bytes=self.block_bytes,
        )

    @property
    def _depth_name(self) -> str:
        if self.queue_depth is None:
            return "q-unknown"
        return "" if self.queue_depth == 1 else f"q{self.queue_depth}"

    @property
    def _size_label(self) -> Text:
        if self.block_bytes is None:
            return sentence("unknown or mixed block sizes")
        return size_label(self.block_bytes)

    @property
    def _depth_label(self) -> Text:
        if self.queue_depth is None:
            return sentence("unknown queue depth")
        if self.queue_depth == 1:
            return ""
        return sentence("queue depth {depth}", depth=self.queue_depth)


def access(
    *,
    random: bool,
    writes: bool,
    block_bytes: int | None,
    queue_depth: int | None = 1,
    beside: int | None = None,
) -> DiskAccess:
    """Plain reading or writing; ``beside`` is the percentage of the other one where the same
    threads did both."""
    ours = next(
        each
        for each in CLASSICAL_OPERATIONS
        if each.writes == writes and each.name.startswith("rand" if random else "seq")
    )
    name, label = ours.name, ours.label
    if beside is not None:
        name = f"{name}-beside-{beside}"
        label = (
            sentence("{kind} mixed with {share} % reads", kind=label, share=beside)
            if writes
            else sentence("{kind} mixed with {share} % writes", kind=label, share=beside)
        )
    return DiskAccess(name, label, random, writes, block_bytes, queue_depth)


def short_size(size: int | None) -> str:
    """``64k``; "any" for None."""
    if size is None:
        return "any"
    unit, letter, _ = next(each for each in _SIZES if size % each[0] == 0)
    return f"{size // unit}{letter}"


def size_label(size: int) -> str:
    """``64 KiB``."""
    unit, _, word = next(each for each in _SIZES if size % each[0] == 0)
    return f"{size // unit} {word}"
