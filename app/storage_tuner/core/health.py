"""A drive's health as it reports it (SMART). Values only; ``probe`` fills them."""

from __future__ import annotations

from dataclasses import dataclass, field

from storage_tuner.core.message import Text


@dataclass(frozen=True)
class Health:
    """The health data of a drive; None means not reported.

    ``passed`` is the drive's own overall verdict. ``asleep``: it was in standby and wasn't woken,
    so there are no values. ``wear_percent`` is the used share of its rated endurance, and may
    exceed 100. ``problems`` are plain sentences on values that deserve attention, ``missing`` maps
    fields without a value to the reason.
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
