"""What settings and their values are called, in the window's language; no widgets."""

from __future__ import annotations

from storage_tuner.core.tunable import Tunable
from storage_tuner.present import setting
from storage_tuner.ui.language import translated, whole


def legible(tunable: Tunable) -> str:
    """ "Read-ahead" for read_ahead_kb; the kernel's name where there is no other."""
    return translated(setting.label(tunable.name))


def choice(tunable: Tunable, value: str) -> str:
    return translated(setting.choice(tunable, value))


def value(text: str, tunable: Tunable) -> str:
    """A value of the kernel's with its unit: "128 KiB", "on", "bfq"."""
    return translated(setting.value(text, tunable))


def plain(text: str, tunable: Tunable) -> str:
    """A value as short as it gets: "128", "on", "bfq"."""
    return whole(setting.plain(text, tunable))


def unit(tunable: Tunable, *, one: bool = False) -> str:
    return translated(setting.unit(tunable, one=one))
