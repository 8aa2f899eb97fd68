"""What is kept for good leaves a way back, whatever comes between its steps."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bus.connections import PATIENCE, StdioClient, wait_gone, wait_until
from tests.bus.test_persist import BFQ, forget, kept
from tests.bus.test_sessions import begin
from tests.bus.udev_system import WWN, UdevSystem, udev_system
from tests.loop_device import LoopDevice

OLD_BOOT = "00000000-0000-0000-0000-000000000000"


@pytest.fixture
def udev(state: Path) -> Iterator[UdevSystem]:
    with udev_system(state, daemon=True) as system:
        yield system


def restart(udev: UdevSystem, device: LoopDevice) -> None:
    """As if the computer had been: the kernel's defaults, then the rules; records of before."""
    for file in (udev.state / "state").glob("*/*.json"):
        record = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(json.dumps({**record, "boot": OLD_BOOT}), encoding="utf-8")
    forget(device)
    udev.event(device, "add")


def put_back(helper: StdioClient, device: LoopDevice, session: str) -> None:
    helper.call("EndSession", device.name, session=session, keep=False)


def vanish(helper: StdioClient, device: LoopDevice, session: str) -> None:
    helper.kill()


def revert_and_keep(helper: StdioClient, device: LoopDevice, session: str) -> None:
    helper.call("Revert", device.name, session=session)
    helper.call("EndSession", device.name, session=session, keep=True)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("end", [put_back, vanish, revert_and_keep])
def test_a_rule_whose_session_put_all_back_can_be_undone_after_a_restart(
    udev: UdevSystem, device: LoopDevice, end: Callable[[StdioClient, LoopDevice, str], None]
) -> None:
    """Nothing is left changed, so nothing needs bringing back: but the rule is there, and sets it
    at the next start."""
    udev.identify(device, WWN)
    before = device.settings()
    with udev.helper() as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, **BFQ)
        helper.call("Persist", device.name, session=session, **BFQ)
        end(helper, device, session)
    assert device.settings() == before
    restart(udev, device)
    assert device.scheduler == "bfq"
    with udev.helper() as helper:
        assert helper.call("Describe")["changed_devices"] == [device.name]
        helper.call("Restore", device.name)
    assert udev.nothing_is_written() and device.settings() == before


def test_setting_by_hand_what_was_before_leaves_the_way_back_from_the_rule(
    udev: UdevSystem, device: LoopDevice
) -> None:
    udev.identify(device, WWN)
    before = device.settings()
    with udev.helper() as helper:
        kept(helper, device, {"nomerges": "1"})
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, nomerges=0)
        helper.call("EndSession", device.name, session=session, keep=True)
    restart(udev, device)
    assert device.read("nomerges") == "1"
    with udev.helper() as helper:
        helper.call("Restore", device.name)
    assert udev.nothing_is_written() and device.settings() == before


def test_nobody_takes_out_what_a_session_is_just_keeping(
    udev: UdevSystem, device: LoopDevice
) -> None:
    """It would be told as kept when it isn't any more."""
    udev.identify(device, WWN)
    with udev.helper() as owner, udev.helper() as other:
        session = begin(owner, device)
        owner.call("SetSettings", device.name, session=session, **BFQ)
        owner.call("Persist", device.name, session=session, **BFQ)
        for helper in (owner, other):
            assert helper.refusal("Restore", device.name) == "DeviceBusy"
            helper.call("Restore")
        assert owner.call("Describe")["persisted"]
        owner.call("EndSession", device.name, session=session, keep=True)
        owner.call("Restore", device.name)
    assert udev.nothing_is_written()


def test_an_event_in_the_middle_of_restoring_does_not_set_it_again(
    udev: UdevSystem, device: LoopDevice
) -> None:
    """The rule must be out before the values come back: here its file is another helper's for a
    moment, and meanwhile a program closes the disk."""
    udev.identify(device, WWN)
    before = device.settings()
    with udev.helper() as helper:
        kept(helper, device, BFQ)
        with held(udev.state / "state/persisting.lock"):
            call = helper.start("Restore", device.name)
            holds = udev.state / "state/locks/persisting"
            wait_until(holds.exists, "Restore waiting for the file")
            udev.event(device)
        helper.result(call)
    assert udev.nothing_is_written() and device.settings() == before


@contextmanager
def held(lock: Path) -> Iterator[None]:
    descriptor = os.open(lock, os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def test_a_runtime_folder_that_somebody_removed_keeps_nothing_from_coming_back(
    stdio: StdioClient, device: LoopDevice, state: Path
) -> None:
    """It holds nothing that's needed for that: the worker is killed, its supervisor restores."""
    before = device.settings()
    session = begin(stdio, device)
    stdio.call("SetSettings", device.name, session=session, **BFQ)
    shutil.rmtree(state / "runtime")
    _, worker = stdio.helper_pids()
    os.kill(worker, signal.SIGKILL)
    wait_gone(worker)
    stdio.client.process.wait(PATIENCE)
    assert device.settings() == before
