"""Wording of the window; numbers are formatted by ``present.numbers``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QLocale

from storage_tuner.core.device import Device
from storage_tuner.core.device_use import RUNNING_SYSTEM
from storage_tuner.core.message import listed, tr
from storage_tuner.core.plan import Thoroughness, Use
from storage_tuner.core.workload import threads_phrase
from storage_tuner.present import device as words
from storage_tuner.present import numbers
from storage_tuner.present.wording import printable


def short_number(value: float) -> str:
    """For ticks: without zeros behind the decimal point."""
    return f"{value:g}"


def size(size_bytes: int | None) -> str:
    return words.size(size_bytes)


def rate(mb_s: float) -> str:
    return f"{rate_number(mb_s)}{numbers.SPACE}MB/s"


def rate_number(mb_s: float) -> str:
    """A live rate without its unit; what is below 0.05 MB/s is nothing to look at."""
    return numbers.three_digits(mb_s if mb_s >= 0.05 else 0)


def latency_tick(ms: float) -> str:
    factor, unit = numbers.time_unit(ms)
    return f"{short_number(ms * factor)} {unit}"


def minutes(seconds: float) -> str:
    """A duration to plan with: "about 4 minutes"."""
    if seconds < 50:
        return tr("under 1 minute")
    count = round(seconds / 60)
    if count <= 1:
        return tr("about 1 minute")
    return tr("about {minutes} minutes", minutes=QLocale().toString(count))


def remaining(seconds: float) -> str:
    """Remaining time: "12 s left", "about 4 minutes left"."""
    if seconds < 60:
        return tr("{seconds} s left", seconds=max(0, round(seconds)))
    return tr("{duration} left", duration=minutes(seconds))


def place(device: Device) -> str:
    """The small line below the name: path, transport, size."""
    connection = words.connection(device) or str(device.medium)
    return " · ".join((device.path, connection, size(device.size_bytes)))


def name(device: Device) -> str:
    """A device's name in lists."""
    return str(words.name(device))


def distinct_names(devices: Sequence[Device]) -> dict[str, str]:
    """For each kernel name what the device is called; the kernel name leads where two share it."""
    return numbered_apart({device.name: name(device) for device in devices})


def numbered_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Prefix duplicate names with the key."""
    counts = Counter(names.values())
    return {
        key: f"{key} · {called}" if counts[called] > 1 else called for key, called in names.items()
    }


def work(action: str, percent: float | None) -> str:
    """Background work of a device: "resync 43 %"."""
    return str(words.work_phrase(action, percent))


def use(device: Device) -> str:
    """Use in one or two words, for the list's column."""
    if RUNNING_SYSTEM in device.in_use:
        return tr("System disk")
    if device.mount_points:
        return device.mount_points[0]
    if device.in_use:
        first = printable(device.in_use[0])
        return first[:1].upper() + first[1:]
    return tr("Free")


def use_choice(choice: Use) -> tuple[str, str]:
    """A purpose and its typical workload."""
    return {
        Use.DESKTOP: (
            tr("Desktop"),
            tr("Many small reads; low latency while you work"),
        ),
        Use.RESPONSIVENESS: (
            tr("Desktop: responsiveness"),
            tr("Programs start, films play and files are saved while something is copied"),
        ),
        Use.FILE_SERVER: (
            tr("File server"),
            tr("Several people read and write larger files"),
        ),
        Use.DATABASE: (
            tr("Database"),
            tr("Small random reads and writes; low latency matters"),
        ),
        Use.VIRTUAL_MACHINES: (
            tr("Virtual machines"),
            tr("Mixed load from many guests"),
        ),
        Use.BACKUP: (
            tr("Backups"),
            tr("Long sequential reads and writes"),
        ),
        Use.STREAMING: (
            tr("Streaming"),
            tr("Video and music for several viewers, without interruptions"),
        ),
        Use.MIXED: (
            tr("Mixed work"),
            tr("General-purpose server, mostly small requests"),
        ),
        Use.NOT_SURE: (
            tr("Not sure"),
            tr("All operations count equally"),
        ),
    }[choice]


def thoroughness(choice: Thoroughness) -> str:
    return {
        Thoroughness.QUICK: tr("Quick look"),
        Thoroughness.NORMAL: tr("Normal"),
        Thoroughness.THOROUGH: tr("Thorough"),
    }[choice]


def threads(count: int) -> str:
    return str(threads_phrase(count))


def joined(words: list[str]) -> str:
    """ "a, b and c"."""
    return str(listed(words))
