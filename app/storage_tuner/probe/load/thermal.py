"""Temperatures of drives, and how often processors were throttled for their heat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.condition import Condition, ConditionKind, note, warning
from storage_tuner.core.message import sentence, together
from storage_tuner.probe.block.attributes import matching, read_number
from storage_tuner.probe.block.tree import tree_root

_THROTTLED = "cpu[0-9]*/thermal_throttle"
_COUNTS = ("core_throttle_count", "package_throttle_count")

_SENSORS = ("device/hwmon/hwmon*", "device/hwmon*", "device/nvme*/hwmon*", "device/device/hwmon/*")
"""Where a drive's thermometer may stand below its folder: drivetemp's beneath the SCSI device;
NVMe's beneath the controller, which lies beneath the subsystem where there are several ways to a
drive, and beneath the PCI device on older kernels. Source: drivers/hwmon/drivetemp.c,
drivers/nvme/host/hwmon.c."""

_LOWEST_C, _HIGHEST_C = 0, 200
"""Beyond that a thermometer is broken (nothing that works is colder inside), or tells the lack of a
limit (NVMe: 65261 °C)."""


class ThrottleCounters:
    """How often the processors were slowed down for their heat, since the start of the machine.

    Only Intel's tell; their files are found once, for they are read many times. Source: kernel,
    arch/x86/kernel/cpu/mce/therm_throt.c.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        folders = matching(f"{tree_root(root)}/sys/devices/system/cpu", _THROTTLED)
        self._paths = [f"{folder}/{name}" for folder in folders for name in _COUNTS]

    def read(self) -> int | None:
        """The sum over all processors; None where they don't tell."""
        reported = map(read_number, self._paths)
        counts = [count for count in reported if count is not None]
        return sum(counts) if counts else None


@dataclass(frozen=True)
class Temperature:
    """Of one drive, in °C; ``highest_c`` is what it may have by its own account."""

    drive: str
    now_c: float
    highest_c: float | None = None


class Thermometers:
    """Those of some drives; found once, read many times."""

    def __init__(self, drives: Iterable[str], root: Path = Path("/")) -> None:
        base = tree_root(root)
        self._sensors = {drive: _sensor(f"{base}/sys/block/{drive}") for drive in drives}

    def read(self) -> tuple[Temperature, ...]:
        """Of the drives that tell."""
        read = (_temperature(drive, sensor) for drive, sensor in self._sensors.items() if sensor)
        return tuple(found for found in read if found is not None)

    def hottest_c(self) -> float | None:
        return max((found.now_c for found in self.read()), default=None)


def _sensor(folder: str) -> str | None:
    found = (path for pattern in _SENSORS for path in matching(folder, pattern))
    return next((path for path in found if Path(path, "temp1_input").is_file()), None)


def _temperature(drive: str, sensor: str) -> Temperature | None:
    now = _degrees(f"{sensor}/temp1_input")
    return None if now is None else Temperature(drive, now, _degrees(f"{sensor}/temp1_max"))


def _degrees(path: str) -> float | None:
    """hwmon tells thousandths."""
    reported = read_number(path)
    if reported is None or not _LOWEST_C < reported / 1000 < _HIGHEST_C:
        return None
    return reported / 1000


def throttling_conditions(before: int | None, after: int | None) -> tuple[Condition, ...]:
    """What two readings of the counters say; pure."""
    if before is None or after is None or after <= 0:
        return ()
    cooler = sentence("Let the computer cool down, and check its fans and air inlets.")
    if after > before:
        return (
            warning(
                ConditionKind.THROTTLING,
                sentence("The CPUs are overheated and being throttled."),
                cooler,
            ),
        )
    return (
        note(
            ConditionKind.THROTTLING,
            sentence(
                "The CPUs have been throttled by heat {after} times since the computer started.",
                after=after,
            ),
            together(
                (sentence("No action needed: runs affected by throttling are marked."), cooler)
            ),
        ),
    )


def temperature_conditions(temperatures: Iterable[Temperature]) -> tuple[Condition, ...]:
    """Drives that are as hot as they may be, or hotter: they slow themselves down. Pure."""
    return tuple(
        warning(
            ConditionKind.TEMPERATURE,
            sentence(
                "{drive} is at {now_c:.0f} °C; its limit is {highest_c:.0f} °C. An "
                "overheated drive throttles itself.",
                drive=each.drive,
                now_c=each.now_c,
                highest_c=each.highest_c,
            ),
            sentence("Let it cool down, and improve its ventilation."),
        )
        for each in temperatures
        if each.highest_c is not None and each.now_c >= each.highest_c
    )
