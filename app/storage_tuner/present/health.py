"""The health that a drive reports."""

from __future__ import annotations

from storage_tuner.core.health import Health
from storage_tuner.core.message import sentence, tr
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact, fact_or_reason

TITLE = sentence("Health")
_HOURS_A_YEAR = 8766


def verdict(health: Health) -> str:
    if health.asleep:
        return tr("The drive is in standby and wasn’t woken. Check again when it’s active.")
    if health.passed is False:
        return tr("The drive reports that it is failing. Back up its data now.")
    if health.problems:
        return tr("Some values need attention.")
    if health.passed:
        return tr("The drive reports that it is healthy.")
    return tr("The drive reports no self-assessment.")


def health_facts(health: Health) -> tuple[Fact, ...]:
    """Empty for a drive in standby."""
    if health.asleep:
        return ()
    passed = {True: tr("passed"), False: tr("failed"), None: None}[health.passed]
    counts = (
        ("reallocated_sectors", tr("Reallocated sectors"), health.reallocated_sectors),
        ("pending_sectors", tr("Pending sectors"), health.pending_sectors),
        ("uncorrectable_errors", tr("Uncorrectable errors"), health.uncorrectable_errors),
    )
    rows = (
        ("passed", tr("Self-assessment"), passed),
        ("temperature_c", tr("Temperature"), _number(health.temperature_c, "°C")),
        ("power_on_hours", tr("Power-on time"), _hours(health.power_on_hours)),
        *((field, name, _number(count)) for field, name, count in counts),
        ("wear_percent", tr("Endurance used"), _number(health.wear_percent, "%")),
    )
    return tuple(
        fact_or_reason(
            name, value, str(health.missing.get(field) or tr("not reported by the drive"))
        )
        for field, name, value in rows
    )


def _number(value: int | None, unit: str = "") -> str | None:
    if value is None:
        return None
    return f"{numbers.whole(value)}{numbers.SPACE}{unit}".rstrip()


def _hours(hours: int | None) -> str | None:
    shown = _number(hours, "h")
    if hours is None or hours < _HOURS_A_YEAR:
        return shown
    return tr("{hours} ({years:.1f} years)", hours=shown, years=hours / _HOURS_A_YEAR)
