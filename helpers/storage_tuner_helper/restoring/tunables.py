"""Checks the values that a client sent against the allow-list."""

from __future__ import annotations

from collections.abc import Mapping

from storage_tuner_helper.arguments import integer_text, unexpected, word
from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import BY_NAME, POLICIES, Tunable


def parted(values: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the policies of a unit, and the remaining values."""
    policies = {name: value for name, value in values.items() if name in POLICIES}
    return policies, {name: value for name, value in values.items() if name not in POLICIES}


def checked(name: str, value: object) -> str:
    """Return the value in the kernel's notation; raises ``InvalidArgument`` naming the key."""
    tunable = BY_NAME.get(name)
    if tunable is None:
        raise unexpected(name)
    if name == "scheduler":
        return word(name, value)
    if tunable.choices:
        return _choice(tunable, value)
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
