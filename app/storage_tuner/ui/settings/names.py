"""Names of settings and values in the window's language; no widgets."""

from __future__ import annotations

from storage_tuner.core.message import tr
from storage_tuner.core.tunable import Tunable, find
from storage_tuner.present import setting
from storage_tuner.present.wording import printable


def legible(tunable: Tunable) -> str:
    """ "Read-ahead" for read_ahead_kb; the kernel's name where there is no other."""
    return str(setting.label(tunable.name))


def kernel_name(name: str) -> str:
    """The kernel's name, to be shown beside the label; "" where the label is the same word."""
    return "" if setting_name(name).casefold() == name.casefold() else name


def titled(name: str) -> str:
    """ "Read-ahead · read_ahead_kb", for a line of a list."""
    return " · ".join(filter(None, (setting_name(name), kernel_name(name))))


def named(name: str) -> str:
    """ "Read-ahead (read_ahead_kb)", for within a sentence."""
    if not kernel_name(name):
        return setting_name(name)
    return tr("{label} ({name})", label=setting_name(name), name=name)


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
    """ "Queue depth" for queue_depth; an unknown one keeps its name."""
    shown = str(setting.label(name))
    return shown[:1].upper() + shown[1:] if find(name) is None else shown


def setting_value(name: str, text: str) -> str:
    """A value with its unit, or its meaning."""
    tunable = find(name)
    return printable(text) if tunable is None else value(text, tunable)
