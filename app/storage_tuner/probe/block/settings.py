"""The tunables of a device, with their values in the kernel's notation."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from functools import lru_cache

from storage_tuner.core.device import SchedulerState
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.tunable import (
    BY_NAME,
    LINK_POLICY,
    OF_DEVICES,
    UNDESCRIBED,
    Scope,
    Tunable,
    find,
)
from storage_tuner.probe.block.attributes import (
    NOT_REPORTED,
    AttributeReader,
    entries,
    whole_number,
)
from storage_tuner_protocol.kernel import chosen, settable_value
from storage_tuner_protocol.tunables import LINK_POLICY_SUPPORTED, NEEDS, is_undescribed_value

_NEEDS_QUEUE = ("scheduler", "nr_requests", "rq_affinity", "wbt_lat_usec")
"""They have no effect on a device that passes its requests on, though older kernels show the
files."""

_NEVER_SUSPENDED = sentence("the kernel never suspends this device on its own")

_NO_QUEUE = sentence("this device has no request queue of its own")

_SCHEDULER_FOLDER = "queue/iosched"
_MOVED = tuple(tunable for tunable in OF_DEVICES if tunable.earlier is not None)


def read_settings(
    reader: AttributeReader, kind: str, newer: tuple[str, ...]
) -> tuple[SchedulerState | None, dict[str, str]]:
    """The scheduler, and every tunable that has a value; ``newer`` is that of
    ``newer_tunables``."""
    scheduler = _scheduler(reader)
    settings = {} if scheduler is None else {"scheduler": scheduler.active}
    own, foreign = _sorted_out(scheduler.active if scheduler else None, kind, newer)
    reader.missing.update(foreign)
    for tunable in own:
        if NEEDS.get(tunable.name, "") not in {"", *settings}:
            reader.missing[tunable.name] = _NEVER_SUSPENDED
        elif value := read_value(reader, tunable, sentence("this device has no such setting")):
            settings[tunable.name] = value
    if scheduler is not None:
        settings |= _undescribed(reader, settings)
    return scheduler, settings


def newer_tunables(reader: AttributeReader) -> tuple[str, ...]:
    """The tunables that this kernel has in another form than earlier ones."""
    return tuple(one.name for one in _MOVED if reader.reported(one.attribute) is not None)


def _undescribed(reader: AttributeReader, described: Mapping[str, str]) -> dict[str, str]:
    """The values that the scheduler has in addition to those ``described``, if they can be set and
    restored; the reason for each other one."""
    known = {attribute for name in described for attribute in BY_NAME[name].attributes}
    found = {}
    for entry in sorted(entries(f"{reader.folder}/{_SCHEDULER_FOLDER}")):
        name, attribute = f"{UNDESCRIBED}{entry}", f"{_SCHEDULER_FOLDER}/{entry}"
        if attribute in known or find(name) is None:
            continue
        mode = _mode(f"{reader.folder}/{attribute}")
        if not mode & stat.S_IRUSR:
            reader.missing[name] = sentence("can only be written")
            continue
        text = reader.text(name, attribute)
        if text is None:
            continue
        if not is_undescribed_value(text):
            reader.missing[name] = sentence("not a number or a word")
        elif not mode & stat.S_IWUSR:
            reader.missing[name] = sentence("can only be read: {value}", value=text)
        else:
            found[name] = text
    return found


def _mode(path: str) -> int:
    """The permissions of a file; none for a link or anything else."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return 0
    return stat.S_IMODE(mode) if stat.S_ISREG(mode) else 0


def read_value(reader: AttributeReader, tunable: Tunable, not_there: Text) -> str | None:
    """The current value, or None with a reason, which is ``not_there`` when the file doesn't
    exist."""
    reported = reader.text(tunable.name, tunable.attribute)
    if reported is None:
        if reader.missing[tunable.name] == NOT_REPORTED:
            reader.missing[tunable.name] = not_there
        return None
    value = settable_value(reported)
    if reason := _unsettable(reader, tunable, value):
        reader.missing[tunable.name] = reason
        return None
    return value


def _unsettable(reader: AttributeReader, tunable: Tunable, value: str) -> Text:
    """The reason why a reported value isn't one that can be set again; "" when it is."""
    if tunable.name == LINK_POLICY and reader.reported(LINK_POLICY_SUPPORTED) == "0":
        return sentence("the port or a drive on it doesn't support link power management")
    if tunable.choices:
        return (
            ""
            if value in tunable.choices
            else sentence("{value}, which couldn't be restored after a change", value=value[:40])
        )
    found = whole_number(value)
    is_number = found is not None and found >= 0
    return "" if is_number or value in tunable.words else sentence("not a number")


@lru_cache(maxsize=64)
def _sorted_out(
    scheduler: str | None, kind: str, newer: tuple[str, ...]
) -> tuple[tuple[Tunable, ...], dict[str, Text]]:
    """The tunables that a device may have in addition to the scheduler, and why it lacks the
    others."""
    possible = (one if one.name in newer else one.earlier_form for one in OF_DEVICES)
    reasons = {
        tunable: _foreign(tunable, scheduler, kind)
        for tunable in possible
        if tunable.name != "scheduler"
    }
    own = tuple(tunable for tunable, reason in reasons.items() if not reason)
    return own, {tunable.name: reason for tunable, reason in reasons.items() if reason}


def _foreign(tunable: Tunable, scheduler: str | None, kind: str) -> Text:
    """The reason why this device can't have the tunable, regardless of its files; "" when it
    can."""
    if tunable.scope is Scope.ARRAY and kind != "md":
        return sentence("only available for arrays")
    if tunable.scope is Scope.UNIT:
        return sentence("only available for units of a 3ware controller")
    if not tunable.fits(scheduler) and not tunable.scheduler:
        return sentence("only available with a scheduler")
    if not tunable.fits(scheduler):
        return sentence(
            "only available with the scheduler {scheduler}", scheduler=tunable.scheduler
        )
    if scheduler is None and tunable.name in _NEEDS_QUEUE:
        return _NO_QUEUE
    return ""


def _scheduler(reader: AttributeReader) -> SchedulerState | None:
    """The scheduler; None when no name is in brackets: such a device passes its requests on
    unscheduled."""
    text = reader.text("scheduler", "queue/scheduler")
    if text is None:
        if reader.missing["scheduler"] == NOT_REPORTED:
            reader.missing["scheduler"] = _NO_QUEUE
        return None
    if not (active := chosen(text)):
        reader.missing["scheduler"] = _NO_QUEUE
        return None
    return SchedulerState(active, tuple(word.strip("[]") for word in text.split()))
