"""A program's start beside readers and writers, on a disk whose requests take a known time."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from storage_tuner.bench.measured_file import SMALLEST_BYTES, new_file
from storage_tuner.bench.programs.command import CommandRun, start_workloads
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.system_sampler import SystemSampler
from tests.known_truth import KnownDisk, known_disk
from tests.loop_device import scratch_folder
from tests.system.sweeps import Sweeps

FILES = 48
FILE_BYTES = 64 << 10
SERVICE_S = 0.02
SLOWER = 1.3


@contextmanager
def mounted(disk: KnownDisk) -> Iterator[Path]:
    """An ext4 on the disk with a folder of files that one program reads one after the other."""
    subprocess.run(["mkfs.ext4", "-q", disk.device.path], check=True)
    with scratch_folder() as folder:
        subprocess.run(["mount", disk.device.path, folder], check=True)
        try:
            (folder / "files").mkdir()
            for number in range(FILES):
                (folder / "files" / str(number)).write_bytes(os.urandom(FILE_BYTES))
            subprocess.run(["sync", "--file-system", folder], check=True)
            yield folder
        finally:
            subprocess.run(["umount", folder], check=True)


@pytest.mark.slow
def test_a_start_waits_for_the_disk_and_longer_beside_readers_and_writers() -> None:
    with ExitStack() as stack:
        disk = stack.enter_context(known_disk(round(SERVICE_S * 1000)))
        disk.device.write("scheduler", "none")
        folder = stack.enter_context(mounted(disk))
        file = stack.enter_context(
            new_file(folder, SMALLEST_BYTES, on_progress=lambda _: None, is_cancelled=lambda: False)
        )
        counters = f"/sys/block/{disk.device.name}/stat"
        around = SystemSampler(TunedDevices(), counters, lambda: False)
        where = CommandExecutor(folder, around, file)
        commands = [
            workload.command
            for workload in start_workloads(["sh", "-c", "cat files/*"])
            if workload.command
        ]
        idle, light, heavy = map(where.run, commands)
        for _ in range(4):
            if duration(heavy) <= SLOWER * duration(idle):  # the idle one may have been held up
                idle = min(idle, where.run(commands[0]), key=duration)
    for run in (idle, light, heavy):
        assert run.timed and run.evicted
        assert run.timed.read_bytes >= FILES * FILE_BYTES
        # warm, it would take a few milliseconds
        assert duration(run) >= FILES * SERVICE_S
    # the disk serves ten requests at once, and ten readers and writers always have more waiting
    assert duration(heavy) > SLOWER * duration(idle)
    assert heavy.copied and heavy.copied.read_bytes and heavy.copied.written_bytes
    assert light.copied and light.copied.read_bytes


def duration(run: CommandRun) -> float:
    assert run.timed
    return run.timed.duration_s


@pytest.mark.slow
def test_two_schedulers_are_compared_by_start_time_and_copying(sweeps: Sweeps) -> None:
    subprocess.run(["mkfs.ext4", "-q", sweeps.disk.path], check=True)
    before = sweeps.disk.settings()
    record = sweeps.finish(
        *("--start", "cat data", "--prepare", "dd if=/dev/urandom of=data bs=1M count=4"),
        *("--clean-up", "rm data", "--size", "64M", "--times", "2", "--schedulers", "none,bfq"),
    )
    runs = record["measurements"]
    names = [f"start-cat-{load}" for load in ("0", "1", "1/read", "1/write")]
    names += [f"start-cat-5{part}" for part in ("", "/read", "/write")]
    found = {(run["operation"], run["variant"]) for run in runs}
    assert found == {(name, variant) for name in names for variant in ("none", "bfq")}
    assert all(run["bytes_moved"] >= 4 << 20 for run in runs if "/" not in run["operation"])
    assert sweeps.disk.settings() == before
    assert sweeps.content() == set()
