"""The catalogue of tunables: the settings that the kernel offers, and their meaning.

Names, files, units and traps are those of the kernel: Documentation/ABI/stable/sysfs-block,
block/*.c, admin-guide/md.rst, drivers/md/{md,raid5}.c, admin-guide/sysctl/vm.rst. What may
be set is the allow-list's, which the helper shares (``storage_tuner_protocol.tunables``).

A 3ware controller's policies of a unit are those of tw_cli, the vendor's program.

A kernel may list other schedulers, whose own settings are found on the device and have no
description (``find``).

The catalogue excludes ``queue/write_cache`` (it drops flushes) and anything else that can lose
data. Two values of a unit's policies can lose data when the power fails, and two policies of a SATA
link on some drives: these are ``Hazard``s, and are set only if the user allows them by name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

from storage_tuner.core.knowledge import GONE_SINCE
from storage_tuner.core.message import Text, sentence, together
from storage_tuner_protocol import tunables
from storage_tuner_protocol.tunables import LINK_POLICY as LINK_POLICY
from storage_tuner_protocol.tunables import SCHEDULERS as SCHEDULERS
from storage_tuner_protocol.tunables import UNDESCRIBED as UNDESCRIBED
from storage_tuner_protocol.tunables import VIRTUAL_MEMORY as VIRTUAL_MEMORY
from storage_tuner_protocol.tunables import Scope as Scope
from storage_tuner_protocol.tunables import in_order as in_order
from storage_tuner_protocol.tunables import is_scheduler_name, is_undescribed_value


class Risk(Enum):
    """The consequence of a bad value: none, slowness, or a computer that hardly responds. A value
    that can lose data has a ``Hazard`` instead."""

    NONE = "none"
    SLOW = "slow"
    STALL = "stall"


@dataclass(frozen=True)
class Hazard(tunables.Hazard):
    """``loss`` describes for the user what can be lost."""

    loss: Text = ""


@dataclass(frozen=True)
class Tunable(tunables.Tunable):
    """A setting and its description.

    ``unit`` is the unit of numeric values, ``default`` the kernel's default if it is the same on
    every device, ``kernels`` the first version that has the setting. ``restart`` is the reason why
    values can't be compared by switching them under a running load; empty where they can.
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
        """The smallest and the largest number; None for a setting of words only, and where they
        aren't known."""
        if self.choices or not self.is_described:
            return (None, None)
        return (self.minimum, self.maximum)

    @property
    def earlier_form(self) -> Tunable:
        """What it was in earlier kernels."""
        if self.earlier is None:
            return self
        return replace(self, **{**vars(self.earlier), "hazard": self.hazard})

    def refusal(self, value: str) -> Text:
        """Return why ``value`` isn't acceptable; the empty string when it is, if only on some
        device: a scheduler that isn't the kernel's own must be listed by the device. No kernel
        lists those that were removed."""
        if self.name == "scheduler" and is_scheduler_name(value) and value not in GONE_SINCE:
            return ""
        if not self.is_described:
            return "" if is_undescribed_value(value) else _ANYTHING
        if self.choices:
            return (
                ""
                if value in self.choices
                else sentence("expected one of {choices}", choices=", ".join(self.choices))
            )
        if value in self.words:
            return ""
        instead = together((sentence(", or {word}", word=word) for word in self.words), "")
        if not re.fullmatch(r"-?[0-9]{1,19}", value):
            return sentence(
                "expected a whole number from {minimum} to {maximum}{instead}",
                minimum=self.minimum,
                maximum=self.maximum,
                instead=instead,
            )
        if not self.minimum <= int(value) <= self.maximum:
            return sentence(
                "expected a value from {minimum} to {maximum}{instead}",
                minimum=self.minimum,
                maximum=self.maximum,
                instead=instead,
            )
        return ""

    def path(self, device: str) -> str:
        """The file that holds the value for ``device`` (a kernel name, ignored for the machine's
        settings); for a unit's policy, which has no file, the place where it's found."""
        if self.scope is Scope.MACHINE:
            return f"/proc/sys/{self.attribute}"
        if self.scope is Scope.UNIT:
            return f"tw_cli:{device}/{self.name}"
        return f"/sys/block/{device}/{self.attribute}"


_ANYTHING = sentence("expected a whole number or a word")

_MEMORY_REMEMBERS = sentence("data cached under the previous value stays in memory for a long time")

_RESTARTS = {
    "read_ahead_kb": sentence("an open file keeps the read-ahead that was set when it was opened"),
    "low_latency": sentence("bfq decides whether to favour a program when the program starts"),
    "dirty_ratio": _MEMORY_REMEMBERS,
    "dirty_bytes": _MEMORY_REMEMBERS,
    "dirty_background_ratio": _MEMORY_REMEMBERS,
    "dirty_background_bytes": _MEMORY_REMEMBERS,
    "dirty_expire_centisecs": _MEMORY_REMEMBERS,
    "dirty_writeback_centisecs": _MEMORY_REMEMBERS,
    "swappiness": _MEMORY_REMEMBERS,
}
"""The reasons why some settings can't be switched under a running load (mm/readahead.c,
file_ra_state_init, called at open; block/bfq-iosched.c, bfq_update_bfqq_wr_on_rq_arrival;
mm/page-writeback.c). All others take effect on the next request. Most stop the queue for a moment
while they change, including nr_requests and group_thread_cnt. A busy device refuses none of them,
except group_thread_cnt during a resync."""


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
    """Return the tunable of this name with its description."""
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
        sentence("The I/O scheduler, which decides the order of requests to this device."),
        sentence(
            "Switching pauses the queue briefly and resets nr_requests and all settings of "
            "the scheduler."
        ),
        kernels=sentence("multi-queue schedulers since 4.11; no others since 5.0"),
    ),
    _described(
        "nr_requests",
        "requests",
        sentence("The largest number of requests in the scheduler's queue."),
        sentence(
            "Smaller values shorten waits under load; larger ones give the scheduler more "
            "requests to sort. Setting it also changes async_depth."
        ),
        risk=Risk.SLOW,
    ),
    _described(
        "queue_depth",
        "commands",
        sentence(
            "The number of commands the drive accepts at once (NCQ on SATA; 1 turns NCQ off)."
        ),
        sentence("At 1, the drive can't reorder requests."),
        risk=Risk.SLOW,
    ),
    _described(
        "read_ahead_kb",
        "KiB",
        sentence("How far the kernel reads ahead when a program reads sequentially."),
        sentence("Affects buffered reads only. Large values waste memory on random reads."),
        risk=Risk.SLOW,
    ),
    _described(
        "max_sectors_kb",
        "KiB",
        sentence("The largest request the kernel sends to the device."),
        sentence("Smaller requests let others in between; larger ones use less CPU time."),
    ),
    _described(
        "rq_affinity",
        "",
        sentence(
            "The CPU that completes a request: 0 any, 1 in the submitter's group, 2 the "
            "submitter itself."
        ),
        sentence("2 spreads the work over the CPUs but causes more interrupts between them."),
        default="1",
    ),
    _described(
        "nomerges",
        "",
        sentence(
            "How far the kernel merges adjacent requests: 0 always tries, 1 simple merges "
            "only, 2 never."
        ),
        sentence("Less merging saves CPU time on random I/O and reduces sequential throughput."),
        default="0",
    ),
    _described(
        "wbt_lat_usec",
        "µs",
        sentence(
            "Target read latency: background writes are throttled to meet it. 0 turns "
            "throttling off."
        ),
        sentence("bfq turns this throttling off while it is active."),
        kernels=sentence("since 4.10"),
    ),
    _described(
        "add_random",
        "",
        sentence("Whether request timing feeds the kernel's random number generator (0 or 1)."),
        sentence("Negligible on current kernels."),
    ),
    _described(
        "iostats",
        "",
        sentence("Whether the kernel keeps I/O statistics for this device (0 or 1)."),
        sentence("At 0, monitoring tools and Storage Tuner's live view show no activity."),
        default="1",
    ),
    _described(
        "rotational",
        "",
        sentence("Whether the kernel treats the device as rotational, like an HDD (0 or 1)."),
        sentence(
            "Changes the heuristics of bfq and write-back throttling, and affects some udev rules."
        ),
    ),
)


_POWER = (
    _described(
        LINK_POLICY,
        "",
        sentence("Which power-saving states the SATA link of this disk may enter when idle."),
        sentence(
            "The first request after a pause waits until the link wakes up: up to 10 µs after "
            "medium_power, 10 ms with the others, 20 ms or more from DevSleep. Saving power also "
            "turns off hot-plug detection. The default depends on the controller and on the "
            "kernel's CONFIG_SATA_MOBILE_LPM_POLICY."
        ),
        risk=Risk.SLOW,
        kernels=sentence("med_power_with_dipm since 4.15, min_power_with_partial since 4.18"),
        loss=sentence(
            "With min_power and min_power_with_partial, some drives and controllers drop off the "
            "link or corrupt data, and the kernel knows only some of them."
        ),
    ),
    _described(
        "autosuspend_delay_ms",
        "ms",
        sentence("How long the disk must be idle before it is suspended; -1 for never."),
        sentence(
            "Takes effect if power_control is auto. An HDD stops its motor: the next request "
            "waits for seconds, and every start wears it."
        ),
        risk=Risk.SLOW,
    ),
    _described(
        "power_control",
        "",
        sentence("Whether the kernel may suspend the disk when it is idle (auto) or not (on)."),
        sentence(
            "At auto, the disk is suspended after autosuspend_delay_ms, and its port with it. An "
            "HDD stops its motor."
        ),
        risk=Risk.SLOW,
    ),
)
"""Sources: drivers/ata/Kconfig, SATA_MOBILE_LPM_POLICY (the states, and how long leaving them may
take); commit ebb82e3c79d2 of 2017 ("some reports of data corruption" with min_power); commit
a5ec5a7bfd1f of 2018 (min_power_with_partial, which before is taken for min_power);
Documentation/power/runtime_pm.rst; drivers/scsi/sd.c, sd_suspend_runtime."""


_SCHEDULERS_OWN = tuple(
    _described(name, unit, meaning, side_effects, default or None, Risk.SLOW)
    for name, unit, default, meaning, side_effects in (
        (
            "read_expire",
            "ms",
            "500",
            sentence("Deadline for a read: after this time it is served ahead of sorted requests."),
            sentence("A shorter deadline limits how long reads wait and costs throughput."),
        ),
        (
            "write_expire",
            "ms",
            "5000",
            sentence(
                "Deadline for a write: after this time it is served ahead of sorted requests."
            ),
            sentence("A shorter deadline limits how long writes wait; reads then wait longer."),
        ),
        (
            "prio_aging_expire",
            "ms",
            "10000",
            sentence(
                "After this time, a low-priority request is served despite waiting "
                "higher-priority ones."
            ),
            sentence("Shorter times keep low priorities from starving and weaken high ones."),
        ),
        (
            "fifo_batch",
            "requests",
            "16",
            sentence("The number of requests of one direction sent in one batch."),
            sentence("1 keeps latency low; larger values raise the throughput of HDDs."),
        ),
        (
            "writes_starved",
            "batches",
            "2",
            sentence("The number of read batches served before waiting writes get a turn."),
            sentence("Larger values favour reads and delay writes."),
        ),
        (
            "front_merges",
            "",
            "1",
            sentence("Whether a new request may be merged in front of a waiting one (0 or 1)."),
            sentence("0 saves a little CPU time if front merges never occur."),
        ),
        (
            "async_depth",
            "requests",
            "",
            sentence("The largest number of asynchronous requests in the queue."),
            sentence(
                "Smaller values leave room for synchronous reads. Setting nr_requests changes it."
            ),
        ),
        (
            "low_latency",
            "",
            "1",
            sentence("Whether interactive and soft real-time programs are favoured (0 or 1)."),
            sentence(
                "0 gives background work more throughput and makes the desktop less responsive."
            ),
        ),
        (
            "slice_idle",
            "ms",
            "8",
            sentence("How long the disk idles to wait for the same program's next request."),
            sentence(
                "0 raises throughput on SSDs and arrays and weakens fairness guarantees. "
                "Also sets slice_idle_us."
            ),
        ),
        (
            "slice_idle_us",
            "µs",
            "8000",
            sentence("Same as slice_idle, in microseconds."),
            sentence("Same as slice_idle, which it also sets."),
        ),
        (
            "strict_guarantees",
            "",
            "0",
            sentence(
                "Whether bandwidth shares are enforced exactly, one request at a time (0 or 1)."
            ),
            sentence("1 greatly reduces throughput and raises slice_idle to at least 8 ms."),
        ),
        (
            "timeout_sync",
            "ms",
            "125",
            sentence("The longest time one program may use the disk in its turn."),
            sentence(
                "Longer turns raise throughput; shorter ones reduce the wait of other programs."
            ),
        ),
        (
            "max_budget",
            "sectors",
            "0",
            sentence("The most data one program may transfer in its turn; 0 lets bfq choose."),
            sentence("A fixed value turns automatic adjustment off."),
        ),
        (
            "fifo_expire_sync",
            "ms",
            "125",
            sentence(
                "Deadline for a synchronous request: after this time it is served ahead of "
                "sorted requests."
            ),
            sentence("A shorter deadline limits the wait and costs throughput."),
        ),
        (
            "fifo_expire_async",
            "ms",
            "250",
            sentence(
                "Deadline for an asynchronous request: after this time it is served ahead of "
                "sorted requests."
            ),
            sentence("A shorter deadline limits how long writes wait and costs throughput."),
        ),
        (
            "back_seek_max",
            "KiB",
            "16384",
            sentence("The largest backward distance at which a request still counts as near."),
            sentence("Affects HDDs only."),
        ),
        (
            "back_seek_penalty",
            "",
            "2",
            sentence("The cost of a backward seek relative to a forward seek."),
            sentence("Affects HDDs only."),
        ),
        (
            "read_lat_nsec",
            "ns",
            "2000000",
            sentence("The read latency kyber aims for."),
            sentence("A lower target keeps fewer requests in the drive and costs throughput."),
        ),
        (
            "write_lat_nsec",
            "ns",
            "10000000",
            sentence("The write latency kyber aims for."),
            sentence("A lower target keeps fewer requests in the drive and costs throughput."),
        ),
    )
)

_ARRAY = (
    _described(
        "stripe_cache_size",
        sentence("pages per member"),
        sentence(
            "The stripe cache of a RAID 4, 5 or 6, which holds data while parity is computed."
        ),
        sentence(
            "Uses 4 KiB × member disks × value of memory: 16384 on 8 member disks takes 512 MiB."
        ),
        default="256",
        risk=Risk.STALL,
    ),
    _described(
        "group_thread_cnt",
        "threads",
        sentence("The number of additional threads that process a RAID 4, 5 or 6."),
        sentence(
            "Speeds up writes if CPUs are idle. The array pauses during the change, which "
            "is refused during a resync."
        ),
        default="0",
        risk=Risk.SLOW,
        kernels=sentence("since 3.12"),
    ),
    _described(
        "sync_speed_min",
        sentence("KiB/s per member"),
        sentence("The minimum speed of a resync or check while other programs use the array."),
        sentence("Larger values finish the resync sooner and slow other programs down meanwhile."),
        default="system",
        risk=Risk.SLOW,
    ),
    _described(
        "sync_speed_max",
        sentence("KiB/s per member"),
        sentence("The maximum speed of a resync or check."),
        sentence(
            "Smaller values leave more throughput to other programs; the resync takes longer."
        ),
        default="system",
        risk=Risk.SLOW,
    ),
)

_UNIT = (
    _described(
        "qpolicy",
        "",
        sentence("Whether the unit's drives may queue and reorder commands (NCQ)."),
        sentence("At off, the drives can't reorder requests."),
        risk=Risk.SLOW,
    ),
    _described(
        "rdcache",
        "",
        sentence("What the controller's memory caches of the data read."),
        sentence("basic keeps recently read or written data; intelligent also reads ahead."),
        risk=Risk.SLOW,
    ),
    _described(
        "wrcache",
        "",
        sentence("Whether the controller's memory caches writes before they reach the drives."),
        sentence("At off, every write waits for the drives."),
        loss=sentence(
            "Without a ready battery, a power failure loses everything in the controller's "
            "write cache, including data that programs consider safely written, and may "
            "damage file systems."
        ),
        risk=Risk.SLOW,
    ),
    _described(
        "storsave",
        "",
        sentence("The balance between data safety and speed when the unit writes."),
        sentence(
            "protect turns the write cache off if the unit is degraded; balance keeps it "
            "on; perform also omits the controller's journal."
        ),
        loss=sentence(
            "With storsave=perform, a power failure can lose data that programs consider "
            "safely written, even with a battery: the drives' own caches aren't flushed."
        ),
        risk=Risk.SLOW,
    ),
    _described(
        "autoverify",
        "",
        sentence("Whether the controller verifies the unit regularly."),
        sentence("A verify slows all other I/O down while it runs."),
        risk=Risk.SLOW,
    ),
)

_MACHINE = (
    _described(
        "dirty_ratio",
        sentence("% of memory"),
        sentence(
            "How much unwritten data may be in memory before writing programs must wait "
            "for the disk."
        ),
        sentence(
            "Larger values hide a slow disk longer and make the eventual wait worse. "
            "Setting it turns dirty_bytes off."
        ),
        default="20",
        risk=Risk.STALL,
    ),
    _described(
        "dirty_bytes",
        "bytes",
        sentence("Same as dirty_ratio, as a size; 0 if the ratio applies."),
        sentence("Setting it turns dirty_ratio off. The minimum is two pages."),
        default="0",
        risk=Risk.STALL,
    ),
    _described(
        "dirty_background_ratio",
        sentence("% of memory"),
        sentence("The amount of unwritten data at which the kernel starts writing it to disk."),
        sentence(
            "Smaller values start sooner and write more evenly. Setting it turns "
            "dirty_background_bytes off."
        ),
        default="10",
        risk=Risk.SLOW,
    ),
    _described(
        "dirty_background_bytes",
        "bytes",
        sentence("Same as dirty_background_ratio, as a size; 0 if the ratio applies."),
        sentence("Setting it turns dirty_background_ratio off."),
        default="0",
        risk=Risk.SLOW,
    ),
    _described(
        "dirty_expire_centisecs",
        "centiseconds",
        sentence("The age at which unwritten data in memory is written to disk."),
        sentence(
            "Longer times save writes but lose more data in a power failure; the default is 30 s."
        ),
        default="3000",
        risk=Risk.SLOW,
    ),
    _described(
        "dirty_writeback_centisecs",
        "centiseconds",
        sentence("How often the kernel looks for old data to write to disk."),
        sentence("0 would turn this off and isn't offered."),
        default="500",
        risk=Risk.SLOW,
    ),
    _described(
        "swappiness",
        "",
        sentence(
            "How readily the kernel swaps program memory out instead of dropping cached files."
        ),
        sentence(
            "Smaller values keep programs in memory, larger ones cached files. At most 100 "
            "before Linux 5.8."
        ),
        default="60",
        risk=Risk.SLOW,
    ),
)

_DESCRIBED = {
    one.name: one for one in (*_DEVICE, *_POWER, *_SCHEDULERS_OWN, *_ARRAY, *_UNIT, *_MACHINE)
}

CATALOGUE: tuple[Tunable, ...] = tuple(_DESCRIBED[one.name] for one in tunables.ALLOWED)
"""All tunables in the order in which they are set: the scheduler first, its own values after
nr_requests."""

OF_DEVICES = tuple(tunable for tunable in CATALOGUE if tunable.scope is not Scope.MACHINE)

BY_NAME: dict[str, Tunable] = {tunable.name: tunable for tunable in CATALOGUE}


def find(name: str) -> Tunable | None:
    """The tunable of that name, also one that a scheduler has without a description:
    ``iosched/NAME``; None for a name that none can have."""
    if described := BY_NAME.get(name):
        return described
    allowed = tunables.find(name)
    return None if allowed is None else _undescribed(allowed)


def named(names: Collection[str]) -> tuple[Tunable, ...]:
    """The tunables of these names, in the order in which they are set; others are left out."""
    return tuple(tunable for name in in_order(names) if (tunable := find(name)))


def values_in_order(values: Mapping[str, str]) -> dict[str, str]:
    """The tunables among ``values``, in the order in which they are set."""
    return {one.name: values[one.name] for one in named(values)}


def of_attribute(attribute: str, scheduler: str | None) -> Tunable | None:
    """The tunable of the file ``attribute`` (such as queue/nr_requests) while ``scheduler`` is
    active; None for any other file."""
    allowed = tunables.of_attribute(attribute, scheduler)
    return None if allowed is None else find(allowed.name)


@lru_cache(maxsize=256)
def _undescribed(allowed: tunables.Tunable) -> Tunable:
    return Tunable(
        **{**vars(allowed), "hazard": None},
        meaning=sentence("A setting of this scheduler that Storage Tuner doesn't describe."),
        side_effects=sentence(
            "Unknown; see the scheduler's documentation. The kernel may refuse a value."
        ),
        risk=Risk.SLOW,
    )
