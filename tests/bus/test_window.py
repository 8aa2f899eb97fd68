"""The window as an ordinary user's, against the installed service: real bus, polkit, password."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage_tuner.core.errors import Dismissed, NotAuthorized
from tests.bus.connections import REPOSITORY
from tests.bus.environment import USER, Environment
from tests.bus.holder import PASSWORD
from tests.bus.test_application import PROJECT, project
from tests.loop_device import LoopDevice
from tests.ui.phases import Phase

__all__ = ["project"]


@contextmanager
def window(system: Environment, device: str, phase: Phase) -> Iterator[subprocess.Popen[str]]:
    """It waits for a line before it does anything."""
    virtual = Path(sys.executable).relative_to(REPOSITORY)
    folder = "/tmp/storage-tuner-test-window"
    argv = system.inside(
        "env",
        f"PYTHONPATH={PROJECT}/app:{PROJECT}/helpers:{PROJECT}",
        "PYTHONDONTWRITEBYTECODE=1",
        f"XDG_DATA_HOME={folder}",
        f"XDG_CONFIG_HOME={folder}",
        "XDG_RUNTIME_DIR=",
        "sh",
        "-c",
        'read go; exec "$@"',
        "sh",
        f"{PROJECT}/{virtual}",
        "-m",
        "tests.ui.driven",
        device,
        phase,
        f"{folder}/report.pdf",
        user=USER,
    )
    process = subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=system.log, text=True
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def reached(process: subprocess.Popen[str]) -> str:
    """Let it go to its phase; gives what its page tells of an error."""
    assert process.stdin and process.stdout
    process.stdin.write("go\n")
    process.stdin.flush()
    assert process.stdout.readline() == "there\n"
    return process.stdout.readline().strip()


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("password", "error"), [("wrong", NotAuthorized()), ("--dismiss", Dismissed())]
)
def test_a_password_that_is_not_given_is_said_and_nothing_is_changed(
    project: Environment, device: LoopDevice, password: str, error: Exception
) -> None:
    before = device.settings()
    with (
        window(project, device.name, Phase.REFUSED) as program,
        project.agent(program, USER, password) as asked,
    ):
        assert reached(program) == str(getattr(error, "summary", ""))
        program.terminate()
        assert program.wait(60) == 0
    assert len([line for line in asked if line.startswith("asked")]) == 1, asked
    assert device.settings() == before


def test_with_the_password_it_measures_and_brings_everything_back(
    project: Environment, device: LoopDevice
) -> None:
    before = device.settings()
    with (
        window(project, device.name, Phase.TRYING) as program,
        project.agent(program, USER, PASSWORD) as asked,
    ):
        assert reached(program) == ""
        assert device.settings() != before
        program.terminate()
        assert program.wait(60) == 0
    assert len([line for line in asked if line.startswith("asked")]) == 1, asked
    assert device.settings() == before
