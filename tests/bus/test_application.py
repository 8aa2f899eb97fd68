"""The application as an ordinary user against the installed service: real bus, polkit, password."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage_tuner_protocol.interface import NAME
from tests.bus.connections import REPOSITORY
from tests.bus.environment import SYSTEM_PYTHON, TUNE_YES, USER, Environment
from tests.bus.holder import PASSWORD, ROOM
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice, LoopDeviceFactory, scratch_folder, slowed
from tests.system.conftest import until
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]

PROJECT = ROOM / "project"
SHORT = ("--minutes", "0.1", "--operations", "rand-read", "--schedulers", "none,bfq")


@dataclass(frozen=True)
class Application:
    """A started ``storage-tuner`` that waits for ``go`` before it does anything."""

    process: subprocess.Popen[str]

    @property
    def pid(self) -> int:
        return self.process.pid

    def go(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("go\n")
        self.process.stdin.close()
        self.process.stdin = None

    def finish(self) -> tuple[int, str]:
        self.go()
        output, _ = self.process.communicate(timeout=300)
        return self.process.returncode, output


@pytest.fixture
def device(loop_devices: LoopDeviceFactory) -> Iterator[LoopDevice]:
    device = loop_devices()
    with slowed(device.name):
        yield device


@pytest.fixture
def project(bus: Environment) -> Iterator[Environment]:
    with with_project(bus):
        yield bus


@contextmanager
def with_project(system: Environment) -> Iterator[None]:
    """The checkout where an ordinary user can read it, wherever it really is."""
    subprocess.run(system.inside("mkdir", "-p", str(PROJECT)), check=True)
    subprocess.run(system.inside("mount", "--bind", str(REPOSITORY), str(PROJECT)), check=True)
    try:
        yield
    finally:
        subprocess.run(system.inside("umount", "--lazy", str(PROJECT)), check=True)


@pytest.fixture
def checkout(project: Environment) -> Iterator[Environment]:
    """As ``project``, but the system service is not installed: only pkexec is left."""
    service = "/usr/share/dbus-1/system-services/org.storagetuner.Helper1.service"
    project.end_helper()
    subprocess.run(project.inside("mv", service, f"{service}.away"), check=True)
    _reload_bus(project)
    yield project
    subprocess.run(project.inside("mv", f"{service}.away", service), check=True)
    _reload_bus(project)


def _reload_bus(system: Environment) -> None:
    call = "org.freedesktop.DBus.ReloadConfig"
    where = ("--dest=org.freedesktop.DBus", "/org/freedesktop/DBus")
    send = ("dbus-send", "--system", "--print-reply", *where, call)
    subprocess.run(system.inside(*send), check=True, stdout=subprocess.DEVNULL)


@contextmanager
def application(system: Environment, *words: str) -> Iterator[Application]:
    virtual = Path(sys.executable).relative_to(REPOSITORY)
    argv = system.inside(
        "env",
        f"PYTHONPATH={PROJECT}/app:{PROJECT}/helpers",
        "XDG_DATA_HOME=/tmp/storage-tuner-test-data",
        "sh",
        "-c",
        'read go; exec "$@"',
        "sh",
        f"{PROJECT}/{virtual}",
        "-m",
        "storage_tuner",
        *words,
        user=USER,
    )
    process = subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    with process:
        try:
            yield Application(process)
        finally:
            process.kill()


def test_tuning_with_the_right_password(project: Environment, device: LoopDevice) -> None:
    before = device.settings()
    with (
        application(project, "tune", device.path, *SHORT) as program,
        project.agent(program, USER, PASSWORD) as asked,
    ):
        exit_code, output = program.finish()
    assert exit_code == 0, output
    assert "Random read" in output
    assert len([line for line in asked if line.startswith("asked")]) == 1, asked
    assert device.settings() == before


def test_overwriting_a_disk_has_a_question_of_its_own(
    project: Environment, device: LoopDevice
) -> None:
    """Though nobody had to ask for the tuning."""
    project.set_rules(TUNE_YES.replace("org.storagetuner.", "org.storagetuner.tune"))
    before, empty = device.settings(), device.file.read_bytes()
    words = ("--minutes", "0.1", "--operations", "rand-write", "--schedulers", "none,bfq")
    name = f"{device.name} {len(empty)}"
    with (
        application(project, "sweep", device.path, *words, "--overwrite", name) as program,
        project.agent(program, USER, "--dismiss"),
    ):
        exit_code, output = program.finish()
    assert (exit_code, "password dialog was closed" in output) == (5, True), output
    assert device.file.read_bytes() == empty
    with (
        application(project, "sweep", device.path, *words, "--overwrite", name) as program,
        project.agent(program, USER, PASSWORD) as asked,
    ):
        exit_code, output = program.finish()
    assert exit_code == 0, output
    assert ["org.storagetuner.overwrite" in line for line in asked if "asked" in line] == [True]
    assert device.file.read_bytes() != empty
    assert device.settings() == before


@pytest.mark.slow
def test_a_practice_disk_for_an_ordinary_user(project: Environment) -> None:
    project.set_rules(TUNE_YES)
    with application(project, "tune", "--practice", "--size", "64M", *SHORT) as program:
        exit_code, output = program.finish()
    assert exit_code == 0, output
    assert "The previous settings were restored" in output


@pytest.mark.parametrize(
    ("password", "sentence"),
    [("wrong", "Authorisation failed"), ("--dismiss", "The password dialog was closed")],
)
def test_refusals_are_told_apart(
    project: Environment, device: LoopDevice, password: str, sentence: str
) -> None:
    before = device.settings()
    with (
        application(project, "set", device.path, "scheduler=bfq") as program,
        project.agent(program, USER, password),
    ):
        exit_code, output = program.finish()
    assert exit_code == 5, output
    assert sentence in output
    assert "Traceback" not in output
    assert device.settings() == before


def test_nobody_there_to_ask(project: Environment, device: LoopDevice) -> None:
    with application(project, "set", device.path, "scheduler=bfq") as program:
        exit_code, output = program.finish()
    assert exit_code == 5
    assert "no authentication agent" in output


@pytest.mark.usefixtures("steady_memory")
def test_a_dry_run_asks_nobody(project: Environment) -> None:
    """Neither for what would be written now, nor for what would be kept for good."""
    words = ("set", "vm", "swappiness=7", "--persist", "--dry-run")
    with application(project, *words) as program:
        exit_code, output = program.finish()
    assert exit_code == 0, output
    assert "/proc/sys/vm/swappiness: " in output
    assert "vm.swappiness = 7" in output.splitlines()


def test_set_and_restore(project: Environment, device: LoopDevice) -> None:
    project.set_rules(TUNE_YES)
    before = device.settings()
    with application(project, "set", device.path, "scheduler=bfq", "nr_requests=64") as program:
        exit_code, output = program.finish()
    assert exit_code == 0, output
    assert f"{device.name}: scheduler none → bfq" in output
    assert (device.scheduler, device.read("nr_requests")) == ("bfq", "64")
    with application(project, "restore", device.path) as program:
        exit_code, output = program.finish()
    assert exit_code == 0, output
    assert device.settings() == before


def test_an_application_killed_in_the_middle(project: Environment, device: LoopDevice) -> None:
    project.set_rules(TUNE_YES)
    before = device.settings()
    with application(project, "tune", device.path, *SHORT) as program:
        program.go()
        until(lambda: device.scheduler == "bfq", "bfq under test")
    until(lambda: device.settings() == before, "the settings from before")


@pytest.mark.slow
def test_an_application_whose_bus_dies(device: LoopDevice) -> None:
    """It says so instead of waiting for a helper that can't be heard any more."""
    before = device.settings()
    with scratch_folder() as folder:
        system = Environment(folder, SYSTEM_PYTHON)
        try:
            system.set_rules(TUNE_YES)
            with (
                with_project(system),
                application(system, "sweep", device.path, *SHORT[2:], "--minutes", "9") as program,
            ):
                program.go()
                until(lambda: device.scheduler == "bfq", "bfq under test")
                system.kill_bus()
                output, _ = program.process.communicate(timeout=120)
        finally:
            system.close()
    assert program.process.returncode == 5, output
    assert "The privileged helper stopped unexpectedly." in output
    until(lambda: device.settings() == before, "the settings from before")


@pytest.mark.slow
def test_from_a_checkout_pkexec_asks(checkout: Environment, device: LoopDevice) -> None:
    """The helper then runs as root from the checkout, with the state of a real installation."""
    before = device.settings()
    with (
        application(checkout, "sweep", device.path, *SHORT) as program,
        checkout.agent(program, USER, PASSWORD) as asked,
    ):
        exit_code, output = program.finish()
    assert exit_code == 0, output
    assert "org.freedesktop.policykit.exec" in asked[0]
    assert device.settings() == before


def test_restoring_all_names_a_missing_disk_to_an_ordinary_user(
    project: Environment, device: LoopDevice
) -> None:
    """Its session has ended without restoring it."""
    project.set_rules(TUNE_YES)
    sessions = project.scratch / "state/sessions"
    with project.client() as root:
        begin(root, device)
        (file,) = sessions.iterdir()
        record = json.loads(file.read_text(encoding="utf-8"))
    missing = {"device": "loop99", "diskseq": 1, "queue": 0, "identity": "ID_SERIAL=gone"}
    left = sessions / "gone.json"
    left.write_text(json.dumps({**record, **missing}), encoding="utf-8")
    try:
        with application(project, "restore", "--all", "--dry-run") as program:
            assert program.finish() == (0, "loop99: an earlier restore would be tried again.\n")
        with application(project, "restore", "--all") as program:
            exit_code, output = program.finish()
    finally:
        left.unlink()
    assert exit_code == 0, output
    assert output.startswith("loop99 (ID_SERIAL=gone) is missing"), output


def test_from_a_checkout_a_wrong_password_is_refused(
    checkout: Environment, device: LoopDevice
) -> None:
    before = device.settings()
    with (
        application(checkout, "set", device.path, "scheduler=bfq") as program,
        checkout.agent(program, USER, "wrong"),
    ):
        exit_code, output = program.finish()
    assert exit_code == 5, output
    assert "Authorisation failed" in output
    assert device.settings() == before


def test_the_name_is_the_one_of_the_interface_description() -> None:
    description = (REPOSITORY / "resources/org.storagetuner.Helper1.xml").read_text("utf-8")
    assert f'interface name="{NAME}"' in description
