"""The journal of a session: what survives which end."""

from __future__ import annotations

import errno
import fcntl
import multiprocessing
import os
import resource
import shutil
import signal
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.store.folders import StoredSessions
from storage_tuner.store.session_journal import SessionJournal, interrupted_sessions, read_journal
from tests.loop_device import attached_file, attached_loop, mounted, scratch_folder
from tests.unit.report.example_session import example_record

WHOLE = example_record()
BLOCKS = [WHOLE.measurements[start : start + 4] for start in range(0, 16, 4)]


def draft() -> SessionRecord:
    return replace(WHOLE, measurements=())


def journal_of(folder: Path, blocks: int) -> SessionJournal:
    journal = SessionJournal(folder)
    journal.begin(draft())
    for block in BLOCKS[:blocks]:
        journal.add(block)
    return journal


def the_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def full(*_: object) -> int:
    """``os.write`` on a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def measured(blocks: int) -> tuple[object, ...]:
    return tuple(run for block in BLOCKS[:blocks] for run in block)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    journal_of(tmp_path, 3).close()
    record = read_journal(the_file(tmp_path))
    assert record.measurements == measured(3)
    assert record.plan == WHOLE.plan
    assert not record.completed


def test_what_does_not_count_after_all_is_read_as_it_was_written_last(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, 3)
    disturbed = [replace(run, disturbed="a resync of md0 began") for run in BLOCKS[1]]
    journal.add(disturbed)
    journal.close()
    found = read_journal(the_file(tmp_path)).measurements
    assert found == (*BLOCKS[0], *disturbed, *BLOCKS[2])


def test_a_block_that_measured_nothing_makes_no_file(tmp_path: Path) -> None:
    """Such as one whose command failed."""
    journal = SessionJournal(tmp_path)
    journal.begin(draft())
    journal.add([])
    assert list(tmp_path.iterdir()) == []
    journal.add(BLOCKS[0])
    journal.close()
    assert read_journal(the_file(tmp_path)).measurements == measured(1)


def test_nobody_else_finds_it_while_it_is_held(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, 1)
    assert interrupted_sessions(tmp_path).sessions == ()
    journal.close()
    (found,) = interrupted_sessions(tmp_path).sessions
    assert found.record.measurements == measured(1)
    journal.discard()
    assert interrupted_sessions(tmp_path).sessions == ()


def test_nobody_else_finds_it_before_it_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looked for interrupted sessions just then took it for one, and its lock from it."""
    lock, found = fcntl.flock, []

    def lock_late(descriptor: int, kind: int) -> None:
        if kind & fcntl.LOCK_EX:
            found.append(interrupted_sessions(tmp_path))
        lock(descriptor, kind)

    monkeypatch.setattr(fcntl, "flock", lock_late)
    journal = SessionJournal(tmp_path)
    journal.begin(draft())
    journal.add(BLOCKS[0])
    assert found == [StoredSessions((), ())]
    journal.close()
    assert len(interrupted_sessions(tmp_path).sessions) == 1


def _write_until(size_bytes: int, folder: Path) -> None:
    """The kernel kills it where its file would grow beyond that."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, size_bytes))
    journal_of(folder, 2)


@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.99, 1])
def test_a_kill_before_its_first_block_is_written_leaves_nothing_to_find(
    tmp_path: Path, share: float
) -> None:
    """A file without a block was reported as a damaged session."""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    journal_of(whole, 1).close()
    size_bytes = int(share * the_file(whole).stat().st_size)
    context = multiprocessing.get_context("fork")
    child = context.Process(target=_write_until, args=(size_bytes, killed))
    child.start()
    child.join(60)
    assert child.exitcode == -signal.SIGXFSZ
    found = interrupted_sessions(killed)
    blocks = [measured(1)] if share == 1 else []
    assert [session.record.measurements for session in found.sessions] == blocks
    assert found.damaged == ()


def test_a_line_that_was_being_written_is_left_out(tmp_path: Path) -> None:
    journal_of(tmp_path, 3).close()
    path = the_file(tmp_path)
    whole = path.read_bytes()
    lines = whole.rstrip(b"\n").rfind(b"\n")
    for end in range(lines + 1, len(whole) - 1, 97):
        path.write_bytes(whole[:end])
        assert read_journal(path).measurements == measured(2)


def test_a_journal_without_its_beginning_is_damaged_and_hides_no_other(tmp_path: Path) -> None:
    journal_of(tmp_path, 1).close()
    for name, content in (("empty", b""), ("list", b"[]\n"), ("cut", b'{"schema_version": 1, "cr')):
        (tmp_path / f"{name}.jsonl").write_bytes(content)
        with pytest.raises(UnreadableResult):
            read_journal(tmp_path / f"{name}.jsonl")
    found = interrupted_sessions(tmp_path)
    assert (len(found.sessions), len(found.damaged)) == (1, 3)


def _write_and_die(folder: Path) -> None:
    journal_of(folder, 2)
    os.kill(os.getpid(), signal.SIGKILL)


def test_it_survives_a_kill(tmp_path: Path) -> None:
    child = multiprocessing.get_context("fork").Process(target=_write_and_die, args=(tmp_path,))
    child.start()
    child.join(60)
    assert child.exitcode == -signal.SIGKILL
    (found,) = interrupted_sessions(tmp_path).sessions
    assert found.record.measurements == measured(2)


@pytest.mark.root
@pytest.mark.machine
def test_its_first_block_survives_a_power_cut(tmp_path: Path) -> None:
    """What's on the disk by then is mounted elsewhere, as after a restart."""
    with scratch_folder() as scratch, attached_loop(scratch) as disk:
        subprocess.run(["mkfs.ext4", "-q", disk.path], check=True)
        image = scratch / "at-the-power-cut.img"
        with mounted(disk, tmp_path, "-o", "commit=3600"):
            journal = journal_of(tmp_path / "interrupted", 1)
            shutil.copyfile(disk.file, image)
            journal.close()
        with attached_file(image) as after, mounted(after, tmp_path):
            (found,) = interrupted_sessions(tmp_path / "interrupted").sessions
    assert found.record.measurements == measured(1)


def test_a_full_disk_ends_the_journal_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_of(tmp_path, 1)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        journal.add(BLOCKS[1])
    assert journal.problem == "No space left on device"
    journal.add(BLOCKS[2])
    journal.close()
    assert read_journal(the_file(tmp_path)).measurements == measured(1)


def test_a_disk_that_is_full_from_the_start_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "write", full)
    journal = journal_of(tmp_path, 2)
    assert journal.problem == "No space left on device"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_problem_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    journal = SessionJournal(tmp_path / "file" / "below")
    journal.begin(draft())
    journal.add(BLOCKS[0])
    journal.discard()
    assert journal.problem
