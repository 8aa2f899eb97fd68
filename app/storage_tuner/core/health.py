"""A drive's health as it reports it (SMART). Values only; ``probe`` fills them."""

from __future__ import annotations

from dataclasses import dataclass, field

from storage_tuner.core.message import Text


@dataclass(frozen=True)
class Health:
    """What a drive told when it was asked; None means that it doesn't tell.

    ``passed`` is the drive's own overall verdict. ``asleep`` says that it was left asleep and so
    told nothing. ``wear_percent`` is the share of its rated endurance that is used up, and may
    exceed 100. ``problems`` are plain sentences on what deserves attention, ``missing`` names
    fields without a value, with the reason.
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
