"""The catalogue of tunables: what a block device lets one set, and what it means.

Names, files, units and traps are those of the kernel's Documentation/ABI/stable/sysfs-block.
The helper holds its own allow-list of the same names; a test compares the two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")
"""Every I/O scheduler of the kernel; bfq and kyber aren't listed by a device until loaded."""


@dataclass(frozen=True)
class Tunable:
    """One attribute below ``/sys/block/<name>/``.

    ``minimum`` and ``maximum`` bound integers (in ``unit``); ``choices`` lists the words of an
    enumeration. Exactly one of the two is given.
    """

    name: str
    attribute: str
    unit: str
    meaning: str
    side_effects: str
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    def refusal(self, value: str) -> str:
        """Say why ``value`` isn't acceptable; the empty string when it is."""
        if self.choices:
            return "" if value in self.choices else f"one of {', '.join(self.choices)} is expected"
        assert self.minimum is not None and self.maximum is not None
        if not re.fullmatch(r"[0-9]{1,10}", value):
            return f"a whole number from {self.minimum} to {self.maximum} is expected"
        if not self.minimum <= int(value) <= self.maximum:
            return f"a value from {self.minimum} to {self.maximum} is expected"
        return ""


CATALOGUE: tuple[Tunable, ...] = (
    Tunable(
        "scheduler",
        "queue/scheduler",
        "",
        "Which I/O scheduler orders the requests of this device.",
        "Switching empties the queue for a moment and resets nr_requests and all iosched values.",
        choices=SCHEDULERS,
    ),
    Tunable(
        "nr_requests",
        "queue/nr_requests",
        "requests",
        "How many requests may wait in the scheduler's queue.",
        "Fewer give shorter waits under load, more let the scheduler sort better.",
        4,
        2048,
    ),
    Tunable(
        "queue_depth",
        "device/queue_depth",
        "commands",
        "How many commands the drive itself may hold (NCQ on SATA; 1 switches NCQ off).",
        "With 1 the drive can't reorder requests by itself.",
        1,
        1024,
    ),
    Tunable(
        "read_ahead_kb",
        "queue/read_ahead_kb",
        "KiB",
        "How much the kernel reads in advance when a program reads sequentially.",
        "Only buffered reads are affected; large values waste memory on random reads.",
        0,
        1 << 20,
    ),
    Tunable(
        "max_sectors_kb",
        "queue/max_sectors_kb",
        "KiB",
        "The largest single request sent to the device.",
        "Smaller requests let others in between, larger ones cost less CPU time.",
        4,
        1 << 20,
    ),
    Tunable(
        "rq_affinity",
        "queue/rq_affinity",
        "",
        "On which processor a finished request is completed: 0 any, 1 the group, 2 the same.",
        "2 spreads the work, at the price of more interrupts between processors.",
        0,
        2,
    ),
    Tunable(
        "nomerges",
        "queue/nomerges",
        "",
        "How hard the kernel tries to merge neighbouring requests: 0 fully, 1 simply, 2 never.",
        "Not merging saves CPU time on random load and costs throughput on sequential load.",
        0,
        2,
    ),
    Tunable(
        "wbt_lat_usec",
        "queue/wbt_lat_usec",
        "µs",
        "The read latency that background writing is throttled to keep; 0 switches it off.",
        "bfq switches this throttling off while it is active.",
        0,
        10_000_000,
    ),
    Tunable(
        "add_random",
        "queue/add_random",
        "",
        "Whether the timing of requests feeds the kernel's random numbers (0 or 1).",
        "None worth noticing on today's kernels.",
        0,
        1,
    ),
    Tunable(
        "iostats",
        "queue/iostats",
        "",
        "Whether the kernel counts the requests of this device (0 or 1).",
        "With 0 every monitor, also Storage Tuner's live view, sees nothing.",
        0,
        1,
    ),
    Tunable(
        "rotational",
        "queue/rotational",
        "",
        "Whether the kernel treats the device as a spinning disk (0 or 1).",
        "Changes the heuristics of bfq, of write-back throttling and of some udev rules.",
        0,
        1,
    ),
)

BY_NAME: dict[str, Tunable] = {tunable.name: tunable for tunable in CATALOGUE}
