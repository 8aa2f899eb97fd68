"""Power management of a SATA disk through the real helper: its link's policy, and its suspension.

The loop device looks like a disk at an AHCI port (``tests.bus.threeware_room``).
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage_tuner_protocol.tunables import LINK_POLICY
from tests.bus.connections import (
    Refused,
    StdioClient,
    kill_together,
    state_of,
    wait_gone,
    wait_until,
)
from tests.bus.test_sessions import begin
from tests.bus.threeware import Room, make_room
from tests.loop_device import LoopDevice, LoopDeviceFactory

HOST = "../../scsi_host/host6"
WWID = "naa.5000c500a1b2c3d4"
BEFORE = {LINK_POLICY: "max_performance", "autosuspend_delay_ms": "-1", "power_control": "on"}
AFTER = {LINK_POLICY: "medium_power", "autosuspend_delay_ms": "2000", "power_control": "auto"}
FILES = {
    f"{HOST}/link_power_management_policy": "max_performance",
    "power/autosuspend_delay_ms": "-1",
    "power/control": "on",
}


def port_of(folder: Path, *disks: LoopDevice, wwid: str = "", **more: str) -> Room:
    """An AHCI port with these disks behind it, called ``wwid``; ``more`` attributes of its host."""
    attributes = {**FILES, "wwid": wwid, **{f"{HOST}/{name}": text for name, text in more.items()}}
    return make_room(folder, disks, targets=((0, 0), (1, 0)), driver="ahci", attributes=attributes)


def unplug(room: Room, device: LoopDevice) -> None:
    """The port stays."""
    (room.folder / "sys/block" / device.name).unlink()


def present(room: Room) -> dict[str, str]:
    names = {LINK_POLICY: LINK_POLICY, "power_control": "control"}
    return {
        name: (room.folder / "attributes" / names.get(name, name)).read_text().strip()
        for name in BEFORE
    }


@contextmanager
def helper_in(room: Room, state: Path) -> Iterator[StdioClient]:
    client = room.helper(state)
    try:
        yield client
    finally:
        client.leave()


def test_all_three_are_read_set_and_brought_back(state: Path, device: LoopDevice) -> None:
    room = port_of(state / "room", device)
    with helper_in(room, state) as helper:
        reply = helper.call("BeginSession", device.name, diskseq=device.diskseq)
        assert {name: reply[name] for name in BEFORE} == BEFORE
        session = reply["session"]
        told = helper.call("SetSettings", device.name, session=session, **AFTER)
        assert {name: told[name] for name in AFTER} == AFTER == present(room)
        for name, value in (
            (LINK_POLICY, "keep_firmware_settings"),
            (LINK_POLICY, "medium_power\n"),
            ("power_control", "off"),
            ("autosuspend_delay_ms", 999),
            ("autosuspend_delay_ms", 0),
        ):
            odd = {"session": session, name: value}
            assert helper.refusal("SetSettings", device.name, **odd) == "InvalidArgument"
        ended = helper.call("EndSession", device.name, session=session, keep=False)
        assert ended["restored"] == [*BEFORE]
    assert present(room) == BEFORE


@pytest.mark.parametrize("killed", ["client", "worker", "all"])
def test_they_come_back_whoever_is_killed(state: Path, device: LoopDevice, killed: str) -> None:
    room = port_of(state / "room", device)
    helper = room.helper(state)
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, **AFTER)
    assert present(room) == AFTER
    supervisor, worker = helper.helper_pids()
    if killed == "client":
        helper.leave()
    elif killed == "worker":
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: state_of(supervisor) in ("", "Z"), "its end")
        helper.leave()
    else:
        kill_together((supervisor, worker))
        wait_gone(worker)
        helper.client.process.wait()
        helper.leave()
        assert present(room) == AFTER
        with helper_in(room, state) as again:
            assert any(device.name in line for line in again.call("Describe")["recovered"])
    assert present(room) == BEFORE
    assert not list((state / "state/sessions").iterdir())


@pytest.mark.sampled(4)
@pytest.mark.parametrize("wwid", [WWID, ""])
@pytest.mark.parametrize("how", ["end", "keep", "client", "worker"])
def test_the_port_is_restored_when_its_disk_is_unplugged(
    state: Path, device: LoopDevice, how: str, wwid: str
) -> None:
    room = port_of(state / "room", device, wwid=wwid)
    helper = room.helper(state)
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, **AFTER)
    unplug(room, device)
    if how in ("end", "keep"):
        arguments = {"session": session, "keep": how == "keep"}
        assert helper.refusal("EndSession", device.name, **arguments) == "DeviceChanged"
    elif how == "worker":
        supervisor, worker = helper.helper_pids()
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: state_of(supervisor) in ("", "Z"), "its end")
    helper.leave()
    assert present(room) == {**AFTER, LINK_POLICY: BEFORE[LINK_POLICY]}
    left = [json.loads(file.read_text()) for file in (state / "state/sessions").iterdir()]
    assert len(left) == bool(wwid)
    assert all(LINK_POLICY not in record["tunables"] for record in left)


def test_the_port_of_an_unplugged_disk_whose_change_was_kept_is_restored(
    state: Path, device: LoopDevice
) -> None:
    room = port_of(state / "room", device, wwid=WWID)
    with helper_in(room, state) as helper:
        session = begin(helper, device)
        helper.call("SetSettings", device.name, session=session, **AFTER)
        helper.call("EndSession", device.name, session=session, keep=True)
        unplug(room, device)
        (sentence,) = helper.call("Restore")["restored"]
        assert "is missing" in sentence
    assert present(room) == {**AFTER, LINK_POLICY: BEFORE[LINK_POLICY]}


@pytest.mark.parametrize("policy", ["min_power", "min_power_with_partial"])
def test_a_policy_that_can_lose_data_must_be_allowed(
    state: Path, device: LoopDevice, policy: str
) -> None:
    room = port_of(state / "room", device)
    wanted = {LINK_POLICY: policy}
    with helper_in(room, state) as helper:
        session = begin(helper, device)
        refused = helper.refusal("SetSettings", device.name, session=session, **wanted)
        assert refused == "RiskNotAllowed"
        refused = helper.refusal("AllowRisk", device.name, session=session, risk="storsave-perform")
        assert refused == "NotSupported"
        refused = helper.refusal("SetSettings", device.name, session=session, **wanted)
        assert refused == "RiskNotAllowed"
        assert present(room) == BEFORE
        helper.call("AllowRisk", device.name, session=session, risk="min-power")
        helper.call("SetSettings", device.name, session=session, **wanted)
        assert present(room) == {**BEFORE, **wanted}
        helper.call("EndSession", device.name, session=session, keep=False)
    assert present(room) == BEFORE


def test_a_policy_from_before_the_session_needs_no_leave(state: Path, device: LoopDevice) -> None:
    room = port_of(state / "room", device)
    (room.folder / "attributes" / LINK_POLICY).write_text("min_power\n")
    with helper_in(room, state) as helper:
        session = begin(helper, device)
        for policy in ("min_power", "medium_power", "min_power"):
            helper.call("SetSettings", device.name, session=session, **{LINK_POLICY: policy})
            assert present(room)[LINK_POLICY] == policy


def test_a_link_of_several_disks_is_left_alone(
    state: Path, loop_devices: LoopDeviceFactory
) -> None:
    first, second = loop_devices(), loop_devices()
    room = port_of(state / "room", first, second)
    with helper_in(room, state) as helper:
        session = begin(helper, first)
        with pytest.raises(Refused, match=f"because it also applies to {second.name}") as caught:
            helper.call("SetSettings", first.name, session=session, **{LINK_POLICY: "medium_power"})
        assert caught.value.name == "NotSupported"
        same = {LINK_POLICY: "max_performance", "nomerges": "1"}
        helper.call("SetSettings", first.name, session=session, **same)
        for method in ("PreviewPersistent", "Persist"):
            with pytest.raises(Refused, match=f"it also applies to {second.name}") as caught:
                helper.call(method, first.name, session=session, **same)
            assert caught.value.name == "NotSupported"
    assert present(room) == BEFORE


def test_a_link_of_several_disks_is_not_restored(
    state: Path, loop_devices: LoopDeviceFactory
) -> None:
    """Whoever sets it meanwhile means the other disk as well."""
    first, second = loop_devices(), loop_devices()
    room = port_of(state / "room", first, second)
    policy = room.folder / "attributes" / LINK_POLICY
    with helper_in(room, state) as helper:
        session = begin(helper, first)
        policy.write_text("medium_power\n")
        helper.call("EndSession", first.name, session=session, keep=False)
        assert present(room)[LINK_POLICY] == "medium_power"


def test_a_link_that_could_not_be_brought_back_is_left_alone_after_its_other_disk_is_gone(
    state: Path, loop_devices: LoopDeviceFactory
) -> None:
    first, second = loop_devices(), loop_devices()
    room = port_of(state / "room", first, second)
    wanted = {LINK_POLICY: "medium_power"}
    with helper_in(room, state) as helper:
        session = begin(helper, first)
        (disk,) = room.folder.glob("sys/devices/*/*/host6/target*/*/block/" + second.name)
        disk.rename(disk.parent.parent / second.name)
        with pytest.raises(Refused, match="wasn't recorded when the session began") as caught:
            helper.call("SetSettings", first.name, session=session, **wanted)
        assert caught.value.name == "NotSupported"
        helper.call("EndSession", first.name, session=session, keep=False)
        assert present(room) == BEFORE
        session = begin(helper, first)
        helper.call("SetSettings", first.name, session=session, **wanted)
    assert present(room) == BEFORE


@pytest.mark.parametrize(
    ("policy", "supported"), [("max_performance", "0"), ("keep_firmware_settings", "1")]
)
def test_a_policy_that_could_not_be_brought_back_is_not_offered(
    state: Path, device: LoopDevice, policy: str, supported: str
) -> None:
    room = port_of(state / "room", device, link_power_management_supported=supported)
    (room.folder / "attributes" / LINK_POLICY).write_text(f"{policy}\n")
    with helper_in(room, state) as helper:
        reply = helper.call("BeginSession", device.name, diskseq=device.diskseq)
        assert LINK_POLICY not in reply
        values = {"session": reply["session"], LINK_POLICY: "medium_power"}
        assert helper.refusal("SetSettings", device.name, **values) == "NotSupported"
    assert present(room)[LINK_POLICY] == policy
