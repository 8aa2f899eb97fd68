"""The target of a measurement, with everything known about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.bench.variant_series import Parameter
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.hazards import has_battery, hazard_of
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.tunable import Hazard, Scope
from storage_tuner.jobs.planning.varied_settings import require_legal, scope_of
from storage_tuner.measuring.recorder import RecordedSubjects
from storage_tuner.probe.block.devices import devices_named, find_device, read_devices
from storage_tuner.probe.files.target import (
    UnderlyingDisks,
    counters_of_path,
    devices_to_tune,
    resolve_path,
)
from storage_tuner.probe.md.array_work import arrays_on
from storage_tuner.probe.threeware import controllers_of, with_policies
from storage_tuner.probe.virtual_memory import read_virtual_memory


@dataclass(frozen=True)
class Subject:
    """``device`` is the measured one, or the one underlying a file; None when that isn't known, and
    ``no_device`` is then a sentence with the reason. ``tuned`` get the settings: the device, an
    array's members, or the devices underlying a file; none without ``target.device``. ``devices``
    are all of the computer, ``controllers`` the underlying ones. ``overwriting``: the device may be
    overwritten."""

    target: Target
    device: Device | None = None
    tuned: tuple[Device, ...] = ()
    devices: tuple[Device, ...] = ()
    controllers: tuple[Controller, ...] = ()
    no_device: Text = ""
    overwriting: bool = False

    @property
    def arrays(self) -> tuple[str, ...]:
        """The arrays on the device, whose own work would disturb a measurement."""
        return arrays_on(self.device, self.devices) if self.device else ()

    @property
    def drives(self) -> tuple[str, ...]:
        """The drives whose temperature is recorded."""
        disks = disks_that_count(self.device, self.devices) if self.device else ()
        return tuple(disk.name for disk in disks)

    def hazards(self, parameters: Sequence[Parameter]) -> tuple[Hazard, ...]:
        """The data-loss hazards of varying ``parameters`` if the power fails; they must be
        allowed."""
        found = (
            hazard_of(
                each.name,
                value,
                disk.settings,
                has_battery=has_battery(disk.name, self.controllers),
            )
            for disk in self.tuned
            for each in parameters
            for value in each.values
        )
        return tuple(dict.fromkeys(hazard for hazard in found if hazard is not None))


def read_subject(target: Target, root: Path = Path("/")) -> Subject:
    """Return ``target`` in its current state. Raises ``InvalidInput`` and ``DeviceError``."""
    underlying = _underlying(target, root)
    devices = read_devices(root)
    name = target.device or underlying.drive
    if name is None:
        return Subject(target, devices=devices, no_device=underlying.reason)
    controllers = controllers_of(find_device(name, devices, root), devices, root)
    devices = with_policies(devices, controllers)
    device = find_device(name, devices, root)
    _require_worth_tuning(device)
    tuned = underlying.devices if target.device is not None else ()
    return Subject(
        target,
        device,
        devices_named(tuned, devices),
        devices,
        controllers,
        underlying.reason,
    )


def among(subject: Subject, devices: tuple[Device, ...], root: Path = Path("/")) -> Subject:
    """Return ``subject`` updated from ``devices``, which are all of the computer."""
    device = subject.device and find_device(subject.device.name, devices, root)
    return replace(subject, devices=devices, device=device)


def recorded_subjects(subject: Subject) -> RecordedSubjects:
    """The subjects to record during a measurement."""
    devices = {device.name: device for device in subject.tuned}
    if subject.device is not None:
        devices.setdefault(subject.device.name, subject.device)
    path = subject.target.path if subject.target.kind is TargetKind.FILE else None
    if path is not None:
        counters = counters_of_path(path)
    else:
        counters = f"/sys/block/{subject.device.name}/stat" if subject.device else None
    return RecordedSubjects(
        tuple(devices.values()),
        subject.drives,
        Path(path) if path is not None else None,
        counters,
        subject.controllers,
    )


def settings_now(
    subject: Subject, parameters: Sequence[Parameter], root: Path = Path("/")
) -> Mapping[str, str]:
    """The current settings of the owner of ``parameters``: the devices, the array itself, or the
    computer.

    Raises ``InvalidInput`` for settings that don't exist there or don't accept the values.
    """
    scope = scope_of(parameters)
    if scope is Scope.MACHINE:
        memory = read_virtual_memory(root)
        require_legal(parameters, memory)
        return memory.settings
    if scope is Scope.ARRAY:
        if subject.target.kind is not TargetKind.DEVICE:
            raise InvalidInput(
                sentence("To vary settings of an array, choose the array as the target.")
            )
        assert subject.device is not None
        require_legal(parameters, subject.device)
        return subject.device.settings
    for device in subject.tuned:
        require_legal(parameters, device)
    if not subject.tuned:
        raise InvalidInput(sentence("There is no device whose settings can be varied."))
    return subject.tuned[0].settings


def _underlying(target: Target, root: Path) -> UnderlyingDisks:
    """The devices whose settings matter: an array's members, a file's underlying disks."""
    if target.kind is TargetKind.FILE and target.path:
        return resolve_path(Path(target.path), root)
    assert target.device is not None
    device = find_device(target.device, read_devices(root), root)
    return UnderlyingDisks(devices_to_tune(device, root))


def _require_worth_tuning(device: Device) -> None:
    """Raises ``InvalidInput``."""
    if device.kind == "optical":
        raise InvalidInput(
            sentence(
                "{device} is an optical drive; no setting makes it faster.", device=device.name
            ),
            sentence("Choose a disk."),
        )
