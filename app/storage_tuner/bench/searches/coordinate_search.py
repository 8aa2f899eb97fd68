"""Coordinate search: one parameter after the other, each at the best of the others so far. Pure.

A decided comparison moves the search: the better value is kept; equal and inconclusive ones keep
the present value. The search is over when a whole round changed nothing. It finds a value that no
single change improves, which needn't be the best of all combinations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.bench.variant_series import Parameter, base_of, variants_of, with_value
from storage_tuner.core.plan import Variant


@dataclass(frozen=True)
class SearchStep:
    """The comparison of one parameter over ``variants``; ``best`` is the one shown to be better
    than the previous one, None when none was."""

    parameter: str
    variants: tuple[Variant, ...]
    best: Variant | None


@dataclass(frozen=True)
class Question:
    """The next comparison: the present settings first, the others differ in ``parameter``.
    ``round`` counts the comparisons of the parameter from 1."""

    parameter: str
    round: int
    variants: tuple[Variant, ...]


def next_question(
    parameters: Sequence[Parameter],
    present: Mapping[str, str],
    history: Sequence[SearchStep],
) -> Question | None:
    """The comparison after ``history``; None when a round changed nothing."""
    base = base_of(parameters, present)
    settings = settings_after(parameters, present, history)
    settled = _settled(history)
    for parameter in _from_the_last_on(parameters, history):
        if parameter.name in settled:
            continue
        variants = _variants(parameter, settings, base)
        if len(variants) > 1:
            asked = sum(comparison.parameter == parameter.name for comparison in history)
            return Question(parameter.name, asked + 1, variants)
    return None


def settings_after(
    parameters: Sequence[Parameter], present: Mapping[str, str], history: Sequence[SearchStep]
) -> dict[str, str]:
    """The best known settings: the current position of the search."""
    settings = base_of(parameters, present)
    for comparison in history:
        if comparison.best is not None:
            settings = dict(comparison.best.settings)
    return settings


def _variants(
    parameter: Parameter, settings: Mapping[str, str], base: Mapping[str, str]
) -> tuple[Variant, ...]:
    others = [
        with_value(settings, parameter.name, value, base)
        for value in parameter.values
        if value != settings.get(parameter.name)
    ]
    possible = [each for each in others if parameter.name in each]
    return variants_of([settings, *possible], base)


def _settled(history: Sequence[SearchStep]) -> set[str]:
    """The parameters already compared with all others at their current values."""
    settled: set[str] = set()
    for comparison in reversed(history):
        settled.add(comparison.parameter)
        if comparison.best is not None:
            break
    return settled


def _from_the_last_on(
    parameters: Sequence[Parameter], history: Sequence[SearchStep]
) -> list[Parameter]:
    names = [parameter.name for parameter in parameters]
    start = names.index(history[-1].parameter) + 1 if history else 0
    return [*parameters[start:], *parameters[:start]]
