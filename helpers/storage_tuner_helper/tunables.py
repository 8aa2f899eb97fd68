"""The allow-list: what may be set, to which values. Nothing else reaches the kernel."""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner_helper.arguments import integer_text, printable_key, word
from storage_tuner_helper.errors import InvalidArgument

SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")
"""Always acceptable: the kernel loads bfq and kyber by name, so a device needn't list them yet.
Another name is acceptable only when the device lists it (``settings.apply`` looks)."""


@dataclass(frozen=True)
class Tunable:
    """An attribute below ``/sys/block/<name>/``; an integer within bounds, or a scheduler."""

    name: str
    attribute: str
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()


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
)
"""In the order in which values are set and restored: a scheduler switch resets nr_requests."""

BY_NAME = {tunable.name: tunable for tunable in ALLOWED}


def checked(name: str, value: object) -> str:
    """The value as the kernel wants to read it; raises ``InvalidArgument`` naming the key."""
    tunable = BY_NAME.get(name)
    if tunable is None:
        raise InvalidArgument(f"{printable_key(name)} isn't expected here.")
    if tunable.choices:
        return word(name, value)
    number = integer_text(name, value)
    if not tunable.minimum <= number <= tunable.maximum:
        raise InvalidArgument(f"{name} must be from {tunable.minimum} to {tunable.maximum}.")
    return str(number)
