"""Two applications at once: on two devices both work, on one the second is told who is first."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from storage_tuner_helper.transport import callers
from tests.bus.connections import BusClient, Refused, StdioClient, leaving
from tests.bus.environment import OTHER_USER, SYSTEM_PYTHON, USER, Environment
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice, LoopDeviceFactory

BOTH_YES = """polkit.addRule(function(action, subject) {
  if (action.id.indexOf("org.storagetuner.") === 0) return polkit.Result.YES;
});"""


def refusal_of(client: BusClient | StdioClient, device: LoopDevice) -> Refused:
    with pytest.raises(Refused) as refused:
        client.call("BeginSession", device.name, diskseq=device.diskseq)
    return refused.value


def test_the_second_user_is_told_of_the_first(
    bus: Environment, loop_devices: LoopDeviceFactory
) -> None:
    bus.set_rules(BOTH_YES)
    device, other = loop_devices(), loop_devices()
    with bus.client(USER) as first, bus.client(OTHER_USER) as second:
        session = begin(first, device)
        first.call("SetSettings", device.name, session=session, scheduler="bfq")
        refused = refusal_of(second, device)
        assert refused.name == "DeviceBusy"
        assert f"by python3 (process {first.pid}, user {USER})" in refused.message
        session = begin(second, other)
        second.call("SetSettings", other.name, session=session, scheduler="kyber")
        assert (device.scheduler, other.scheduler) == ("bfq", "kyber")
        first.kill()
        second.call("Describe")
        assert other.scheduler == "kyber"


@pytest.mark.slow
def test_the_service_and_a_helper_of_a_checkout_know_of_each_other(
    bus: Environment, loop_devices: LoopDeviceFactory
) -> None:
    """Two processes of root's that share a state folder, as with pkexec beside the service."""
    device, other = loop_devices(), loop_devices()
    before = device.settings()
    with bus.client() as first, leaving(StdioClient(bus.scratch)) as second:
        session = begin(first, device)
        first.call("SetSettings", device.name, session=session, scheduler="bfq")
        refused = refusal_of(second, device)  # type: ignore[arg-type]
        assert refused.name == "DeviceBusy"
        assert f"(process {first.pid}, user root)" in refused.message
        begin(second, other)
        refused = refusal_of(first, other)
        assert f"(process {os.getpid()}, user root)" in refused.message
        first.call("EndSession", device.name, session=session, keep=True)
        assert device.name in second.call("Describe")["changed_devices"]
        begin(first, device)
        assert second.refusal("Restore", device.name) == "DeviceBusy"
    with leaving(StdioClient(bus.scratch)) as third:
        third.call("Restore", device.name)
    assert device.settings() == before


@pytest.mark.slow
def test_a_practice_disk_is_nothing_for_another_helper(stdio: StdioClient, state: Path) -> None:
    made = stdio.call("CreatePracticeDisk", size_bytes=64 << 20)
    with leaving(StdioClient(state)) as second:
        name, diskseq = made["device"], made["diskseq"]
        assert second.call("Describe")["recovered"] == []
        assert second.refusal("BeginSession", name, diskseq=diskseq) == "DeviceBusy"
        stdio.call("RemovePracticeDisk", name)


@pytest.mark.parametrize("name", ["evil\\x1b[2J", "a\\nb", "(x) user", "", "\\xff"])
def test_a_process_with_an_odd_name_is_a_program(name: str) -> None:
    """Any user can call a process so."""
    program = (
        "import ctypes, sys\n"
        f"ctypes.CDLL(None).prctl(15, b'{name}')\n"
        "print('named', flush=True); sys.stdin.read()\n"
    )
    argv = [SYSTEM_PYTHON, "-c", program]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline() == b"named\n"
        said = callers.described(process.pid, 0)
    assert said == f"a program (process {process.pid}, user root)"


def test_our_own_program_is_called_by_its_name() -> None:
    program = "print('started', flush=True); input()"
    argv = [SYSTEM_PYTHON, "-c", program, "-m", "storage_tuner"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stdout.readline() == b"started\n"
        said = callers.described(process.pid, 64321)
        process.stdin.write(b"\n")
    assert said == f"storage-tuner (process {process.pid}, user 64321)"
    assert callers.described(0, 0) == "a program (process 0, user root)"
