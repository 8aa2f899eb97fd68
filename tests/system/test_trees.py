"""Tree tests on real file systems, also full ones, and after kills."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from storage_tuner.bench.programs.tree_folder import PREFIX
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from tests.processes import words_of
from tests.system.conftest import family, kill_hard, until
from tests.system.sweeps import Sweeps

pytestmark = pytest.mark.slow

FORMATS = {
    "ext4": ("mkfs.ext4", "-q"),
    "ext2": ("mkfs.ext2", "-q"),
    "btrfs": ("mkfs.btrfs", "-q"),
    "xfs": ("mkfs.xfs", "-q"),
}
TREES = {
    known.workload.name: known.workload.tree.operations
    for known in known_workloads(Path("/nonexistent")).entries
    if known.workload.tree and not known.workload.name.endswith("-whole")  # 337,000 files
}
LONG = """
[[workload]]
name = "long"
label = "A tree that takes its time"
[workload.tree]
depth = 1
folders = 500
files = 50
file_bytes = 100
"""
PROGRAM = "storage_tuner.bench.programs.tree_program"


@pytest.fixture
def formatted(sweeps: Sweeps) -> Sweeps:
    _format(sweeps, "ext4")
    return sweeps


@pytest.fixture
def long(formatted: Sweeps, tmp_path: Path) -> Sweeps:
    """Knows a workload that is surely not over when somebody looks at its first folders."""
    folder = tmp_path / "config/storage-tuner/workloads"
    folder.mkdir(parents=True)
    (folder / "long.toml").write_text(LONG)
    formatted.environment = {
        **formatted.environment,
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    return formatted


def _format(sweeps: Sweeps, kind: str) -> None:
    subprocess.run([*FORMATS[kind], sweeps.disk.path], check=True)


@pytest.mark.parametrize("kind", FORMATS)
def test_every_tree_on_every_file_system(sweeps: Sweeps, kind: str) -> None:
    _format(sweeps, kind)
    before = sweeps.disk.settings()
    words = ("--workloads", ",".join(TREES), "--times", "1", "--schedulers", "none,bfq")
    record = sweeps.finish(*words)
    runs = record["measurements"]
    operations = [operation.name for each in TREES.values() for operation in each]
    assert sorted(run["operation"] for run in runs) == sorted(2 * operations)
    assert all(run["iops"] > 0 and run["duration_s"] > 0 for run in runs)
    counted = kind != "btrfs"  # its files tell no disk
    assert all((run["utilisation"] is not None) == counted for run in runs)
    created = [run for run in runs if run["operation"] == "tree-large-files/create"]
    assert all((run["bytes_moved"] >= 64 * (4 << 20)) == counted for run in created)
    assert sweeps.disk.settings() == before
    assert sweeps.content() == set()


def test_a_full_disk_is_one_message_and_nothing_is_left(long: Sweeps) -> None:
    """It fills up in the middle: the program stands still while somebody takes all the room."""

    def fill(program: psutil.Process, folder: Path) -> None:
        del program
        with (folder / "filling").open("wb") as file:
            while True:
                try:
                    os.write(file.fileno(), bytes(1 << 20))
                except OSError:
                    break

    with long.begin("--workloads", "long", "--times", "1", "--schedulers", "none") as running:
        _in_the_middle(long, running, fill)
        said = running.communicate()[1]
    assert running.returncode == 4, said
    assert said.count("there isn't enough free space") == 1
    assert long.content() == {"filling"}


def test_stopping_removes_the_tree(long: Sweeps) -> None:
    with long.begin("--workloads", "long", "--schedulers", "none") as running:
        _in_the_middle(long, running, lambda *_: running.send_signal(signal.SIGINT))
        said = running.communicate()[1]
    assert running.returncode == 130, said
    until(lambda: long.content() == set(), "the removal")


def test_a_killed_application_removes_the_tree(long: Sweeps) -> None:
    with long.begin("--workloads", "long", "--schedulers", "none") as running:
        _in_the_middle(long, running, lambda *_: kill_hard(running))
        running.communicate()
    until(lambda: long.content() == set(), "the removal")


def test_what_a_kill_left_is_removed_by_the_next_run(long: Sweeps) -> None:
    def kill(program: psutil.Process, folder: Path) -> None:
        del folder
        kill_hard(running)
        kill_hard(program)

    with long.begin("--workloads", "long", "--schedulers", "none") as running:
        _in_the_middle(long, running, kill)
        running.communicate()
    (left,) = long.content()
    assert left.startswith(PREFIX)
    long.finish("--workloads", "tree-small-files", "--times", "1", "--schedulers", "none")
    assert long.content() == set()


def _in_the_middle(
    sweeps: Sweeps,
    running: subprocess.Popen[str],
    action: Callable[[psutil.Process, Path], object],
) -> None:
    """``action`` with the program that makes a tree, standing still, and the mounted folder."""
    programs: list[psutil.Process] = []

    def is_in_the_middle() -> bool:
        programs[:] = [each for each in family(running) if PROGRAM in words_of(each)]
        if not programs:
            assert running.poll() is None
            return False
        programs[0].suspend()
        if _is_creating(_folder_of(programs[0], sweeps)):
            return True
        programs[0].resume()
        return False

    until(is_in_the_middle, "a tree")
    action(programs[0], _folder_of(programs[0], sweeps))
    if programs[0].is_running():
        programs[0].resume()
    until(lambda: not programs[0].is_running(), "the program's end")


def _is_creating(folder: Path) -> bool:
    made = [path for path in folder.glob(f"{PREFIX}*") if (path / "d0").exists()]
    return any((path / "d10").exists() and not (path / "d400").exists() for path in made)


def _folder_of(program: psutil.Process, sweeps: Sweeps) -> Path:
    """As the program sees it, since it's mounted for it only."""
    return Path(f"/proc/{program.pid}/root{sweeps.folder}")
