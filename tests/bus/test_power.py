"""Power management of a SATA disk through the real helper: its link's policy, and its suspension.

The loop device looks like a disk at an AHCI port (``tests.bus.threeware_room``).
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage_tuner_protocol.tunables import LINK_POLICY
from tests.bus.connections import Refused, kill_together, state_of, wait_gone, wait_until
from tests.bus.test_sessions import begin
from tests.bus.threeware import MUCH_PATIENCE, Patient, Room, make_room
from tests.loop_device import LoopDevice, LoopDeviceFactory

HOST = "../../scsi_host/host6"
BEFORE = {LINK_POLICY: "max_performance", "autosuspend_delay_ms": "-1", "power_control": "on"}
AFTER = {LINK_POLICY: "medium_power", "autosuspend_delay_ms": "2000", "power_control": "auto"}
FILES = {
    f"{HOST}/link_power_management_policy": "max_performance",
    "power/autosuspend_delay_ms": "-1",
    "power/control": "on",
}


def port_of(folder: Path, *disks: LoopDevice, **more: str) -> Room:
    """An AHCI port with these disks behind it; ``more`` attributes of its host."""
    attributes = {**FILES, **{f"{HOST}/{name}": text for name, text in more.items()}}
    return make_room(folder, disks, targets=((0, 0), (1, 0)), driver="ahci", attributes=attributes)


def present(room: Room) -> dict[str, str]:
    names = {LINK_POLICY: LINK_POLICY, "power_control": "control"}
    return {
        name: (room.folder / "attributes" / names.get(name, name)).read_text().strip()
        for name in BEFORE
    }


@contextmanager
def helper_in(room: Room, state: Path) -> Iterator[Patient]:
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
        wait_until(lambda: state_of(supervisor) in ("", "Z"), "its end", MUCH_PATIENCE)
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
