"""Who may keep settings for good: a real polkitd, an ordinary user, a real agent."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner_helper.keeping import sysctl_file, udev_rules
from tests.bus.connections import BusClient
from tests.bus.environment import OTHER_USER, USER, Environment
from tests.bus.test_persist import HOSTILE
from tests.bus.udev_system import WWN
from tests.loop_device import LoopDevice

ONLY_TUNE_YES = """polkit.addRule(function(action, subject) {
  if (action.id == "org.storagetuner.tune" && subject.user == "st-user")
    return polkit.Result.YES;
});"""
ALL_YES = """polkit.addRule(function(action, subject) {
  if (action.id.indexOf("org.storagetuner.") === 0)
    return polkit.Result.YES;
});"""
FILES = (udev_rules.PATH, sysctl_file.PATH)
WANTED = {"nomerges": "1"}


@pytest.fixture
def room(bus: Environment, device: LoopDevice) -> Iterator[Environment]:
    """The bus, where udev knows the device, and none of our files at the end."""
    number = Path("/sys/block", device.name, "dev").read_text(encoding="ascii").strip()
    in_room(bus, f"mkdir -p /run/udev/data && echo E:{WWN} > /run/udev/data/b{number}")
    try:
        yield bus
    finally:
        in_room(bus, f"rm -f /run/udev/data/b{number} {' '.join(FILES)}")


def in_room(bus: Environment, command: str) -> str:
    done = subprocess.run(
        bus.inside("sh", "-c", command), capture_output=True, text=True, check=True
    )
    return done.stdout


def written(bus: Environment) -> str:
    """All that stands in our files; also half-written ones."""
    return in_room(bus, f"cat {' '.join(f'{path}*' for path in FILES)} 2>/dev/null; true")


def session_with_settings(client: BusClient, device: LoopDevice) -> str:
    session = client.call("BeginSession", device.name, diskseq=device.diskseq)["session"]
    client.call("SetSettings", device.name, session=session, **WANTED)
    return str(session)


def test_the_dialog_names_the_device_and_comes_every_time(
    room: Environment, device: LoopDevice
) -> None:
    room.set_rules(ONLY_TUNE_YES)
    before = device.settings()
    with room.client(USER, interactive=True) as client:
        with room.agent(client, USER) as said:
            session = session_with_settings(client, device)
            client.call("PreviewPersistent", device.name, session=session, **WANTED)
            assert written(room) == ""
            client.call("Persist", device.name, session=session, **WANTED)
            client.call("Persist", device.name, session=session, **WANTED)
            client.call("EndSession", device.name, session=session, keep=True)
            assert WWN in written(room)
            client.call("Unpersist", device.name)
            client.call("Restore", device.name)
        assert len(said) == 3
        for line in said:
            assert "org.storagetuner.persist" in line
            assert f"permanent settings of {device.name}" in line
    assert written(room) == "" and device.settings() == before


def test_the_machine_s_memory_is_called_so_in_the_dialog(room: Environment) -> None:
    room.set_rules(ONLY_TUNE_YES)
    with room.client(USER, interactive=True) as client, room.agent(client, USER) as said:
        client.call("Unpersist", "vm")
        client.call("Unpersist")
    assert "permanent settings of this computer's memory" in said[0]
    assert "permanent settings of all disks" in said[1]


@pytest.mark.parametrize(
    ("password", "expected"), [("wrong", "NotAuthorized"), ("--dismiss", "Dismissed")]
)
def test_without_the_password_nothing_is_written_or_removed(
    room: Environment, device: LoopDevice, password: str, expected: str
) -> None:
    room.set_rules(ONLY_TUNE_YES)
    with room.client() as root:
        session = session_with_settings(root, device)
        root.call("Persist", device.name, session=session, **WANTED)
        root.call("EndSession", device.name, session=session, keep=True)
    found = written(room)
    more = {**WANTED, "rq_affinity": "2"}
    with room.client(USER, interactive=True) as client, room.agent(client, USER, password):
        session = session_with_settings(client, device)
        client.call("SetSettings", device.name, session=session, **more)
        assert client.refusal("Persist", device.name, session=session, **more) == expected
        assert client.refusal("Unpersist", device.name) == expected
        assert client.refusal("Unpersist") == expected
        assert client.call("Describe")["persisted"] == [f"{WWN} nomerges=1"]
    assert written(room) == found != ""
    with room.client() as root:
        root.call("Restore")


def test_without_an_agent_nobody_is_asked(room: Environment, device: LoopDevice) -> None:
    room.set_rules(ONLY_TUNE_YES)
    with room.client(USER, interactive=True) as client:
        session = session_with_settings(client, device)
        refused = client.refusal("Persist", device.name, session=session, **WANTED)
        assert refused == "InteractiveAuthorizationRequired"
        assert client.refusal("Unpersist") == "InteractiveAuthorizationRequired"
    assert written(room) == ""


def test_the_right_password_doesn_t_open_somebody_else_s_session(
    room: Environment, device: LoopDevice
) -> None:
    room.set_rules(ALL_YES)
    with room.client(USER) as owner, room.client(OTHER_USER) as other:
        session = session_with_settings(owner, device)
        for method in ("Persist", "PreviewPersistent"):
            refused = other.refusal(method, device.name, session=session, **WANTED)
            assert refused == "NoSuchSession"
    assert written(room) == ""


def test_a_lowered_action_lets_only_the_allow_list_through(
    room: Environment, device: LoopDevice
) -> None:
    room.set_rules(ALL_YES)
    before = device.settings()
    with room.client(USER) as client:
        session = client.call("BeginSession", device.name, diskseq=device.diskseq)["session"]
        for arguments in HOSTILE:
            if arguments.get("nr_requests") == [64]:
                continue  # no list of numbers travels on the bus
            for method in ("Persist", "PreviewPersistent"):
                client.refusal(method, device.name, session=session, **arguments)
                assert written(room) == "" and device.settings() == before
        client.call("Persist", device.name, session=session, nomerges=0)
        assert udev_rules.parse(written(room))
    assert device.settings() == before
