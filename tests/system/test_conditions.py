"""A real measurement under watch: what is told before it, what is held meanwhile, what is told of
it afterwards."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loop_device import scratch_folder
from tests.system.conftest import Household, until
from tests.unit.desktop.stand_in_desktop import LOGIND, StandIn, message_bus

ON_FOLDER = ("--size", "64M", "--operations", "seq-write")


@pytest.fixture
def folder() -> Iterator[Path]:
    with scratch_folder() as folder:
        yield folder


@pytest.mark.slow
def test_conditions_come_first_and_steadiness_stands_in_the_result(
    household: Household, folder: Path, tmp_path: Path
) -> None:
    done = household.run(
        "sweep", str(folder), *ON_FOLDER, "--minutes", "0.2", "--report", str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    before = done.stderr.partition("Compared     current settings")[0]
    assert "Test size: 67.1 MB, too small" in before
    assert "Measure the device itself" in " ".join(before.split())
    result = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    caveats = " ".join(result["caveats"])
    assert "too small for the caches" in caveats
    assert "teady state" in caveats
    assert "sequential write with" in caveats
    assert "temperature_c" in result["measurements"][0]


def test_the_computer_stays_awake_until_it_is_killed(
    household: Household, folder: Path, tmp_path: Path
) -> None:
    with message_bus(tmp_path) as address:
        logind = StandIn(address, (LOGIND,))
        try:
            sweep = subprocess.Popen(
                [sys.executable, "-m", "storage_tuner", "sweep", str(folder), *ON_FOLDER],
                env=household.environment | {"DBUS_SYSTEM_BUS_ADDRESS": address},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                until(lambda: bool(logind.asked), "a program that keeps the computer awake")
                (asked,) = logind.asked
                assert asked.words[0] == "sleep:idle"
                assert asked.is_held()
            finally:
                sweep.send_signal(signal.SIGKILL)
                sweep.wait()
            until(lambda: not asked.is_held(), "a computer that may sleep again")
        finally:
            logind.close()
