"""The risk of a value on this device: what takes little memory can't hang a computer; pure."""

from __future__ import annotations

from storage_tuner.core.device import Device
from storage_tuner.core.tunable import Risk, Tunable

HARMLESS_BYTES = 64 << 20
"""Of memory, which every computer with an array can spare; ours."""

_PAGE_BYTES = 4 << 10


def risk_of(tunable: Tunable, value: str, members: int | None) -> Risk:
    """Of ``value`` on an array of ``members`` disks (None: no array, or not known how many).

    A stripe cache takes a page × members × value of memory; only a large one can be a stall.
    """
    if tunable.risk is not Risk.STALL or not _is_small(tunable, value, members):
        return tunable.risk
    return Risk.SLOW


def members_of(device: Device | None) -> int | None:
    """How many disks the array has that ``device`` is."""
    return device.md.disks if device is not None and device.md is not None else None


def _is_small(tunable: Tunable, value: str, members: int | None) -> bool:
    if tunable.name != "stripe_cache_size" or not members or not value.isdecimal():
        return False
    return int(value) * members * _PAGE_BYTES <= HARMLESS_BYTES
