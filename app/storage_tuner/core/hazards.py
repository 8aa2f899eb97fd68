"""Settings that can lose data, and must be allowed by name; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from storage_tuner.core.controller import Controller
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence
from storage_tuner.core.tunable import BY_NAME, CATALOGUE, Hazard

HAZARDS: Mapping[str, Hazard] = {
    tunable.hazard.name: tunable.hazard for tunable in CATALOGUE if tunable.hazard is not None
}
"""All hazards by name."""


def hazard_of(
    name: str, value: str, present: Mapping[str, str], *, has_battery: bool
) -> Hazard | None:
    """The hazard of setting ``name`` to ``value`` where ``present`` is set; None when the change
    adds no risk. ``has_battery``: the controller has a battery that is ready."""
    tunable = BY_NAME.get(name)
    hazard = tunable.hazard if tunable is not None else None
    if hazard is None or value not in hazard.values or present.get(name) == value:
        return None
    return None if hazard.without_battery and has_battery else hazard


def hazards_of(
    wanted: Mapping[str, str], present: Mapping[str, str], *, has_battery: bool
) -> tuple[Hazard, ...]:
    """The hazards of ``wanted``, each once."""
    return tuple(
        hazard
        for name, value in wanted.items()
        if (hazard := hazard_of(name, value, present, has_battery=has_battery))
    )


def has_battery(disk: str, controllers: Iterable[Controller]) -> bool:
    """Whether the controller of the unit ``disk`` has a battery that is ready; False where that is
    unknown."""
    return any(
        controller.bbu is not None and controller.bbu.ready
        for controller in controllers
        for unit in controller.units
        if disk in unit.disks
    )


def require_allowed(hazards: Iterable[Hazard], allowed: Sequence[str]) -> tuple[str, ...]:
    """The names of ``hazards``. Raises ``InvalidInput``, describing the possible loss, when one of
    them isn't in ``allowed``."""
    names = tuple(dict.fromkeys(hazard.name for hazard in hazards))
    for name in names:
        if name not in allowed:
            raise InvalidInput(
                HAZARDS[name].loss,
                sentence("To accept this risk, add --allow-risk {name}.", name=name),
            )
    return names
