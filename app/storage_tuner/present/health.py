"""The health that a drive reports."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.health import Health, SectorFormat, SectorPerformance, better_format
from storage_tuner.core.message import sentence, together, tr
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact, fact_or_reason

TITLE = sentence("Health")
SECTOR_FORMATS = sentence("Sector formats")

_PERFORMANCES = {
    SectorPerformance.BEST: sentence("best"),
    SectorPerformance.BETTER: sentence("better"),
    SectorPerformance.GOOD: sentence("good"),
    SectorPerformance.DEGRADED: sentence("slowest (degraded)"),
}
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
    return (
        *(
            fact_or_reason(
                name, value, str(health.missing.get(field) or tr("not reported by the drive"))
            )
            for field, name, value in rows
        ),
        *sector_facts(health.sector_formats),
    )


def sector_facts(formats: Sequence[SectorFormat]) -> tuple[Fact, ...]:
    """The sector formats with the drive's own rating, and which it rates above the one in use;
    empty for none."""
    if not formats:
        return ()
    better = better_format(formats)
    advice = _sector_advice(better, formats) if better else ""
    return (
        Fact(str(SECTOR_FORMATS), str(together(map(_sector_format, formats), "; "))),
        *((Fact(tr("Faster format"), advice),) if advice else ()),
    )


def _sector_format(one: SectorFormat) -> str:
    size = _number(one.data_bytes, "B")
    if one.metadata_bytes:
        metadata = _number(one.metadata_bytes, "B")
        size = tr("{data} with {metadata} of metadata", data=size, metadata=metadata)
    rating = _PERFORMANCES[one.performance]
    if one.in_use:
        return tr("{size} (in use): {rating}", size=size, rating=rating)
    return tr("{size}: {rating}", size=size, rating=rating)


def _sector_advice(better: SectorFormat, formats: Sequence[SectorFormat]) -> str:
    current = next(each for each in formats if each.in_use)
    return tr(
        "The drive rates its format of {better} above the current one of {current}. Changing the "
        "format erases the drive, so Storage Tuner doesn’t do it.",
        better=_number(better.data_bytes, "B"),
        current=_number(current.data_bytes, "B"),
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
