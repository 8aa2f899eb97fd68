"""The risk of a value on this device: one that uses little memory can't hang a computer; pure."""

from __future__ import annotations

from storage_tuner.core.device import Device
from storage_tuner.core.tunable import Risk, Tunable

HARMLESS_BYTES = 64 << 20
"""Memory in bytes that every computer with an array can spare; our own estimate."""

_PAGE_BYTES = 4 << 10


def risk_of(tunable: Tunable, value: str, members: int | None) -> Risk:
    """The risk of ``value`` on an array of ``members`` disks (None: no array, or number unknown).

    A stripe cache uses page size × members × value of memory; only a large one risks a stall.
    """
    if tunable.risk is not Risk.STALL or not _is_small(tunable, value, members):
        return tunable.risk
    return Risk.SLOW


def members_of(device: Device | None) -> int | None:
    """The number of disks in the array ``device``; None for other devices."""
    return device.md.disks if device is not None and device.md is not None else None


def _is_small(tunable: Tunable, value: str, members: int | None) -> bool:
    if tunable.name != "stripe_cache_size" or not members or not value.isdecimal():
        return False
    return int(value) * members * _PAGE_BYTES <= HARMLESS_BYTES
