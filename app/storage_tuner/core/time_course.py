"""What the measured device did, second by second."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TimeCourse:
    """What the kernel counted of the device, by our load and by others': columns of one length.

    ``begun_at`` is ISO 8601 in UTC; ``ends_s`` tells how many seconds after that each interval of
    about a second ended. Rates in MB/s (10⁶ bytes) and IOPS. ``latency_ms`` is the mean of the
    requests that ended in it, None without any; ``queue_length`` the mean number under way,
    ``utilisation`` the share of the time with at least one (0…1).
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
