"""Checks the values that a client sent against the allow-list."""

from __future__ import annotations

from collections.abc import Mapping

from storage_tuner_helper.arguments import integer_text, unexpected, wrong_type
from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import (
    POLICIES,
    Scope,
    Tunable,
    find,
    is_scheduler_name,
    is_undescribed_value,
)


def parted(values: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the policies of a unit, and the remaining values."""
    policies = {name: value for name, value in values.items() if name in POLICIES}
    return policies, {name: value for name, value in values.items() if name not in POLICIES}


def checked(name: str, value: object) -> str:
    """Return the value in the kernel's notation; raises ``InvalidArgument`` naming the key."""
    tunable = find(name)
    if tunable is None:
        raise unexpected(name)
    if not tunable.is_described:
        return _number_or_word(name, value)
    if tunable.scope is Scope.UNIT:
        return _choice(tunable, value)
    if tunable.choices:
        return _scheduler(name, value)
    if isinstance(value, str) and value in tunable.words:
        return value
    number = integer_text(name, value)
    if not tunable.minimum <= number <= tunable.maximum:
        raise InvalidArgument(
            said(
                "{key} must be from {minimum} to {maximum}.",
                key=name,
                minimum=tunable.minimum,
                maximum=tunable.maximum,
            )
        )
    return str(number)


def _scheduler(name: str, value: object) -> str:
    if isinstance(value, str) and is_scheduler_name(value):
        return value
    raise wrong_type(name, "a scheduler's name", value)


def _number_or_word(name: str, value: object) -> str:
    """Return the value of an attribute whose range only the kernel knows."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(text, str) and is_undescribed_value(text):
        return text
    raise wrong_type(name, "a whole number or a word", value)


def _choice(tunable: Tunable, value: object) -> str:
    """Return the matching choice as our own text, not the caller's."""
    for choice in tunable.choices:
        if value == choice:
            return choice
    raise InvalidArgument(
        said(
            "{key} must be one of {choices}.", key=tunable.name, choices=", ".join(tunable.choices)
        )
    )
