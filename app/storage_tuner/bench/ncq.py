"""NCQ as a setting: the values that switch it on a disk, and the name ``ncq`` for it. Pure.

A directly attached SATA disk has up to queue_depth commands in flight, and 1 switches NCQ off.
Behind a 3ware controller, queue_depth only limits the commands that the controller accepts, and its
policy qpolicy decides whether the drives may queue them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage_tuner.bench.variant_series import Parameter
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import Message, closed, sentence, together

NCQ = "ncq"
ON, OFF = "on", "off"
QUEUE_DEPTH, QUEUE_POLICY = "queue_depth", "qpolicy"


def ncq_setting(device: Device) -> str:
    """The setting that switches NCQ of ``device``; "" where none does."""
    if device.transport == "3ware":
        return QUEUE_POLICY if QUEUE_POLICY in device.settings else ""
    depth = device.queue_depth
    if depth is None or not depth.ncq_supported or (depth.maximum or depth.value) <= 1:
        return ""
    return QUEUE_DEPTH


def with_ncq_named(
    parameters: Sequence[Parameter], devices: Sequence[Device]
) -> tuple[Parameter, ...]:
    """Return ``parameters`` with ``ncq`` replaced by the setting that controls it.

    Raises ``InvalidInput`` where one of ``devices`` has no NCQ to switch, or it's controlled by
    different settings on them.
    """
    return tuple(
        _named(parameter, devices) if parameter.name == NCQ else parameter
        for parameter in parameters
    )


def _named(parameter: Parameter, devices: Sequence[Device]) -> Parameter:
    found = {device.name: ncq_setting(device) for device in devices}
    if without := [device for device in devices if not found[device.name]]:
        raise InvalidInput(_why_none(without[0]))
    names = set(found.values())
    if len(names) != 1:
        raise InvalidInput(
            sentence(
                "{names} control NCQ through different settings.", names=together(found, ", ")
            ),
            sentence("Vary qpolicy or queue_depth on one of them."),
        )
    name = names.pop()
    values = _depths(devices) if name == QUEUE_DEPTH else {ON: ON, OFF: OFF}
    return Parameter(name, tuple(dict.fromkeys(values[value] for value in parameter.values)))


def _depths(devices: Sequence[Device]) -> Mapping[str, str]:
    """The queue depths that switch NCQ on, the largest that all ``devices`` support, and off, 1."""
    depths = [device.queue_depth for device in devices if device.queue_depth is not None]
    return {ON: str(min(depth.maximum or depth.value for depth in depths)), OFF: "1"}


def _why_none(device: Device) -> Message:
    name = QUEUE_POLICY if device.transport == "3ware" else QUEUE_DEPTH
    reason = device.missing.get(name, "")
    if device.queue_depth is not None and device.queue_depth.reason:
        reason = reason or device.queue_depth.reason
    said = sentence("NCQ can't be changed for {name}", name=device.name)
    return closed(together((said, reason), ": ") if reason else said)
