"""What spoils a measurement, from recorded and made-up computers."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.device import Device
from storage_tuner.probe.conditions import Facts, caveats, read_facts
from storage_tuner.probe.devices import find_device, read_devices
from storage_tuner.probe.machine import read_machine
from tests.unit.probe.made_trees import add_disk, write_tree

QUIET = Device(name="sda", path="/dev/sda", kind="disk", size_bytes=1 << 30)


def told(root: Path, name: str) -> str:
    devices = read_devices(root)
    device = find_device(name, devices, root)
    return "\n".join(caveats(device, read_facts(device, devices, root)))


def test_nothing_to_say_of_a_quiet_disk() -> None:
    assert caveats(QUIET, Facts()) == ()


@pytest.mark.parametrize("name", ["md126", "sde"])
def test_a_check_spoils_the_array_and_its_members(degraded_tree: Path, name: str) -> None:
    assert "md126 is busy with a check" in told(degraded_tree, name)


def test_a_check_elsewhere_does_not(degraded_tree: Path) -> None:
    assert "check" not in told(degraded_tree, "sda")
    assert "degraded" in told(degraded_tree, "md127")


def test_a_virtual_disk_and_a_virtual_machine(plain_tree: Path) -> None:
    assert "host's cache" in told(plain_tree, "vdb")
    assert "virtual machine" in told(plain_tree, "sdc")
    assert "in use (swap)" not in told(plain_tree, "sdc")


def test_in_use(mounted_tree: Path) -> None:
    assert "sdc is in use (member of md127, mounted at /data1)" in told(mounted_tree, "sdc")


@pytest.mark.parametrize(
    ("governor", "driver", "slow"),
    [
        ("powersave", "acpi-cpufreq", True),
        ("powersave", "intel_pstate", False),
        ("powersave", "amd-pstate-epp", False),
        ("schedutil", "acpi-cpufreq", False),
    ],
)
def test_only_a_governor_that_really_slows(
    tmp_path: Path, governor: str, driver: str, slow: bool
) -> None:
    add_disk(tmp_path, "sda", "8:0")
    for number in range(2):
        folder = f"sys/devices/system/cpu/cpu{number}/cpufreq"
        write_tree(
            tmp_path,
            {f"{folder}/scaling_governor": governor + "\n", f"{folder}/scaling_driver": driver},
        )
    assert ("2 processors are kept slow" in told(tmp_path, "sda")) is slow


def test_facts_of_a_recorded_computer(degraded_tree: Path) -> None:
    machine = read_machine("", degraded_tree)
    assert machine.kernel == "6.12.117+deb12-amd64"
    assert machine.distribution == "Debian GNU/Linux 12 (bookworm)"
    assert (machine.processors, machine.memory_bytes) == (2, 1505032 * 1024)


def test_no_facts_at_all(tmp_path: Path) -> None:
    machine = read_machine("fio-3.33", tmp_path)
    assert (machine.host, machine.kernel, machine.processor, machine.processors) == ("", "", "", 0)
