"""The allow-list: what may be set, to which values. Nothing else reaches the kernel."""

from __future__ import annotations

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
    """What a tunable belongs to. ``SCHEDULER``: a scheduler of a device, and lost with it."""

    DEVICE = "device"
    SCHEDULER = "scheduler"
    ARRAY = "array"
    MACHINE = "machine"


@dataclass(frozen=True)
class Tunable:
    """An attribute below ``/sys/block/<name>/``, or ``/proc/sys/`` for the machine's; an integer
    within bounds or one of ``words``, or a scheduler. ``scheduler`` is the one it belongs to."""

    name: str
    attribute: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    scope: Scope = Scope.DEVICE
    scheduler: str = ""


def _of_scheduler(scheduler: str, bounds: dict[str, tuple[int, int]]) -> tuple[Tunable, ...]:
    return tuple(
        Tunable(name, f"queue/iosched/{name}", *ends, scope=Scope.SCHEDULER, scheduler=scheduler)
        for name, ends in bounds.items()
    )


def _of_array(name: str, minimum: int, maximum: int, words: tuple[str, ...] = ()) -> Tunable:
    return Tunable(name, f"md/{name}", minimum, maximum, words=words, scope=Scope.ARRAY)


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


def checked(name: str, value: object) -> str:
    """The value as the kernel wants to read it; raises ``InvalidArgument`` naming the key."""
    tunable = BY_NAME.get(name)
    if tunable is None:
        raise InvalidArgument(f"{printable_key(name)} isn't expected here.")
    if tunable.choices:
        return word(name, value)
    if isinstance(value, str) and value in tunable.words:
        return value
    number = integer_text(name, value)
    if not tunable.minimum <= number <= tunable.maximum:
        raise InvalidArgument(f"{name} must be from {tunable.minimum} to {tunable.maximum}.")
    return str(number)
