"""A scheduler's tunables that nobody described, on a real kernel: this machine's has none, so the
helper is started as of a version that doesn't describe fifo_batch."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner_helper.devices.identity import Identity
from storage_tuner_helper.keeping import udev_rules
from tests.bus.connections import LAUNCHER, Refused, StdioClient, kill_together, leaving, wait_gone
from tests.bus.test_sessions import begin
from tests.bus.udev_system import WWN, udev_system
from tests.loop_device import LoopDevice

WITHOUT = Path(__file__).with_name("helper_without_fifo_batch.py")
NAME = "iosched/fifo_batch"


@pytest.fixture
def helper(state: Path, device: LoopDevice) -> Iterator[StdioClient]:
    device.write("scheduler", "mq-deadline")
    device.write(NAME, "9")
    client = StdioClient(state, launcher=WITHOUT)
    with leaving(client):
        yield client


def test_one_is_set_tried_reverted_and_restored(helper: StdioClient, device: LoopDevice) -> None:
    before = device.settings()
    reply = helper.call("BeginSession", device.name, diskseq=device.diskseq)
    assert reply[NAME] == "9" and "fifo_batch" not in reply
    session = reply["session"]
    assert helper.call("SetSettings", device.name, session=session, **{NAME: 3})[NAME] == "3"
    assert device.read(NAME) == "3"
    helper.call("SetSettings", device.name, session=session, scheduler="none")
    assert helper.call("Revert", device.name, session=session)[NAME] == "9"
    helper.call("TrySettings", device.name, session=session, seconds=600, **{NAME: "4"})
    ended = helper.call("EndSession", device.name, session=session, keep=False)
    assert ended["restored"] == [NAME]
    assert device.settings() == before


def test_one_is_kept_and_restored_later(helper: StdioClient, device: LoopDevice) -> None:
    before = device.settings()
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, **{NAME: "3"})
    assert helper.call("EndSession", device.name, session=session, keep=True)["kept"] == [NAME]
    assert device.read(NAME) == "3"
    helper.call("Restore", device.name)
    assert device.settings() == before


@pytest.mark.parametrize("name", ["worker", "supervisor"])
def test_the_survivor_restores_one_after_a_kill(
    helper: StdioClient, device: LoopDevice, name: str
) -> None:
    before = device.settings()
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, **{NAME: "3"})
    supervisor, worker = helper.helper_pids()
    killed, other = (worker, supervisor) if name == "worker" else (supervisor, worker)
    os.kill(killed, signal.SIGKILL)
    wait_gone(other)
    assert device.settings() == before


@pytest.mark.parametrize("launcher", [WITHOUT, LAUNCHER])
def test_the_next_start_restores_one_after_all_were_killed(
    helper: StdioClient, device: LoopDevice, state: Path, launcher: Path
) -> None:
    """Also that of a later version, which describes it."""
    before = device.settings()
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, scheduler="bfq")
    helper.call("SetSettings", device.name, session=session, scheduler="mq-deadline", **{NAME: "3"})
    pids = helper.helper_pids()
    kill_together(pids)
    wait_gone(pids[1])
    assert device.read(NAME) == "3"
    with leaving(StdioClient(state, launcher=launcher)) as again:
        (sentence,) = again.call("Describe")["recovered"]
    assert device.name in sentence and "fifo_batch" in sentence
    assert device.settings() == before


def test_what_the_kernel_refuses_leaves_everything_as_it_was(
    helper: StdioClient, device: LoopDevice
) -> None:
    before = device.settings()
    session = begin(helper, device)
    for value, name in (("batch", "KernelRefused"), ("-5", "NotApplied")):
        with pytest.raises(Refused) as refused:
            helper.call("SetSettings", device.name, session=session, nomerges=2, **{NAME: value})
        assert refused.value.name == name
        assert device.settings() == before
    assert "became 0 instead of -5" in refused.value.message


OTHER_FILES = (
    *("iosched/../nr_requests", "iosched/../../uevent", "/sys/power/state", "iosched/"),
    *("iosched/fifo_batch\n", "iosched/FIFO_BATCH", "queue/iosched/fifo_batch", "iosched"),
)


def test_nothing_but_a_file_of_the_scheduler_s_can_be_named(
    helper: StdioClient, device: LoopDevice
) -> None:
    session = begin(helper, device)
    for name in OTHER_FILES:
        refused = helper.refusal("SetSettings", device.name, session=session, **{name: "1"})
        assert refused == "InvalidArgument", name


def test_no_other_value_is_written(helper: StdioClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    for value in ("1\n", "1 2", "../1", "", "A", '1"', "x" * 33, 1.5, True, ["1"]):
        refused = helper.refusal("SetSettings", device.name, session=session, **{NAME: value})
        assert (refused, device.read(NAME)) == ("InvalidArgument", "9"), value


def test_a_described_one_has_no_second_name(stdio: StdioClient, device: LoopDevice) -> None:
    """In the helper as it is."""
    device.write("scheduler", "mq-deadline")
    session = begin(stdio, device)
    for wanted in ({NAME: "3"}, {"scheduler": "mq-deadline", NAME: "3"}, {"iosched/gone": "1"}):
        refused = stdio.refusal("SetSettings", device.name, session=session, **wanted)
        assert refused == "NotSupported"
    switched = {"scheduler": "bfq", "iosched/low_latency": "0"}
    assert stdio.refusal("SetSettings", device.name, session=session, **switched) == "NotSupported"
    missing = {"scheduler": "kyber", "iosched/gone": "0"}
    assert stdio.refusal("SetSettings", device.name, session=session, **missing) == "NotSupported"
    assert device.scheduler == "mq-deadline"


def test_one_is_made_permanent(state: Path, device: LoopDevice) -> None:
    """A later version, which describes it, understands the file."""
    values = {"scheduler": "mq-deadline", NAME: "3"}
    with udev_system(state, daemon=True) as udev:
        udev.identify(device, WWN)
        with udev.helper(WITHOUT) as helper:
            session = begin(helper, device)
            helper.call("SetSettings", device.name, session=session, **values)
            helper.call("Persist", device.name, session=session, **values, end=True)
            (kept,) = helper.call("Describe")["persisted"]
        assert kept == f"{WWN} scheduler=mq-deadline {NAME}=3"
        device.write("scheduler", "none")
        udev.event(device)
        assert (device.scheduler, device.read(NAME)) == ("mq-deadline", "3")
        described = {"scheduler": "mq-deadline", "fifo_batch": "3"}
        assert udev_rules.parse(udev.rules()) == {Identity.parse(WWN): described}
        with udev.helper(WITHOUT) as helper:
            assert helper.call("Unpersist")["removed"] == [WWN]
