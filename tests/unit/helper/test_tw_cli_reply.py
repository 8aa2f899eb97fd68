"""What tw_cli says of a battery: only what is certain lets settings be set that need one."""

from __future__ import annotations

import pytest

from storage_tuner_helper.tw_cli_reply import battery_is_ready

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
