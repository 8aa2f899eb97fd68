"""Health through the real helper, with the machine's smartctl and with stand-ins at its place.

A loop device is no drive. In a mount namespace of the helper's own it looks like one: an overlay
adds the folder ``device`` to its folder in sysfs. The stand-in is bound over smartctl there, since
the helper takes the program's path from nowhere.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from storage_tuner_helper.health.smartctl import ASLEEP, SMARTCTL
from tests.bus.connections import (
    HelperClient,
    Refused,
    StdioClient,
    leaving,
    wait_gone,
    wait_until,
)
from tests.bus.environment import TUNE_YES, USER, Environment
from tests.bus.test_sessions import begin
from tests.bus.workloads import RANDOM_READ
from tests.loop_device import LoopDevice
from tests.packages import PACKAGES
from tests.unit.probe.smartctl_documents import hard_disk, text_of

AS_A_DRIVE = """
mount -t overlay overlay -o "lowerdir=$1:/sys/devices/virtual/block/$2" \
    "/sys/devices/virtual/block/$2"
[ -z "$3" ] || mount --bind "$3" "$4"
shift 4
exec "$@"
"""

Prefix = Callable[..., list[str]]
HelperOfDrive = Callable[..., StdioClient]


@pytest.fixture
def as_drive(state: Path, device: LoopDevice) -> Prefix:
    """Call it for the start of a command line in which ``device`` is a drive. ``script`` is what
    stands in smartctl's place (the empty text: nothing does), ``attributes`` what the drive's
    folder has."""

    def prefix(script: str = "", mode: int = 0o755, **attributes: str) -> list[str]:
        for name, text in {"device/vendor": "ATA", **attributes}.items():
            attribute = state / "drive" / name
            attribute.parent.mkdir(parents=True, exist_ok=True)
            attribute.write_text(f"{text}\n", encoding="ascii")
        program = state / "smartctl"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(mode)
        private = ["unshare", "--mount", "--propagation", "private"]
        drive = [str(state / "drive"), device.name, str(program) if script else "", SMARTCTL]
        return [*private, "sh", "-e", "-c", AS_A_DRIVE, "sh", *drive]

    return prefix


@pytest.fixture
def helper_of_drive(state: Path, as_drive: Prefix) -> Iterator[HelperOfDrive]:
    """Call it as ``as_drive``, for a helper."""
    with ExitStack() as stack:

        def make(script: str = "", mode: int = 0o755, **attributes: str) -> StdioClient:
            client = StdioClient(state, prefix=as_drive(script, mode, **attributes))
            stack.enter_context(leaving(client))
            return client

        yield make


def test_the_real_smartctl_is_asked_in_our_words(
    helper_of_drive: HelperOfDrive, device: LoopDevice
) -> None:
    reply = helper_of_drive().call("ReadHealth", device.name)
    told: dict[str, Any] = json.loads(reply["smartctl_json"])["smartctl"]
    assert told["exit_status"] == reply["exit_code"] != 0, "a loop device has no health"
    assert told["argv"][1:3] == ["--json=co", "--nocheck=standby,3"]
    assert told["argv"][-2:] == ["--device=sat", device.path]


def test_the_kind_of_a_drive_of_another_vendor_is_left_to_smartctl(
    helper_of_drive: HelperOfDrive, device: LoopDevice
) -> None:
    client = helper_of_drive('echo "$@"', **{"device/vendor": "SEAGATE"})
    told = client.call("ReadHealth", device.name)["smartctl_json"]
    assert told.endswith(f"--device=auto {device.path}\n")


def test_what_is_no_drive_is_refused(helper: HelperClient, device: LoopDevice) -> None:
    assert helper.refusal("ReadHealth", device.name) == "NotSupported"


def test_a_port_of_a_disk_that_is_no_unit_is_refused(
    helper_of_drive: HelperOfDrive, device: LoopDevice
) -> None:
    client = helper_of_drive()
    assert client.refusal("ReadHealth", device.name, controller=0, port=3) == "NotSupported"


def test_a_device_that_is_measured_is_not_asked(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    workload = {**RANDOM_READ, "runtime_ms": 60_000}
    job = helper.call("StartBenchmark", device.name, session=session, **workload)["job"]
    assert helper.refusal("ReadHealth", device.name) == "DeviceBusy"
    helper.call("StopBenchmark", device.name, session=session, job=job)
    helper.wait_event("BenchmarkFinished")
    assert helper.refusal("ReadHealth", device.name) == "NotSupported"


def test_measuring_waits_until_the_drive_has_answered(
    helper_of_drive: HelperOfDrive, state: Path, device: LoopDevice
) -> None:
    os.mkfifo(state / "gate")
    client = helper_of_drive(f"touch {state}/started; cat {state}/gate")
    session = begin(client, device)
    asked = client.start("ReadHealth", device.name)
    wait_until((state / "started").exists, "smartctl's start")
    measured = client.start("StartBenchmark", device.name, session=session, **RANDOM_READ)
    client.call("Describe")
    (state / "gate").write_text("told", encoding="ascii")
    assert client.result(asked)["smartctl_json"] == "told"
    assert client.result(measured)["job"]
    client.wait_event("BenchmarkFinished")


def test_a_drive_is_not_asked_when_measuring_is_about_to_begin(
    helper_of_drive: HelperOfDrive, state: Path, device: LoopDevice
) -> None:
    """Whoever asks in the middle of a benchmark's start isn't answered beside it."""
    client = helper_of_drive(f"sleep 0.3; ls {state}/runtime | grep ^job-")
    session = begin(client, device)
    workload = {**RANDOM_READ, "runtime_ms": 2000}
    for _ in range(5):
        measured = client.start("StartBenchmark", device.name, session=session, **workload)
        asked = client.start("ReadHealth", device.name)
        job = client.result(measured)["job"]
        with suppress(Refused):
            assert client.result(asked)["smartctl_json"] == ""
        client.call("StopBenchmark", device.name, session=session, job=job)
        client.wait_event("BenchmarkFinished")


def test_a_user_needs_the_action_for_tuning(bus: Environment, device: LoopDevice) -> None:
    with bus.client(USER) as user:
        assert user.refusal("ReadHealth", device.name) == "InteractiveAuthorizationRequired"
        bus.set_rules(TUNE_YES)
        assert user.refusal("ReadHealth", device.name) == "NotSupported"


def test_the_child_gets_no_environment(helper_of_drive: HelperOfDrive, device: LoopDevice) -> None:
    client = helper_of_drive("cat /proc/$$/environ; pwd")
    assert client.call("ReadHealth", device.name)["smartctl_json"] == "/\n"


def test_a_sleeping_drive_is_told_by_the_exit_code(
    helper_of_drive: HelperOfDrive, device: LoopDevice
) -> None:
    client = helper_of_drive(f"echo '{{}}'; exit {ASLEEP}")
    reply = client.call("ReadHealth", device.name)
    assert reply == {"smartctl_json": "{}\n", "exit_code": ASLEEP}


def test_a_drive_that_the_kernel_has_put_to_sleep_is_not_even_opened(
    helper_of_drive: HelperOfDrive, device: LoopDevice
) -> None:
    client = helper_of_drive("echo asked", **{"device/power/runtime_status": "suspended"})
    reply = client.call("ReadHealth", device.name)
    assert reply == {"smartctl_json": "", "exit_code": ASLEEP}


def test_a_client_that_leaves_ends_the_question(
    helper_of_drive: HelperOfDrive, state: Path, device: LoopDevice
) -> None:
    started = state / "pid"
    client = helper_of_drive(f"echo $$ > {started}.new; mv {started}.new {started}; sleep 1000")
    client.start("ReadHealth", device.name)
    wait_until(started.exists, "smartctl's start")
    client.leave()
    wait_gone(int(started.read_text(encoding="ascii")))


def test_a_drive_is_asked_once_at_a_time(
    helper_of_drive: HelperOfDrive, state: Path, device: LoopDevice
) -> None:
    os.mkfifo(state / "gate")
    client = helper_of_drive(f"touch {state}/started; cat {state}/gate")
    first = client.start("ReadHealth", device.name)
    wait_until((state / "started").exists, "smartctl's start")
    with pytest.raises(Refused, match="already being queried"):
        client.call("ReadHealth", device.name)
    (state / "gate").write_text("told", encoding="ascii")
    assert client.result(first)["smartctl_json"] == "told"


def test_without_smartctl_it_is_said_so(helper_of_drive: HelperOfDrive, device: LoopDevice) -> None:
    client = helper_of_drive("no program", mode=0o600)
    assert client.refusal("ReadHealth", device.name) == "NoSmartctl"


def test_without_the_capabilities_no_drive_is_taken_for_asleep(
    as_drive: Prefix, state: Path, device: LoopDevice
) -> None:
    """smartctl itself does that; see the exit code of a real one."""
    without = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    client = StdioClient(state, prefix=[*as_drive(), *without])
    with leaving(client), pytest.raises(Refused, match="no permission") as refused:
        client.call("ReadHealth", device.name)
    assert refused.value.name == "NotSupported"


A_DRIVE_BY_NAME = """
import sys
from storage_tuner.cli.main import main
from storage_tuner.probe.block import kinds
kinds._KINDS = ()
sys.exit(main())
"""
"""The program, to which a loop device isn't one: its name is the only thing that betrays it."""


def show_health(state: Path, prefix: list[str], device: LoopDevice) -> tuple[int, str, str]:
    """The whole program: exit code, output and errors."""
    environment = {
        "PYTHONPATH": PACKAGES,
        "STATE_DIRECTORY": str(state / "state"),
        "RUNTIME_DIRECTORY": str(state / "runtime"),
        "PATH": "/usr/sbin:/usr/bin:/bin",
    }
    command = (sys.executable, "-c", A_DRIVE_BY_NAME, "show", device.name, "--health", "--json")
    done = subprocess.run(
        [*prefix, *command], env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_the_whole_way_to_the_terminal(as_drive: Prefix, state: Path, device: LoopDevice) -> None:
    told = state / "told.json"
    told.write_text(text_of(hard_disk()), encoding="ascii")
    code, output, _ = show_health(state, as_drive(f"cat {told}; exit 64"), device)
    [health] = json.loads(output)["health"]
    assert (code, health["device"], health["passed"]) == (0, device.name, True)
    assert (health["power_on_hours"], health["temperature_c"]) == (40762, 34)


def test_the_terminal_says_what_to_install(
    as_drive: Prefix, state: Path, device: LoopDevice
) -> None:
    code, _, errors = show_health(state, as_drive("no program", 0o600), device)
    assert (code, "Install the package smartmontools." in errors) == (4, True)
