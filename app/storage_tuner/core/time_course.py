"""The measured device's activity, second by second."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class TimeCourse:
    """The kernel's counters of the device, for all load including others': columns of equal length.

    ``begun_at`` is ISO 8601 in UTC; ``ends_s`` are the ends of the intervals of about a second, in
    seconds after that. Rates in MB/s (10⁶ bytes) and IOPS. ``latency_ms`` is the mean of the
    requests that ended in the interval, None without any; ``queue_length`` the mean number in
    flight, ``utilisation`` the share of the time with at least one (0…1).
    """

    begun_at: str = ""
    ends_s: tuple[float, ...] = ()
    read_mb_s: tuple[float, ...] = ()
    write_mb_s: tuple[float, ...] = ()
    read_iops: tuple[float, ...] = ()
    write_iops: tuple[float, ...] = ()
    latency_ms: tuple[float | None, ...] = ()
    queue_length: tuple[float, ...] = ()
    utilisation: tuple[float, ...] = ()

    def __len__(self) -> int:
        return len(self.ends_s)


def joined(one: TimeCourse, other: TimeCourse) -> TimeCourse:
    """``one``, followed by the later ``other``."""
    if not one or not other:
        return one or other
    begun = [datetime.fromisoformat(each.begun_at) for each in (one, other)]
    between_s = (begun[1] - begun[0]).total_seconds()
    if between_s < one.ends_s[-1]:
        return other
    columns: dict[str, Any] = {
        field.name: (*getattr(one, field.name), *getattr(other, field.name))
        for field in fields(TimeCourse)
        if field.name != "begun_at"
    }
    ends_s = (*one.ends_s, *(round(between_s + end, 3) for end in other.ends_s))
    return TimeCourse(**{**columns, "begun_at": one.begun_at, "ends_s": ends_s})
