"""Sessions that are interrupted and gone on with, and results that are confirmed by restarts."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Protocol, Target, TargetKind
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.store.kept_sessions import keep
from storage_tuner.store.session_journal import SessionJournal, interrupted_sessions, read_journal
from tests.kept_runs import kept_runs
from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices, slowed
from tests.schemas import schema
from tests.system.conftest import PATIENCE_S, Household, active_scheduler, kill_hard, until
from tests.unit.report.example_session import example_record

__all__ = ["loop_devices"]

WHAT = ("--schedulers", "none,bfq", "--operations", "rand-read")


def journals(household: Household) -> list[Path]:
    return sorted((household.data / "storage-tuner/interrupted").glob("*.jsonl"))


def sessions(household: Household) -> list[str]:
    """The identifiers of what is kept."""
    return [
        session.path.name for session in kept_runs(household.data / "storage-tuner/runs.sqlite3")
    ]


def blocks_written(household: Household) -> int:
    """How many whole blocks the journal of the household has."""
    found = journals(household)
    return len(re.findall(rb"^\[.*\n", found[0].read_bytes(), re.MULTILINE)) if found else 0


def result(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text())
    return content


def assert_whole_blocks(content: dict[str, Any]) -> None:
    """Each block of a cell once, numbered on, with every variant that was still in the race."""
    numbers: dict[int, list[int]] = {}
    slices = Counter[tuple[int, int, str]]()
    for run in content["measurements"]:
        numbers.setdefault(run["threads"], []).append(run["repeat"])
        if run["disturbed"] is None:
            slices[run["threads"], run["repeat"], run["variant"]] += 1
    assert max(slices.values()) == 1
    for found in numbers.values():
        assert found == sorted(found)
        assert set(found) == set(range(max(found) + 1))
    indices = [run["index"] for run in content["measurements"]]
    assert len(set(indices)) == len(indices)


@pytest.mark.slow
def test_what_a_killed_sweep_measured_is_gone_on_with(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    before = device.settings()
    program = household.start("sweep", device.path, *WHAT, "--minutes", "0.7")
    until(lambda: blocks_written(household) >= 3, "three blocks in the journal")
    kill_hard(program)
    program.communicate()
    until(lambda: device.settings() == before, "the settings from before")
    (journal,) = journals(household)
    kept = read_journal(journal)
    assert len(kept.measurements) >= 6
    assert not kept.completed
    done = household.run("sweep", "--resume", "--report", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    content = result(tmp_path / "out/results.json")
    assert content["completed"]
    assert_whole_blocks(content)
    old = [run.started_at for run in kept.measurements]
    assert [run["started_at"] for run in content["measurements"]][: len(old)] == old
    assert len(content["measurements"]) > len(old)
    assert any("Measured in parts" in caveat for caveat in content["caveats"])
    assert journals(household) == []
    assert len(sessions(household)) == 1
    assert device.settings() == before


@pytest.mark.slow
def test_after_a_cancel_going_on_is_offered_and_works(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    program = household.start("sweep", device.path, *WHAT, "--minutes", "0.7")
    until(lambda: blocks_written(household) >= 2, "two blocks in the journal")
    program.send_signal(signal.SIGINT)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    (stopped,) = sessions(household)
    assert f"sweep --resume {stopped}" in output
    assert journals(household) == []
    done = household.run("sweep", "--resume", stopped, "--report", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert_whole_blocks(result(tmp_path / "out/results.json"))
    (whole,) = sessions(household)
    assert whole != stopped


@pytest.mark.slow
def test_what_is_recommended_in_the_end_is_set_if_that_was_asked_for(
    household: Household, device: LoopDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a session that was stopped after its last run."""
    before = device.settings()
    monkeypatch.setenv("XDG_DATA_HOME", str(household.data))
    stopped = keep(_measured_but_for_the_end(device), Judgement((), None))
    done = household.run("tune", "--resume", stopped, "--apply", "--json")
    try:
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["outcome"] == "kept"
        assert active_scheduler(device.name) == "bfq"
    finally:
        household.run("restore", device.path)
    assert device.settings() == before
    (whole,) = sessions(household)
    assert whole != stopped


def _measured_but_for_the_end(device: LoopDevice) -> SessionRecord:
    """With bfq better by far."""
    record = example_record(("none", "bfq"), (Operation.RANDOM_READ,))
    plan = replace(
        record.plan,
        target=Target(TargetKind.DEVICE, device.name),
        protocol=Protocol.RESTARTS,
        current="none",
    )
    runs = (
        _three_times_as_fast(run) if run.variant == "bfq" else run for run in record.measurements
    )
    return replace(
        record,
        device=find_device(device.path, read_devices(Path("/"))),
        plan=plan,
        measurements=tuple(runs),
        completed=False,
    )


def _three_times_as_fast(run: Measurement) -> Measurement:
    assert run.iops and run.rate_mb_s and run.latency_mean_ms
    return replace(
        run,
        iops=3 * run.iops,
        rate_mb_s=3 * run.rate_mb_s,
        latency_mean_ms=run.latency_mean_ms / 3,
        latency_p99_ms=run.latency_mean_ms / 2,
    )


@pytest.mark.slow
def test_another_disk_is_not_taken_for_the_one_before(
    household: Household, device: LoopDevice, loop_devices: LoopDeviceFactory
) -> None:
    program = household.start("sweep", device.path, *WHAT, "--minutes", "0.7")
    until(lambda: blocks_written(household) >= 1, "a block in the journal")
    kill_hard(program)
    program.communicate()
    (journal,) = journals(household)
    other = loop_devices()
    text = journal.read_text().replace(f'"{device.name}"', f'"{other.name}"')
    journal.write_text(text.replace(f"/dev/{device.name}", f"/dev/{other.name}"))
    done = household.run("sweep", "--resume")
    assert done.returncode == 2
    assert "isn't the disk that this session was measured on" in done.stderr
    assert journals(household) == [journal]


@pytest.mark.slow
def test_fixed_blocks_are_gone_on_with_too(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    program = household.start(
        "sweep", device.path, *WHAT, "--protocol", "restarts", "--quick", "--threads", "2"
    )
    until(lambda: blocks_written(household) >= 3, "three runs in the journal")
    kill_hard(program)
    program.communicate()
    done = household.run("sweep", "--resume", "--report", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    runs = result(tmp_path / "out/results.json")["measurements"]
    made = {(run["repeat"], run["index"]) for run in runs}  # a disturbed one is made once more
    assert Counter(repeat for repeat, _ in made) == {0: 2, 1: 2, 2: 2}


def test_there_is_nothing_to_go_on_with(household: Household, device: LoopDevice) -> None:
    done = household.run("sweep", "--resume")
    assert done.returncode == 2
    assert "no interrupted benchmark" in done.stderr
    done = household.run("sweep", device.path, "--resume")
    assert done.returncode == 2


def test_a_running_session_is_not_taken_for_interrupted(
    household: Household, device: LoopDevice
) -> None:
    with slowed(device.name):
        program = household.start("sweep", device.path, *WHAT, "--minutes", "60")
        until(lambda: blocks_written(household) >= 1, "a block in the journal")
        folder = household.data / "storage-tuner/interrupted"
        assert interrupted_sessions(folder).sessions == ()
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=PATIENCE_S)


@pytest.fixture
def small_folder(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for a journal's beginning and little more."""
    folder = tmp_path / "small"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_journal_on_a_full_disk_holds_what_fitted(small_folder: Path) -> None:
    whole = example_record()
    journal = SessionJournal(small_folder)
    journal.begin(replace(whole, measurements=()))
    blocks = 0
    while not journal.problem:
        journal.add(whole.measurements[4 * blocks : 4 * blocks + 4])
        blocks += 1
    assert "space" in journal.problem
    journal.close()
    (path,) = small_folder.iterdir()
    assert read_journal(path).measurements == whole.measurements[: 4 * (blocks - 1)]
    assert blocks > 5


@pytest.mark.slow
def test_a_result_is_confirmed_by_restarts(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    before = device.settings()
    swept = household.run("sweep", device.path, *WHAT, "--threads", "4", "--minutes", "1.5")
    assert swept.returncode == 0, swept.stderr
    (stored,) = sessions(household)
    exported = tmp_path / "swept.json"
    assert household.run("runs", "export", stored, "--to", str(exported)).returncode == 0
    content = result(exported)
    decided = [
        verdict
        for verdict in content["verdicts"]
        if verdict["metric"] == "rate"
        and verdict["threads"] == 4
        and verdict["state"] in ("better", "equal")
    ]
    done = household.run(
        *("confirm", stored, "--minutes", "1.5", "--report", str(tmp_path / "out"), "--json")
    )
    if not decided:
        assert done.returncode == 2
        assert "no decided comparison" in done.stderr
        return
    assert f"storage-tuner confirm {stored}" in swept.stdout
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    schema("verdict").validate(told)
    (found,) = told["confirmations"]
    assert found["agreement"] in ("confirmed", "not confirmed", "undecided")
    assert found["winner"] == decided[0]["winner"]
    written = result(tmp_path / "out/results.json")
    assert written["plan"]["protocol"] == "restarts"
    assert written["plan"]["contests"][0]["variants"] == found["variants"]
    assert len(sessions(household)) == 2
    assert device.settings() == before


@pytest.mark.slow
def test_what_can_be_told_apart_is_said_before_and_in_the_result(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    done = household.run(
        *("sweep", device.path, *WHAT, "--threads", "1,4", "--minutes", "0.7"),
        *("--report", str(tmp_path / "out")),
    )
    assert done.returncode == 0, done.stderr
    content = result(tmp_path / "out/results.json")
    (sentence,) = [text for text in content["caveats"] if "detectable here" in text]
    assert sentence in done.stderr
    paces = content["plan"]["paces"]
    assert {pace["threads"] for pace in paces} == {1, 4}
    assert {pace["workload"] for pace in paces} == {"rand-read"}
