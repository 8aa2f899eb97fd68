"""What polkit, a person and an agent make of a call: real ones, an unprivileged user's program."""

from __future__ import annotations

import pytest

from tests.bus.environment import TUNE_YES, USER, Environment
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]


def test_without_an_agent_it_is_said_that_nobody_can_be_asked(
    bus: Environment, device: LoopDevice
) -> None:
    with bus.client(USER, interactive=True) as client:
        refused = client.refusal("BeginSession", device.name, diskseq=device.diskseq)
        assert refused == "InteractiveAuthorizationRequired"


def test_the_right_password_opens_a_session_and_the_dialog_names_the_device(
    bus: Environment, device: LoopDevice
) -> None:
    before = device.settings()
    with bus.client(USER, interactive=True) as client:
        with bus.agent(client, USER) as said:
            session = client.call("BeginSession", device.name, diskseq=device.diskseq)["session"]
            client.call("SetSettings", device.name, session=session, scheduler="bfq")
            client.call("EndSession", device.name, session=session, keep=False)
        assert len(said) == 1, "the whole job is authorised at its start"
        assert "org.storagetuner.tune" in said[0] and f"benchmark and tune {device.name}" in said[0]
    assert device.settings() == before


@pytest.mark.usefixtures("steady_memory")
def test_one_password_is_for_all_disks_of_a_job_and_for_no_other_program(
    bus: Environment, loop_devices: LoopDeviceFactory
) -> None:
    """As for an array's members, over SSH, too: a session of the person's that has no seat. It's
    also for the memory, and for restoring; the dialog says so."""
    disks = [loop_devices() for _ in range(3)]
    with bus.client(USER, interactive=True) as client:
        with bus.agent(client, USER) as said:
            for disk in disks:
                client.call("BeginSession", disk.name, diskseq=disk.diskseq)
            client.call("BeginSession", "vm", diskseq=0)
            client.call("Restore")
        assert len(said) == 1
        assert "this also covers all other disks" in said[0]
        assert "restoring all previous settings" in said[0]
        with bus.client(USER, interactive=True) as other:
            refused = other.refusal("Restore", disks[0].name)
            assert refused == "InteractiveAuthorizationRequired"


def test_one_dialog_names_all_devices_that_are_restored(
    bus: Environment, loop_devices: LoopDeviceFactory
) -> None:
    disks = [loop_devices() for _ in range(2)]
    before = [disk.settings() for disk in disks]
    with bus.client() as root:
        for disk in disks:
            session = root.call("BeginSession", disk.name, diskseq=disk.diskseq)["session"]
            root.call("SetSettings", disk.name, session=session, scheduler="bfq")
            root.call("EndSession", disk.name, session=session, keep=True)
        names = [disk.name for disk in disks]
        with bus.client(USER, interactive=True) as client:
            with bus.agent(client, USER, "--dismiss") as said:
                assert client.refusal("Restore", names[0], devices=names) == "Dismissed"
            assert len(said) == 1
            assert f"benchmark and tune {', '.join(names)}." in said[0]
            assert [disk.scheduler for disk in disks] == ["bfq", "bfq"]
            with bus.agent(client, USER) as said:
                client.call("Restore", names[0], devices=names)
            assert len(said) == 1
    assert [disk.settings() for disk in disks] == before


@pytest.mark.parametrize(
    ("password", "expected"), [("wrong", "NotAuthorized"), ("--dismiss", "Dismissed")]
)
def test_a_wrong_password_and_a_closed_dialog_are_told_apart(
    bus: Environment, device: LoopDevice, password: str, expected: str
) -> None:
    before = device.settings()
    with bus.client(USER, interactive=True) as client, bus.agent(client, USER, password) as said:
        assert client.refusal("BeginSession", device.name, diskseq=device.diskseq) == expected
    assert len(said) == 1
    assert device.settings() == before


def test_a_program_that_allows_no_dialog_gets_none(bus: Environment, device: LoopDevice) -> None:
    with bus.client(USER, interactive=False) as client, bus.agent(client, USER) as said:
        refused = client.refusal("BeginSession", device.name, diskseq=device.diskseq)
        assert refused == "InteractiveAuthorizationRequired"
    assert said == []


def test_a_client_that_leaves_takes_its_dialog_with_it(
    bus: Environment, device: LoopDevice
) -> None:
    with bus.client(USER, interactive=True) as client, bus.client() as root:
        with bus.agent(client, USER, "--wait") as said:
            client.start("BeginSession", device.name, diskseq=device.diskseq)
            client.call("Describe")
            client.kill()
            root.call("Describe")
        root.call("BeginSession", device.name, diskseq=device.diskseq)
    assert "cancelled" in said or len(said) <= 1


def test_a_practice_disk_needs_its_own_action(bus: Environment) -> None:
    with bus.client(USER, interactive=True) as client:
        with bus.agent(client, USER) as said:
            disk = client.call("CreatePracticeDisk", size_bytes=64 << 20)
            client.call("RemovePracticeDisk", disk["device"])
        assert [line for line in said if "org.storagetuner.practice-disk" in line]


def test_a_rule_can_allow_it_without_a_password(bus: Environment, device: LoopDevice) -> None:
    bus.set_rules(TUNE_YES)
    with bus.client(USER) as client:
        client.call("BeginSession", device.name, diskseq=device.diskseq)
