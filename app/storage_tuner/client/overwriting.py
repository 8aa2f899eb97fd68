"""Permission to overwrite a disk: the name to type, obstacles, and the request."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from storage_tuner.client.sessions import SessionDevice
from storage_tuner.core.device import Device
from storage_tuner.core.errors import DeviceBusy, InvalidInput, NotEmpty, OperationRefused
from storage_tuner.core.message import Message, sentence, together
from storage_tuner.core.plan import Plan
from storage_tuner.probe.block.attributes import read_attribute
from storage_tuner.probe.block.tree import tree_root
from storage_tuner_protocol.interface import ErrorName


def name_to_type(device: Device, root: Path = Path("/")) -> str:
    """The text that the user types to allow overwriting ``device``: the kernel's model, which may
    differ from udev's; without one the kernel name and the size, such as "loop3 67108864". The
    helper checks it (docs/helper-protocol.md, "Overwriting a disk")."""
    reported = read_attribute(f"{tree_root(root)}/sys/block/{device.name}/device/model").text
    return " ".join((reported or "").split()) or f"{device.name} {device.size_bytes}"


def require_free(device: Device) -> None:
    """Check that the device is free, without privileges; the helper checks more thoroughly.

    Raises ``DeviceBusy`` and ``NotEmpty``.
    """
    if device.in_use:
        raise DeviceBusy(
            device.name,
            sentence(
                "{device} is in use: {in_use}",
                device=device.name,
                in_use=together(device.in_use, ", "),
            ),
        )
    if device.partitions:
        raise NotEmpty(device.name, sentence("{device} has partitions", device=device.name))


def require_seen_empty(device: Device) -> None:
    """As ``require_free``, and check that udev and the kernel report no content; only a separate
    whole disk is ever offered.

    Raises ``DeviceBusy`` and ``NotEmpty``.
    """
    require_free(device)
    if device.content is not None or device.holders or device.md or device.mapping:
        raise NotEmpty(device.name, sentence("{device} isn't empty", device=device.name))
    if device.read_only:
        raise NotEmpty(device.name, sentence("{device} is read-only", device=device.name))


def allow_overwriting(disk: SessionDevice, typed: str, is_cancelled: Callable[[], bool]) -> None:
    """Make the helper allow the benchmarks of a session to write to the disk; it may prompt for a
    password. Raises ``NotEmpty``, ``DeviceBusy``, ``InvalidInput`` and ``Cancelled``."""
    try:
        disk.call_patiently("AllowOverwriting", is_cancelled, overwrite_model=typed)
    except OperationRefused as error:
        if error.name == ErrorName.INVALID_ARGUMENT:
            raise another_name(disk.device, typed) from None
        raise


def another_name(device: str, typed: str) -> InvalidInput:
    """The error for a name that isn't the disk's."""
    return InvalidInput(
        sentence(
            "{typed!r} doesn't match {device}: nothing was written.",
            typed=typed,
            device=device,
        ),
        sentence("Check that it is the right disk."),
    )


def loss_sentences(plan: Plan) -> tuple[Message, ...]:
    """Sentences for the record that the disk was overwritten."""
    if not plan.overwrites_device:
        return ()
    return (
        sentence(
            "The tests overwrote {device}, which was empty and confirmed by name; its previous "
            "contents are lost.",
            device=plan.target.device,
        ),
    )
