"""The catalogue of tunables: what the kernel lets one set, and what it means.

Names, files, units and traps are those of the kernel: Documentation/ABI/stable/sysfs-block,
block/*.c, admin-guide/md.rst, drivers/md/{md,raid5}.c, admin-guide/sysctl/vm.rst. What may
be set is the allow-list's, which the helper shares (``storage_tuner_protocol.tunables``).

A 3ware controller's policies of a unit are those of tw_cli, the vendor's program.

Never in it: ``queue/write_cache`` (it drops flushes), or anything else that can lose data. Of a
unit's policies two values can when the power fails: these are ``Hazard``s, and set by nobody who
doesn't name them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from storage_tuner.core.message import Text, sentence, together
from storage_tuner_protocol import tunables
from storage_tuner_protocol.tunables import SCHEDULERS as SCHEDULERS
from storage_tuner_protocol.tunables import VIRTUAL_MEMORY as VIRTUAL_MEMORY
from storage_tuner_protocol.tunables import Scope as Scope


class Risk(Enum):
    """What can go wrong for whoever tries it: nothing worth a word, slowness, or a machine that
    hardly answers. What a ``Hazard`` is about isn't told by it."""

    NONE = "none"
    SLOW = "slow"
    STALL = "stall"


@dataclass(frozen=True)
class Hazard(tunables.Hazard):
    """``loss`` tells a person what can be lost."""

    loss: Text = ""


@dataclass(frozen=True)
class Tunable(tunables.Tunable):
    """What may be set, and what a person reads of it.

    ``unit`` is that of the integers, ``default`` the kernel's where it is the same on every device,
    ``kernels`` tells since when it exists. ``restart`` says why values can't be compared by
    switching them beneath a running load; it's empty where they can.
    """

    unit: Text = ""
    meaning: Text = ""
    side_effects: Text = ""
    default: str | None = None
    risk: Risk = Risk.NONE
    kernels: Text = ""
    restart: Text = ""
    hazard: Hazard | None = None

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The smallest and the largest number; None for what takes words only."""
        return (None, None) if self.choices else (self.minimum, self.maximum)

    def refusal(self, value: str) -> Text:
        """Say why ``value`` isn't acceptable; the empty string when it is."""
        if self.choices:
            return (
                ""
                if value in self.choices
                else sentence("one of {choices} is expected", choices=", ".join(self.choices))
            )
        if value in self.words:
            return ""
        instead = together((sentence(", or {word}", word=word) for word in self.words), "")
        if not re.fullmatch(r"-?[0-9]{1,19}", value):
            return sentence(
                "a whole number from {minimum} to {maximum}{instead} is expected",
                minimum=self.minimum,
                maximum=self.maximum,
                instead=instead,
            )
        if not self.minimum <= int(value) <= self.maximum:
            return sentence(
                "a value from {minimum} to {maximum}{instead} is expected",
                minimum=self.minimum,
                maximum=self.maximum,
                instead=instead,
            )
        return ""

    def path(self, device: str) -> str:
        """The file that holds the value for ``device`` (a kernel name, not used for the
        machine's); of a unit's policy, which is in no file, where it's found."""
        if self.scope is Scope.MACHINE:
            return f"/proc/sys/{self.attribute}"
        if self.scope is Scope.UNIT:
            return f"tw_cli:{device}/{self.name}"
        return f"/sys/block/{device}/{self.attribute}"


_MEMORY_REMEMBERS = sentence("what was kept in memory under the value before stays there for long")

_RESTARTS = {
    "read_ahead_kb": sentence(
        "a program keeps the read-ahead that was set when it opened its file"
    ),
    "low_latency": sentence(
        "bfq favours programs from their start on, not those that have been running"
    ),
    "dirty_ratio": _MEMORY_REMEMBERS,
    "dirty_bytes": _MEMORY_REMEMBERS,
    "dirty_background_ratio": _MEMORY_REMEMBERS,
    "dirty_background_bytes": _MEMORY_REMEMBERS,
    "dirty_expire_centisecs": _MEMORY_REMEMBERS,
    "dirty_writeback_centisecs": _MEMORY_REMEMBERS,
    "swappiness": _MEMORY_REMEMBERS,
}
"""Why some can't be switched beneath a running load (mm/readahead.c, file_ra_state_init, called at
open; block/bfq-iosched.c, bfq_update_bfqq_wr_on_rq_arrival; mm/page-writeback.c). All others take
effect on the next request: most stop the queue for a moment while they change, nr_requests and
group_thread_cnt too, and none is refused because the device is busy, but group_thread_cnt during a
resync."""


def _described(
    name: str,
    unit: Text,
    meaning: Text,
    side_effects: Text,
    default: str | None = None,
    risk: Risk = Risk.NONE,
    kernels: Text = "",
    loss: Text = "",
) -> Tunable:
    """The tunable of this name with what a person reads of it."""
    allowed = tunables.BY_NAME[name]
    hazard = Hazard(**vars(allowed.hazard), loss=loss) if allowed.hazard else None
    return Tunable(
        **{**vars(allowed), "hazard": hazard},
        unit=unit,
        meaning=meaning,
        side_effects=side_effects,
        default=default,
        risk=risk,
        kernels=kernels,
        restart=_RESTARTS.get(name, ""),
    )


_DEVICE = (
    _described(
        "scheduler",
        "",
        sentence("Which I/O scheduler orders the requests of this device."),
        sentence(
            "Switching empties the queue for a moment and resets nr_requests and all "
            "values of the scheduler itself."
        ),
        kernels=sentence("multi-queue schedulers since 4.11; the only ones since 5.0"),
    ),
    _described(
        "nr_requests",
        "requests",
        sentence("How many requests may wait in the scheduler's queue."),
        sentence(
            "Fewer give shorter waits under load, more let the scheduler sort "
            "better. mq-deadline sets async_depth anew with it."
        ),
        risk=Risk.SLOW,
    ),
    _described(
        "queue_depth",
        "commands",
        sentence("How many commands the drive itself may hold (NCQ on SATA; 1 switches NCQ off)."),
        sentence("With 1 the drive can't reorder requests by itself."),
        risk=Risk.SLOW,
    ),
    _described(
        "read_ahead_kb",
        "KiB",
        sentence("How much the kernel reads in advance when a program reads sequentially."),
        sentence("Only buffered reads are affected; large values waste memory on random reads."),
        risk=Risk.SLOW,
    ),
    _described(
        "max_sectors_kb",
        "KiB",
        sentence("The largest single request sent to the device."),
        sentence("Smaller requests let others in between, larger ones cost less CPU time."),
    ),
    _described(
        "rq_affinity",
        "",
        sentence(
            "On which processor a finished request is completed: 0 any, 1 the group, 2 the same."
        ),
        sentence("2 spreads the work, at the price of more interrupts between processors."),
        default="1",
    ),
    _described(
        "nomerges",
        "",
        sentence(
            "How hard the kernel tries to merge neighbouring requests: 0 fully, 1 simply, 2 never."
        ),
        sentence(
            "Not merging saves CPU time on random load and costs throughput on sequential load."
        ),
        default="0",
    ),
    _described(
        "wbt_lat_usec",
        "µs",
        sentence(
            "The read latency that background writing is throttled to keep; 0 switches it off."
        ),
        sentence("bfq switches this throttling off while it is active."),
        kernels=sentence("since 4.10"),
    ),
    _described(
        "add_random",
        "",
        sentence("Whether the timing of requests feeds the kernel's random numbers (0 or 1)."),
        sentence("None worth noticing on today's kernels."),
    ),
    _described(
        "iostats",
        "",
        sentence("Whether the kernel counts the requests of this device (0 or 1)."),
        sentence("With 0 every monitor, also Storage Tuner's live view, sees nothing."),
        default="1",
    ),
    _described(
        "rotational",
        "",
        sentence("Whether the kernel treats the device as a spinning disk (0 or 1)."),
        sentence("Changes the heuristics of bfq, of write-back throttling and of some udev rules."),
    ),
)


_SCHEDULERS_OWN = tuple(
    _described(name, unit, meaning, side_effects, default or None, Risk.SLOW)
    for name, unit, default, meaning, side_effects in (
        (
            "read_expire",
            "ms",
            "500",
            sentence("After how long a waiting read goes before all sorting."),
            sentence("Shorter bounds the wait of reads and costs throughput."),
        ),
        (
            "write_expire",
            "ms",
            "5000",
            sentence("After how long a waiting write goes before all sorting."),
            sentence("Shorter bounds the wait of writes; reads then wait longer."),
        ),
        (
            "prio_aging_expire",
            "ms",
            "10000",
            sentence(
                "After how long a request of a low I/O priority is served in spite of higher ones."
            ),
            sentence("Shorter protects low priorities from starving and weakens the high ones."),
        ),
        (
            "fifo_batch",
            "requests",
            "16",
            sentence("How many requests of one direction are sent in a row."),
            sentence("1 keeps latency low, more raise throughput on disks that seek."),
        ),
        (
            "writes_starved",
            "batches",
            "2",
            sentence("How many batches of reads may pass before waiting writes get a turn."),
            sentence("More favours reads and delays writes."),
        ),
        (
            "front_merges",
            "",
            "1",
            sentence("Whether a request may be joined to the front of a waiting one (0 or 1)."),
            sentence("0 saves a little CPU time where that never happens."),
        ),
        (
            "async_depth",
            "requests",
            "",
            sentence("How many requests that nobody waits for may be in the queue at once."),
            sentence(
                "Fewer leave room for reads that programs wait for. nr_requests sets it anew."
            ),
        ),
        (
            "low_latency",
            "",
            "1",
            sentence("Whether interactive and soft real-time programs are favoured (0 or 1)."),
            sentence(
                "0 gives more throughput to background work, and a desktop that answers later."
            ),
        ),
        (
            "slice_idle",
            "ms",
            "8",
            sentence("How long the disk waits for the next request of the same program."),
            sentence(
                "0 raises throughput on SSDs and arrays, and weakens the guarantees. It "
                "sets slice_idle_us as well."
            ),
        ),
        (
            "slice_idle_us",
            "µs",
            "8000",
            sentence("The same as slice_idle, in microseconds."),
            sentence("As slice_idle, which it sets as well."),
        ),
        (
            "strict_guarantees",
            "",
            "0",
            sentence("Whether bandwidth shares are kept exactly, one request at a time (0 or 1)."),
            sentence("1 costs much throughput and raises slice_idle to 8 ms at least."),
        ),
        (
            "timeout_sync",
            "ms",
            "125",
            sentence("How long one program may keep the disk."),
            sentence("Longer gives more throughput, shorter smaller waits of the others."),
        ),
        (
            "max_budget",
            "sectors",
            "0",
            sentence("How much one program may transfer in its turn; 0 lets bfq find out."),
            sentence("A fixed value switches the automatic off."),
        ),
        (
            "fifo_expire_sync",
            "ms",
            "125",
            sentence("After how long a request that a program waits for goes before all sorting."),
            sentence("Shorter bounds the wait and costs throughput."),
        ),
        (
            "fifo_expire_async",
            "ms",
            "250",
            sentence("After how long a request that nobody waits for goes before all sorting."),
            sentence("Shorter bounds the wait of writes and costs throughput."),
        ),
        (
            "back_seek_max",
            "KiB",
            "16384",
            sentence("How far back a request may lie and still be taken as near."),
            sentence("Only disks that seek notice."),
        ),
        (
            "back_seek_penalty",
            "",
            "2",
            sentence("How much dearer a seek backwards is taken to be than one forwards."),
            sentence("Only disks that seek notice."),
        ),
        (
            "read_lat_nsec",
            "ns",
            "2000000",
            sentence("The latency of reads that kyber aims at."),
            sentence("Lower keeps fewer requests in the drive, which costs throughput."),
        ),
        (
            "write_lat_nsec",
            "ns",
            "10000000",
            sentence("The latency of synchronous writes that kyber aims at."),
            sentence("Lower keeps fewer requests in the drive, which costs throughput."),
        ),
    )
)

_ARRAY = (
    _described(
        "stripe_cache_size",
        sentence("pages per member"),
        sentence("How much of a RAID 4, 5 or 6 is kept in memory while its parity is worked out."),
        sentence(
            "Takes a page (4 KiB) × members × value of memory: 16384 on 8 members are 512 MiB."
        ),
        default="256",
        risk=Risk.STALL,
    ),
    _described(
        "group_thread_cnt",
        "threads",
        sentence("How many threads besides the first work on a RAID 4, 5 or 6."),
        sentence(
            "Writing gets faster while processors are idle. The array stands still "
            "while it changes; it isn't changed during a resync."
        ),
        default="0",
        risk=Risk.SLOW,
        kernels=sentence("since 3.12"),
    ),
    _described(
        "sync_speed_min",
        sentence("KiB/s per member"),
        sentence("How fast a resync or check goes on even while others use the array."),
        sentence("More repairs the array sooner and slows everything else meanwhile."),
        default="system",
        risk=Risk.SLOW,
    ),
    _described(
        "sync_speed_max",
        sentence("KiB/s per member"),
        sentence("How fast a resync or check may get."),
        sentence("Less leaves more of the array to others; the repair takes longer."),
        default="system",
        risk=Risk.SLOW,
    ),
)

_UNIT = (
    _described(
        "qpolicy",
        "",
        sentence("Whether the controller lets the unit's drives queue commands (NCQ)."),
        sentence("With off the drives can't reorder requests by themselves."),
        risk=Risk.SLOW,
    ),
    _described(
        "rdcache",
        "",
        sentence("What the controller's memory keeps of what was read."),
        sentence("basic keeps what was read or written lately, intelligent also reads in advance."),
        risk=Risk.SLOW,
    ),
    _described(
        "wrcache",
        "",
        sentence("Whether the controller's memory takes writes before they are on the drives."),
        sentence("With off every write waits for the drives."),
        loss=sentence(
            "Without a battery that is ready, a power failure loses everything that is in the "
            "controller's write cache, also what programs were told is safely written, and may "
            "damage file systems."
        ),
        risk=Risk.SLOW,
    ),
    _described(
        "storsave",
        "",
        sentence("What goes first when the unit writes: that nothing is lost, or speed."),
        sentence(
            "protect switches the write cache off when the unit is degraded, balance keeps it on, "
            "perform also does without the controller's journal."
        ),
        loss=sentence(
            "With storsave=perform a power failure can lose what programs were told is safely "
            "written, also with a battery: the drives' own caches aren't flushed."
        ),
        risk=Risk.SLOW,
    ),
    _described(
        "autoverify",
        "",
        sentence("Whether the controller verifies the unit by itself from time to time."),
        sentence("A verify slows everything else down while it goes on."),
        risk=Risk.SLOW,
    ),
)

_MACHINE = (
    _described(
        "dirty_ratio",
        sentence("% of memory"),
        sentence(
            "How much may be written to memory before writing programs must wait for the disk."
        ),
        sentence(
            "More hides slow disks longer and makes the wait worse when it comes. "
            "Setting it switches dirty_bytes off."
        ),
        default="20",
        risk=Risk.STALL,
    ),
    _described(
        "dirty_bytes",
        "bytes",
        sentence("The same as dirty_ratio, as a size; 0 when the ratio counts."),
        sentence("Setting it switches dirty_ratio off. It begins at two pages."),
        default="0",
        risk=Risk.STALL,
    ),
    _described(
        "dirty_background_ratio",
        sentence("% of memory"),
        sentence("From how much written to memory on the kernel begins to write it to disk."),
        sentence(
            "Less writes sooner and more evenly. Setting it switches dirty_background_bytes off."
        ),
        default="10",
        risk=Risk.SLOW,
    ),
    _described(
        "dirty_background_bytes",
        "bytes",
        sentence("The same as dirty_background_ratio, as a size; 0 when the ratio counts."),
        sentence("Setting it switches dirty_background_ratio off."),
        default="0",
        risk=Risk.SLOW,
    ),
    _described(
        "dirty_expire_centisecs",
        "centiseconds",
        sentence("How old something written to memory may get before it is written to disk."),
        sentence(
            "Longer saves writes; more is lost when the power fails, as without a "
            "change up to 30 s."
        ),
        default="3000",
        risk=Risk.SLOW,
    ),
    _described(
        "dirty_writeback_centisecs",
        "centiseconds",
        sentence("How often the kernel looks for something that is to be written to disk."),
        sentence("0 would switch it off, so it isn't offered."),
        default="500",
        risk=Risk.SLOW,
    ),
    _described(
        "swappiness",
        "",
        sentence("How willingly the kernel swaps programs out rather than forget what it read."),
        sentence(
            "Less keeps programs in memory, more keeps files there. Up to 100 before Linux 5.8."
        ),
        default="60",
        risk=Risk.SLOW,
    ),
)

_DESCRIBED = {one.name: one for one in (*_DEVICE, *_SCHEDULERS_OWN, *_ARRAY, *_UNIT, *_MACHINE)}

CATALOGUE: tuple[Tunable, ...] = tuple(_DESCRIBED[one.name] for one in tunables.ALLOWED)
"""In the order in which values are set: the scheduler first, its own values after nr_requests."""

OF_DEVICES = tuple(tunable for tunable in CATALOGUE if tunable.scope is not Scope.MACHINE)

BY_NAME: dict[str, Tunable] = {tunable.name: tunable for tunable in CATALOGUE}
