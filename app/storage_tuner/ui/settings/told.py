"""All that is to be said of one setting, for the pane beside the list; no widgets."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.owners import is_ours
from storage_tuner.core.tunable import Hazard, Risk, Scope
from storage_tuner.present.blocks import Fact
from storage_tuner.ui.language import printable, told
from storage_tuner.ui.settings.differing import spread
from storage_tuner.ui.settings.rows import SettingRow, no_default

translate = QCoreApplication.translate


def facts(row: SettingRow, device: str) -> list[Fact]:
    """All about one tunable, for the pane below the list."""
    tunable = row.tunable
    named = [
        Fact(translate("Settings", "Value"), row.value_text or None, told(row.reason)),
        Fact(
            translate("Settings", "Default"),
            row.default_text or None,
            "" if row.default is not None else no_default(),
        ),
        Fact(translate("Settings", "Range"), row.range),
        Fact(translate("Settings", "Set by"), _owners_text(row.owners)),
    ]
    if row.locked and row.value is not None:
        named.append(Fact(translate("Settings", "Can't be set"), row.locked))
    if row.siblings is not None:
        named.append(Fact(translate("Settings", "Siblings"), spread(row.siblings)))
    if row.members is not None:
        named.append(Fact(translate("Settings", "Disks beneath"), spread(row.members)))
    named.append(Fact(translate("Settings", "Effect"), told(tunable.side_effects)))
    if tunable.risk is not Risk.NONE:
        named.append(Fact(translate("Settings", "Risk"), _risk(tunable.risk)))
    if tunable.hazard is not None:
        named.append(Fact(translate("Settings", "Danger"), _danger(tunable.hazard)))
    if tunable.kernels:
        named.append(Fact(translate("Settings", "Kernels"), told(tunable.kernels)))
    if tunable.scope is Scope.UNIT:
        keeper = translate("Settings", "the controller, by its program tw_cli")
        named.append(Fact(translate("Settings", "Kept by"), keeper))
    else:
        named.append(Fact(translate("Settings", "File"), tunable.path(printable(device))))
    return named


def _danger(hazard: Hazard) -> str:
    return translate("Settings", "{value}: {loss}").format(
        value=hazard.value, loss=told(hazard.loss)
    )


def _owners_text(owners: tuple[SettingOwner, ...]) -> str:
    if not owners:
        return translate("Settings", "no other tool that was found")
    lines = []
    for owner in owners:
        value = "" if owner.value is None else printable(owner.value)
        if is_ours(owner):
            lines += [translate("Settings", "kept by Storage Tuner"), printable(owner.place)]
            continue
        said = translate("Settings", "{tool}, to {value}") if value else "{tool}"
        lines.append(said.format(tool=printable(owner.tool), value=value))
        lines.append(printable(owner.place))
    return "\n".join(lines)


def _risk(risk: Risk) -> str:
    if risk is Risk.SLOW:
        return translate("Settings", "The device may get slower while you try.")
    return translate("Settings", "The computer may hardly answer while you try.")
