"""Work that arrays and units begin by themselves, asked for rarely."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.errors import NotMeasurable
from storage_tuner.measuring.background_work import (
    CHECK_S,
    MOST_SILENCES,
    BackgroundWorkMonitor,
)
from storage_tuner.probe.threeware import UnitReader, unit_readers
from tests.threeware.machines import Simulator, controller, install, machine
from tests.unit.probe.made_trees import add_disk, write_tree

BEGAN = "the controller of sda started background work (VERIFYING)"


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def simulator(tmp_path: Path) -> Simulator:
    return install(tmp_path / "3ware", machine(controller()))


def watch(simulator: Simulator, root: Path, clock: Clock | None = None) -> BackgroundWorkMonitor:
    question = UnitReader(simulator.program, "c0", "u0")
    return BackgroundWorkMonitor((), {"sda": question}, root, clock or Clock())


def test_a_unit_is_asked_rarely_and_briefly(simulator: Simulator, tmp_path: Path) -> None:
    clock = Clock()
    watching = watch(simulator, tmp_path, clock)
    found = []
    for _ in range(100):
        clock.seconds += 1
        found.append(watching.check())
    assert found.count("") == 100 // CHECK_S
    assert found.count(None) == 97
    assert [call["words"] for call in simulator.calls] == [["/c0/u0", "show"]] * 3


def test_work_that_begins_is_told_once_and_waited_for(simulator: Simulator, tmp_path: Path) -> None:
    watching = watch(simulator, tmp_path)
    assert (watching.check_now(), watching.awaited()) == ("", "")
    simulator.change_unit(status="VERIFYING", verified=40)
    assert str(watching.check_now()) == BEGAN
    assert (
        str(watching.awaited()) == "the controller's background work on sda (VERIFYING, 40 % done)"
    )
    assert watching.check_now() == ""
    simulator.change_unit(status="OK", verified=None)
    assert str(watching.check_now()) == "the controller of sda finished its background work"
    assert watching.awaited() == ""
    began, ended = watching.remarks
    assert str(began).startswith(
        "The controller of sda started background work (VERIFYING) between 2"
    )
    assert "waited until 2" in str(ended)


@pytest.mark.parametrize("status", ["REBUILDING", "INITIALIZING", "MIGRATING"])
def test_long_work_ends_it(simulator: Simulator, tmp_path: Path, status: str) -> None:
    watching = watch(simulator, tmp_path)
    simulator.change_unit(status=status, rebuilt=3)
    watching.check_now()
    with pytest.raises(NotMeasurable, match=rf"\({status}, 3 % done\)"):
        watching.awaited()


def test_a_degraded_unit_rests(simulator: Simulator, tmp_path: Path) -> None:
    watching = watch(simulator, tmp_path)
    simulator.change_unit(status="DEGRADED")
    assert (watching.check_now(), watching.awaited()) == ("", "")


def test_a_controller_that_gives_no_answer_is_not_asked_again(
    simulator: Simulator, tmp_path: Path
) -> None:
    watching = watch(simulator, tmp_path)
    simulator.change_unit(id="u7")
    assert [watching.check_now(), watching.check_now()] == ["", ""]
    assert len(simulator.calls) == 1
    (remark,) = watching.remarks
    assert str(remark).startswith("The controller of sda didn't respond at 2")


def test_a_controller_at_work_that_gives_no_answer_is_still_at_work(
    simulator: Simulator, tmp_path: Path
) -> None:
    """It answers slowly then; only the answer that it's over counts."""
    watching = watch(simulator, tmp_path)
    simulator.change_unit(status="VERIFYING", verified=40)
    watching.check_now()
    simulator.change_unit(id="u7")
    awaited = "the controller's background work on sda (VERIFYING, 40 % done)"
    assert (watching.check_now(), str(watching.awaited())) == ("", awaited)
    simulator.change_unit(id="u0", status="OK", verified=None)
    assert str(watching.check_now()) == "the controller of sda finished its background work"
    assert len(watching.remarks) == 2


def test_it_is_not_waited_for_ever_for_an_answer(simulator: Simulator, tmp_path: Path) -> None:
    watching = watch(simulator, tmp_path)
    simulator.change_unit(status="VERIFYING", verified=40)
    watching.check_now()
    simulator.change_unit(id="u7")
    for _ in range(MOST_SILENCES - 1):
        watching.check_now()
    assert watching.awaited()
    watching.check_now()
    with pytest.raises(NotMeasurable, match="VERIFYING"):
        watching.awaited()


def test_other_work_than_before_is_told_once(tmp_path: Path) -> None:
    array = add_disk(tmp_path, "md0", "9:0", "virtual")
    write_tree(array, {"md/sync_action": "resync\n"})
    watching = BackgroundWorkMonitor(("md0",), {}, tmp_path)
    write_tree(array, {"md/sync_action": "recover\n"})
    assert watching.check()
    assert len(watching.remarks) == 2, "one ended, another began"
    assert len(set(watching.remarks)) == 2


def test_an_array_is_looked_at_each_time_and_never_waited_for(tmp_path: Path) -> None:
    array = add_disk(tmp_path, "md0", "9:0", "virtual")
    write_tree(array, {"md/sync_action": "idle\n"})
    watching = BackgroundWorkMonitor(("md0",), {}, tmp_path)
    assert watching.check() == ""
    write_tree(array, {"md/sync_action": "resync\n"})
    assert str(watching.check()) == "a resync of md0 began"
    assert (watching.check(), watching.awaited()) == ("", "")
    write_tree(array, {"md/sync_action": "idle\n"})
    assert str(watching.check()) == "a resync of md0 ended"
    began, ended = watching.remarks
    assert str(began).startswith("On md0, a resync started between 2")
    assert str(ended).startswith("On md0, a resync ended between 2")


def test_work_that_goes_on_from_before_is_no_news(tmp_path: Path) -> None:
    array = add_disk(tmp_path, "md0", "9:0", "virtual")
    write_tree(array, {"md/sync_action": "check\n"})
    watching = BackgroundWorkMonitor(("md0",), {}, tmp_path)
    assert (watching.check(), watching.remarks) == ("", ())


def test_each_unit_that_is_measured_is_asked_once(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(simulator.folder), prepend=":")
    units = (
        Unit("u0", "RAID-5", "OK", disks=("sdb", "sda")),
        Unit("u1", "SINGLE", "OK", disks=("sdc",)),
        Unit("u2 show", "SINGLE", "OK", disks=("sdd",)),
    )
    found = unit_readers([Controller("3ware", "c0", "x", units=units)], ("sda", "sdb", "sdd"))
    assert found == {"sda": UnitReader(simulator.program, "c0", "u0")}
