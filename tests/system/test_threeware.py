"""The command line and the real helper on a computer with a 3ware controller: a loop device as the
unit of a simulated 9650SE, in a namespace where the kernel's trees say so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.loop_device import LoopDevice, loop_devices
from tests.system.conftest import Household
from tests.threeware.computer import Computer, computer
from tests.threeware.machines import Description, controller, machine

__all__ = ["loop_devices"]

SHORT = ("--operations", "rand-read", "--threads", "1", "--minutes", "0.2")
Describe = Callable[[Description], Description]
MakeComputer = Callable[[Describe], Computer]


@pytest.fixture
def make_computer(household: Household, device: LoopDevice, tmp_path: Path) -> MakeComputer:
    return lambda describe: computer(tmp_path / "3ware", device, household.environment, describe)


def at_work(status: str, **how_far: object) -> Describe:
    return lambda unit: machine(controller(units=[{**unit, "status": status, **how_far}]))


def test_the_unit_is_found_and_tied_to_its_disk(make_computer: MakeComputer) -> None:
    told = json.loads(make_computer(at_work("OK")).run("devices", "--json").stdout)
    (found,) = told["controllers"]
    assert (found["model"], found["units"][0]["disks"]) == ("9650SE-8LPML", ["sda"])
    disk = next(each for each in told["devices"] if each["name"] == "sda")
    assert (disk["transport"], disk["queue_depth"]["maximum"]) == ("3ware", 254)


def test_a_unit_at_work_is_not_measured(make_computer: MakeComputer) -> None:
    there = make_computer(at_work("REBUILDING", rebuilt=12))
    before = there.loop.settings()
    done = there.run("sweep", "sda", *SHORT)
    assert done.returncode == 8, done.stderr
    assert "(REBUILDING), 12 % done" in done.stderr
    assert "--wait" in done.stderr
    assert there.loop.settings() == before
    check = there.run("sweep", "sda", *SHORT, "--check", "--json")
    assert check.returncode == 8
    assert not json.loads(check.stdout)["measurable"]


@pytest.mark.slow
def test_a_verification_can_be_waited_for(make_computer: MakeComputer) -> None:
    there = make_computer(at_work("VERIFYING", verified=64, step=6))
    done = there.run("sweep", "sda", *SHORT, "--wait")
    assert done.returncode == 0, done.stderr
    assert "Waiting: sda is busy with work of its controller (VERIFYING)" in done.stderr
    assert there.simulator.machine["controllers"][0]["units"][0]["status"] == "OK"
