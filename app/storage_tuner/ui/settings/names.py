"""What settings and their values are called, in the window's language; no widgets."""

from __future__ import annotations

from storage_tuner.core.tunable import Tunable
from storage_tuner.present import setting


def legible(tunable: Tunable) -> str:
    """ "Read-ahead" for read_ahead_kb; the kernel's name where there is no other."""
    return str(setting.label(tunable.name))


def choice(tunable: Tunable, value: str) -> str:
    return str(setting.choice(tunable, value))


def value(text: str, tunable: Tunable) -> str:
    """A value of the kernel's with its unit: "128 KiB", "on", "bfq"."""
    return str(setting.value(text, tunable))


def plain(text: str, tunable: Tunable) -> str:
    """A value as short as it gets: "128", "on", "bfq"."""
    return setting.plain(text, tunable)


def unit(tunable: Tunable, *, one: bool = False) -> str:
    return str(setting.unit(tunable, one=one))
