"""Decides whether an earlier disk and a current disk are the same one."""

from __future__ import annotations

from storage_tuner.core.device import Device
from storage_tuner.core.message import Text, together


def is_same_disk(one: Device, other: Device) -> bool:
    """Whether two devices with the same kernel name are the same disk.

    Compares persistent IDs if both report one, so a disk that was removed and reconnected is the
    same; else the kernel's sequence numbers, which are never reused. Devices with neither count as
    the same.
    """
    reported = _known_to_both(one, other)
    if reported:
        return all(mine == theirs for mine, theirs in reported)
    if one.diskseq is None or other.diskseq is None:
        return True
    return one.diskseq == other.diskseq


def is_same_by_any_name(one: Device, other: Device) -> bool:
    """Whether any two devices, also of different boots, are the same disk: by their persistent IDs
    if both report one, else by name."""
    reported = _known_to_both(one, other)
    return all(mine == theirs for mine, theirs in reported) if reported else one.name == other.name


def is_certainly_same(one: Device, other: Device) -> bool:
    """Whether two devices of one computer are the same disk: by their persistent IDs if both report
    one, else by name and the kernel's sequence number, which both must have."""
    reported = _known_to_both(one, other)
    if reported:
        return all(mine == theirs for mine, theirs in reported)
    return one.diskseq is not None and (one.name, one.diskseq) == (other.name, other.diskseq)


def reports_identity(device: Device) -> bool:
    """Whether the device has a persistent ID, by which it's recognised on any computer."""
    return any(_lasting(device))


def title_of(device: Device) -> Text:
    """The device with its model and serial number, as far as they are reported."""
    reported = [word for word in (device.model, device.serial) if word]
    return together([device.name, *reported], ", ")


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
