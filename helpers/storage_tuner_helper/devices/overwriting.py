"""The only way in which a disk that isn't our own is ever opened for writing."""

from __future__ import annotations

import hmac
import os

from storage_tuner_helper.devices import claim, emptiness, signatures
from storage_tuner_helper.devices.sysfs import PinnedDevice, pinned
from storage_tuner_helper.devices.targets import attribute_text
from storage_tuner_helper.errors import InvalidArgument, NotEmpty
from storage_tuner_protocol.message import said

_SECTOR_BYTES = 512


def check_allowed(name: str, diskseq: int, model: str) -> None:
    """Raise ``InvalidArgument`` unless ``model`` is the disk's name from ``called``, and what
    ``open_empty`` raises."""
    with pinned(name, diskseq) as device:
        if not hmac.compare_digest(model.encode(), called(device).encode()):
            raise InvalidArgument(said("overwrite_model isn't the name of this disk."))
    os.close(open_empty(name, diskseq))


def open_empty(name: str, diskseq: int) -> int:
    """Return a descriptor for writing on a disk that is empty by all rules and not in use; it
    prevents others from claiming the disk.

    Raises ``NotEmpty``, ``DeviceBusy``, ``NotSupported``, ``DeviceChanged`` or ``NoAnswer``.
    """
    with pinned(name, diskseq) as device:
        # before the claim to report a precise reason; again after it because only then it's
        # conclusive
        emptiness.check_unused(device)
        descriptor = claim.open_for_overwriting(device)
        try:
            emptiness.check_unused(device)
            _check_unwritten(name, descriptor)
        except BaseException:
            os.close(descriptor)
            raise
    return descriptor


def called(device: PinnedDevice) -> str:
    """Return the model, as the kernel reports it, with single spaces; for a disk without one its
    kernel name and its size in bytes, such as "loop3 67108864"."""
    model = " ".join(attribute_text(device, "device/model").split())
    return model or f"{device.name} {int(device.read('size')) * _SECTOR_BYTES}"


def _check_unwritten(name: str, descriptor: int) -> None:
    kinds = signatures.found_on(descriptor)
    if kinds:
        raise NotEmpty(
            said(
                "{device} isn't empty: it holds {kinds}.",
                device=name,
                kinds=", ".join(dict.fromkeys(kinds)),
            )
        )
