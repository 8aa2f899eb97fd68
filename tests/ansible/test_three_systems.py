"""The real ansible-playbook against three systems, by SSH."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import psutil
import pytest

from tests.ansible.systems import Controller, Played, System, free_port
from tests.loop_device import attached_loop, scratch_folder
from tests.processes import words_of
from tests.system.conftest import kill_hard, until

pytestmark = [pytest.mark.slow, pytest.mark.root]

SETTINGS = """
- hosts: all
  gather_facts: false
  tasks:
    - name: Change the settings
      storage_tuner.tuning.storage_tuner_settings:
        devices: ["{{ device }}"]
"""
SET = f"{SETTINGS}        settings: {{scheduler: bfq, nr_requests: 32}}\n"
RESTORED = f"{SETTINGS}        state: restored\n"
REFUSED = f"{SETTINGS}        settings: {{scheduler: bfq, read_ahead_kb: 130}}\n"

TUNE = """
- hosts: all
  gather_facts: false
  roles:
    - role: storage_tuner.tuning.tune
      vars:
        storage_tuner_targets: ["{{ device }}"]
        storage_tuner_folder: "{{ measurements }}"
        storage_tuner_options:
          [--schedulers, "bfq,mq-deadline", --operations, rand-read, --threads, "1", --minutes, "1"]
        storage_tuner_progress_interval: 5
    - storage_tuner.tuning.report
"""
"""Neither of the schedulers is the current one, so a measurement can be seen in the settings."""

NAMES = ("alpha", "beta", "gamma")


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path


@pytest.fixture
def systems(key: Path) -> Iterator[list[System]]:
    """In the order of their names; not running yet."""
    with ExitStack() as stack:
        folder = stack.enter_context(scratch_folder())
        devices = [stack.enter_context(attached_loop(folder)) for _ in NAMES]
        yield [
            System(name, folder / name, key, free_port(), device).prepare()
            for name, device in zip(NAMES, devices, strict=True)
        ]


@pytest.fixture
def controller(systems: list[System], key: Path, tmp_path: Path) -> Controller:
    return Controller(tmp_path / "controller", key).prepare(systems)


def settings(systems: list[System]) -> list[dict[str, str]]:
    return [system.device.settings() for system in systems]


def assert_changed(played: Played, count: int) -> None:
    assert played.changed == dict.fromkeys(NAMES, count), played.output


def test_the_first_run_changes_what_check_mode_reported_and_the_second_nothing(
    systems: list[System], controller: Controller
) -> None:
    before = settings(systems)
    with ExitStack() as stack:
        for system in systems:
            stack.enter_context(system.running())
        for playbook in (SET, RESTORED):
            present = settings(systems)
            expected = controller.play(playbook, "--check", "--diff")
            assert_changed(expected, 1)
            assert settings(systems) == present
            done = controller.play(playbook, "--diff")
            assert_changed(done, 1)
            assert len(done.differences) == len(NAMES)
            assert expected.differences == done.differences
            assert settings(systems) != present
            assert_changed(controller.play(playbook, "--diff"), 0)
        assert settings(systems) == before
        refused = controller.play(REFUSED)
        assert_changed(refused, -1)
        assert "read_ahead_kb became 128 instead of 130" in refused.output
        assert settings(systems) == before


def test_a_measurement_survives_the_end_of_the_playbook_of_its_program_and_of_the_system(
    systems: list[System], controller: Controller
) -> None:
    """Of alpha only the playbook ends, of beta also the program, of gamma the whole system."""
    before = settings(systems)
    with ExitStack() as stack:
        running = [stack.enter_context(system.running()) for system in systems]
        playbook = controller.start(TUNE)
        try:
            for system in systems:
                until(partial(is_measuring, system), f"{system.name} is measuring")
        finally:
            os.killpg(playbook.pid, signal.SIGKILL)
            playbook.communicate()
        kill_hard(program_of(running[1]))
        running[2].kill()
        until(lambda: settings(systems[1:2]) == before[1:2], "beta's previous settings")
        stack.enter_context(systems[2].running())
        assert settings(systems[2:]) == before[2:]

        resumed = controller.play(TUNE)
        assert all(count > 0 for count in resumed.changed.values()), resumed.output
        assert len(resumed.changed) == len(NAMES)
        assert settings(systems) == before
        for system in systems:
            # resumed: a new measurement would have left the first one
            assert not interrupted(system), system.name
        assert imported_devices(controller) == sorted(one.device.path for one in systems)
        reports = controller.folder / "storage-tuner-reports"
        assert (reports / "report.html").is_file() and len([*reports.glob("*-*.html")]) == 3

        assert_changed(controller.play(TUNE), 0)


def is_measuring(system: System) -> bool:
    """Whether a first block is saved, and another scheduler is active."""
    is_saved = any(each.read_text("utf-8").count("\n") > 1 for each in interrupted(system))
    return is_saved and system.device.scheduler != "none"


def interrupted(system: System) -> list[Path]:
    """The unfinished measurements."""
    return list(system.measurement.glob("data/storage-tuner/interrupted/*.jsonl"))


def program_of(system: subprocess.Popen[bytes]) -> psutil.Process:
    """The program that measures in the system."""
    (found,) = (
        process
        for process in psutil.Process(system.pid).children(recursive=True)
        if words_of(process)[1:4] == ["-m", "storage_tuner", "tune"]
    )
    return found


def imported_devices(controller: Controller) -> list[str]:
    done = subprocess.run(
        ["storage-tuner", "runs", "--json"],
        env=controller.environment,
        executable=str(controller.folder / "bin/storage-tuner"),
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(run["target"] for run in json.loads(done.stdout)["runs"])
