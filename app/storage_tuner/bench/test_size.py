"""The amount of data a test must cover so that no cache replaces the disk. Pure.

The rule is that of the 3ware and md guide ("Sample data size", November 2006 ff.): add up the
memory that the kernel has, the controller's cache and the caches of all disks, each as if it held
nothing but data; twice the sum is the least. With direct I/O the kernel keeps nothing of the data
in memory, so memory doesn't count (open(2), O_DIRECT).
"""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner.core.condition import Condition, ConditionKind, note, warning
from storage_tuner.core.message import Message, quantity, sentence, together

MARGIN = 2
"""The guide's: "This sum is a minimal sample set size, multiply it by 2 to keep a margin."."""

LARGEST_DISK_CACHE_BYTES = 512 << 20
"""Assumed for disks that don't report their cache, and none does in sysfs: the largest of any drive
sold, so that the result is on the safe side."""


@dataclass(frozen=True)
class Caches:
    """Bytes on the way from a program to the medium; ``disk_bytes`` is of all disks together."""

    memory_bytes: int
    controller_bytes: int = 0
    disk_bytes: int = 0

    def sum_bytes(self, *, direct: bool) -> int:
        """The total size of the caches that may hold data; without memory if ``direct``."""
        return (0 if direct else self.memory_bytes) + self.controller_bytes + self.disk_bytes


def least_bytes(caches: Caches, *, direct: bool) -> int:
    """The smallest test size that caches can't distort."""
    return MARGIN * caches.sum_bytes(direct=direct)


def size_condition(size_bytes: int, caches: Caches, *, direct: bool) -> Condition:
    """A condition that states whether a test of ``size_bytes`` is large enough, the required size,
    and the effect of direct I/O."""
    least, buffered = least_bytes(caches, direct=direct), least_bytes(caches, direct=False)
    counted = _counted(caches, direct=direct)
    if size_bytes >= least:
        without = sentence(
            "Without direct I/O, at least {buffered} would be needed.", buffered=size_text(buffered)
        )
        return note(
            ConditionKind.TEST_SIZE,
            together(
                (
                    sentence(
                        "Test size: {size}, enough for the caches ({counted}); the minimum "
                        "is {least}, twice their size.",
                        size=size_text(size_bytes),
                        counted=counted,
                        least=size_text(least),
                    ),
                    without if direct else "",
                )
            ),
            sentence("No action needed."),
        )
    return warning(
        ConditionKind.TEST_SIZE,
        sentence(
            "Test size: {size}, too small for the caches ({counted}); at least {least} is needed.",
            size=size_text(size_bytes),
            counted=counted,
            least=size_text(least),
        ),
        sentence("Measure the device itself or a larger file, or increase --size.")
        if direct
        else sentence("Measure where direct I/O works, which bypasses memory, or increase --size."),
    )


def _counted(caches: Caches, *, direct: bool) -> Message:
    parts = [
        (sentence("memory"), 0 if direct else caches.memory_bytes),
        (sentence("controller"), caches.controller_bytes),
        (sentence("disks at most"), caches.disk_bytes),
    ]
    counted = (together((name, size_text(size))) for name, size in parts if size)
    return together(counted, ", ") or sentence("none")


def size_text(size_bytes: int) -> Message:
    """A size with three digits in decimal units, such as 1.07 GB."""
    for unit, factor in (("TB", 10**12), ("GB", 10**9)):
        if size_bytes >= factor:
            return quantity(size_bytes / factor, ".3g", unit)
    return quantity(size_bytes / 1e6, ".3g", "MB")
