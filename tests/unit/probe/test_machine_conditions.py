"""Power, frequencies, heat and memory: of made-up computers, and of this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.condition import ConditionKind, Severity
from storage_tuner.probe.load.frequency import frequency_conditions, read_frequencies
from storage_tuner.probe.load.memory import Memory, memory_conditions, read_memory
from storage_tuner.probe.load.power import on_mains, power_conditions, read_power
from storage_tuner.probe.load.thermal import (
    Temperature,
    Thermometers,
    ThrottleCounters,
    temperature_conditions,
    throttling_conditions,
)
from tests.unit.probe.made_trees import add_disk, write_tree

SUPPLIES = "sys/class/power_supply"
MAINS = {"AC/type": "Mains", "AC/online": "1"}
UNPLUGGED = {"AC/type": "Mains", "AC/online": "0"}
BATTERY = {"BAT0/type": "Battery", "BAT0/status": "Discharging"}
FULL = {"BAT0/type": "Battery", "BAT0/status": "Full"}
MOUSE = {
    "mouse/type": "Battery",
    "mouse/scope": "Device",
    "mouse/status": "Discharging",
}
USB_C = {"ucsi/type": "USB", "ucsi/online": "0"}


@pytest.mark.parametrize(
    ("supplies", "expected"),
    [
        ({}, None),
        (MAINS | BATTERY, True),
        (MAINS | FULL, True),
        (UNPLUGGED | BATTERY, False),
        (UNPLUGGED | FULL, False),
        (BATTERY, False),
        (FULL, None),
        (MOUSE, None),
        (MAINS | MOUSE, True),
        (USB_C, None),
        ({"ups/type": "UPS", "ups/status": "Discharging"}, False),
        (USB_C | MAINS | FULL, True),
    ],
)
def test_mains(tmp_path: Path, supplies: dict[str, str], expected: bool | None) -> None:
    write_tree(tmp_path, {f"{SUPPLIES}/{name}": f"{text}\n" for name, text in supplies.items()})
    assert on_mains(tmp_path) is expected
    found = power_conditions(read_power(tmp_path))
    assert [each.kind for each in found] == (
        [ConditionKind.POWER_SOURCE] if expected is False else []
    )


@pytest.mark.parametrize(
    ("profile", "told"),
    [("low-power", True), ("quiet", True), ("balanced", False), ("performance", False)],
)
def test_power_profile(tmp_path: Path, profile: str, told: bool) -> None:
    write_tree(tmp_path, {"sys/firmware/acpi/platform_profile": f"{profile}\n"})
    found = power_conditions(read_power(tmp_path))
    assert [each.kind for each in found] == ([ConditionKind.POWER_PROFILE] if told else [])


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"scaling_governor": "powersave", "scaling_driver": "acpi-cpufreq"}, "governor"),
        ({"scaling_governor": "powersave", "scaling_driver": "intel_pstate"}, ""),
        ({"scaling_governor": "powersave", "scaling_driver": "amd-pstate-epp"}, ""),
        ({"scaling_governor": "schedutil", "scaling_driver": "acpi-cpufreq"}, ""),
        ({"energy_performance_preference": "power"}, "save power"),
        ({"energy_performance_preference": "balance_power"}, ""),
        ({"scaling_max_freq": "1200000", "cpuinfo_max_freq": "3600000"}, "highest frequency"),
        ({"scaling_max_freq": "3599000", "cpuinfo_max_freq": "3600000"}, ""),
        ({}, ""),
    ],
)
def test_what_really_slows_the_processors(
    tmp_path: Path, files: dict[str, str], words: str
) -> None:
    for number in range(2):
        folder = f"sys/devices/system/cpu/cpu{number}/cpufreq"
        write_tree(tmp_path, {f"{folder}/{name}": f"{text}\n" for name, text in files.items()})
    found = frequency_conditions(read_frequencies(tmp_path))
    assert [each.kind for each in found] == ([ConditionKind.GOVERNOR] if words else [])
    assert all(words in str(each.sentence) and "2 CPUs" in str(each.sentence) for each in found)


def throttle(root: Path, core: int, package: int) -> None:
    for number in range(2):
        folder = f"sys/devices/system/cpu/cpu{number}/thermal_throttle"
        write_tree(
            root,
            {
                f"{folder}/core_throttle_count": f"{core}\n",
                f"{folder}/package_throttle_count": f"{package}\n",
            },
        )


def test_throttling_is_seen_when_it_counts_up(tmp_path: Path) -> None:
    throttle(tmp_path, 1, 2)
    counters = ThrottleCounters(tmp_path)
    before = counters.read()
    assert before == 6
    throttle(tmp_path, 2, 2)
    (now,) = throttling_conditions(before, counters.read())
    assert now.severity is Severity.WARNING
    assert "throttled" in str(now.sentence)
    (earlier,) = throttling_conditions(8, 8)
    assert (earlier.severity, "8 times" in str(earlier.sentence)) == (Severity.NOTE, True)
    assert throttling_conditions(0, 0) == throttling_conditions(None, None) == ()
    assert ThrottleCounters(tmp_path / "nothing").read() is None


@pytest.mark.parametrize(
    "place",
    [
        "device/hwmon/hwmon3",  # drivetemp
        "device/hwmon1",  # NVMe
        "device/nvme0/hwmon2",  # NVMe with several ways
        "device/device/hwmon/hwmon2",  # NVMe, older kernels
    ],
)
def test_the_thermometer_of_a_drive(tmp_path: Path, place: str) -> None:
    disk = add_disk(tmp_path, "sda", "8:0")
    write_tree(disk, {f"{place}/temp1_input": "71850\n", f"{place}/temp1_max": "70000\n"})
    add_disk(tmp_path, "sdb", "8:16", "pci/ata2/host1")
    thermometers = Thermometers(("sda", "sdb"), tmp_path)
    assert thermometers.read() == (Temperature("sda", 71.85, 70.0),)
    assert thermometers.hottest_c() == 71.85
    (hot,) = temperature_conditions(thermometers.read())
    assert "72 °C" in str(hot.sentence)
    write_tree(disk, {f"{place}/temp1_input": "41850\n"})
    assert temperature_conditions(thermometers.read()) == ()
    write_tree(disk, {f"{place}/temp1_input": "-273150\n"})
    assert thermometers.hottest_c() is None


def test_a_limit_that_is_none(tmp_path: Path) -> None:
    """NVMe drives without a warning temperature tell the greatest number there is."""
    disk = add_disk(tmp_path, "nvme0n1", "259:0")
    write_tree(disk, {"device/hwmon1/temp1_input": "38850", "device/hwmon1/temp1_max": "65261850"})
    assert Thermometers(("nvme0n1",), tmp_path).read() == (Temperature("nvme0n1", 38.85, None),)


def test_memory(tmp_path: Path) -> None:
    write_tree(tmp_path, {"proc/meminfo": "MemTotal:  8000000 kB\nMemAvailable:  300000 kB\n"})
    found = read_memory(tmp_path)
    assert found == Memory(8_000_000 * 1024, 300_000 * 1024)
    (short,) = memory_conditions(found)
    assert "307 MB" in str(short.sentence)
    assert memory_conditions(Memory(8_000_000, 500_000)) == ()
    assert memory_conditions(Memory()) == ()


def test_this_computer_has_memory() -> None:
    assert read_memory().total_bytes > read_memory().available_bytes > 0
