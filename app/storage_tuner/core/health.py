"""A drive's health as it reports it (SMART). Values only; ``probe`` fills them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from storage_tuner.core.message import Text


class SectorPerformance(StrEnum):
    """A drive's own rating of a sector format, the best first. It compares the drive's formats for
    4 KiB reads at queue depth 32 (NVM Express NVM Command Set Specification, LBA Format Data
    Structure, Relative Performance)."""

    BEST = "best"
    BETTER = "better"
    GOOD = "good"
    DEGRADED = "degraded"


_RANKS = {performance: rank for rank, performance in enumerate(SectorPerformance)}


@dataclass(frozen=True)
class SectorFormat:
    """A format that the namespace of an NVMe drive supports: bytes of data and of metadata per
    sector. The kernel reports only the size of the one ``in_use``."""

    data_bytes: int
    metadata_bytes: int
    performance: SectorPerformance
    in_use: bool = False


def better_format(formats: Iterable[SectorFormat]) -> SectorFormat | None:
    """The format that the drive rates best, if it rates it above the one in use; None otherwise, or
    when none is known to be in use. Other metadata would change the protection of the data, so only
    formats with the same metadata are compared; of equals, the largest sector counts."""
    known = tuple(formats)
    current = next((each for each in known if each.in_use), None)
    if current is None:
        return None
    alike = (each for each in known if each.metadata_bytes == current.metadata_bytes)
    best = min(alike, key=lambda each: (_RANKS[each.performance], -each.data_bytes))
    return best if _RANKS[best.performance] < _RANKS[current.performance] else None


@dataclass(frozen=True)
class Health:
    """The health data of a drive; None means not reported.

    ``passed`` is the drive's own overall verdict. ``asleep``: it was in standby and wasn't woken,
    so there are no values. ``wear_percent`` is the used share of its rated endurance, and may
    exceed 100. ``problems`` are plain sentences on values that deserve attention, ``missing`` maps
    fields without a value to the reason. ``sector_formats`` are those of an NVMe drive, in its
    order.
    """

    device: str
    passed: bool | None = None
    asleep: bool = False
    temperature_c: int | None = None
    power_on_hours: int | None = None
    reallocated_sectors: int | None = None
    pending_sectors: int | None = None
    uncorrectable_errors: int | None = None
    wear_percent: int | None = None
    problems: tuple[Text, ...] = ()
    missing: dict[str, Text] = field(default_factory=dict)
    sector_formats: tuple[SectorFormat, ...] = ()
