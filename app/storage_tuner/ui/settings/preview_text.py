"""Texts of a preview on changes and their consequences; no widgets."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.device import SettingOwner
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
from storage_tuner.ui import wording
from storage_tuner.ui.language import printable, translated
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.other_setters import short_place

translate = QCoreApplication.translate


def device(name: str) -> str:
    """A kernel name, or that it's the whole computer."""
    return translate("Settings", "this computer") if name == VIRTUAL_MEMORY else name


def devices(found: Sequence[str]) -> str:
    return wording.joined([device(name) for name in found])


def reach(place: EditedDevice, chosen: Reach) -> str:
    """Where settings go, as an entry to choose."""
    if chosen is Reach.MEMBERS:
        return translate("Settings", "All {count} disks beneath: {names}").format(
            count=len(place.disks), names=", ".join(disk.name for disk in place.disks)
        )
    if chosen is Reach.SIBLINGS:
        return translate("Settings", "All {count} members of {array}: {names}").format(
            count=len(place.siblings),
            array=place.array,
            names=", ".join(disk.name for disk in place.siblings),
        )
    if place.disks:
        return translate("Settings", "{name}, and its disks where a setting is theirs").format(
            name=place.name
        )
    return translate("Settings", "Only {name}").format(name=place.name)


def effect(row: PlannedRow) -> str:
    """What it does, and what can go wrong."""
    parts = [translated(row.tunable.side_effects)]
    if row.risk is Risk.STALL:
        parts.append(translate("Settings", "The computer may hardly answer."))
    if row.hazard is not None:
        parts.append(translate("Settings", "Data can be lost when the power fails."))
    return " ".join(parts)


def afterwards(row: PlannedRow) -> str:
    """What is set after a restart of the computer, unless it's kept for good."""
    lines = []
    for owner in row.owners:
        if owner.value == row.new:
            lines.append(_set_so(owner))
        elif is_ours(owner):
            lines.append(
                translate("Settings", "{value} again: that was kept for good").format(
                    value=names.value(owner.value or "", row.tunable)
                )
            )
        else:
            value = names.value(owner.value, row.tunable) if owner.value is not None else ""
            said = (
                translate("Settings", "{tool} sets {value} ({place})")
                if value
                else translate("Settings", "{tool} sets it ({place})")
            )
            tool, place = printable(owner.tool), short_place(owner)
            lines.append(said.format(tool=tool, value=value, place=place))
    if row.tunable.scope is Scope.UNIT:
        return translate("Settings", "the same: the controller keeps it")
    return "\n".join(lines) or translate("Settings", "the kernel's default")


def _set_so(owner: SettingOwner) -> str:
    if is_ours(owner):
        return translate("Settings", "the same: kept for good")
    return translate("Settings", "the same: {tool} sets it so ({place})").format(
        tool=printable(owner.tool), place=short_place(owner)
    )


def risk(row: PlannedRow) -> str:
    """To be agreed to, by its name."""
    said = (
        translate("Settings", "Set {setting} of {devices} to {value}, though data can be lost")
        if row.hazard is not None
        else translate(
            "Settings",
            "Set {setting} of {devices} to {value}, though the computer may hardly answer",
        )
    )
    return said.format(
        setting=names.legible(row.tunable),
        devices=devices(row.devices),
        value=names.value(row.new, row.tunable),
    )


def loss(row: PlannedRow) -> str:
    """What can be lost by it; "" where nothing can."""
    return translated(row.hazard.loss) if row.hazard is not None else ""


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
        lines.append(
            translate("Settings", "These end with the old scheduler: {names}.").format(names=called)
        )
    if planned.left_out:
        called = ", ".join(names.legible(BY_NAME[name]) for name in planned.left_out)
        lines.append(
            translate(
                "Settings", "Left out, because the new scheduler doesn't have them: {names}."
            ).format(names=called)
        )
    return lines


def _consequence(one: Consequence, disks: Sequence[str]) -> str:
    called = names.legible(BY_NAME[one.tunable])
    if one.held:
        return translate("Settings", "{setting} of {devices} stays {value}.").format(
            setting=called,
            devices=devices(disks),
            value=names.value(one.value, BY_NAME[one.tunable]),
        )
    return translate(
        "Settings", "The kernel sets {setting} of {devices} anew with {other}."
    ).format(setting=f"{called} ({one.tunable})", devices=devices(disks), other=one.along_with)


def along(applied: Applied) -> list[str]:
    """What the kernel changed besides, once it's done."""
    return [_along(one) for one in applied.along]


def _along(one: Along) -> str:
    tunable = BY_NAME[one.tunable]
    return translate("Settings", "The kernel changed {setting} of {device}, too: {change}.").format(
        setting=names.legible(tunable),
        device=device(one.device),
        change=f"{names.value(one.before, tunable)} → {names.value(one.after or '', tunable)}",
    )
