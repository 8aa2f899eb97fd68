"""Sweeps of disks whose right answer is known, and of disks that fail in the middle."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.honesty.known_truth import EQUAL, LARGE, known_session
from tests.known_truth import KnownDisk, known_disk, seeking_disk
from tests.schemas import schema
from tests.slow_server import WriteCache
from tests.system.conftest import Household, until


@pytest.mark.slow
@pytest.mark.bench
def test_a_difference_is_advised_and_none_is_claimed_where_there_is_none() -> None:
    """In all figures together. A single one is called different by mistake in up to one session in
    twenty, which ``python -m tests.honesty`` counts. A quick session decides this on a quiet
    computer; beside other tests not always."""
    with ProcessPoolExecutor(2) as pool:
        large, equal = pool.map(known_session, (LARGE, EQUAL), (LARGE.fewer, EQUAL.fewer))
    (overall,) = large.decision["overall"]
    assert overall["state"] == "faster"
    assert large.decision["action"] == "change"
    assert large.decision["settings"] == {"nr_requests": str(LARGE.more)}
    (overall,) = equal.decision["overall"]
    assert overall["state"] in ("same", "inconclusive")
    assert equal.decision["action"] == "keep"
    assert equal.decision["settings"] == {"nr_requests": str(EQUAL.fewer)}


CROSSING_MS = 120
MEAN_SEEK_MS = CROSSING_MS / 3
"""Between two random places."""


@pytest.mark.slow
@pytest.mark.bench
def test_shorter_seeks_are_advised_on_a_disk_with_a_head(household: Household) -> None:
    """Each seek takes another time, so that reads vary as much as they do on a real one. Decided
    within two minutes; beside other tests it rightly isn't, since they keep the CPUs busy."""
    with seeking_disk("2", CROSSING_MS) as disk:
        disk.device.write("nomerges", "2")
        options = ("--operations", "rand-read", "--threads", "1", "--minutes", "8", "--json")
        done = household.run("sweep", disk.device.path, "--vary", "nomerges=0,2", *options)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["decision"]["action"], said["decision"]["settings"]) == (
        "change",
        {"nomerges": "0"},
    )
    (mean,) = (
        each
        for each in said["comparisons"]
        if (each["metric"], each["threads"]) == ("access_time", None)
    )
    assert mean["state"] == "faster"
    assert mean["value"] > 0.8 * MEAN_SEEK_MS
    assert mean["reference_value"] > 0.8 * 2 * MEAN_SEEK_MS


def test_nothing_is_left_of_a_slow_disk_after_a_failure() -> None:
    with pytest.raises(RuntimeError), known_disk() as disk:
        assert str(disk.device.file.parent) in Path("/proc/mounts").read_text()
        raise RuntimeError
    # unmounted, which it can't be while the loop device is attached
    assert str(disk.device.file.parent) not in Path("/proc/mounts").read_text()
    assert not disk.device.file.parent.exists()
    assert not disk.server.is_running


@pytest.fixture
def disk() -> Iterator[KnownDisk]:
    with known_disk() as disk:
        disk.device.write("nr_requests", "4")
        yield disk


@pytest.mark.slow
def test_the_end_of_a_write_cache_is_found_where_it_is(household: Household) -> None:
    cache = WriteCache(200_000_000, 20_000_000)
    with known_disk(5, cache) as disk:
        name = disk.device.name
        allowed = ("--overwrite", f"{name} {1 << 30}", "--yes")
        done = household.run("sweep", name, "--sustained", "600M", *allowed, "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    schema("verdict").validate(said)
    first, last = said["sustained"]["levels"]
    assert first["end_bytes"] == pytest.approx(cache.full_after(1e6 * first["rate_mb_s"]), rel=0.1)
    assert last["rate_mb_s"] == pytest.approx(20, rel=0.1)
    assert household.leftovers() == []


@pytest.mark.slow
def test_a_disk_that_fails_in_the_middle_is_reported(household: Household, disk: KnownDisk) -> None:
    before = disk.device.settings()
    program = begun(household, disk)
    disk.server.errors.touch()
    said, _ = program.communicate()
    assert program.returncode == 4, said
    assert "fio failed: Input/output error (read at byte " in said
    assert "Traceback" not in said
    assert disk.device.settings() == before
    assert household.leftovers() == []


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["adaptive", "restarts"])
def test_a_disk_that_hangs_in_the_middle_is_reported(
    household: Household, disk: KnownDisk, protocol: str
) -> None:
    before = disk.device.settings()
    program = begun(household, disk, "--protocol", protocol)
    assert program.stdout is not None
    with disk.server.hanging():
        until_said(program, "Restoring the previous settings")
    said, _ = program.communicate()
    assert program.returncode == 3, said
    assert f"{disk.device.name} stopped completing requests." in said
    assert disk.device.settings() == before
    assert household.leftovers() == []


def begun(household: Household, disk: KnownDisk, *words: str) -> subprocess.Popen[str]:
    """A sweep that has set the second of its variants."""
    program = household.start(
        *("sweep", disk.device.path, "--quick", "--operations", "rand-read", "--threads", "16"),
        *("--vary", "nr_requests=4,5", *words),
    )
    until(lambda: disk.device.read("nr_requests") == "5", "the second variant under test")
    return program


def until_said(program: subprocess.Popen[str], words: str) -> None:
    assert program.stdout is not None
    for line in program.stdout:
        if words in line:
            return
    pytest.fail(f"the program ended without a word of {words!r}")
