"""The allow-list: what may be set, to which values. Nothing else reaches the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from storage_tuner_helper.arguments import integer_text, printable_key, word
from storage_tuner_helper.errors import InvalidArgument

SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")
"""Always acceptable: the kernel loads bfq and kyber by name, so a device needn't list them yet.
Another name is acceptable only when the device lists it (``settings.apply`` looks)."""

_INT_MAX = (1 << 31) - 1
_CENTISECONDS_OF_AN_HOUR = 360_000


class Scope(Enum):
    """What a tunable belongs to. ``SCHEDULER``: a scheduler of a device, and lost with it.
    ``UNIT``: the unit of a 3ware controller that a disk is, or is a part of."""

    DEVICE = "device"
    SCHEDULER = "scheduler"
    ARRAY = "array"
    UNIT = "unit"
    MACHINE = "machine"


@dataclass(frozen=True)
class Tunable:
    """An attribute below ``/sys/block/<name>/``, or ``/proc/sys/`` for the machine's, or a policy
    of a unit; an integer within bounds or one of ``words``, a scheduler, or, of a policy, one of
    ``choices``. ``scheduler`` is the one it belongs to. ``hazard`` is what must be allowed by name
    before ``hazardous`` is set; ``without_battery``: only where no battery is ready."""

    name: str
    attribute: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    scope: Scope = Scope.DEVICE
    scheduler: str = ""
    hazard: str = ""
    hazardous: str = ""
    without_battery: bool = False


def _of_scheduler(scheduler: str, bounds: dict[str, tuple[int, int]]) -> tuple[Tunable, ...]:
    return tuple(
        Tunable(name, f"queue/iosched/{name}", *ends, scope=Scope.SCHEDULER, scheduler=scheduler)
        for name, ends in bounds.items()
    )


def _of_array(name: str, minimum: int, maximum: int, words: tuple[str, ...] = ()) -> Tunable:
    return Tunable(name, f"md/{name}", minimum, maximum, words=words, scope=Scope.ARRAY)


def _of_unit(
    name: str,
    *choices: str,
    hazard: str = "",
    hazardous: str = "",
    without_battery: bool = False,
) -> Tunable:
    return Tunable(
        name,
        f"3ware/{name}",
        choices=choices,
        scope=Scope.UNIT,
        hazard=hazard,
        hazardous=hazardous,
        without_battery=without_battery,
    )


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
    *_of_scheduler(
        "mq-deadline",
        {
            "read_expire": (0, _INT_MAX),
            "write_expire": (0, _INT_MAX),
            "prio_aging_expire": (0, _INT_MAX),
            "fifo_batch": (0, _INT_MAX),
            "writes_starved": (0, _INT_MAX),
            "front_merges": (0, 1),
            "async_depth": (1, _INT_MAX),
        },
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
        hazard="wrcache-without-battery",
        hazardous="on",
        without_battery=True,
    ),
    _of_unit(
        "storsave",
        "protect",
        "balance",
        "perform",
        hazard="storsave-perform",
        hazardous="perform",
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
"""In the order in which values are set and restored: the scheduler, what it resets, the rest."""

BY_NAME = {tunable.name: tunable for tunable in ALLOWED}

POLICIES = {tunable.name: tunable for tunable in ALLOWED if tunable.scope is Scope.UNIT}

HAZARDS = tuple(tunable.hazard for tunable in ALLOWED if tunable.hazard)


def parted(values: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The policies of a unit, and the rest."""
    policies = {name: value for name, value in values.items() if name in POLICIES}
    return policies, {name: value for name, value in values.items() if name not in POLICIES}


def checked(name: str, value: object) -> str:
    """The value as the kernel wants to read it; raises ``InvalidArgument`` naming the key."""
    tunable = BY_NAME.get(name)
    if tunable is None:
        raise InvalidArgument(f"{printable_key(name)} isn't expected here.")
    if tunable.scope is Scope.UNIT:
        return _choice(tunable, value)
    if tunable.choices:
        return word(name, value)
    if isinstance(value, str) and value in tunable.words:
        return value
    number = integer_text(name, value)
    if not tunable.minimum <= number <= tunable.maximum:
        raise InvalidArgument(f"{name} must be from {tunable.minimum} to {tunable.maximum}.")
    return str(number)


def _choice(tunable: Tunable, value: object) -> str:
    """Our own text of it, whatever the caller's was."""
    for choice in tunable.choices:
        if value == choice:
            return choice
    raise InvalidArgument(f"{tunable.name} must be one of {', '.join(tunable.choices)}.")
