"""The policies of a 3ware unit: their values, why they can't be set, and their mapping to settings
of the unit's disks.

As settings they have the catalogue's names (``Scope.UNIT``) and values.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from storage_tuner.core.circumstances import ControllerState, UnitState
from storage_tuner.core.controller import Controller, Policy, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.tunable import CATALOGUE, Scope, Tunable
from storage_tuner.core.unit_state import why_locked
from storage_tuner_protocol.threeware import FIRST_FAMILY, POLICY_ATTRIBUTES, family, settable_word

TRANSPORT = "3ware"

_POLICIES = tuple(tunable for tunable in CATALOGUE if tunable.scope is Scope.UNIT)
_DRIVERS = {0: "3w-xxxx", 1: "3w-9xxx", 2: "3w-9xxx", 3: "3w-9xxx", 4: "3w-9xxx", 5: "3w-sas"}

_CACHE_CELL = re.compile(r"(R[bi]?)?(W)?")
_READ_WORDS = {"Ri": "Intelligent", "Rb": "Basic"}


def driver_of(model: str | None) -> str | None:
    """The kernel's driver for a model; None when the model is unknown."""
    of_model = family(model or "")
    return None if of_model is None else _DRIVERS[of_model]


def read_policies(
    model: str | None, unit: Unit, attributes: Mapping[str, str], failure: Text = ""
) -> tuple[Policy, ...]:
    """The five policies, from the unit's attributes, or else from its row in the table.

    ``failure`` is the reason why there are no attributes: their query failed.
    """
    printed = {key.casefold(): value for key, value in attributes.items()}
    from_table = _cache_policies(unit.cache or "")
    from_table["autoverify"] = unit.details.get("AVrfy") or unit.details.get("AVerify")
    policies = []
    for name, keys in POLICY_ATTRIBUTES.items():
        values = (printed.get(key) for key in keys)
        value = next((value for value in values if value), None) or from_table.get(name)
        reason = _why_not(name, model, unit)
        if value is None and not reason:
            reason = _why_unknown(failure)
        policies.append(Policy(name, value, reason))
    return tuple(policies)


def with_policies(
    devices: Iterable[Device], controllers: Iterable[Controller]
) -> tuple[Device, ...]:
    """``devices`` with the current policies of their units, and the reasons why some, or
    currently all, can't be set."""
    units = {disk: unit for each in controllers for unit in each.units for disk in unit.disks}
    return tuple(
        _with_unit(device, units.get(device.name)) if device.transport == TRANSPORT else device
        for device in devices
    )


def states_of(
    controllers: Iterable[Controller], disks: Collection[str]
) -> tuple[ControllerState, ...]:
    """The controller states to save with a measurement of ``disks``, for the controllers that have
    any of them."""
    states = (_state_of(controller, disks) for controller in controllers)
    return tuple(state for state in states if state.units)


def _cache_policies(cell: str) -> dict[str, str | None]:
    """The policies in the column "Cache", whose notation depends on the program's version."""
    if cell in ("ON", "OFF"):
        return {"wrcache": cell}
    found = _CACHE_CELL.fullmatch(cell)
    if not cell or found is None:
        return {}
    policies: dict[str, str | None] = {"wrcache": "on" if found[2] else "off"}
    if found[1] in _READ_WORDS:
        policies["rdcache"] = _READ_WORDS[found[1]]
    return policies


def _why_unknown(failure: Text) -> Message:
    if failure:
        return sentence("its value is unknown: {failure}", failure=failure)
    return sentence("this controller's firmware doesn't report it")


def _why_not(name: str, model: str | None, unit: Unit) -> Text:
    of_model = family(model or "")
    if unit.type == "SPARE" and name != "autoverify":
        return sentence("a spare has none")
    if of_model is None:
        return sentence("whether this model supports it is unknown")
    if of_model < FIRST_FAMILY[name]:
        return sentence("this model doesn't support it")
    return ""


def _with_unit(device: Device, unit: Unit | None) -> Device:
    reported = _reported_policies(unit)
    present = _values(unit)
    why = {name: reason for name, (value, reason) in reported.items() if not value}
    kept = {name: reason for name, reason in device.missing.items() if name not in present}
    reason = why_locked(unit, device.name) if unit else ""
    return replace(
        device,
        settings={**device.settings, **present},
        locked={**device.locked, **(dict.fromkeys(present, reason) if reason else {})},
        missing={**kept, **why},
    )


def _state_of(controller: Controller, disks: Collection[str]) -> ControllerState:
    version = controller.details.get("Driver Version", "")
    return ControllerState(
        controller.vendor,
        controller.model or "",
        controller.firmware or "",
        " ".join(filter(None, (controller.driver, version))),
        controller.bbu.status if controller.bbu else "",
        controller.bbu.ready if controller.bbu else None,
        tuple(
            UnitState(unit.id, unit.type, unit.status, unit.disks, len(unit.ports), _values(unit))
            for unit in controller.units
            if not set(unit.disks).isdisjoint(disks)
        ),
    )


def _values(unit: Unit | None) -> dict[str, str]:
    return {name: value for name, (value, _) in _reported_policies(unit).items() if value}


def _reported_policies(unit: Unit | None) -> dict[str, tuple[str, Text]]:
    """By name the value in the catalogue's notation, or "" and the reason why there is none."""
    known = {policy.name: policy for policy in unit.policies} if unit else {}
    return {tunable.name: _reported(tunable, known.get(tunable.name)) for tunable in _POLICIES}


def _reported(tunable: Tunable, policy: Policy | None) -> tuple[str, Text]:
    if policy is None:
        return "", sentence("the controller unit of this disk isn't known for certain")
    if policy.reason or policy.value is None:
        return "", policy.reason or sentence("not reported by the controller")
    word = settable_word(policy.value)
    if word not in tunable.choices:
        return "", sentence("the controller reports the unknown value {value}", value=policy.value)
    return word, ""
