"""Decides whether a disk of then and a disk of now are the same one."""

from __future__ import annotations

from storage_tuner.core.device import Device


def is_same_disk(one: Device, other: Device) -> bool:
    """Of two with the same name of the kernel's.

    By what lasts, when both tell it: a disk that was pulled out and came back is the same. Else
    by the kernel's sequence number, which is never given twice. What tells neither is taken for
    the same.
    """
    reported = _known_to_both(one, other)
    if reported:
        return all(mine == theirs for mine, theirs in reported)
    if one.diskseq is None or other.diskseq is None:
        return True
    return one.diskseq == other.diskseq


def is_same_by_any_name(one: Device, other: Device) -> bool:
    """Of any two, also of different starts of the computer: by what lasts, when both tell it, else
    by the name."""
    reported = _known_to_both(one, other)
    return all(mine == theirs for mine, theirs in reported) if reported else one.name == other.name


def _known_to_both(one: Device, other: Device) -> list[tuple[str, str]]:
    return [
        (mine, theirs)
        for mine, theirs in zip(_lasting(one), _lasting(other), strict=True)
        if mine and theirs
    ]


def _lasting(device: Device) -> tuple[str | None, ...]:
    return (
        device.serial,
        device.wwn,
        device.md.uuid if device.md else None,
        device.mapping.uuid if device.mapping else None,
    )
