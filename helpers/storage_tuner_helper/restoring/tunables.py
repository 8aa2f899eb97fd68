"""Whether a value may be set: the allow-list held against what a client sent."""

from __future__ import annotations

from collections.abc import Mapping

from storage_tuner_helper.arguments import integer_text, printable_key, word
from storage_tuner_helper.errors import InvalidArgument
from storage_tuner_protocol.tunables import BY_NAME, POLICIES, Scope, Tunable


def parted(values: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The policies of a unit, and the rest."""
    policies = {name: value for name, value in values.items() if name in POLICIES}
    return policies, {name: value for name, value in values.items() if name not in POLICIES}


def checked(name: str, value: object) -> str:
    """The value as the kernel wants to read it; raises ``InvalidArgument`` naming the key."""
    tunable = BY_NAME.get(name)
    if tunable is None:
        raise InvalidArgument(f"{printable_key(name)} isn't expected here.")
    if tunable.scope is Scope.UNIT:
        return _choice(tunable, value)
    if tunable.choices:
        return word(name, value)
    if isinstance(value, str) and value in tunable.words:
        return value
    number = integer_text(name, value)
    if not tunable.minimum <= number <= tunable.maximum:
        raise InvalidArgument(f"{name} must be from {tunable.minimum} to {tunable.maximum}.")
    return str(number)


def _choice(tunable: Tunable, value: object) -> str:
    """Our own text of it, whatever the caller's was."""
    for choice in tunable.choices:
        if value == choice:
            return choice
    raise InvalidArgument(f"{tunable.name} must be one of {', '.join(tunable.choices)}.")
