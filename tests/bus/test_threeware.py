"""Policies of 3ware units through the real helper: as any other setting, and never at a risk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from storage_tuner_protocol.tunables import HAZARDS
from tests.bus.connections import (
    Refused,
    StdioClient,
    kill_together,
    leaving,
    state_of,
    wait_gone,
    wait_until,
)
from tests.bus.environment import OTHER_USER, SYSTEM_PYTHON, TUNE_YES, USER, Environment
from tests.bus.test_sessions import begin
from tests.bus.threeware import BEFORE, Room, make_room
from tests.loop_device import LoopDevice, LoopDeviceFactory


@pytest.fixture
def room(state: Path, device: LoopDevice) -> Room:
    return make_room(state / "room", [device])


@pytest.fixture
def helper(room: Room, state: Path) -> Iterator[StdioClient]:
    client = room.helper(state)
    try:
        yield client
    finally:
        client.leave()


def test_a_policy_is_read_set_and_brought_back(
    helper: StdioClient, room: Room, device: LoopDevice
) -> None:
    reply = helper.call("BeginSession", device.name, diskseq=device.diskseq)
    session = reply["session"]
    assert {name: reply[name] for name in BEFORE} == BEFORE
    wanted = {"qpolicy": "off", "rdcache": "basic", "wrcache": "off", "storsave": "protect"}
    told = helper.call("SetSettings", device.name, session=session, **wanted, nomerges=1)
    assert {name: told[name] for name in BEFORE} == {**BEFORE, **wanted} == room.policies
    assert told["nomerges"] == "1" == device.read("nomerges")
    ended = helper.call("EndSession", device.name, session=session, keep=False)
    assert room.policies == BEFORE
    assert ended["restored"] == ["nomerges", *wanted]


@pytest.mark.parametrize("ended", ["killed client", "killed worker", "killed with supervisor"])
def test_a_policy_comes_back_whoever_is_killed(
    room: Room, state: Path, device: LoopDevice, ended: str
) -> None:
    """With all of them it's the next start that does it, also after a restart of the computer:
    the controller keeps what was set."""
    helper = room.helper(state)
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, qpolicy="off", wrcache="off")
    assert room.policies == {**BEFORE, "qpolicy": "off", "wrcache": "off"}
    supervisor, worker = helper.helper_pids()
    if ended == "killed worker":
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: state_of(supervisor) in ("", "Z"), "its end")
    if ended == "killed with supervisor":
        kill_together((supervisor, worker))
        wait_gone(worker)
        helper.client.process.wait()
        assert room.policies["qpolicy"] == "off"
        [record] = (state / "state/sessions").glob("*.json")
        noted = json.loads(record.read_text())
        assert noted["policies"] == BEFORE
        record.write_text(json.dumps({**noted, "boot": "another boot"}))
        again = room.helper(state)
        assert any(device.name in line for line in again.call("Describe")["recovered"])
        again.leave()
    helper.leave()
    assert room.policies == BEFORE
    assert not list((state / "state/sessions").iterdir())


@pytest.mark.slow
def test_what_was_kept_is_forgotten_by_no_start_and_restorable(
    room: Room, state: Path, device: LoopDevice
) -> None:
    """Also when it's to be kept for good, for which no file of ours is needed."""
    helper = room.helper(state)
    session = begin(helper, device)
    values = {"session": session, "qpolicy": "off"}
    helper.call("SetSettings", device.name, **values)
    preview = helper.call("PreviewPersistent", device.name, **values)
    assert preview == {"path": "", "text": "", "replaces": "", "identity": ""}
    assert helper.refusal("Persist", device.name, session=session, qpolicy="on") == "NotApplied"
    kept = helper.call("Persist", device.name, **values)
    assert (kept["qpolicy"], kept["note"]) == ("off", "The controller stores it permanently.")
    assert helper.call("EndSession", device.name, session=session, keep=True)["kept"] == ["qpolicy"]
    helper.leave()
    [record] = (state / "state/originals").glob("*.json")
    noted = json.loads(record.read_text())
    record.write_text(json.dumps({**noted, "boot": "another boot"}))
    again = room.helper(state)
    assert room.policies == {**BEFORE, "qpolicy": "off"}
    assert again.call("Describe")["changed_devices"] == [device.name]
    assert again.call("Restore", device.name)["left"] == []
    again.leave()
    assert room.policies == BEFORE
    assert not list((state / "state/originals").iterdir())


def test_a_risk_must_be_allowed_by_its_name(
    helper: StdioClient, room: Room, device: LoopDevice
) -> None:
    """A value from before is no risk that anybody takes anew; whoever is careless isn't helped."""
    room.change_controller(bbu={"status": "WeakBat", "ready": False})
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, wrcache="off")
    helper.call("SetSettings", device.name, session=session, wrcache="on")
    helper.call("EndSession", device.name, session=session, keep=False)
    room.change_unit(policies={**BEFORE, "wrcache": "off"})
    before = room.policies
    session = begin(helper, device)
    risky = {"wrcache": "on", "storsave": "perform"}
    for name, value in risky.items():
        refused = helper.refusal("SetSettings", device.name, session=session, **{name: value})
        assert refused == "RiskNotAllowed"
    for other in ("storsave", "all", "wrcache-without-battery storsave-perform"):
        refused = helper.refusal("AllowRisk", device.name, session=session, risk=other)
        assert refused == "InvalidArgument"
    helper.call("AllowRisk", device.name, session=session, risk="wrcache-without-battery")
    refused = helper.refusal("SetSettings", device.name, session=session, **risky)
    assert refused == "RiskNotAllowed"
    assert room.policies == before
    helper.call("AllowRisk", device.name, session=session, risk="storsave-perform")
    helper.call("SetSettings", device.name, session=session, **risky)
    assert room.policies == {**before, **risky}
    helper.call("Revert", device.name, session=session)
    assert room.policies == before
    helper.call("EndSession", device.name, session=session, keep=False)
    session = begin(helper, device)
    refused = helper.refusal("SetSettings", device.name, session=session, wrcache="on")
    assert refused == "RiskNotAllowed"


def test_a_unit_at_work_is_brought_back_but_not_changed(
    helper: StdioClient, room: Room, device: LoopDevice
) -> None:
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, qpolicy="off")
    room.change_unit(status="REBUILDING", rebuilt=14)
    with pytest.raises(Refused) as refused:
        helper.call("SetSettings", device.name, session=session, wrcache="off", nomerges=2)
    assert refused.value.name == "DeviceBusy" and "REBUILDING" in refused.value.message
    assert device.read("nomerges") == "0"
    helper.call("SetSettings", device.name, session=session, nomerges=2)
    assert room.settings == ["/c0/u0 set qpolicy=off"]
    helper.call("EndSession", device.name, session=session, keep=False)
    assert room.policies == BEFORE


FAULTS: dict[str, dict[str, object]] = {
    "an error": {"kind": "error", "text": "Error: (CLI:003) Specified controller does not exist."},
    "silence": {"kind": "text", "text": ""},
    "another unit": {
        "kind": "text",
        "text": "Setting Command Queuing Policy for unit /c0/u1 to [off] ... Done.\n",
    },
    "another value": {
        "kind": "text",
        "text": "Setting Command Queuing Policy for unit /c0/u0 to [on] ... Done.\n",
    },
    "a long line": {"kind": "long line", "text": "Done."},
    "NULs and escapes": {"kind": "bytes", "hex": (b"\0\x1b]0;x\x07\x1b[2J\xff" * 9).hex()},
    "endless": {"kind": "endless", "text": "Done.\n"},
    "a crash": {"kind": "crash", "text": "Setting"},
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_it_says_nothing_is_taken_for_done(
    helper: StdioClient, room: Room, device: LoopDevice, fault: str
) -> None:
    """Nothing of what it says is told to anybody."""
    session = begin(helper, device)
    room.change(faults={"/c0/u0 set qpolicy=off": FAULTS[fault]})
    with pytest.raises(Refused) as refused:
        helper.call("SetSettings", device.name, session=session, nomerges=2, qpolicy="off")
    assert refused.value.name == "ControllerRefused"
    assert refused.value.message.isprintable() and len(refused.value.message) < 200
    assert device.read("nomerges") == "0"
    assert room.policies == BEFORE
    helper.call("EndSession", device.name, session=session, keep=False)


def test_it_may_forget_or_refuse(helper: StdioClient, room: Room, device: LoopDevice) -> None:
    session = begin(helper, device)
    room.change(forgets={"qpolicy": True}, refuses={"storsave": "Drive error"})
    wanted = {"rdcache": "off", "qpolicy": "off"}
    refused = helper.refusal("SetSettings", device.name, session=session, **wanted)
    assert refused == "NotApplied"
    wanted = {"rdcache": "off", "storsave": "protect"}
    refused = helper.refusal("SetSettings", device.name, session=session, **wanted)
    assert refused == "ControllerRefused"
    assert room.policies == BEFORE


@pytest.mark.slow
def test_one_that_hangs_is_ended_and_what_it_did_is_undone(
    room: Room, state: Path, device: LoopDevice
) -> None:
    """While it hangs nothing comes back: what was noted then waits for the next start."""
    helper = room.helper(state)
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, rdcache="off")
    room.change(faults={"/c0/u0 set qpolicy=off": {"kind": "hang"}})
    with pytest.raises(Refused, match="didn't respond"):
        helper.call("SetSettings", device.name, session=session, qpolicy="off")
    assert not running(room)
    assert room.policies == {**BEFORE, "rdcache": "off"}
    room.change(faults={"show": {"kind": "hang"}})
    refused = helper.refusal("EndSession", device.name, session=session, keep=False)
    assert refused == "NotApplied"
    room.change(faults={})
    helper.leave()
    assert room.policies == BEFORE
    assert not list((state / "state/sessions").iterdir())


def running(room: Room) -> list[Path]:
    """Stand-ins that are still there; each has noted its call, and has its folder's lock open."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal() and b"/opt/3ware/tw_cli" in (entry / "cmdline").read_bytes():
                found += [entry] if str(room.folder) in (entry / "mountinfo").read_text() else []
        except OSError:
            continue
    return found


def test_no_text_of_a_caller_s_reaches_it(
    helper: StdioClient, room: Room, device: LoopDevice
) -> None:
    session = begin(helper, device)
    for value in (
        "off;reboot",
        "off\n",
        "$(id)",
        "off quiet",
        "--help",
        "",
        "OFF",
        0,
        True,
        "../x",
    ):
        for name in ("qpolicy", "wrcache", "storsave", "rdcache", "autoverify"):
            refused = helper.refusal("SetSettings", device.name, session=session, **{name: value})
            assert refused == "InvalidArgument"
    for name in ("cache", "rapidrecovery", "3ware/qpolicy", "q policy", "qpolicy=off", "del"):
        refused = helper.refusal("SetSettings", device.name, session=session, **{name: "off"})
        assert refused == "InvalidArgument"
    for other in (f"{device.name};id", "/c0/u0", "../c0", "c0"):
        refused = helper.refusal("SetSettings", other, session=session, qpolicy="off")
        assert refused in ("NoSuchDevice", "NoSuchSession")
    assert set(room.calls) <= {"show", "/c0/u0 show all", "/c0/bbu show all"}


@pytest.mark.parametrize("policy", ["qpolicy", "autoverify"])
def test_a_disk_of_nobody_s_has_no_policies(
    room: Room, state: Path, loop_devices: LoopDeviceFactory, policy: str
) -> None:
    other = loop_devices()  # a room shows no device that is made later
    with leaving(room.helper(state)) as helper:
        reply = helper.call("BeginSession", other.name, diskseq=other.diskseq)
        assert not reply.keys() & BEFORE.keys()
        session = reply["session"]
        refused = helper.refusal("SetSettings", other.name, session=session, **{policy: "off"})
        assert refused == "NotSupported"
        refused = helper.refusal("AllowRisk", other.name, session=session, risk="storsave-perform")
        assert refused == "NotSupported"
        assert room.calls == []


def test_a_unit_of_several_disks_has_one_setting(
    state: Path, loop_devices: LoopDeviceFactory
) -> None:
    first, second = loop_devices(), loop_devices()
    room = make_room(state / "room", [first, second])
    helper = room.helper(state)
    one, other = begin(helper, first), begin(helper, second)
    helper.call("SetSettings", first.name, session=one, qpolicy="off")
    # set already, as an array's members are set one after the other
    told = helper.call("SetSettings", second.name, session=other, qpolicy="off")
    assert told["qpolicy"] == "off"
    refused = helper.refusal("SetSettings", second.name, session=other, rdcache="off")
    assert refused == "DeviceBusy"
    helper.call("EndSession", first.name, session=one, keep=False)
    assert room.policies == BEFORE
    helper.call("SetSettings", second.name, session=other, rdcache="off")
    refused = helper.refusal("BeginSession", second.name, diskseq=second.diskseq)
    assert refused == "DeviceBusy"
    helper.leave()
    assert room.policies == BEFORE


DOUBTS = [
    ("another serial", {"serial": "SERIALU9"}, {}),
    ("no serial and another size", {"serial": ""}, {"gib": 931.312}),
    ("an unknown driver", {"driver": "megaraid_sas"}, {}),
    ("another target", {"targets": [(3, 0)]}, {}),
]


@pytest.mark.parametrize(("made", "of_unit"), [doubt[1:] for doubt in DOUBTS], ids=lambda _: "")
def test_in_doubt_nothing_is_set(
    state: Path, device: LoopDevice, made: dict[str, Any], of_unit: dict[str, Any]
) -> None:
    room = make_room(state / "room", [device], **made)
    room.change_unit(**of_unit)
    with leaving(room.helper(state)) as helper:
        reply = helper.call("BeginSession", device.name, diskseq=device.diskseq)
        assert not reply.keys() & BEFORE.keys()
        session = reply["session"]
        refused = helper.refusal("SetSettings", device.name, session=session, qpolicy="off")
        assert refused == "NotSupported"
    assert room.settings == []


@pytest.mark.slow
def test_the_only_unit_without_a_serial_number_is_told_by_its_size(
    state: Path, device: LoopDevice
) -> None:
    """As those of the 7/8xxx, which have a write cache and nothing else to be set, in the older
    program's words."""
    room = make_room(state / "room", [device], serial="", driver="3w-xxxx")
    room.change(generation="old")
    room.change_controller(model="8506-8")
    room.change_unit(serial="", policies={"wrcache": "on"})
    with leaving(room.helper(state)) as helper:
        session = begin(helper, device)
        refused = helper.refusal("SetSettings", device.name, session=session, qpolicy="off")
        assert refused == "NotSupported"
        helper.call("SetSettings", device.name, session=session, wrcache="off")
        assert room.settings == ["/c0/u0 set cache=off quiet"]
        assert room.policies == {"wrcache": "off"}
        helper.call("EndSession", device.name, session=session, keep=False)
    assert room.policies == {"wrcache": "on"}


@pytest.mark.parametrize("whose", ["the program", "its folder"])
def test_a_program_that_others_can_write_is_not_started(
    state: Path, device: LoopDevice, whose: str
) -> None:
    room = make_room(state / "room", [device])
    (room.program / "tw_cli" if whose == "the program" else room.program).chmod(0o757)
    with leaving(room.helper(state)) as helper:
        session = begin(helper, device)
        with pytest.raises(Refused, match="only root can write") as refused:
            helper.call("SetSettings", device.name, session=session, qpolicy="off")
        assert refused.value.name == "NotSupported"
    assert room.calls == []


MOMENTS = {
    "looking for the controller": ("show", "hang"),
    "reading the unit": ("/c0/u0 show all", "hang"),
    "before the first value": ("/c0/u0 set qpolicy=off", "hang"),
    "after the first value": ("/c0/u0 set qpolicy=off", "late"),
    "before the second value": ("/c0/u0 set rdcache=off", "hang"),
    "after the second value": ("/c0/u0 set rdcache=off", "late"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("victims", [pytest.param("worker", marks=pytest.mark.slow), "both"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_at_any_step_it_comes_back(
    room: Room, state: Path, device: LoopDevice, moment: str, victims: str
) -> None:
    """The stand-in stops there, until it's killed with those that it answers to."""
    words, kind = MOMENTS[moment]
    helper = room.helper(state)
    session = begin(helper, device)
    supervisor, worker = helper.helper_pids()
    done = room.calls.count(words)
    room.change(faults={words: {"kind": kind}})
    helper.start("SetSettings", device.name, session=session, qpolicy="off", rdcache="off")
    wait_until(lambda: room.calls.count(words) > done, "the call")
    if kind == "late":
        wait_until(lambda: room.policies[words.split()[2].split("=")[0]] == "off", "the value")
    room.change(faults={})
    if victims == "worker":
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: state_of(supervisor) in ("", "Z"), "its end")
    else:
        kill_together((supervisor, worker))
        wait_gone(worker)
    helper.leave()
    with leaving(room.helper(state)) as again:
        again.call("Describe")
        assert not running(room)
        assert room.policies == BEFORE
    assert not list((state / "state/sessions").iterdir())


@contextmanager
def entered_by(bus: Environment, room: Room, state: Path) -> Iterator[None]:
    """The helper on the bus sees the room; who has leave to tune has no other one."""
    state.chmod(0o755)
    bus.set_rules(
        TUNE_YES.replace('.indexOf("org.storagetuner.") === 0', ' == "org.storagetuner.tune"')
    )
    subprocess.run(bus.inside(SYSTEM_PYTHON, "-I", *room.entering), check=True)
    try:
        yield
    finally:
        bus.end_helper()
        for place in ("/opt", "/sys/class", "/sys/block"):
            subprocess.run(bus.inside("umount", "--lazy", place), check=True)
        leave = "umount --lazy $(awk '$5 ~ /\\/room\\/sys\\// {print $5}' /proc/self/mountinfo)"
        subprocess.run(bus.inside("sh", "-c", leave), check=True)


def test_polkit_is_asked_about_policies_once_a_session(
    bus: Environment, device: LoopDevice, state: Path
) -> None:
    """Besides the leave to tune, of which a program that has it gets nowhere with a policy."""
    room = make_room(state / "room", [device])
    with entered_by(bus, room, state):
        with bus.client(USER, interactive=True) as client:
            session = begin(client, device)
            values = {"session": session, "qpolicy": "off"}
            with bus.agent(client, USER, "--dismiss"):
                assert client.refusal("SetSettings", device.name, **values) == "Dismissed"
                risk = {"session": session, "risk": "storsave-perform"}
                assert client.refusal("AllowRisk", device.name, **risk) == "Dismissed"
            assert room.settings == []
            client.call("SetSettings", device.name, session=session, nomerges=1)
            with bus.agent(client, USER) as said:
                client.call("SetSettings", device.name, **values)
                client.call("SetSettings", device.name, session=session, qpolicy="on")
                client.call("TrySettings", device.name, **values, seconds=600)
            assert room.policies == {**BEFORE, "qpolicy": "off"}
            assert len(said) == 1
            assert "org.storagetuner.set-threeware" in said[0] and f"unit {device.name}" in said[0]
        wait_until(lambda: room.policies == BEFORE, "the old policy")
        with bus.client(OTHER_USER) as other, bus.client(USER) as user:
            session = begin(user, device)
            refused = other.refusal("SetSettings", device.name, session=session, qpolicy="off")
            assert refused == "NoSuchSession"


def test_a_policy_that_is_refused_keeps_no_other_disk_of_its_unit(
    bus: Environment, loop_devices: LoopDeviceFactory, state: Path
) -> None:
    """Whichever of them the other client has, the one before it is free again."""
    devices = [loop_devices() for _ in range(3)]
    room = make_room(state / "room", devices)
    with entered_by(bus, room, state), bus.client() as client, bus.client() as other:
        session = begin(client, devices[0])
        others = begin(other, devices[2])
        refused = client.refusal("SetSettings", devices[0].name, session=session, qpolicy="off")
        assert refused == "DeviceBusy" and room.settings == []
        begin(other, devices[1])
        other.call("EndSession", devices[2].name, session=others, keep=False)


@pytest.mark.slow
def test_polkit_is_asked_about_every_risk_anew(
    bus: Environment, device: LoopDevice, state: Path
) -> None:
    """A password for something harmless, or for one risk, is none for what can lose data."""
    room = make_room(state / "room", [device])
    with entered_by(bus, room, state), bus.client(USER, interactive=True) as client:
        session = begin(client, device)
        with bus.agent(client, USER):
            client.call("SetSettings", device.name, session=session, qpolicy="off")
        for risk in HAZARDS:
            with bus.agent(client, USER) as said:
                client.call("AllowRisk", device.name, session=session, risk=risk)
            (asked,) = said
            assert "org.storagetuner.allow-risk" in asked and f"of {device.name} " in asked
        client.call("SetSettings", device.name, session=session, storsave="perform")
        assert room.policies == {**BEFORE, "qpolicy": "off", "storsave": "perform"}


def test_one_dialog_is_for_a_risk_of_several_units(
    bus: Environment, loop_devices: LoopDeviceFactory, state: Path
) -> None:
    disks = [loop_devices(), loop_devices()]
    names = [disk.name for disk in disks]
    room = make_room(state / "room", disks)
    with entered_by(bus, room, state), bus.client(USER, interactive=True) as client:
        numbers: dict[str, object] = {f"{disk.name}.diskseq": disk.diskseq for disk in disks}
        with bus.agent(client, USER):
            session = client.call("BeginSession", names[0], **numbers)["session"]
        risks: dict[str, object] = {f"{name}.risk": "storsave-perform" for name in names}
        with bus.agent(client, USER) as said:
            client.call("AllowRisk", names[0], session=session, **risks)
        assert len(said) == 1
        assert f"of {', '.join(names)} " in said[0]
        client.call("SetSettings", names[1], session=session, **{f"{names[1]}.storsave": "perform"})
        assert room.policies == {**BEFORE, "storsave": "perform"}


def test_another_user_gets_no_other_disk_of_a_unit_that_is_changed(
    loop_devices: LoopDeviceFactory, state: Path
) -> None:
    """Two helpers, as of a checkout and of the system: locks tell them of each other."""
    first, second = loop_devices(), loop_devices()
    room = make_room(state / "room", [first, second])
    with leaving(room.helper(state)) as helper:
        session = begin(helper, first)
        helper.call("SetSettings", first.name, session=session, qpolicy="off")
        with leaving(StdioClient(state)) as other:
            refused = other.refusal("BeginSession", second.name, diskseq=second.diskseq)
            assert refused == "DeviceBusy"
    assert room.policies == BEFORE
