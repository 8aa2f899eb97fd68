"""The commands that measure settings of a device, or at least try them; pure."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from itertools import chain

from storage_tuner.advice.published.device_facts import Setup
from storage_tuner.advice.published.hypotheses import RuleTarget, refusal_at, worst_risk
from storage_tuner.core.plan import Use
from storage_tuner.core.tunable import VIRTUAL_MEMORY, Risk, Scope, Tunable

OF_THE_ARRAY_ITSELF = frozenset({"read_ahead_kb"})
"""What an array uses of its own, and not its members' (besides what only arrays have)."""

_NEED_A_FOLDER = {
    "read_ahead_kb": " --workloads iozone-fread-1m",
    **dict.fromkeys(
        ("wbt_lat_usec", "async_depth", "write_expire", "writes_starved", "wrcache"), ""
    ),
}
"""What acts on reading through the page cache, and on writing; each with what else must be said."""

_ONLY_TRIED = "storage-tuner set "


def decides(command: str) -> bool:
    """Whether ``command`` measures, and doesn't only try."""
    return bool(command) and not command.startswith(_ONLY_TRIED)


def command_for(
    setup: Setup, use: Use, tunable: Tunable, places: Sequence[RuleTarget], trials: Sequence[str]
) -> str:
    """Compares what is set at ``places`` with ``trials``, of which there is one at least.

    ``sweep`` reads a device only, past the page cache: for the rest it needs a folder. What an
    array does when it's written to is for ``live``. What nothing measures can be tried.
    """
    name = setup.device.name
    now = (place.value for place in places if not tunable.refusal(place.value))
    values = ",".join(dict.fromkeys((*now, *trials)))
    folder = _folder(setup, tunable)
    if tunable.name == "scheduler":
        wish = "" if use is Use.NOT_SURE else f" --use-for {use.value}"
        return f"storage-tuner tune {name} --schedulers {values}{wish}"
    if tunable.scope is Scope.ARRAY:
        return f"storage-tuner live {name} --vary {tunable.name}={values}"
    if tunable.scope is not Scope.MACHINE and tunable.name not in _NEED_A_FOLDER:
        return f"storage-tuner sweep {name} --vary {tunable.name}={values}"
    if folder and tunable.scope is not Scope.MACHINE:
        chosen = _NEED_A_FOLDER[tunable.name]
        return f"storage-tuner sweep {folder} --vary {tunable.name}={values}{chosen}"
    where = VIRTUAL_MEMORY if tunable.scope is Scope.MACHINE else name
    members = "" if places[0].devices[0] in (where, name) else " --members"
    return f"{_ONLY_TRIED}{where} {tunable.name}={trials[0]} --try 60{members}"


def other_values(tunable: Tunable, places: Sequence[RuleTarget]) -> tuple[str, ...]:
    """Values to compare with where none is published: the other choices, the ends of a
    queue depth, else half and twice as much; none that loses data, stalls or isn't possible."""
    present = {place.value for place in places}
    hazardous = tunable.hazard.values if tunable.hazard else ()
    excluded = {*present, *hazardous}
    found = (value for value in _others(tunable, places[0]) if value not in excluded)
    return tuple(
        value
        for value in dict.fromkeys(found)
        if not any(refusal_at(tunable, value, place) for place in places)
        and worst_risk(tunable, [value], places) is not Risk.STALL
    )


def _others(tunable: Tunable, place: RuleTarget) -> Iterable[str]:
    if tunable.choices:
        return tunable.choices
    if not place.value.isdecimal():
        return ()
    if tunable.name == "queue_depth":
        return (str(bound) for bound in place.limits or ())
    number = int(place.value)
    return (str(number // 2), str(2 * number)) if number else (place.default or "",)


def _folder(setup: Setup, tunable: Tunable) -> str:
    """Where a file system on the device is mounted; "" where what is compared there isn't the
    setting of the array itself."""
    device = setup.device
    if device.md is not None and tunable.name in OF_THE_ARRAY_ITSELF:
        return ""
    largest = sorted(device.partitions, key=lambda one: -(one.size_bytes or 0))
    mounted = chain(device.mount_points, *(one.mount_points for one in largest))
    return next(map(shlex.quote, mounted), "")
