"""The allow-list: the settable tunables and their values. Nothing else reaches the kernel."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")
"""All I/O schedulers of the kernel. They are always acceptable: the kernel loads bfq and kyber by
name, so a device needn't list them yet. Another name, such as adios of some distributions' kernels,
is acceptable only when the device lists it."""

NO_SCHEDULER = "none"
"""The scheduler without any attributes."""

UNDESCRIBED = "iosched/"
"""Begins the names of tunables of a scheduler that the allow-list doesn't have: ``iosched/NAME`` is
``queue/iosched/NAME`` of whichever scheduler is active and has it."""

_SCHEDULER_NAME = re.compile(r"[a-z0-9_-]{1,15}", re.ASCII)
"""The kernel's limit is ELV_NAME_MAX (include/linux/elevator.h, block/elevator.h), 16 characters
with the final NUL."""

_UNDESCRIBED_NAME = re.compile(rf"{UNDESCRIBED}[a-z][a-z0-9_]{{0,31}}", re.ASCII)
_UNDESCRIBED_VALUE = re.compile(r"-?[0-9]{1,20}|[a-z0-9][a-z0-9_-]{0,31}", re.ASCII)

VIRTUAL_MEMORY = "vm"
"""Replaces a device's name for the settings of the whole machine's page cache."""

_INT_MAX = (1 << 31) - 1
_CENTISECONDS_OF_AN_HOUR = 360_000
_MILLISECONDS_OF_A_DAY = 86_400_000


class Scope(Enum):
    """The object that a tunable belongs to. ``SCHEDULER``: a scheduler of a device, and lost with
    it. ``HOST``: the SCSI host that connects the disk, such as a port of a SATA controller, and any
    other disk on it. ``UNIT``: the unit of a 3ware controller that contains the disk; the
    controller stores it, even when the computer is switched off."""

    DEVICE = "device"
    SCHEDULER = "scheduler"
    ARRAY = "array"
    HOST = "host"
    UNIT = "unit"
    MACHINE = "machine"


@dataclass(frozen=True)
class Hazard:
    """A risk: each of ``values`` can lose data. ``name`` identifies it in a call to ``AllowRisk``.
    ``without_battery``: only while the controller has no battery that is ready."""

    name: str
    values: tuple[str, ...]
    without_battery: bool = False


@dataclass(frozen=True)
class Tunable:
    """An attribute below ``/sys/block/<name>/``, or ``/proc/sys/`` for the machine's, or a policy
    of a unit, in tw_cli's words. A folder ``*`` in its path stands for the first one that has it,
    as in udev's rules.

    Its value is an integer from ``minimum`` to ``maximum`` or one of ``words``, or else one of
    ``choices``, which have no bounds. ``scheduler`` is the scheduler it belongs to; empty in the
    scope of schedulers: to each that has its file. ``earlier`` is what it was in earlier kernels,
    with another file. ``hazard`` describes the values that are refused unless they're allowed by
    name.
    """

    name: str
    attribute: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    scope: Scope = Scope.DEVICE
    scheduler: str = ""
    hazard: Hazard | None = None
    earlier: Tunable | None = None

    @property
    def attributes(self) -> tuple[str, ...]:
        """Its possible files, of which a device has one at most; that of new kernels first."""
        return (self.attribute, *(self.earlier.attributes if self.earlier else ()))

    @property
    def is_described(self) -> bool:
        """Whether its range is known. If not, the kernel decides: see ``is_undescribed_value``."""
        return not self.name.startswith(UNDESCRIBED)

    def fits(self, scheduler: str | None) -> bool:
        """Whether a device may have it while ``scheduler`` is active; None: without schedulers."""
        if self.scope is not Scope.SCHEDULER:
            return True
        if self.scheduler:
            return self.scheduler == scheduler
        return scheduler not in (None, "", NO_SCHEDULER)


LINK_POLICY = "link_power_management_policy"
_HOST_FOLDER = "device/../../scsi_host/*"
"""The host of a disk that is connected directly, which all disks of libata's are."""

LINK_POLICY_SUPPORTED = f"{_HOST_FOLDER}/link_power_management_supported"
"""0 where the port or a drive on it doesn't support link power management; missing before Linux
6.17 and stable series of August 2025 (drivers/ata/libata-sata.c, ata_scsi_lpm_supported)."""


def _of_scheduler(scheduler: str, bounds: dict[str, tuple[int, int]]) -> tuple[Tunable, ...]:
    return tuple(
        Tunable(name, f"queue/iosched/{name}", *ends, scope=Scope.SCHEDULER, scheduler=scheduler)
        for name, ends in bounds.items()
    )


def _of_array(name: str, minimum: int, maximum: int, words: tuple[str, ...] = ()) -> Tunable:
    return Tunable(name, f"md/{name}", minimum, maximum, words=words, scope=Scope.ARRAY)


def _of_unit(name: str, *choices: str, hazard: Hazard | None = None) -> Tunable:
    return Tunable(name, f"3ware/{name}", choices=choices, scope=Scope.UNIT, hazard=hazard)


def _of_machine(name: str, minimum: int, maximum: int) -> Tunable:
    return Tunable(name, f"vm/{name}", minimum, maximum, scope=Scope.MACHINE)


ALLOWED: tuple[Tunable, ...] = (
    Tunable("scheduler", "queue/scheduler", choices=SCHEDULERS),
    Tunable("nr_requests", "queue/nr_requests", 4, 2048),
    Tunable("queue_depth", "device/queue_depth", 1, 1024),
    Tunable("read_ahead_kb", "queue/read_ahead_kb", 0, 1 << 20),
    Tunable("max_sectors_kb", "queue/max_sectors_kb", 4, 1 << 20),
    Tunable("rq_affinity", "queue/rq_affinity", 0, 2),
    Tunable("nomerges", "queue/nomerges", 0, 2),
    Tunable("wbt_lat_usec", "queue/wbt_lat_usec", 0, 10_000_000),
    Tunable("add_random", "queue/add_random", 0, 1),
    Tunable("iostats", "queue/iostats", 0, 1),
    Tunable("rotational", "queue/rotational", 0, 1),
    Tunable(
        LINK_POLICY,
        f"{_HOST_FOLDER}/{LINK_POLICY}",
        choices=(
            "max_performance",
            "medium_power",
            "med_power_with_dipm",
            "min_power_with_partial",
            "min_power",
        ),
        scope=Scope.HOST,
        hazard=Hazard("min-power", ("min_power_with_partial", "min_power")),
    ),
    Tunable(
        "autosuspend_delay_ms",
        "device/power/autosuspend_delay_ms",
        1000,
        _MILLISECONDS_OF_A_DAY,
        words=("-1",),
    ),
    Tunable("power_control", "device/power/control", choices=("on", "auto")),
    *_of_scheduler(
        "mq-deadline",
        {
            "read_expire": (0, _INT_MAX),
            "write_expire": (0, _INT_MAX),
            "prio_aging_expire": (0, _INT_MAX),
            "fifo_batch": (0, _INT_MAX),
            "writes_starved": (0, _INT_MAX),
            "front_merges": (0, 1),
        },
    ),
    Tunable(
        "async_depth",
        "queue/async_depth",
        1,
        _INT_MAX,
        scope=Scope.SCHEDULER,
        earlier=_of_scheduler("mq-deadline", {"async_depth": (1, _INT_MAX)})[0],
    ),
    *_of_scheduler(
        "bfq",
        {
            "low_latency": (0, 1),
            "slice_idle": (0, _INT_MAX),
            "slice_idle_us": (0, _INT_MAX),
            "strict_guarantees": (0, 1),
            "timeout_sync": (1, _INT_MAX),
            "max_budget": (0, _INT_MAX),
            "fifo_expire_sync": (0, _INT_MAX),
            "fifo_expire_async": (0, _INT_MAX),
            "back_seek_max": (0, _INT_MAX >> 1),
            "back_seek_penalty": (1, _INT_MAX),
        },
    ),
    *_of_scheduler("kyber", {"read_lat_nsec": (0, 1 << 62), "write_lat_nsec": (0, 1 << 62)}),
    _of_array("stripe_cache_size", 17, 32768),
    _of_array("group_thread_cnt", 0, 8192),
    _of_array("sync_speed_min", 1, _INT_MAX, ("system",)),
    _of_array("sync_speed_max", 1, _INT_MAX, ("system",)),
    _of_unit("qpolicy", "on", "off"),
    _of_unit("rdcache", "off", "basic", "intelligent"),
    _of_unit(
        "wrcache",
        "on",
        "off",
        hazard=Hazard("wrcache-without-battery", ("on",), without_battery=True),
    ),
    _of_unit(
        "storsave", "protect", "balance", "perform", hazard=Hazard("storsave-perform", ("perform",))
    ),
    _of_unit("autoverify", "on", "off"),
    _of_machine("dirty_ratio", 0, 100),
    _of_machine("dirty_bytes", 0, 1 << 50),
    _of_machine("dirty_background_ratio", 0, 100),
    _of_machine("dirty_background_bytes", 0, 1 << 50),
    _of_machine("dirty_expire_centisecs", 0, _CENTISECONDS_OF_AN_HOUR),
    _of_machine("dirty_writeback_centisecs", 1, _CENTISECONDS_OF_AN_HOUR),
    _of_machine("swappiness", 0, 200),
)
"""The order in which values are set and restored: the scheduler, the values it resets, the rest."""

BY_NAME = {tunable.name: tunable for tunable in ALLOWED}

DESCRIBED_BY_ATTRIBUTE = {
    attribute: tunable for tunable in ALLOWED for attribute in tunable.attributes
}

POLICIES = {tunable.name: tunable for tunable in ALLOWED if tunable.scope is Scope.UNIT}

RISKS_OF_POLICIES = {one.hazard.name for one in POLICIES.values() if one.hazard}

HAZARDS = {tunable.hazard.name: tunable.hazard for tunable in ALLOWED if tunable.hazard}
"""The hazards by name."""

NEEDS = {"power_control": "autosuspend_delay_ms"}
"""A device without the second can't be suspended, so the first has no effect on it."""

ONLY_AT_REST = ("stripe_cache_size", "group_thread_cnt")
"""Changing these suspends the array, which hung kernels during a resync."""

EITHER_OR = (
    ("dirty_bytes", "dirty_ratio"),
    ("dirty_background_bytes", "dirty_background_ratio"),
)
"""A size and its ratio, of which one is in effect and the other is 0: writing one sets the other to
0, and 0 can't be written to a size (mm/page-writeback.c, dirty_bytes_handler)."""

COUNTERPARTS = {name: other for pair in EITHER_OR for name, other in (pair, pair[::-1])}

CHANGED_ALONG = {
    "scheduler": ("nr_requests", "wbt_lat_usec"),
    "nr_requests": ("async_depth",),
    "slice_idle": ("slice_idle_us",),
    "slice_idle_us": ("slice_idle",),
    "strict_guarantees": ("slice_idle", "slice_idle_us"),
    **{name: (other,) for name, other in COUNTERPARTS.items()},
}
"""Values that the kernel is meant to reset along with a tunable (block/elevator.c, blk-mq.c,
mq-deadline.c, bfq-iosched.c, mm/page-writeback.c). A scheduler's own values are lost with it. All
other values are kept unchanged."""


def find(name: str) -> Tunable | None:
    """Return the tunable of that name, described or not; None for a name that none can have."""
    if described := BY_NAME.get(name):
        return described
    if not _UNDESCRIBED_NAME.fullmatch(name):
        return None
    return Tunable(name, f"queue/{name}", scope=Scope.SCHEDULER)


def of_attribute(attribute: str, scheduler: str | None) -> Tunable | None:
    """Return the tunable whose file ``attribute`` is while ``scheduler`` is active (None: unknown).

    A file of the same name is a described tunable in one scheduler and may be another one's too.
    """
    described = DESCRIBED_BY_ATTRIBUTE.get(attribute)
    name = attribute.removeprefix("queue/")
    of_any = not name.startswith(UNDESCRIBED)
    if of_any or (described and (scheduler is None or described.fits(scheduler))):
        return described
    return find(name)


def in_order(names: Collection[str]) -> list[str]:
    """Sort names in the order of ``ALLOWED``; those without description come last."""
    allowed = [tunable.name for tunable in ALLOWED if tunable.name in names]
    return allowed + sorted(name for name in names if name not in BY_NAME)


def is_scheduler_name(text: str) -> bool:
    """Return whether a scheduler may have this name; the device decides whether one has it."""
    return bool(_SCHEDULER_NAME.fullmatch(text))


def is_undescribed_value(text: str) -> bool:
    """Return whether ``text`` may be written to an attribute of unknown range, and be restored:
    one whole number or one word."""
    return bool(_UNDESCRIBED_VALUE.fullmatch(text))
