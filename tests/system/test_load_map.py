"""Maps of read latency: the whole program, on a disk whose queue is known, when it's stopped and
when it's killed."""

from __future__ import annotations

import csv
import json
import signal
from functools import partial
from pathlib import Path

import pytest

from storage_tuner.bench.searches.load_map import READ_LEVELS, WRITE_LEVELS, is_map
from storage_tuner.core.plan import Protocol
from storage_tuner.store.session_journal import interrupted_sessions
from tests.kept_runs import kept_runs
from tests.known_truth import MOST_AT_ONCE, known_disk
from tests.loop_device import LoopDevice
from tests.schemas import schema
from tests.system.conftest import PATIENCE_S, Household, until

SERVICE_MS = 10


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--threads", "4"), "--map can't be combined with --threads"),
        (("--workloads", "oltp"), "--map can't be combined with --workloads"),
        (("--fairness",), "--map can't be combined with --fairness"),
        (("--saturate",), "not allowed with"),
        (("--protocol", "restarts"), "--map can't be combined with --protocol"),
        (
            ("--vary", "nr_requests=4,8", "--series", "greedy", "--minutes", "1"),
            "--map can't be combined with --series greedy",
        ),
    ],
)
def test_it_is_combined_with_what_it_measures_only(
    household: Household, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    done = household.run("sweep", str(tmp_path), "--map", *words)
    assert done.returncode == 2
    assert told in done.stderr


def test_a_folder_is_read_and_written_and_a_file_only_read(
    household: Household, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_bytes(bytes(64 << 20))
    for target, operations in ((tmp_path, ["rand-read", "rand-write"]), (file, ["rand-read"])):
        done = household.run("sweep", str(target), "--map", "--check", "--json")
        plan = json.loads(done.stdout)["plan"]
        assert [each["name"] for each in plan["workloads"]] == operations
        assert plan["protocol"] == "map"
        assert plan["budget_s"] == 900


@pytest.mark.slow
def test_a_short_map_of_a_folder_is_kept_and_reported(household: Household, tmp_path: Path) -> None:
    folder, report = tmp_path / "folder", tmp_path / "report"
    folder.mkdir()
    words = ("--size", "64M", "--minutes", "1", "--report", str(report))
    done = household.run("sweep", str(folder), "--map", *words)
    assert done.returncode == 0, done.stderr
    assert "Mean read latency" in done.stdout
    assert list(folder.iterdir()) == []
    (stored,) = kept_runs(household.data / "storage-tuner/runs.sqlite3")
    assert stored.record.plan.protocol is Protocol.MAP
    result = json.loads((report / "results.json").read_text())
    schema("results").validate(result)
    loads = {(cell["reads"], cell["writes"]) for cell in result["map"]["cells"]}
    assert loads == {(read, write) for read in READ_LEVELS for write in WRITE_LEVELS}
    with (report / "results.csv").open() as table:
        rows = list(csv.DictReader(table))
    assert {row["operation"] for row in rows} >= {"map-read-20-40", "map-write-20-40"}
    refused = household.run("sweep", "--resume", stored.path.name)
    assert refused.returncode == 2


@pytest.mark.slow
def test_the_map_of_a_known_disk_has_its_limits(household: Household) -> None:
    """It serves ten requests at once for 10 ms each (M/D/10), so 1000 requests a second, reads or
    writes. No request is quicker, no load above that is reached, and most of those up to 45 % of
    what was measured are; on a busy computer all take longer, as its server does."""
    with known_disk(SERVICE_MS) as disk:
        name = disk.device.name
        words = ("--map", "--schedulers", "none", "--minutes", "3", "--json")
        allowed = ("--overwrite", f"{name} {1 << 30}", "--yes")
        done = household.run("sweep", name, *words, *allowed)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    schema("verdict").validate(said)
    cells = said["map"]["cells"]
    assert len(cells) == len(READ_LEVELS) * len(WRITE_LEVELS)
    reads, writes = (
        {level["percent"]: level["iops"] for level in said["map"][kind]}
        for kind in ("reads", "writes")
    )
    most = 1.1 * 1000 * MOST_AT_ONCE / SERVICE_MS
    assert reads[80] / 0.8 < most
    for cell in cells:
        if reads[cell["reads"]] + writes[cell["writes"]] > most:
            assert cell["saturated"], cell
    light = [cell for cell in cells if cell["reads"] + cell["writes"] <= 45]
    assert sum(not cell["saturated"] for cell in light) > len(light) / 2
    assert all(cell["mean_ms"] >= SERVICE_MS for cell in cells if not cell["saturated"])
    assert household.leftovers() == []


@pytest.mark.slow
def test_a_map_is_resumed_after_a_kill(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    words = ("--map", "--vary", "nr_requests=32,48", "--minutes", "2")
    program = household.start("sweep", device.path, *words)
    folder = household.data / "storage-tuner/interrupted"
    assert program.stdout is not None
    assert any(any(folder.glob("*.jsonl")) for _ in program.stdout), "a whole block"
    program.send_signal(signal.SIGKILL)
    program.communicate(timeout=PATIENCE_S)
    until(lambda: device.settings() == before, "the previous settings")
    (stored,) = interrupted_sessions(folder).sessions
    assert is_map(stored.record.plan)
    assert sum("100 % is" in str(each) for each in stored.record.caveats) == 1
    done = household.run("sweep", "--resume", "--json")
    assert done.returncode == 0, done.stderr
    assert "Resumes after" in done.stderr
    result = json.loads(done.stdout)
    assert min(cell["slices"] for cell in result["map"]["cells"]) >= 1
    assert interrupted_sessions(folder).sessions == ()
    assert device.settings() == before


def is_set(device: LoopDevice, value: str) -> bool:
    return device.read("nr_requests") == value


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_settings_are_restored_after_a_stop_and_a_kill(
    household: Household, device: LoopDevice, how: signal.Signals
) -> None:
    before = device.settings()
    varied = ("--vary", "nr_requests=32,48", "--minutes", "2")
    program = household.start("sweep", device.path, "--map", *varied)
    assert program.stdout is not None
    assert any("reads at" in line for line in program.stdout)
    for value in ("48", "32", "48"):  # by then one has been measured
        until(partial(is_set, device, value), "a variant under test")
    program.send_signal(how)
    said, _ = program.communicate(timeout=PATIENCE_S)
    until(lambda: device.settings() == before, "the previous settings")
    assert program.returncode == (130 if how is signal.SIGINT else -how), said
    if how is signal.SIGINT:
        assert "Stopped early, after" in said
