"""What a drive reported when it was asked for its health."""

from __future__ import annotations

from storage_tuner.core.health import Health
from storage_tuner.core.sentence import sentence
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact, fact_or_reason

TITLE = sentence("Health")
_HOURS_A_YEAR = 8766


def verdict(health: Health) -> str:
    if health.asleep:
        return sentence("The drive is asleep and was left so. Read it when it is in use.")
    if health.passed is False:
        return sentence("The drive reports that it is failing. Save what is on it now.")
    if health.problems:
        return sentence("Something deserves attention.")
    if health.passed:
        return sentence("The drive reports that it is well.")
    return sentence("The drive gives no verdict of its own.")


def health_facts(health: Health) -> tuple[Fact, ...]:
    """Nothing of a drive that is asleep."""
    if health.asleep:
        return ()
    passed = {True: sentence("passed"), False: sentence("failed"), None: None}[health.passed]
    counts = (
        ("reallocated_sectors", sentence("Reallocated sectors"), health.reallocated_sectors),
        ("pending_sectors", sentence("Pending sectors"), health.pending_sectors),
        ("uncorrectable_errors", sentence("Uncorrectable errors"), health.uncorrectable_errors),
    )
    rows = (
        ("passed", sentence("Self-assessment"), passed),
        ("temperature_c", sentence("Temperature"), _number(health.temperature_c, "°C")),
        ("power_on_hours", sentence("Power-on time"), _hours(health.power_on_hours)),
        *((field, name, _number(count)) for field, name, count in counts),
        ("wear_percent", sentence("Endurance used up"), _number(health.wear_percent, "%")),
    )
    return tuple(
        fact_or_reason(
            name, value, health.missing.get(field) or sentence("not reported by the drive")
        )
        for field, name, value in rows
    )


def _number(value: int | None, unit: str = "") -> str | None:
    if value is None:
        return None
    return numbers.Numeral(f"{numbers.whole(value)}{numbers.SPACE}{unit}".rstrip())


def _hours(hours: int | None) -> str | None:
    shown = _number(hours, "h")
    if hours is None or hours < _HOURS_A_YEAR:
        return shown
    return sentence("{hours} ({years:.1f} years)", hours=shown, years=hours / _HOURS_A_YEAR)
