"""What tw_cli says of a battery: only what is certain lets settings be set that need one."""

from __future__ import annotations

import pytest

from storage_tuner_helper.threeware.parsing import battery_is_ready, controllers, unit, was_set
from storage_tuner_helper.threeware.tw_cli import UnitNumber
from tests.threeware.test_captures import CAPTURES

WELL = {"Online State": "On", "BBU Ready": "Yes", "BBU Status": "OK"}
HEADER = "Name  OnlineState  BBUReady  Status    Volt     Temp     Hours  LastCapTest\n"


@pytest.mark.parametrize(
    ("change", "ready"),
    [
        ({}, True),
        ({"Online State": "Off"}, False),
        ({"Online State": ""}, False),
        ({"BBU Ready": "No"}, False),
        ({"BBU Status": "WeakBat"}, False),
    ],
)
def test_a_battery_is_ready_when_all_that_it_tells_is_well(
    change: dict[str, str], ready: bool
) -> None:
    """Its attributes, or its row in a table; one that is switched off keeps nothing."""
    told = {**WELL, **change}
    lines = "".join(f"/c0/bbu {name} = {value}\n" for name, value in told.items())
    assert battery_is_ready(lines.encode(), 0) is ready
    row = f"bbu   {'   '.join(value or '-' for value in told.values())}   OK   OK   255   x\n"
    assert battery_is_ready((HEADER + row).encode(), 0) is ready


def test_a_battery_that_does_not_tell_whether_it_is_in_use_is_not_ready() -> None:
    lines = "/c0/bbu BBU Ready = Yes\n/c0/bbu BBU Status = OK\n"
    assert not battery_is_ready(lines.encode(), 0)


def test_a_battery_of_which_a_cell_is_lost_is_not_ready() -> None:
    """What is below Status then is the voltage."""
    row = "bbu   On           Yes                 OK       OK       255    06-Jul-2013\n"
    assert not battery_is_ready((HEADER + row).encode(), 0)


UNIT = """\
/c0/u0 status = OK
/c0/u0 Command Queuing Policy = on
/c0/u0 Storsave policy = protection
/c0/u0 serial number = W1234567890ABC

Unit  UnitType  Status         %RCmpl  %V/I/M  Stripe  Size(GB)  Cache  AVrfy
------------------------------------------------------------------------------
u0    RAID-5    VERIFYING      -       14      64 K    5587.9    RiW    ON
"""
NUMBER = UnitNumber(0, 0)


def test_a_unit_tells_itself() -> None:
    told = unit(UNIT.encode(), NUMBER)
    assert (told.status, told.serial, told.gib) == ("OK", "W1234567890ABC", 5587.9)
    assert told.policies == {"qpolicy": "on", "storsave": "protect"}


@pytest.mark.parametrize("cut", range(len(UNIT)))
def test_a_cut_answer_tells_nothing_wrong(cut: int) -> None:
    told, right = unit(UNIT[:cut].encode(), NUMBER), unit(UNIT.encode(), NUMBER)
    assert told.status in ("", right.status)
    assert told.serial in ("", right.serial)
    assert told.gib in (None, right.gib)
    assert told.policies.items() <= right.policies.items()


@pytest.mark.parametrize(
    "lost",
    ["RAID-5    ", "VERIFYING      ", "-       ", "14      ", "64 K    ", "RiW    ", "RiW    ON"],
)
def test_a_row_that_lost_a_cell_tells_no_size(lost: str) -> None:
    assert unit(UNIT.replace(lost, "", 1).encode(), NUMBER).gib is None


def test_the_last_line_of_a_cut_list_names_no_controller() -> None:
    text = "Ctl   Model        (V)Ports\n---------\nc0    9650SE-2LP   2\nc1    9650SE"
    assert controllers(text.encode()) == {0: "9650SE-2LP"}


@pytest.mark.parametrize("value", ["on", "off"])
def test_a_real_answer_to_setting_a_cache(value: str) -> None:
    """One for each unit; of others, and of other values, it says nothing."""
    name = f"9650SE-8LPML-c2_uN_set_wrcache_{value}_quiet-3ware_tool.txt"
    output = (CAPTURES / name).read_bytes()
    assert all(was_set(output, UnitNumber(2, number), value) for number in range(6))
    assert not was_set(output, UnitNumber(2, 6), value)
    assert not was_set(output, UnitNumber(1, 0), value)
    assert not was_set(output, UnitNumber(2, 0), "on" if value == "off" else "off")
