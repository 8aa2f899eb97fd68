"""``--overwrite``: the user's confirmation that an empty disk may be overwritten."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from storage_tuner.cli.output.terminal import printable
from storage_tuner.client.overwriting import another_name, name_to_type, require_free
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.plan_building import require_possible
from storage_tuner.present.device import size
from storage_tuner.probe.block.devices import find_device, read_devices

ASK = ""


def needed_name(target: Target, workloads: Sequence[Workload], given: str | None) -> str:
    """The name to type to allow overwriting; "" when nothing would be overwritten. The user isn't
    prompted.

    Raises ``InvalidInput`` for workloads that can't run on ``target``, and for an unneeded
    permission. Empty ``workloads`` are the default ones.
    """
    overwriting = given is not None
    for workload in workloads:
        require_possible(workload, target, overwriting=overwriting)
    if not overwriting:
        return ""
    if target.kind is not TargetKind.DEVICE:
        raise InvalidInput(sentence("--overwrite requires a device as TARGET."))
    if workloads and not any(workload.writes for workload in workloads):
        raise InvalidInput(sentence("None of these workloads writes: leave out --overwrite."))
    return name_to_type(_device(target))


def agreed_name(target: Target, workloads: Sequence[Workload], given: str | None) -> str:
    """The disk's name, ``given`` or typed by the user after a warning; "" when nothing would be
    overwritten.

    Raises as ``needed_name``, ``InvalidInput`` for another name, ``DeviceBusy`` and
    ``NotEmpty``.
    """
    name = needed_name(target, workloads, given)
    if not name:
        return ""
    device = _device(target)
    require_free(device)
    print("\n".join(_warning(device)), file=sys.stderr)
    typed = " ".join((given or _typed(name)).split())
    if typed != name:
        raise another_name(device.name, printable(typed))
    return typed


def _device(target: Target) -> Device:
    assert target.device is not None
    return find_device(target.device, read_devices(Path("/")))


def _warning(device: Device) -> list[str]:
    facts = f"{device.path}, {device.title}, {size(device.size_bytes)}"
    if device.serial:
        facts = tr("{facts}, serial number {serial}", facts=facts, serial=device.serial)
    return [
        printable(
            tr(
                "All data on {facts} will be lost: the tests overwrite the whole device.",
                facts=facts,
            )
        ),
        tr(
            "{device} is unmounted, not in use, and has no partitions. Before writing, the "
            "helper also checks for file systems, partition tables, swap, array members, volume "
            "groups and encrypted volumes, and refuses a disk that isn't empty.",
            device=device.name,
        ),
    ]


def _typed(name: str) -> str:
    """The name typed by the user. Raises ``InvalidInput`` without a terminal."""
    if not sys.stdin.isatty():
        raise InvalidInput(
            sentence("Overwriting the disk can't be confirmed without a terminal."),
            sentence('To allow it, add --overwrite "{name}".', name=printable(name)),
        )
    print(
        tr("To continue, type {name}: ", name=printable(name)),
        end="",
        file=sys.stderr,
        flush=True,
    )
    return sys.stdin.readline()
