"""The policies of a 3ware unit that can be switched, and their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from storage_tuner.core.controller import Policy, Unit
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner_protocol.threeware import FIRST_FAMILY, POLICY_ATTRIBUTES, family

_DRIVERS = {0: "3w-xxxx", 1: "3w-9xxx", 2: "3w-9xxx", 3: "3w-9xxx", 4: "3w-9xxx", 5: "3w-sas"}

_CACHE_CELL = re.compile(r"(R[bi]?)?(W)?")
_READ_WORDS = {"Ri": "Intelligent", "Rb": "Basic"}
_OLD_FIRMWARE = sentence("this controller's firmware doesn't report it")


def driver_of(model: str | None) -> str | None:
    """The kernel's driver for a model; None when the model isn't known."""
    of_model = family(model or "")
    return None if of_model is None else _DRIVERS[of_model]


def read_policies(
    model: str | None, unit: Unit, attributes: Mapping[str, str], failure: Text = ""
) -> tuple[Policy, ...]:
    """The five policies, from the unit's attributes, or else from its row in the table.

    ``failure`` is why there are no attributes: the question about them failed.
    """
    told = {key.casefold(): value for key, value in attributes.items()}
    from_table = _cache_policies(unit.cache or "")
    from_table["autoverify"] = unit.details.get("AVrfy") or unit.details.get("AVerify")
    policies = []
    for name, keys in POLICY_ATTRIBUTES.items():
        values = (told.get(key) for key in keys)
        value = next((value for value in values if value), None) or from_table.get(name)
        reason = _why_not(name, model, unit)
        if value is None and not reason:
            reason = _unanswered(failure) if failure else _OLD_FIRMWARE
        policies.append(Policy(name, value, reason))
    return tuple(policies)


def without_switching(unit: Unit, reason: Text) -> Unit:
    """The unit when none of its policies may be set; a reason that is there already stays."""
    policies = (replace(policy, reason=policy.reason or reason) for policy in unit.policies)
    return replace(unit, policies=tuple(policies))


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


def _unanswered(failure: Text) -> Message:
    return sentence("its value is unknown: {failure}", failure=failure)


def _why_not(name: str, model: str | None, unit: Unit) -> Text:
    of_model = family(model or "")
    if unit.type == "SPARE" and name != "autoverify":
        return sentence("a spare has none")
    if of_model is None:
        return sentence("it isn't known whether this model has it")
    if of_model < FIRST_FAMILY[name]:
        return sentence("this model has none")
    return ""
