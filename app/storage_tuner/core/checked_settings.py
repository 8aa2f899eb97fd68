"""Checks settings that a person typed, or that a file asks for, before any device is looked at."""

from __future__ import annotations

from collections.abc import Mapping

from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence
from storage_tuner.core.setting_effects import contradiction, needless_zeros
from storage_tuner.core.suggestion import did_you_mean
from storage_tuner.core.tunable import BY_NAME, Tunable, find, in_order


def checked_settings(wanted: Mapping[str, str]) -> dict[str, str]:
    """{"nr_requests": "064", "scheduler": "bfq"} → {"scheduler": "bfq", "nr_requests": "64"}, in
    the order in which they are set, without zeros that follow from another setting.

    Raises ``InvalidInput`` for an unknown name, an invalid value, and settings that exclude each
    other.
    """
    settings = {name: _checked(name, value) for name, value in wanted.items()}
    if reason := contradiction(settings):
        raise InvalidInput(reason)
    zeros = needless_zeros(settings)
    return {name: settings[name] for name in in_order(settings) if name not in zeros}


def _checked(name: str, value: str) -> str:
    tunable = find(name)
    if tunable is None:
        raise InvalidInput(
            sentence("Unknown setting {name!r}.", name=name),
            did_you_mean(
                name,
                BY_NAME,
                sentence("Run 'storage-tuner show DEVICE' to list the available settings."),
            ),
        )
    if refusal := tunable.refusal(value):
        raise InvalidInput(
            sentence(
                "{name}={value} can't be set: {refusal}.",
                name=name,
                value=value,
                refusal=refusal,
            )
        )
    return _as_the_kernel_writes(tunable, value)


def _as_the_kernel_writes(tunable: Tunable, value: str) -> str:
    """The value without leading zeros, so that it can be compared with the current one."""
    is_number = value.removeprefix("-").isdecimal()
    return str(int(value)) if is_number and not tunable.choices else value
