"""How a RAID controller is told in one line."""

from __future__ import annotations

import pytest

from storage_tuner.core.circumstances import ControllerState, UnitState


@pytest.mark.parametrize(
    ("controller", "told"),
    [
        (ControllerState("3ware"), "3ware, battery unknown"),
        (
            ControllerState("3ware", "9500S-8", "FE9X 2.08", battery="OK", battery_ready=True),
            "3ware 9500S-8, firmware FE9X 2.08, battery ready",
        ),
        (
            ControllerState("3ware", "9650SE", battery="Charging", battery_ready=False),
            "3ware 9650SE, battery not ready (Charging)",
        ),
    ],
)
def test_a_controller(controller: ControllerState, told: str) -> None:
    assert str(controller.summary) == told


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        (UnitState("u0"), "u0"),
        (UnitState("u1", "SINGLE", "OK", ("sdb",), 1), "u1 = sdb, SINGLE of 1 drive, OK"),
        (
            UnitState("u0", "RAID-5", "OK", ("sda", "sdb"), 4, {"qpolicy": "on", "wrcache": "off"}),
            "u0 = sda, sdb, RAID-5 of 4 drives, OK, qpolicy=on, wrcache=off",
        ),
    ],
)
def test_a_unit(unit: UnitState, told: str) -> None:
    assert str(unit.summary) == told
