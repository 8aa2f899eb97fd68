"""All remarks on one setting, for the pane beside the list; no widgets."""

from __future__ import annotations

from storage_tuner.core.message import tr
from storage_tuner.present.blocks import Fact
from storage_tuner.present.setting import setting_facts
from storage_tuner.ui.settings.other_setters import spread
from storage_tuner.ui.settings.rows import SettingRow, no_default


def facts(row: SettingRow, device: str) -> list[Fact]:
    """All about one tunable, for the pane below the list."""
    tunable = row.tunable
    named = [
        Fact(tr("Value"), row.value_text or None, row.reason),
        Fact(
            tr("Default"),
            row.default_text or None,
            "" if row.default is not None else no_default(),
        ),
        Fact(tr("Range"), row.range),
    ]
    if row.siblings is not None:
        named.append(Fact(tr("Siblings"), spread(row.siblings)))
    if row.members is not None:
        named.append(Fact(tr("Member disks"), spread(row.members)))
    locked = row.locked if row.value is not None else ""
    return [*named, *setting_facts(tunable, device, row.owners, locked)]
