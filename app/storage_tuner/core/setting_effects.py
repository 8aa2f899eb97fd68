"""The writes that setting a tunable causes, and what the kernel changes along with it; pure.

The order is the catalogue's. The helper's ``settings`` module works in the same way: it writes only
values that differ, and preserves all values that aren't meant to change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.tunable import Scope, Tunable, named
from storage_tuner.core.tunable_target import form_of
from storage_tuner_protocol.tunables import CHANGED_ALONG, EITHER_OR

RAISES_READ_AHEAD = ("max_sectors_kb", "rotational", "iostats", "add_random")
"""Queue limits whose change may raise read_ahead_kb, which is then restored
(block/blk-settings.c, blk_apply_bdi_limits)."""

_READ_AHEAD = "read_ahead_kb"


@dataclass(frozen=True)
class Write:
    """One value to be written to ``path``. ``old`` is None for a tunable of the new scheduler,
    whose value is unknown before the switch."""

    tunable: str
    path: str
    old: str | None
    new: str


@dataclass(frozen=True)
class PlannedChange:
    """The planned change of ``device`` (or ``vm``).

    ``writes`` are in the order of writing, ``unchanged`` already have the value. ``reset`` maps a
    tunable to the one whose change makes the kernel reset it; ``lost`` are the values of the
    previous scheduler, which disappear with it. ``held`` are values that are restored in case the
    kernel changes them as a side effect.
    """

    device: str
    writes: tuple[Write, ...]
    unchanged: tuple[str, ...]
    reset: Mapping[str, str]
    lost: Mapping[str, str]
    held: Mapping[str, str]


def planned_change(
    device: str,
    present: Mapping[str, str],
    wanted: Mapping[str, str],
    newer: Collection[str] = (),
) -> PlannedChange:
    """The change from ``present`` to ``wanted``. Values are in the kernel's notation; ``newer`` as
    in ``Device``."""
    switches = "scheduler" in wanted and wanted["scheduler"] != present.get("scheduler")
    of_scheduler = {one.name for one in named(present) if one.scope is Scope.SCHEDULER}
    lost = {name: present[name] for name in present if switches and name in of_scheduler}
    writes = []
    unchanged = []
    for tunable in (form_of(one, newer) for one in named(wanted)):
        new = wanted[tunable.name]
        old = None if tunable.name in lost else present.get(tunable.name)
        if old == new and not (switches and tunable.name in CHANGED_ALONG["scheduler"]):
            unchanged.append(tunable.name)
        else:
            writes.append(Write(tunable.name, tunable.path(device), old, new))
    reset = _reset((write.tunable for write in writes), {*present} - {*wanted} - {*lost})
    return PlannedChange(
        device, tuple(writes), tuple(unchanged), reset, lost, _held(writes, present, wanted)
    )


def expected_settings(
    change: PlannedChange, present: Mapping[str, str], wanted: Mapping[str, str]
) -> dict[str, str]:
    """The settings after ``change``, as far as they are known: without those that the kernel resets
    to a value of its own."""
    gone = {*change.lost, *change.reset}
    kept = {name: value for name, value in present.items() if name not in gone}
    return {**kept, **wanted}


def _held(
    writes: Iterable[Write], present: Mapping[str, str], wanted: Mapping[str, str]
) -> dict[str, str]:
    raises = any(write.tunable in RAISES_READ_AHEAD for write in writes)
    if not raises or _READ_AHEAD in wanted or _READ_AHEAD not in present:
        return {}
    return {_READ_AHEAD: present[_READ_AHEAD]}


def _reset(written: Iterable[str], others: set[str]) -> dict[str, str]:
    """The tunables not requested that change as a side effect of ``written``."""
    found: dict[str, str] = {}
    for name in written:
        for other in CHANGED_ALONG.get(name, ()):
            if other in others:
                found.setdefault(other, name)
    return found


def undone_by(
    owners: Iterable[SettingOwner], wanted: Mapping[str, str]
) -> tuple[SettingOwner, ...]:
    """The tools that set one of the tunables to another value, and will undo the change."""
    return tuple(
        owner
        for owner in owners
        if owner.tunable in wanted and owner.value != wanted[owner.tunable]
    )


def contradiction(wanted: Mapping[str, str]) -> Text:
    """The reason why ``wanted`` can't be set together anywhere; the empty string when it can."""
    for pair in EITHER_OR:
        counting = [name for name in pair if wanted.get(name, "0") != "0"]
        if len(counting) == 2:
            return sentence(
                "{first} and {second} override each other: set only one of them.",
                first=pair[0],
                second=pair[1],
            )
        if not counting and any(name in wanted for name in pair):
            name = next(name for name in pair if name in wanted)
            other = pair[1 - pair.index(name)]
            return sentence(
                "{name} becomes 0 when {other} is set: set {other} instead.",
                name=name,
                other=other,
            )
    return ""


def needless_zeros(wanted: Mapping[str, str]) -> tuple[str, ...]:
    """The zeros that follow from setting the other tunable of a pair. The kernel refuses 0 as a
    size."""
    return tuple(
        name
        for pair in EITHER_OR
        for name in pair
        if wanted.get(name) == "0" and all(one in wanted for one in pair)
    )


def foreign_to(tunable: Tunable, scheduler: str | None) -> bool:
    """Whether ``tunable`` belongs to a scheduler other than the current or requested one."""
    return not tunable.fits(scheduler)
