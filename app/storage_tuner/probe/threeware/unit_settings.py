"""The policies of units as settings of the disks that the units are.

The names are the catalogue's (``Scope.UNIT``), the values its words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from storage_tuner.core.circumstances import ControllerState, UnitState
from storage_tuner.core.controller import Controller, Policy, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.tunable import CATALOGUE, Scope, Tunable
from storage_tuner.core.unit_state import why_locked
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.threeware.reading import read_controllers
from storage_tuner_protocol.threeware import settable_word

TRANSPORT = "3ware"

_POLICIES = tuple(tunable for tunable in CATALOGUE if tunable.scope is Scope.UNIT)
_NOT_SURE = sentence("it isn't sure which unit of a controller this disk is")


def controllers_of(
    device: Device, devices: Sequence[Device], root: Path = Path("/")
) -> tuple[Controller, ...]:
    """The controllers of this computer when ``device`` stands on a unit of one. Nothing is asked
    when it doesn't, since that takes a while, nor for a captured tree."""
    disks = (device, *disks_that_count(device, devices))
    if tree_root(root) or not any(disk.transport == TRANSPORT for disk in disks):
        return ()
    return read_controllers(None, devices, root)


def with_policies(
    devices: Iterable[Device], controllers: Iterable[Controller]
) -> tuple[Device, ...]:
    """``devices`` with what their units' policies are set to, and with the reasons why the others
    can't be set, or none can now."""
    units = {disk: unit for each in controllers for unit in each.units for disk in unit.disks}
    return tuple(
        _with_unit(device, units.get(device.name)) if device.transport == TRANSPORT else device
        for device in devices
    )


def _with_unit(device: Device, unit: Unit | None) -> Device:
    told = _reported_policies(unit)
    there = {name: value for name, (value, _) in told.items() if value}
    why = {name: reason for name, (value, reason) in told.items() if not value}
    kept = {name: reason for name, reason in device.missing.items() if name not in there}
    reason = why_locked(unit, device.name) if unit else ""
    return replace(
        device,
        settings={**device.settings, **there},
        locked={**device.locked, **(dict.fromkeys(there, reason) if reason else {})},
        missing={**kept, **why},
    )


def state_of(controller: Controller, disks: Collection[str]) -> ControllerState | None:
    """What is kept of it with a measurement of ``disks``; None when it has none of them."""
    units = tuple(
        UnitState(
            unit.id,
            unit.type,
            unit.status,
            unit.disks,
            len(unit.ports),
            {name: value for name, (value, _) in _reported_policies(unit).items() if value},
        )
        for unit in controller.units
        if not set(unit.disks).isdisjoint(disks)
    )
    if not units:
        return None
    version = controller.details.get("Driver Version", "")
    return ControllerState(
        controller.vendor,
        controller.model or "",
        controller.firmware or "",
        " ".join(filter(None, (controller.driver, version))),
        controller.bbu.status if controller.bbu else "",
        controller.bbu.ready if controller.bbu else None,
        units,
    )


def _reported_policies(unit: Unit | None) -> dict[str, tuple[str, Text]]:
    """By name what ``_told`` says."""
    known = {policy.name: policy for policy in unit.policies} if unit else {}
    return {tunable.name: _reported(tunable, known.get(tunable.name)) for tunable in _POLICIES}


def _reported(tunable: Tunable, policy: Policy | None) -> tuple[str, Text]:
    """The value in the catalogue's words, or "" and why there is none."""
    if policy is None:
        return "", _NOT_SURE
    if policy.reason or policy.value is None:
        return "", policy.reason or sentence("the controller doesn't tell")
    word = settable_word(policy.value)
    if word not in tunable.choices:
        return "", sentence("the controller says {value}, which isn't known", value=policy.value)
    return word, ""
