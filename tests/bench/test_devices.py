"""How long it takes to read a computer's devices."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from storage_tuner.probe.block.devices import read_devices
from tests.bench.conftest import Least, Trees
from tests.packages import PACKAGES

APP = Path(__file__).parents[2] / "app"


@pytest.mark.parametrize(("count", "rounds"), [(1_000, 5), (10_000, 2)])
def test_many_devices(
    benchmark: BenchmarkFixture, trees: Trees, least: Least, count: int, rounds: int
) -> None:
    least(f"read {count:,} devices")
    root = trees(count)
    devices = benchmark.pedantic(read_devices, (root,), rounds=rounds, warmup_rounds=1)
    assert len(devices) == count
    assert all(device.model and device.partitions for device in devices)


def test_this_computer(benchmark: BenchmarkFixture, least: Least) -> None:
    least("read this computer")
    assert benchmark(read_devices, Path("/"))


def test_this_computer_by_lsblk(benchmark: BenchmarkFixture, least: Least) -> None:
    least("lsblk -JO of this computer")
    assert benchmark(_output, "lsblk", "-JO")


def test_this_computer_by_our_command(benchmark: BenchmarkFixture, least: Least) -> None:
    """With the start of Python, as whoever types it waits for it."""
    least("devices --json of this computer")
    command = (sys.executable, "-m", "storage_tuner", "devices", "--json")
    assert benchmark.pedantic(_output, command, rounds=5, warmup_rounds=1)


def _output(*command: str) -> bytes:
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": PACKAGES}
    return subprocess.run(command, env=environment, check=True, capture_output=True).stdout
