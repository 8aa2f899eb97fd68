"""The output of commands that change settings: what is or would be changed, and what was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storage_tuner.cli.output.terminal import UNKNOWN, printable
from storage_tuner.client.setting_changes import Changed, PersistentText
from storage_tuner.core.message import Text, english_text, tr
from storage_tuner.core.setting_effects import PlannedChange
from storage_tuner.core.tunable import values_in_order
from storage_tuner.jobs.settings.needed_changes import NeededChange
from storage_tuner.store.documents import document_of


def change_document(
    needed: Sequence[NeededChange], changed: Sequence[Changed], warnings: Sequence[Text]
) -> dict[str, Any]:
    """The JSON of what ``needed`` came to; the same whether it was done or is only expected."""
    after = {one.device: values_in_order(one.after) for one in changed}
    return {
        "changed": any(one.is_changed for one in changed),
        "changes": [document_of(one.planned) for one in needed],
        "set": after,
        "before": {one.device: values_in_order(one.before) for one in changed},
        "after": after,
        "persistent": [document_of(one.persistent) for one in changed if one.persistent],
        "notes": [one.note for one in changed if one.note],
        "warnings": list(map(english_text, warnings)),
    }


def planned_lines(needed: Sequence[NeededChange]) -> list[str]:
    """What would be written, file by file."""
    lines = [line for one in needed for line in _planned_lines(one.planned)]
    texts = (one.persistent for one in needed)
    return lines + [line for text in texts if text for line in _persistent_lines(text)]


def _planned_lines(change: PlannedChange) -> list[str]:
    switched = tr("(set by the new scheduler)")
    lines = [
        f"{write.path}: {switched if write.old is None else write.old} → {write.new}"
        for write in change.writes
    ]
    if change.unchanged:
        names = ", ".join(change.unchanged)
        lines.append(tr("{device}: already set: {names}", device=change.device, names=names))
    for tunable in dict.fromkeys(change.reset.values()):
        others = [name for name, along in change.reset.items() if along == tunable]
        lines.append(
            tr(
                "{device}: reset by the kernel with {tunable}: {names}",
                device=change.device,
                tunable=tunable,
                names=", ".join(others),
            )
        )
    for name, value in change.held.items():
        lines.append(
            tr(
                "{device}: {name} is kept at {value}, even if the kernel changes it",
                device=change.device,
                value=value,
                name=name,
            )
        )
    if change.lost:
        lost = ", ".join(f"{name} {value}" for name, value in change.lost.items())
        lines.append(
            tr(
                "{device}: lost with the old scheduler: {settings}",
                device=change.device,
                settings=lost,
            )
        )
    return lines


def _persistent_lines(text: PersistentText) -> list[str]:
    device = text.device
    if text.identity != device:
        device = tr("{device} of {identity}", device=device, identity=text.identity)
    heading = (
        tr("{path}: replaces the section for {device}:", path=text.path, device=device)
        if text.replaces
        else tr("{path}: adds a section for {device}:", path=text.path, device=device)
    )
    return ["", heading, *text.text.rstrip("\n").split("\n")]


def changed_lines(changed: Sequence[Changed], wanted: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What was changed; ``wanted`` are the requested settings by device."""
    lines = [line for one in changed for line in _differences(one, wanted[one.device])]
    lines = lines or [tr("Everything was already set.")]
    for one in changed:
        if one.persistent and one.persistent.is_new:
            lines.append(
                tr(
                    "{device}: made permanent in {path}",
                    device=one.device,
                    path=one.persistent.path,
                )
            )
        if one.note:
            lines.append(printable(one.note))
    return lines


def _differences(one: Changed, wanted: Mapping[str, str]) -> list[str]:
    """The requested changes and their side effects in the kernel, except for other values that
    belong to a scheduler."""
    before, after = values_in_order(one.before), values_in_order(one.after)
    return [
        f"{one.device}: {name} {before.get(name, UNKNOWN)} → {value}"
        for name, value in after.items()
        if value != before.get(name) and (name in before or name in wanted)
    ]
