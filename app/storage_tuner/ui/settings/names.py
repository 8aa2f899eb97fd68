"""What settings and their values are called, in the window's language; no widgets."""

from __future__ import annotations

from storage_tuner.core.tunable import BY_NAME, Tunable
from storage_tuner.present import setting
from storage_tuner.present.wording import printable


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


def setting_name(name: str) -> str:
    """ "Queue depth" for queue_depth; what isn't known is called as it is."""
    shown = str(setting.label(name))
    return shown[:1].upper() + shown[1:] if name not in BY_NAME else shown


def setting_value(name: str, text: str) -> str:
    """With its unit, or what it stands for."""
    return value(text, BY_NAME[name]) if name in BY_NAME else printable(text)
