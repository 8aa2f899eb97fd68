"""No file is left of what was killed, or had no space, while it was being written."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from storage_tuner_helper.errors import NoSpace
from storage_tuner_helper.files import remove_half_written, write_record
from storage_tuner_helper.keeping.own_file import OwnFile
from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_helper.restoring.recovery import recover
from tests.bus.connections import StdioClient, kill_together, wait_gone
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice

PROGRAM = Path(__file__).with_name("killed_noting.py")


def files_of(state: Path) -> set[str]:
    return {str(path.relative_to(state)) for path in state.rglob("*") if path.is_file()}


def note_and_die(state: Path, device: LoopDevice, step: int) -> int | None:
    """How many steps there were, None when it was killed."""
    argv = [sys.executable, str(PROGRAM), str(state), device.name, str(device.diskseq), str(step)]
    done = subprocess.run(argv, capture_output=True, check=False)
    if done.returncode == -signal.SIGKILL:
        return None
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.slow
def test_killed_before_any_step_nothing_is_left_over(state: Path, device: LoopDevice) -> None:
    """Each step in turn; what the next start makes of it is all or nothing, told once."""
    litter: set[str] = set()
    step = 0
    while (steps := note_and_die(state / "state", device, step := step + 1)) is None:
        litter |= {name.rpartition("/")[2] for name in files_of(state / "state")}
        recover(state / "state", state / "runtime")
        (original,) = {f"originals/{device.name}-{device.diskseq}.json"}
        assert files_of(state / "state") - {"persisting.lock"} <= {original}, step
        assert recover(state / "state", state / "runtime") == []
        (state / "state" / original).unlink(missing_ok=True)
    assert step == steps + 1 > 30
    assert any(name.endswith(".new") for name in litter) and device.name in litter


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """A file system that takes names but no bytes any more."""
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", folder], check=True)
    try:
        with (folder / "filling").open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def note(folder: Path) -> None:
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        write_record(folder / "a.json", {"what": "x" * 100})


def keep(folder: Path) -> None:
    with pytest.raises(NoSpace):
        OwnFile(str(folder / "99-a.rules")).write("text\n")


@pytest.mark.parametrize("write", [note, keep])
def test_what_finds_no_space_leaves_nothing(tmp_path: Path, write: Callable[[Path], None]) -> None:
    with full(tmp_path / "full"):
        write(tmp_path / "full")
        assert files_of(tmp_path / "full") == {"filling"}


def test_a_session_that_finds_no_space_leaves_nothing(state: Path, device: LoopDevice) -> None:
    state_folder = state / "state"
    with full(state_folder):
        helper = StdioClient(state)
        assert helper.refusal("BeginSession", device.name, diskseq=device.diskseq) == "NoSpace"
        helper.leave()
        assert files_of(state_folder) - {"persisting.lock"} == {"filling"}


def test_what_somebody_is_just_writing_stays(tmp_path: Path) -> None:
    """He has it locked; and who was about to lock it finds out that it's gone."""
    new = tmp_path / "a.json.new"
    new.touch()
    with new.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        remove_half_written(tmp_path)
        assert new.exists()
    remove_half_written(tmp_path)
    assert not new.exists()


def test_a_lock_that_somebody_holds_stays(tmp_path: Path) -> None:
    locks = Locks(tmp_path)
    (tmp_path / "locks/loop8").touch()
    held = locks.take("loop9", "us")
    assert held is not None
    Locks(tmp_path).remove_left_over()
    assert files_of(tmp_path) == {"locks/loop9"}
    locks.give_back("loop9", held)
    assert not files_of(tmp_path)


def test_a_killed_helper_s_lock_goes_with_the_next_start(state: Path, device: LoopDevice) -> None:
    """Also when nothing else tells of it."""
    helper = StdioClient(state)
    begin(helper, device)
    pids = helper.helper_pids()
    kill_together(pids)
    wait_gone(pids[1])
    helper.leave()
    (snapshot,) = (state / "state/sessions").iterdir()
    snapshot.unlink()
    (state / "runtime/measuring" / device.name).unlink()
    assert f"locks/{device.name}" in files_of(state / "state")
    StdioClient(state).leave()
    assert files_of(state / "state") <= {"persisting.lock"}
