"""Texts of a preview on changes and their consequences; no widgets."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.message import tr
from storage_tuner.core.owners import is_ours
from storage_tuner.core.tunable import VIRTUAL_MEMORY, Risk, Scope
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
    """A choice of the devices to apply settings to."""
    if chosen is Reach.MEMBERS and place.has_paths:
        return tr(
            "All {count} paths: {names}",
            count=len(place.disks),
            names=", ".join(disk.name for disk in place.disks),
        )
    if chosen is Reach.MEMBERS:
        return tr(
            "All {count} member disks: {names}",
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
    if place.has_paths:
        return tr("{name} and, where needed, its paths", name=place.name)
    if place.disks:
        return tr("{name} and, where needed, its member disks", name=place.name)
    return tr("Only {name}", name=place.name)


def effect(row: PlannedRow) -> str:
    """Effect and risks."""
    parts = [str(row.tunable.side_effects)]
    if row.risk is Risk.STALL:
        parts.append(tr("The computer may become unresponsive."))
    if row.hazard is not None:
        parts.append(tr("A power failure can lose data."))
    return " ".join(parts)


def afterwards(row: PlannedRow) -> str:
    """Value after a reboot, unless made permanent."""
    lines = []
    for owner in row.owners:
        if owner.value == row.new:
            lines.append(_set_so(owner))
        elif is_ours(owner):
            lines.append(
                tr(
                    "{value}: made permanent earlier",
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
        return tr("unchanged: stored by the controller")
    return "\n".join(lines) or tr("kernel default")


def _set_so(owner: SettingOwner) -> str:
    if is_ours(owner):
        return tr("unchanged: permanent")
    return tr(
        "unchanged: {tool} sets it ({place})",
        tool=printable(owner.tool),
        place=short_place(owner),
    )


def risk(row: PlannedRow) -> str:
    """Text of a check box to confirm a risk."""
    change = {
        "setting": names.named(row.tunable.name),
        "devices": devices(row.devices),
        "value": names.value(row.new, row.tunable),
    }
    if row.hazard is not None:
        return tr("Set {setting} of {devices} to {value}, although data can be lost", **change)
    return tr(
        "Set {setting} of {devices} to {value}, although the computer may become unresponsive",
        **change,
    )


def loss(row: PlannedRow) -> str:
    """Possible data loss; "" for none."""
    return str(row.hazard.loss) if row.hazard is not None else ""


def consequences(planned: PlannedChanges) -> list[str]:
    """A sentence on each side effect, grouped over devices."""
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
        called = ", ".join(names.named(name) for name in dict.fromkeys(lost))
        lines.append(tr("Removed with the old scheduler: {names}.", names=called))
    if planned.left_out:
        called = ", ".join(names.named(name) for name in planned.left_out)
        lines.append(tr("Skipped, as the new scheduler doesn't have them: {names}.", names=called))
    return lines


def _consequence(one: Consequence, disks: Sequence[str]) -> str:
    called = names.named(one.tunable)
    if one.held:
        return tr(
            "{setting} of {devices} remains {value}.",
            setting=called,
            devices=devices(disks),
            value=names.setting_value(one.tunable, one.value),
        )
    return tr(
        "Changing {other} resets {setting} of {devices}.",
        setting=called,
        devices=devices(disks),
        other=names.named(one.along_with),
    )


def along(applied: Applied) -> list[str]:
    """Values that the kernel changed along with those applied."""
    return [_along(one) for one in applied.along]


def _along(one: Along) -> str:
    before, after = (
        names.setting_value(one.tunable, each or "") for each in (one.before, one.after)
    )
    return tr(
        "The kernel also changed {setting} of {device}: {change}.",
        setting=names.named(one.tunable),
        device=device(one.device),
        change=f"{before} → {after}",
    )
