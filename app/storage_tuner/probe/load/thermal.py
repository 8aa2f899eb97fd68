"""Temperatures of drives, and the number of times that CPUs were thermally throttled."""

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
"""Where a drive's sensor may be, relative to the drive's folder: drivetemp's below the SCSI device;
NVMe's below the controller, which is below the subsystem for multipath drives, and below the PCI
device on older kernels. Source: drivers/hwmon/drivetemp.c, drivers/nvme/host/hwmon.c."""

_LOWEST_C, _HIGHEST_C = 0, 200
"""Outside this range a sensor is broken (no running drive is colder inside), or reports a missing
limit (NVMe: 65261 °C)."""


class ThrottleCounters:
    """Counts how often the CPUs were throttled for heat, since boot.

    Only Intel CPUs report it; their files are located once, because they are read often. Source:
    kernel, arch/x86/kernel/cpu/mce/therm_throt.c.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        folders = matching(f"{tree_root(root)}/sys/devices/system/cpu", _THROTTLED)
        self._paths = [f"{folder}/{name}" for folder in folders for name in _COUNTS]

    def read(self) -> int | None:
        """The sum over all CPUs; None where they don't report it."""
        reported = map(read_number, self._paths)
        counts = [count for count in reported if count is not None]
        return sum(counts) if counts else None


@dataclass(frozen=True)
class Temperature:
    """The temperature of one drive in °C; ``highest_c`` is the limit reported by the drive."""

    drive: str
    now_c: float
    highest_c: float | None = None


class Thermometers:
    """The sensors of a set of drives; located once, read often."""

    def __init__(self, drives: Iterable[str], root: Path = Path("/")) -> None:
        base = tree_root(root)
        self._sensors = {drive: _sensor(f"{base}/sys/block/{drive}") for drive in drives}

    def read(self) -> tuple[Temperature, ...]:
        """The temperatures of the drives that report one."""
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
    """The value in °C; hwmon reports thousandths."""
    reported = read_number(path)
    if reported is None or not _LOWEST_C < reported / 1000 < _HIGHEST_C:
        return None
    return reported / 1000


def throttling_conditions(before: int | None, after: int | None) -> tuple[Condition, ...]:
    """The condition of throttling between two readings of the counters; pure."""
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
    """The conditions of drives at or above their temperature limit, which throttle themselves;
    pure."""
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
