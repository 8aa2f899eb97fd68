"""The recommended settings as one table: now, recommended, gain, and where that comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.decision import Confidence
from storage_tuner.core.verdict import Basis, SettingAdvice
from storage_tuner.present.blocks import Table, TableCell
from storage_tuner.ui import numbers
from storage_tuner.ui.assistant.result_words import setting_name, setting_value
from storage_tuner.ui.language import prose, told

translate = QCoreApplication.translate

OWN_SOURCES = ("this measurement", "Storage Tuner's weights", "physics")
"""Everything else was published by somebody."""


def recommended_settings(found: Sequence[SettingAdvice]) -> Iterator[Table]:
    """Nothing where there are none."""
    if found:
        yield Table(
            translate("Recommended", "Recommended settings"),
            (
                translate("Recommended", "Setting"),
                translate("Recommended", "Now"),
                translate("Recommended", "Recommended"),
                translate("Recommended", "Gain"),
                translate("Recommended", "Source"),
            ),
            tuple(map(_row, found)),
        )


def _row(one: SettingAdvice) -> tuple[TableCell, ...]:
    before = one.value if one.before is None and not one.change else one.before
    now = translate("Recommended", "unknown") if before is None else _value(one, before)
    return (
        TableCell(setting_name(one.setting), tip=prose(one.side_effects)),
        TableCell(now),
        TableCell(_wanted(one)),
        TableCell(numbers.change(one.gain_percent, one.gain_interval_percent) or numbers.NOTHING),
        TableCell(_source(one), tip=_reasons(one)),
    )


def _wanted(one: SettingAdvice) -> str:
    if one.basis is Basis.UNMEASURED and one.trials:
        return translate("Recommended", "try {value}").format(value=_value(one, one.trials[0]))
    if not one.change:
        return translate("Recommended", "keep")
    return _value(one, one.value)


def _value(one: SettingAdvice, value: str) -> str:
    return setting_value(one.setting, value)


def _source(one: SettingAdvice) -> str:
    if one.basis is Basis.UNDECIDED:
        return translate("Recommended", "measured here: inconclusive")
    if one.basis is Basis.MEASURED:
        return {
            Confidence.HIGH: translate("Recommended", "measured here, high confidence"),
            Confidence.MEDIUM: translate("Recommended", "measured here, medium confidence"),
            Confidence.LOW: translate("Recommended", "measured here, low confidence"),
        }[one.confidence]
    published = [each.source for each in one.evidence if each.source not in OWN_SOURCES]
    if not published:
        return translate("Recommended", "measure this")
    return translate("Recommended", "{author}: measure this").format(
        author=prose(published[0].partition(":")[0])
    )


def _reasons(one: SettingAdvice) -> str:
    texts = (one.summary, one.disagreement, one.hypothesis, *one.surer)
    return "\n".join(prose(told(text)) for text in texts if text)
