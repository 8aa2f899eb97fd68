"""What is around a load, read from a made-up computer that changes."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.measuring.condition_sampler import ConditionSampler
from storage_tuner.measuring.samples import LoadSample
from tests.unit.probe.made_trees import add_disk, write_tree

LOOK = LoadSample((), 1.0, None, None, {})
THROTTLED = "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count"


def test_all_that_may_change_between_two_looks(tmp_path: Path) -> None:
    disk = add_disk(tmp_path, "sda", "8:0")
    array = add_disk(tmp_path, "md0", "9:0", "virtual")
    write_tree(disk, {"device/hwmon1/temp1_input": "40000\n"})
    write_tree(array, {"md/sync_action": "idle\n"})
    plug = "sys/class/power_supply/AC"
    write_tree(tmp_path, {THROTTLED: "1\n", f"{plug}/type": "Mains\n", f"{plug}/online": "1\n"})
    around = ConditionSampler(("md0",), ("sda",), tmp_path)
    before = around.sample_into(LOOK)
    assert (before.busy_arrays, before.throttled) == ({}, 1)
    assert (before.temperature_c, before.on_mains) == (40.0, True)

    write_tree(disk, {"device/hwmon1/temp1_input": "55000\n"})
    write_tree(array, {"md/sync_action": "check\n"})
    battery = {"type": "Battery\n", "status": "Discharging\n"}
    write_tree(
        tmp_path,
        {THROTTLED: "2\n", f"{plug}/online": "0\n"}
        | {f"sys/class/power_supply/BAT0/{name}": text for name, text in battery.items()},
    )
    after = around.sample_into(LOOK)
    assert (after.busy_arrays, after.throttled) == ({"md0": "check"}, 2)
    assert (after.temperature_c, after.on_mains) == (55.0, False)


def test_a_computer_that_tells_nothing(tmp_path: Path) -> None:
    assert ConditionSampler(("md0",), ("sda",), tmp_path).sample_into(LOOK) == LOOK
