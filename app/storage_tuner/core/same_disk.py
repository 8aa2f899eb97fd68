"""Whether a name of the kernel's still stands for the same disk."""

from __future__ import annotations

from storage_tuner.core.device import Device


def is_same_disk(one: Device, other: Device) -> bool:
    """By what lasts, when both tell it: a disk that was pulled out and came back is the same. Else
    by the kernel's sequence number, which is never given twice. What tells neither is taken for
    the same."""
    told = [
        (mine, theirs)
        for mine, theirs in zip(_lasting(one), _lasting(other), strict=True)
        if mine and theirs
    ]
    if told:
        return all(mine == theirs for mine, theirs in told)
    if one.diskseq is None or other.diskseq is None:
        return True
    return one.diskseq == other.diskseq


def _lasting(device: Device) -> tuple[str | None, ...]:
    return (
        device.serial,
        device.wwn,
        device.md.uuid if device.md else None,
        device.mapping.uuid if device.mapping else None,
    )
