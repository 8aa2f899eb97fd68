"""Chosen workloads, the search for saturation, and comparing at an offered load: the whole
program."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.kept_runs import kept_runs
from tests.loop_device import LoopDeviceFactory, mounted
from tests.schemas import schema
from tests.system.conftest import PATIENCE_S, Household, active_scheduler, until

pytestmark = pytest.mark.slow

OWN = """
[[workload]]
name = "one-place"
label = "One place"
[[workload.stream]]
name = "read"
label = "reads"
mode = "randread"
block_bytes = 4096
share = 30
[[workload.stream]]
name = "write"
label = "writes"
mode = "randwrite"
block_bytes = 4096
share = 10
"""


FEW = ("--quick", "--most-threads", "8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "folder"
    found.mkdir()
    return found


def the_name(household: Household) -> str:
    """Of the one kept run."""
    (stored,) = kept_runs(household.data / "storage-tuner/runs.sqlite3")
    return stored.path.name


def the_record(household: Household) -> dict[str, object]:
    shown = household.run("runs", "show", the_name(household), "--json")
    found = json.loads(shown.stdout)["result"]
    assert isinstance(found, dict)
    return found


def test_an_own_workload_is_measured_with_chosen_threads(
    household: Household, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streams with shares, as in files for earlier versions, are one mix."""
    own = tmp_path / "config/storage-tuner/workloads"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text(OWN)
    (own / "broken.toml").write_text("[[workload]]\nname = 3\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    words = ("--size", "64M", "--quick", "--protocol", "restarts")
    done = household.run("sweep", str(folder), *words, "--workloads", "one-place", "--threads", "3")
    assert done.returncode == 0, done.stderr
    assert "broken.toml" in done.stderr
    runs = the_record(household)["measurements"]
    assert isinstance(runs, list)
    assert {(run["operation"], run["threads"]) for run in runs} == {("one-place", 3)}
    assert list(folder.iterdir()) == []


def test_a_matrix_of_sizes_and_threads_is_one_command(
    household: Household, folder: Path, tmp_path: Path
) -> None:
    """With the throughput of each size and thread count, and a row for each run."""
    words = ("--size", "64M", "--quick", "--protocol", "restarts", "--repeats", "1")
    matrix = ("--workloads", "randomio", "--sizes", "512,64k", "--threads", "1,8")
    report = tmp_path / "out"
    done = household.run("sweep", str(folder), *words, *matrix, "--report", str(report))
    assert done.returncode == 0, done.stderr
    for size in ("512 B", "64 KiB"):
        for threads in ("1 thread", "8 threads"):
            assert f"Random mix with fsync, {size}, {threads}" in done.stdout
    with (report / "results.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {(row["operation"], row["threads"]) for row in rows} == {
        (operation, threads)
        for operation in ("randomio-512", "randomio-64k")
        for threads in ("1", "8")
    }
    assert all(float(row["rate_mb_s"]) > 0 < float(row["latency_mean_ms"]) for row in rows)


def test_a_disk_with_blocks_of_4_kib_takes_no_512_bytes(
    household: Household, folder: Path, loop_devices: LoopDeviceFactory
) -> None:
    """Nor does a folder on it, which is measured as it is."""
    device = loop_devices()
    subprocess.run(["losetup", "--sector-size", "4096", device.path], check=True)
    words = ("--operations", "rand-read", "--sizes", "512,4k", "--check")
    runs = [household.run("sweep", device.name, *words)]
    subprocess.run(["mkfs.ext4", "-q", device.path], check=True)
    with mounted(device, folder):
        runs.append(household.run("sweep", str(folder), *words))
    for done in runs:
        assert done.returncode == 2
        assert (
            "uses blocks of 512 B, but this device supports only multiples of 4 KiB" in done.stderr
        )


def test_what_cannot_be_is_told_before_anything_is_made(household: Household, folder: Path) -> None:
    for words, told in (
        (("--workloads", "seq-raed"), "Did you mean seq-read"),
        (("--workloads", "iozone-read-16m", "--threads", "2048"), "the maximum is 2048 MiB"),
        (("--sizes", "512,4k"), "--sizes requires --workloads"),
        (("--workloads", "tree-small-files", "--sizes", "512"), "has no block size"),
        (("--operations", "rand-read", "--sizes", "100"), "multiples of 512"),
        (("--repeats", "3"), "doesn't apply to the adaptive protocol"),
        (("--size", "64M", "--workloads", "seq-read", "--threads", "100"), "doesn't fit into 64"),
        (("--saturate", "--threads", "4"), "leave out --threads"),
        (("--saturate", "--check"), "plans while it measures"),
        (("--most-threads", "4"), "requires --saturate"),
        (("--latency-limit", "4"), "requires --saturate"),
        (("--saturate", "--workloads", "access-time"), "fixed number of threads"),
        (("--offered-load", "70", "--workloads", "oltp"), "partial load"),
    ):
        done = household.run("sweep", str(folder), *words)
        assert done.returncode == 2, words
        assert told in done.stderr
        assert not (household.data / "storage-tuner/runs.sqlite3").exists()


def test_the_search_ends_with_a_table_and_a_record(household: Household, folder: Path) -> None:
    done = household.run("sweep", str(folder), "--size", "64M", *FEW, "--saturate", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    schema("saturation").validate(said)
    (curve,) = said["saturation"]
    assert (curve["workload"], curve["unit"]) == ("rand-read", "IOPS")
    counts = [point["threads"] for point in curve["points"]]
    assert counts == sorted(counts)
    assert {1, 2, 4} <= set(counts) <= set(range(9))
    assert curve["knee"]["point"] in curve["points"]
    record = the_record(household)
    runs = record["measurements"]
    assert isinstance(runs, list)
    assert {run["threads"] for run in runs} == set(counts)
    again = household.run("verdict", the_name(household), "--json")
    assert again.returncode == 0, again.stderr


def test_a_practice_disk_is_searched_with_each_setting(household: Household) -> None:
    words = ("--practice", "--size", "64M", "--quick", "--most-threads", "2")
    done = household.run("sweep", *words, "--schedulers", "none,bfq", "--saturate")
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()[2:4]] == ["1", "2"]
    knees = [line for line in done.stdout.splitlines() if line.startswith(("none: ", "bfq: "))]
    assert len(knees) == 2
    # on a busy computer two threads may bring no more than one
    ends = (" 2 threads, the limit of --most-threads.", ": more threads add almost nothing.")
    assert all(line.endswith(ends) for line in knees)
    assert not any("1 thread are" in line for line in knees)
    assert household.leftovers() == []


def test_a_search_that_is_stopped_gives_the_disk_back(household: Household) -> None:
    program = household.start(
        "sweep", "--practice", "--size", "64M", "--saturate", "--schedulers", "bfq,none"
    )
    until(lambda: household.practice_disk() is not None, "a practice disk")
    disk = household.practice_disk()
    assert disk is not None
    until(lambda: active_scheduler(disk) == "bfq", "bfq under test")
    program.send_signal(signal.SIGINT)
    said, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, said
    assert household.leftovers() == []


def test_all_are_compared_at_a_part_of_the_load(household: Household, folder: Path) -> None:
    done = household.run("sweep", str(folder), "--size", "64M", *FEW, "--offered-load", "40")
    assert done.returncode == 0, done.stderr
    record = the_record(household)
    plan = record["plan"]
    assert isinstance(plan, dict)
    (workload,) = plan["workloads"]
    (stream,) = workload["streams"]
    assert workload["name"] == "rand-read-at-40"
    runs = record["measurements"]
    assert isinstance(runs, list)
    assert {run["repeat"] for run in runs} == {0, 1, 2}
    asked = stream["rate_iops"] * stream["threads"]
    assert all(run["iops"] <= 1.05 * asked for run in runs)
    caveats = record["caveats"]
    assert isinstance(caveats, list)
    assert any("40 % of" in caveat for caveat in caveats)
