"""Asking the helper for a drive's health, and which drives a 3ware unit is made of."""

from __future__ import annotations

import pytest

from storage_tuner.client.health import DrivePort, drive_ports, read_health
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.errors import OperationRefused, ToolFailed, ToolMissing
from tests.unit.client.scripted_helper import greeting_and

ANSWERS = (
    "while question := hear():",
    "    given = question['arguments']",
    "    hours = {'power_on_time': {'hours': given.get('port', 7)}, 'smart_status': {}}",
    "    text = json.dumps(hours) if question['device'] == 'sda' else ''",
    "    result = {'smartctl_json': text, 'exit_code': 3 if question['device'] == 'sdz' else 0}",
    "    say({'id': question['id'], 'result': result})",
)


def test_a_drive_and_a_port_of_a_controller() -> None:
    connection = greeting_and(*ANSWERS)
    drive = read_health(connection, "sda")
    behind = read_health(connection, "sda", DrivePort("c0/p5", 0, 5))
    asleep = read_health(connection, "sdz")
    connection.close()
    assert (drive.device, drive.power_on_hours) == ("sda", 7)
    assert (behind.device, behind.power_on_hours) == ("c0/p5", 5)
    assert asleep.asleep


@pytest.mark.parametrize(
    ("name", "expected"),
    [("NoSmartctl", ToolMissing), ("NoAnswer", ToolFailed), ("NotSupported", OperationRefused)],
)
def test_refusals(name: str, expected: type[Exception]) -> None:
    connection = greeting_and(
        f"say({{'id': hear()['id'], 'error': {{'name': '{name}', 'message': 'No.'}}}})", "hear()"
    )
    with pytest.raises(expected):
        read_health(connection, "sda")
    connection.close()


def controller(identifier: str, driver: str, *units: Unit) -> Controller:
    return Controller("3ware", identifier, None, driver=driver, units=units)


def test_the_drives_of_a_unit_with_its_legs() -> None:
    legs = (
        Unit("u0-0", "RAID-1", "OK", ports=("p0", "p1")),
        Unit("u0-1", "RAID-1", "OK", ports=("p2", "odd", "p3")),
    )
    nested = Unit("u0", "RAID-10", "OK", sub_units=legs, disks=("sda", "sdb"))
    single = Unit("u1", "SINGLE", "OK", ports=("p7",), disks=("sdc",))
    one = controller("c0", "3w-9xxx", nested, single)
    assert [port.name for port in drive_ports("sdb", [one])] == ["c0/p0", "c0/p1", "c0/p2", "c0/p3"]
    assert drive_ports("sdc", [one]) == (DrivePort("c0/p7", 0, 7),)
    assert drive_ports("sdd", [one]) == ()


def test_each_driver_counts_its_own_controllers() -> None:
    def unit(disk: str) -> Unit:
        return Unit("u0", "SINGLE", "OK", ports=("p0",), disks=(disk,))

    controllers = [
        controller("c10", "3w-9xxx", unit("sdd")),
        controller("c2", "3w-9xxx", unit("sdb")),
        controller("c4", "3w-sas", unit("sdc")),
    ]
    found = {disk: drive_ports(disk, controllers)[0].node for disk in ("sdb", "sdc", "sdd")}
    assert found == {"sdb": 0, "sdc": 0, "sdd": 1}
