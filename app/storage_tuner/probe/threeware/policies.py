"""The policies of a 3ware unit that can be switched, and their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from storage_tuner.core.controller import Policy, Unit
from storage_tuner.core.sentence import sentence

_FAMILIES = (
    (re.compile(r"[78][0-9]{3}\b"), 0),
    (re.compile(r"9500S"), 1),
    (re.compile(r"9550SX|9590SE"), 2),
    (re.compile(r"9650SE"), 3),
    (re.compile(r"9690SA"), 4),
    (re.compile(r"9750"), 5),
)
"""Models in the order of their age. Source: the vendor's command line guide for 10.2."""

_DRIVERS = {0: "3w-xxxx", 1: "3w-9xxx", 2: "3w-9xxx", 3: "3w-9xxx", 4: "3w-9xxx", 5: "3w-sas"}

_SINCE = {"qpolicy": 2, "rdcache": 3, "storsave": 2, "autoverify": 1, "wrcache": 0}
"""The first family that has the policy; reading caches want firmware of set 9.5.2 as well."""

_KEYS = {
    "qpolicy": ("Command Queuing Policy",),
    "rdcache": ("Read Cache",),
    "wrcache": ("Write Cache", "Write Cache State"),
    "storsave": ("Storsave Policy", "Command Storsave Policy"),
    "autoverify": ("Auto Verify Policy",),
}
POLICY_ATTRIBUTES = tuple(key for keys in _KEYS.values() for key in keys)
_CACHE_CELL = re.compile(r"(R[bi]?)?(W)?")
_READ_WORDS = {"Ri": "Intelligent", "Rb": "Basic"}
_OLD_FIRMWARE = sentence("this controller's firmware doesn't report it")


def driver_of(model: str | None) -> str | None:
    """The kernel's driver for a model; None when the model isn't known."""
    family = _family(model)
    return None if family is None else _DRIVERS[family]


def read_policies(
    model: str | None, unit: Unit, attributes: Mapping[str, str], failure: str = ""
) -> tuple[Policy, ...]:
    """The five policies, from the unit's attributes, or else from its row in the table.

    ``failure`` is why there are no attributes: the question about them failed.
    """
    told = {key.casefold(): value for key, value in attributes.items()}
    from_table = _cache_policies(unit.cache or "")
    from_table["autoverify"] = unit.details.get("AVrfy") or unit.details.get("AVerify")
    policies = []
    for name, keys in _KEYS.items():
        values = (told.get(key.casefold()) for key in keys)
        value = next((value for value in values if value), None) or from_table.get(name)
        reason = _why_not(name, model, unit)
        if value is None and not reason:
            reason = _unanswered(failure) if failure else _OLD_FIRMWARE
        policies.append(Policy(name, value, reason))
    return tuple(policies)


def without_switching(unit: Unit, reason: str) -> Unit:
    """The unit when none of its policies may be set; a reason that is there already stays."""
    policies = (replace(policy, reason=policy.reason or reason) for policy in unit.policies)
    return replace(unit, policies=tuple(policies))


def _family(model: str | None) -> int | None:
    return next((number for start, number in _FAMILIES if start.match(model or "")), None)


def _cache_policies(cell: str) -> dict[str, str | None]:
    """What the column "Cache" says; which of its notations is used depends on the program."""
    if cell in ("ON", "OFF"):
        return {"wrcache": cell}
    found = _CACHE_CELL.fullmatch(cell)
    if not cell or found is None:
        return {}
    policies: dict[str, str | None] = {"wrcache": "on" if found[2] else "off"}
    if found[1] in _READ_WORDS:
        policies["rdcache"] = _READ_WORDS[found[1]]
    return policies


def _unanswered(failure: str) -> str:
    return sentence("its value is unknown: {failure}", failure=failure)


def _why_not(name: str, model: str | None, unit: Unit) -> str:
    family = _family(model)
    if unit.type == "SPARE" and name != "autoverify":
        return sentence("a spare has none")
    if family is None:
        return sentence("it isn't known whether this model has it")
    if family < _SINCE[name]:
        return sentence("this model has none")
    return ""
