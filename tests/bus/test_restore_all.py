"""``undo-all``: what purging the package does, when neither bus nor application is there."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner_helper.keeping import udev_rules
from tests.bus.connections import LAUNCHER
from tests.bus.test_persist import BFQ, kept
from tests.bus.test_sessions import begin
from tests.bus.test_way_back import restart
from tests.bus.udev_system import OTHER_WWN, WWN, UdevSystem, udev_system
from tests.loop_device import LoopDevice, LoopDeviceFactory, attach


@pytest.fixture
def udev(state: Path) -> Iterator[UdevSystem]:
    with udev_system(state, daemon=True) as system:
        yield system


def keep(udev: UdevSystem, device: LoopDevice) -> None:
    with udev.helper() as helper:
        kept(helper, device, BFQ)


def records(udev: UdevSystem) -> list[Path]:
    return list((udev.state / "state").glob("*/*.json"))


def test_what_was_kept_and_what_was_being_tried_comes_back(
    udev: UdevSystem, loop_devices: LoopDeviceFactory
) -> None:
    """And no event sets it again."""
    one, until_restart, tried = loop_devices(), loop_devices(), loop_devices()
    udev.identify(one, WWN)
    before = [device.settings() for device in (one, until_restart, tried)]
    keep(udev, one)
    with udev.helper() as helper:
        session = begin(helper, until_restart)
        helper.call("SetSettings", until_restart.name, session=session, scheduler="kyber")
        helper.call("EndSession", until_restart.name, session=session, keep=True)
        session = begin(helper, tried)
        helper.call("SetSettings", tried.name, session=session, scheduler="mq-deadline")
        helper.kill()
    said = " ".join(udev.undo_all())
    assert [device.settings() for device in (one, until_restart, tried)] == before
    assert one.name in said and until_restart.name in said and WWN in said
    assert udev.nothing_is_written() and not records(udev)
    udev.event(one)
    assert one.settings() == before[0]


def test_also_after_a_restart_and_a_second_time(udev: UdevSystem, device: LoopDevice) -> None:
    udev.identify(device, WWN)
    before = device.settings()
    keep(udev, device)
    restart(udev, device)
    assert device.scheduler == "bfq"
    udev.undo_all()
    assert device.settings() == before and udev.nothing_is_written()
    assert udev.undo_all() == []


def test_a_file_edited_by_hand_keeps_nothing_from_coming_back(
    udev: UdevSystem, device: LoopDevice
) -> None:
    udev.identify(device, WWN)
    before = device.settings()
    keep(udev, device)
    with udev.place(udev_rules.PATH).open("a", encoding="ascii") as file:
        file.write("# my own\n")
    assert "edited" in " ".join(udev.undo_all())
    assert device.settings() == before


def test_a_disk_that_is_away_keeps_nothing_else_from_coming_back(
    udev: UdevSystem, loop_devices: LoopDeviceFactory
) -> None:
    away, here = loop_devices(), loop_devices()
    before = here.settings()
    for device, wwn in ((away, WWN), (here, OTHER_WWN)):
        udev.identify(device, wwn)
        keep(udev, device)
    subprocess.run(["losetup", "--detach", away.path], check=True)
    try:
        udev.undo_all()
        assert here.settings() == before and udev.nothing_is_written()
    finally:
        attach(away)


def test_what_a_living_helper_is_at_work_on_is_left_to_it(
    udev: UdevSystem, device: LoopDevice
) -> None:
    before = device.settings()
    with udev.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, scheduler="bfq")
        assert udev.undo_all() == []
        assert device.scheduler == "bfq"
    assert device.settings() == before


def test_only_root_may() -> None:
    done = subprocess.run(
        ["setpriv", "--reuid", "nobody", "--clear-groups", str(LAUNCHER), "undo-all"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "The helper must be started as root.\n")
