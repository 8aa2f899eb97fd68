"""Sustained writes in a folder: the whole program, also when it is stopped and killed."""

from __future__ import annotations

import contextlib
import json
import signal
from pathlib import Path
from stat import S_ISREG

import pytest

from storage_tuner.core.plan import Protocol
from storage_tuner.store.session_journal import interrupted_sessions
from tests.kept_runs import kept_runs
from tests.schemas import schema
from tests.system.conftest import PATIENCE_S, Household, until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "folder"
    found.mkdir()
    return found


def test_a_curve_is_kept_and_reported(household: Household, folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    words = ("--sustained", "256M", "--yes", "--report", str(report))
    done = household.run("sweep", str(folder), *words)
    assert done.returncode == 0, done.stderr
    assert "Writes up to 268 MB in at most 1 h 00 min" in done.stderr
    assert list(folder.iterdir()) == []
    (stored,) = kept_runs(household.data / "storage-tuner/runs.sqlite3")
    record = stored.record
    assert record.plan.protocol is Protocol.SUSTAINED
    assert sum(run.bytes_moved for run in record.measurements) >= 256 << 20
    result = json.loads((report / "results.json").read_text())
    schema("results").validate(result)
    assert result["sustained"]["written_bytes"] >= 256 << 20
    assert len((report / "results.csv").read_text().splitlines()) == len(record.measurements) + 1


def test_what_was_written_until_a_stop_is_the_result(household: Household, folder: Path) -> None:
    program = household.start("sweep", str(folder), "--sustained", "8G", "--minutes", "1", "--yes")
    until(lambda: written_bytes(program.pid) > 256 << 20, "something written")
    program.send_signal(signal.SIGINT)
    said, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, said
    assert "Stopped early, after" in said
    assert "To resume" not in said
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_what_was_written_until_a_kill_is_kept_by_resuming(
    household: Household, folder: Path
) -> None:
    program = household.start("sweep", str(folder), "--sustained", "32G", "--minutes", "2", "--yes")
    journals = household.data / "storage-tuner/interrupted"
    until(lambda: blocks_in(journals) > 0, "a block in the journal")
    program.kill()
    program.communicate(timeout=PATIENCE_S)
    assert list(folder.iterdir()) == []
    (left,) = interrupted_sessions(journals).sessions
    again = household.run("sweep", "--resume")
    assert again.returncode == 130, again.stderr
    assert "Stopped early, after" in again.stdout
    (stored,) = kept_runs(household.data / "storage-tuner/runs.sqlite3")
    assert stored.record.measurements == left.record.measurements
    assert not stored.record.completed
    assert interrupted_sessions(journals).sessions == ()
    refused = household.run("sweep", "--resume")
    assert "no interrupted benchmark" in refused.stderr


def test_it_is_confirmed_first_and_combined_with_nothing_else(
    household: Household, folder: Path
) -> None:
    for words, told in (
        ((), "This must be confirmed: Writes up to 34.4 GB"),
        (("--yes", "--vary", "nr_requests=4,8"), "can't be combined with --vary"),
        (("--yes", "--threads", "4"), "can't be combined with --threads"),
    ):
        done = household.run("sweep", str(folder), "--sustained", *words)
        assert done.returncode == 2, words
        assert told in done.stderr
    assert list(folder.iterdir()) == []


def blocks_in(journals: Path) -> int:
    """The lines after the plan in the only journal."""
    lines = [line for path in journals.glob("*.jsonl") for line in path.read_bytes().split(b"\n")]
    return len(list(filter(None, lines))) - 1


def written_bytes(process: int) -> int:
    """How much is written of the nameless files that ``process`` has open."""
    found = 0
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):
            stat = descriptor.stat()
            found += 512 * stat.st_blocks if S_ISREG(stat.st_mode) and not stat.st_nlink else 0
    return found
