"""The door for child processes, with real children."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from storage_tuner.core.errors import ToolFailed, ToolMissing
from storage_tuner.process import ForeignProgram, RunningProcess, run
from tests.packages import PACKAGES


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_output_errors_and_exit_code() -> None:
    outcome = run(["sh", "-c", "echo out; echo err >&2; exit 3"], timeout=20)
    assert (outcome.exit_code, outcome.output, outcome.error_output) == (3, "out\n", "err\n")
    assert not outcome.succeeded
    assert outcome.reason == "err"


def test_a_signal_has_a_name() -> None:
    assert run(["sh", "-c", "kill -TERM $$"], timeout=20).reason == "terminated by signal SIGTERM"


def test_a_missing_program() -> None:
    with pytest.raises(ToolMissing, match="no-such-program isn't installed"):
        run(["no-such-program"], timeout=20)


def test_the_environment_is_ours_and_the_input_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "1")
    outcome = run(["sh", "-c", "cat; env"], timeout=20)
    assert "SECRET" not in outcome.output
    assert "LC_ALL=C.UTF-8" in outcome.output


def test_a_child_that_takes_too_long_is_killed_with_its_children() -> None:
    nobody_else_s = f"sleep 1000.{os.getpid()}"
    with pytest.raises(ToolFailed, match="no response within"):
        run(["sh", "-c", f"{nobody_else_s} & wait"], timeout=0.2)
    _wait(lambda: nobody_else_s not in running())


def test_a_bounded_child_gives_both_outputs_and_its_exit_code() -> None:
    outcome = run(["sh", "-c", "echo out; echo err >&2; exit 3"], timeout=20, limit=100)
    assert (outcome.exit_code, outcome.output, outcome.error_output) == (3, "out\n", "err\n")


@pytest.mark.parametrize("stream", ["1", "2"])
def test_a_child_that_does_not_stop_talking_is_killed(stream: str) -> None:
    with pytest.raises(ToolFailed, match="too much output"):
        run(["sh", "-c", f"exec yes >&{stream}"], timeout=20, limit=100_000)


def test_a_child_that_is_silent_is_killed_with_its_children() -> None:
    with pytest.raises(ToolFailed, match="no response within"):
        run(["sh", "-c", "sleep 1002 & wait"], timeout=0.2, limit=100)
    _wait(lambda: "sleep 1002" not in running())


def test_a_child_that_closes_its_output_and_stays_is_killed() -> None:
    with pytest.raises(ToolFailed, match="no response within"):
        run(["sh", "-c", "exec sleep 1003 >&- 2>&-"], timeout=0.2, limit=100)


def test_a_child_in_another_session_that_does_not_stop_talking_is_not_heard_out(
    tmp_path: Path,
) -> None:
    note = tmp_path / "pid"
    script = f"setsid sh -c 'echo $$ > {note}; exec yes' & wait"
    with pytest.raises(ToolFailed, match="too much output"):
        run(["sh", "-c", script], timeout=20, limit=100_000)
    _wait(lambda: not is_running(int(note.read_text())))  # it writes to nobody now


@pytest.mark.parametrize("limit", [None, 100])
def test_what_a_child_leaves_running_ends_with_it(limit: int | None) -> None:
    outcome = run(["sh", "-c", "echo out; sleep 1005 & exit 3"], timeout=20, limit=limit)
    assert (outcome.exit_code, outcome.output) == (3, "out\n")
    assert "sleep 1005" not in running()


def test_what_a_child_leaves_running_holds_nobody_up_who_looks_at_it() -> None:
    child = RunningProcess(["sh", "-c", "echo out; sleep 1006 & exit 3"])
    _wait(lambda: child.poll() is not None)
    assert child.read_output(60) == b"out\n"
    assert child.read_output(60) == b""
    child.kill()
    assert child.finish().exit_code == 3
    assert "sleep 1006" not in running()


@pytest.mark.parametrize("ending", ["", "; sleep 1007"], ids=["ends", "is killed"])
def test_what_a_child_leaves_in_another_session_is_not_waited_for(
    tmp_path: Path, ending: str
) -> None:
    note = tmp_path / "pid"
    script = f"setsid sh -c 'echo $$ > {note}; exec sleep 1004' & while ! [ -s {note} ]; do :; done"
    child = RunningProcess(["sh", "-c", f"echo out; {script}{ending}"])
    _wait(note.exists)
    if ending:
        child.kill()
    outcome = child.finish()
    assert (outcome.exit_code, outcome.output) == (-signal.SIGKILL if ending else 0, "out\n")
    os.kill(int(note.read_text()), signal.SIGKILL)


def running() -> list[str]:
    """The command lines of all processes."""
    listing = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    return listing.splitlines()


def test_undecodable_output_is_no_exception() -> None:
    assert run(["printf", r"\377ok"], timeout=20).output == "\ufffdok"


def test_finish_can_be_asked_again_after_a_timeout(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    child = RunningProcess(["sh", "-c", f"echo one; read line < {gate}; echo two"])
    with pytest.raises(TimeoutError):
        child.finish(timeout=0.05)
    gate.write_text("go\n")
    assert child.finish().output == "one\ntwo\n"
    child.kill()
    assert child.finish().exit_code == 0


def test_children_die_with_us() -> None:
    program = (
        "import sys\n"
        "from storage_tuner.process import RunningProcess\n"
        "print(RunningProcess(['sleep', '1001']).pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": PACKAGES, "PATH": "/usr/bin:/bin"},
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        _wait(lambda: Path(f"/proc/{child}/comm").read_text() == "sleep\n")
        parent.kill()
    _wait(lambda: not is_running(child))


def _wait(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


STATEFUL = "trap 'echo so far' USR1; echo ready; while :; do sleep 0.05; done"


def test_a_child_tells_its_state_and_goes_on() -> None:
    child = RunningProcess(["sh", "-c", STATEFUL])
    try:
        assert child.read_output(60) == b"ready\n"
        for _ in range(3):
            assert child.ask_for_state()
            assert child.read_output(60) == b"so far\n"
        assert child.read_output(0) is None
        assert child.poll() is None
    finally:
        child.kill()
        outcome = child.finish()
    assert outcome.reason == "terminated by signal SIGKILL"
    assert not child.ask_for_state()


def test_a_child_that_does_not_listen_is_not_asked() -> None:
    """The signal would end it."""
    child = RunningProcess(["sleep", "1000"])
    try:
        assert not child.ask_for_state()
        assert child.poll() is None
    finally:
        child.kill()
        child.finish()


def test_the_end_of_a_childs_output_is_told() -> None:
    child = RunningProcess(["echo", "all"])
    assert child.read_output(60) == b"all\n"
    assert child.read_output(60) == b""
    assert child.finish().succeeded


def test_a_foreign_program_is_in_a_session_of_its_own_and_tells_what_it_took(
    tmp_path: Path,
) -> None:
    reading, writing = os.pipe()
    program = ForeignProgram(
        ["sh", "-c", "cat; pwd; echo $MINE >&2; ps -o sid= -p $$; kill -TERM $$"],
        folder=tmp_path,
        environment={"PATH": "/usr/bin:/bin", "MINE": "mine"},
        output=writing,
    )
    os.close(writing)
    assert program.has_ended(60)
    code, user_s, system_s, _ = program.reap()
    with os.fdopen(reading) as said:
        assert said.read().split() == [str(tmp_path), "mine", str(program.pid)]
    assert code == -signal.SIGTERM
    assert user_s >= 0
    assert system_s >= 0


def test_a_foreign_program_that_is_none_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        ForeignProgram(["no-such-program"], folder=tmp_path, environment={}, output=2)
