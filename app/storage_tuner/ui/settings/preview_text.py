"""Texts of a preview on changes and their consequences; no widgets."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.message import tr
from storage_tuner.core.owners import is_ours
from storage_tuner.core.tunable import BY_NAME, VIRTUAL_MEMORY, Risk, Scope
from storage_tuner.jobs.settings.apply import Along, Applied
from storage_tuner.jobs.settings.pending_changes import (
    Consequence,
    EditedDevice,
    PlannedChanges,
    PlannedRow,
    Reach,
)
from storage_tuner.present.wording import printable
from storage_tuner.ui import wording
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.other_setters import short_place


def device(name: str) -> str:
    """A kernel name, or that it's the whole computer."""
    return tr("this computer") if name == VIRTUAL_MEMORY else name


def devices(found: Sequence[str]) -> str:
    return wording.joined([device(name) for name in found])


def reach(place: EditedDevice, chosen: Reach) -> str:
    """Where settings go, as an entry to choose."""
    if chosen is Reach.MEMBERS:
        return tr(
            "All {count} disks beneath: {names}",
            count=len(place.disks),
            names=", ".join(disk.name for disk in place.disks),
        )
    if chosen is Reach.SIBLINGS:
        return tr(
            "All {count} members of {array}: {names}",
            count=len(place.siblings),
            array=place.array,
            names=", ".join(disk.name for disk in place.siblings),
        )
    if place.disks:
        return tr("{name}, and its disks where a setting is theirs", name=place.name)
    return tr("Only {name}", name=place.name)


def effect(row: PlannedRow) -> str:
    """What it does, and what can go wrong."""
    parts = [str(row.tunable.side_effects)]
    if row.risk is Risk.STALL:
        parts.append(tr("The computer may hardly answer."))
    if row.hazard is not None:
        parts.append(tr("Data can be lost when the power fails."))
    return " ".join(parts)


def afterwards(row: PlannedRow) -> str:
    """What is set after a restart of the computer, unless it's kept for good."""
    lines = []
    for owner in row.owners:
        if owner.value == row.new:
            lines.append(_set_so(owner))
        elif is_ours(owner):
            lines.append(
                tr(
                    "{value} again: that was kept for good",
                    value=names.value(owner.value or "", row.tunable),
                )
            )
        else:
            value = names.value(owner.value, row.tunable) if owner.value is not None else ""
            tool, place = printable(owner.tool), short_place(owner)
            lines.append(
                tr("{tool} sets {value} ({place})", tool=tool, value=value, place=place)
                if value
                else tr("{tool} sets it ({place})", tool=tool, place=place)
            )
    if row.tunable.scope is Scope.UNIT:
        return tr("the same: the controller keeps it")
    return "\n".join(lines) or tr("the kernel's default")


def _set_so(owner: SettingOwner) -> str:
    if is_ours(owner):
        return tr("the same: kept for good")
    return tr(
        "the same: {tool} sets it so ({place})",
        tool=printable(owner.tool),
        place=short_place(owner),
    )


def risk(row: PlannedRow) -> str:
    """To be agreed to, by its name."""
    change = {
        "setting": names.legible(row.tunable),
        "devices": devices(row.devices),
        "value": names.value(row.new, row.tunable),
    }
    if row.hazard is not None:
        return tr("Set {setting} of {devices} to {value}, though data can be lost", **change)
    return tr(
        "Set {setting} of {devices} to {value}, though the computer may hardly answer", **change
    )


def loss(row: PlannedRow) -> str:
    """What can be lost by it; "" where nothing can."""
    return str(row.hazard.loss) if row.hazard is not None else ""


def consequences(planned: PlannedChanges) -> list[str]:
    """A sentence on everything that changes besides, the same of several devices together."""
    found: dict[tuple[str, str, str, bool], list[str]] = {}
    for one in planned.consequences:
        value = "" if one.along_with else one.value
        found.setdefault((one.tunable, value, one.along_with, one.held), []).append(one.device)
    lines = [
        _consequence(Consequence("", name, value, along_with, held), disks)
        for (name, value, along_with, held), disks in found.items()
        if along_with or held
    ]
    lost = [name for (name, _, along, held) in found if not along and not held]
    if lost:
        called = ", ".join(names.legible(BY_NAME[name]) for name in dict.fromkeys(lost))
        lines.append(tr("These end with the old scheduler: {names}.", names=called))
    if planned.left_out:
        called = ", ".join(names.legible(BY_NAME[name]) for name in planned.left_out)
        lines.append(
            tr("Left out, because the new scheduler doesn't have them: {names}.", names=called)
        )
    return lines


def _consequence(one: Consequence, disks: Sequence[str]) -> str:
    called = names.legible(BY_NAME[one.tunable])
    if one.held:
        return tr(
            "{setting} of {devices} stays {value}.",
            setting=called,
            devices=devices(disks),
            value=names.value(one.value, BY_NAME[one.tunable]),
        )
    return tr(
        "The kernel sets {setting} of {devices} anew with {other}.",
        setting=f"{called} ({one.tunable})",
        devices=devices(disks),
        other=one.along_with,
    )


def along(applied: Applied) -> list[str]:
    """What the kernel changed besides, once it's done."""
    return [_along(one) for one in applied.along]


def _along(one: Along) -> str:
    tunable = BY_NAME[one.tunable]
    return tr(
        "The kernel changed {setting} of {device}, too: {change}.",
        setting=names.legible(tunable),
        device=device(one.device),
        change=f"{names.value(one.before, tunable)} → {names.value(one.after or '', tunable)}",
    )
