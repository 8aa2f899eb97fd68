"""What can lose data when the power fails, and when it counts."""

from __future__ import annotations

import pytest

from storage_tuner.core.controller import Battery, Controller, Unit
from storage_tuner.core.hazards import HAZARDS, has_battery, hazards_of

SAFE = {"wrcache": "off", "storsave": "protect"}


@pytest.mark.parametrize(
    ("wanted", "battery", "names"),
    [
        ({"wrcache": "on"}, False, ["wrcache-without-battery"]),
        ({"wrcache": "on"}, True, []),
        ({"wrcache": "off"}, False, []),
        ({"storsave": "perform"}, True, ["storsave-perform"]),
        ({"storsave": "balance", "nr_requests": "64"}, False, []),
        (
            {"wrcache": "on", "storsave": "perform"},
            False,
            ["wrcache-without-battery", "storsave-perform"],
        ),
    ],
)
def test_what_must_be_allowed(wanted: dict[str, str], battery: bool, names: list[str]) -> None:
    found = hazards_of(wanted, SAFE, has_battery=battery)
    assert [hazard.name for hazard in found] == names
    assert all(HAZARDS[name].loss for name in names)


def test_what_is_set_already_needs_no_leave() -> None:
    present = {"wrcache": "on", "storsave": "perform"}
    assert hazards_of(present, present, has_battery=False) == ()


@pytest.mark.parametrize(
    ("battery", "ready"),
    [(Battery("OK", ready=True), True), (Battery("Charging", ready=False), False), (None, False)],
)
def test_the_battery_of_the_disks_own_controller_counts(
    battery: Battery | None, ready: bool
) -> None:
    other = Controller(
        "3ware", "c1", None, units=(Unit("u0", "RAID-1", "OK", disks=("sdb",)),),
        bbu=Battery("OK", ready=True),
    )  # fmt: skip
    own = Controller(
        "3ware", "c0", None, units=(Unit("u0", "RAID-1", "OK", disks=("sda",)),), bbu=battery
    )
    assert has_battery("sda", (own, other)) is ready
    assert not has_battery("sdc", (own, other))
