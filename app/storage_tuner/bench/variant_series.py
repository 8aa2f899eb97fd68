"""Variants over any tunables: one parameter at a time, or all combinations. Pure.

Every variant of a series sets everything that any of them changes, since an omitted setting would
keep the value of the previous variant. There are two exceptions, both due to the kernel: a
scheduler's own values exist only while it is active, and a switch of the scheduler gives them and
nr_requests the values that suit the new one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.plan import UNCHANGED, Variant
from storage_tuner.core.tunable import Scope, find, in_order

SCHEDULER = "scheduler"
DEPENDENT = "nr_requests"


class Series(StrEnum):
    ONE_AT_A_TIME = "one-at-a-time"
    ALL = "all"
    GREEDY = "greedy"


@dataclass(frozen=True)
class Parameter:
    """A tunable and the values to try, in the kernel's notation."""

    name: str
    values: tuple[str, ...]


def one_at_a_time(
    parameters: Sequence[Parameter], present: Mapping[str, str]
) -> tuple[Variant, ...]:
    """The current values, and each other value with everything else unchanged.

    ``present`` holds the value of every parameter that exists now.
    """
    base = base_of(parameters, present)
    changed = [
        {**base, parameter.name: value}
        for parameter in parameters
        for value in parameter.values
        if value != base.get(parameter.name)
    ]
    return variants_of([base, *(_settled(each, base) for each in changed)], base)


def all_combinations(
    parameters: Sequence[Parameter], present: Mapping[str, str]
) -> tuple[Variant, ...]:
    """All combinations of the parameters' values that are compatible."""
    base = base_of(parameters, present)
    names = [parameter.name for parameter in parameters]
    mixtures = (
        dict(zip(names, values, strict=True))
        for values in itertools.product(*(parameter.values for parameter in parameters))
    )
    return variants_of([_completed(each, base) for each in mixtures], base)


def not_varied(
    parameters: Sequence[Parameter], variants: Sequence[Variant]
) -> tuple[Parameter, ...]:
    """The parameters that none of ``variants`` sets, because they belong to a scheduler that is
    never active where they would be changed."""
    present = {name for variant in variants for name, _ in variant.settings}
    return tuple(parameter for parameter in parameters if parameter.name not in present)


def parameters_in(variants: Sequence[Variant]) -> tuple[Parameter, ...]:
    """The settings of ``variants``, with all their values."""
    values: dict[str, dict[str, None]] = {}
    for variant in variants:
        for name, value in variant.settings:
            values.setdefault(name, {})[value] = None
    return tuple(Parameter(name, tuple(found)) for name, found in values.items())


def combination_count(parameters: Sequence[Parameter]) -> int:
    """The largest number of variants from ``all_combinations``, without creating them."""
    return math.prod(len(parameter.values) for parameter in parameters)


def base_of(parameters: Sequence[Parameter], present: Mapping[str, str]) -> dict[str, str]:
    """The current values of the parameters; where a switch of the scheduler is involved, also all
    that it resets."""
    names = {parameter.name for parameter in parameters}
    if SCHEDULER in names or any(_scheduler_of(name, present) for name in names):
        active = present.get(SCHEDULER, "")
        own = {name for name in present if _scheduler_of(name, present) == active != ""}
        names |= {SCHEDULER, DEPENDENT, *own}
        names = {name for name in names if _scheduler_of(name, present) in ("", active)}
    return {name: present[name] for name in in_order(names) if name in present}


def variants_of(
    settings: Sequence[Mapping[str, str]], base: Mapping[str, str]
) -> tuple[Variant, ...]:
    """One variant for each of the settings, without duplicates, named after the differences from
    ``base``."""
    found: dict[tuple[tuple[str, str], ...], Variant] = {}
    for each in settings:
        ordered = tuple((name, each[name]) for name in in_order(each))
        found.setdefault(ordered, Variant(variant_name(each, base), ordered))
    return tuple(found.values())


def variant_name(settings: Mapping[str, str], base: Mapping[str, str]) -> str:
    """``bfq, read_ahead_kb=512``; ``as it is`` where nothing differs."""
    differing = [name for name in in_order(settings) if settings[name] != base.get(name)]
    words = [_word(name, settings[name]) for name in differing]
    return ", ".join(words) or UNCHANGED


def with_value(
    settings: Mapping[str, str], name: str, value: str, base: Mapping[str, str]
) -> dict[str, str]:
    """``settings`` with another value of one parameter, without settings incompatible with it."""
    changed = {**settings, name: value}
    if name == SCHEDULER and value != settings.get(SCHEDULER):
        return _completed(_settled(changed, settings), base)
    return _without_strangers(changed, base)


def _completed(settings: Mapping[str, str], base: Mapping[str, str]) -> dict[str, str]:
    """``settings`` completed from ``base``, as far as the scheduler is the same."""
    if settings.get(SCHEDULER, base.get(SCHEDULER)) == base.get(SCHEDULER):
        return {**base, **_without_strangers(settings, base)}
    return _without_strangers(settings, base)


def _settled(settings: Mapping[str, str], base: Mapping[str, str]) -> dict[str, str]:
    """``settings`` without nr_requests after a switch of the scheduler, where the kernel chooses
    it."""
    switched = settings.get(SCHEDULER) != base.get(SCHEDULER)
    kept = {name: value for name, value in settings.items() if not (switched and name == DEPENDENT)}
    return _without_strangers(kept, base)


def _without_strangers(settings: Mapping[str, str], base: Mapping[str, str]) -> dict[str, str]:
    """``settings`` without those of schedulers other than the one active then."""
    active = settings.get(SCHEDULER, base.get(SCHEDULER, ""))
    return {
        name: value for name, value in settings.items() if _scheduler_of(name, base) in ("", active)
    }


def _scheduler_of(name: str, present: Mapping[str, str]) -> str:
    """The scheduler that the setting belongs to, or "". One that several may have belongs to the
    active scheduler if it's ``present``: others may have another value, or not have it."""
    tunable = find(name)
    if tunable is None or tunable.scope is not Scope.SCHEDULER:
        return ""
    if not tunable.scheduler and name in present:
        return present.get(SCHEDULER, "")
    return tunable.earlier_form.scheduler


def _word(name: str, value: str) -> str:
    return value if name == SCHEDULER else f"{name}={value}"
