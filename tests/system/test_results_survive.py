"""What was measured is there, whatever happens around it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from storage_tuner.core.plan import Protocol
from tests.kept_runs import kept_runs
from tests.loop_device import LoopDevice, attach
from tests.system.conftest import PATIENCE_S, PROJECT, Household, kill_hard, until

ONE_OPERATION = ("--minutes", "0.1", "--operations", "rand-read", "--size", "64M")


def results(folder: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "results.json").read_text())
    return found


@pytest.mark.slow
def test_a_data_folder_that_cannot_be_written(household: Household, tmp_path: Path) -> None:
    """/proc takes no files: the session isn't kept there, but the report is written."""
    environment = {**household.environment, "XDG_DATA_HOME": "/proc/nothing"}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "storage_tuner", "sweep", str(tmp_path)),
            *(*ONE_OPERATION, "--report", str(tmp_path / "out")),
        ],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "run couldn't be saved" in done.stderr
    assert results(tmp_path / "out")["completed"] is True


@pytest.mark.slow
def test_a_reader_that_leaves_and_a_terminal_without_unicode(
    household: Household, tmp_path: Path
) -> None:
    """The folder's name is no text either."""
    folder = os.path.join(os.fsencode(tmp_path), b"d\xff")  # noqa: PTH118 - bytes, not a Path
    os.mkdir(folder)  # noqa: PTH102
    command: list[str | bytes] = [
        sys.executable,
        "-m",
        "storage_tuner",
        "sweep",
        folder,
        *ONE_OPERATION,
    ]
    done = subprocess.run(
        ["sh", "-c", '"$@" | head -c 1', "sh", *command, "--report", str(tmp_path / "out")],
        env={**household.environment, "PYTHONIOENCODING": "latin-1:strict"},
        capture_output=True,
    )
    assert b"Traceback" not in done.stderr, done.stderr
    found = results(tmp_path / "out")
    assert found["completed"] is True
    assert found["plan"]["target"]["path"].endswith("/d�")  # type: ignore[index]
    assert kept_runs(household.data / "storage-tuner/runs.sqlite3")


class Listener:
    """The other end of what a program says: of a terminal that is its own, or of a pipe."""

    def __init__(self, *, terminal: bool) -> None:
        self._end, self.programs = os.openpty() if terminal else os.pipe()
        os.set_blocking(self._end, False)
        self.begin = ("setsid", "--ctty") if terminal else ()

    def listen(self) -> None:
        """Read what there is, so that the program needn't wait for us."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self._end, 1 << 16):
                pass

    def leave(self) -> None:
        os.close(self._end)


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [True, False], ids=["terminal", "tee"])
def test_nobody_needs_to_listen_to_the_end(
    household: Household, device: LoopDevice, terminal: bool
) -> None:
    """A terminal that goes, as when a connection drops, hangs up, and its shell does so again. And
    Ctrl-C ends ``tee`` before it stops us."""
    before = device.settings()
    listener = Listener(terminal=terminal)
    program = subprocess.Popen(
        [
            *(*listener.begin, sys.executable, "-m", "storage_tuner", "sweep", device.path),
            *("--schedulers", "none,bfq", "--operations", "rand-read", "--minutes", "60"),
        ],
        env=household.environment,
        stdin=listener.programs if terminal else subprocess.DEVNULL,
        stdout=listener.programs,
        stderr=listener.programs,
        text=True,
    )
    try:
        os.close(listener.programs)
        until(_a_block_is_measured(household, listener), "a block in the journal")
        listener.leave()
        program.send_signal(signal.SIGHUP if terminal else signal.SIGINT)
        program.wait(timeout=PATIENCE_S)
    finally:
        kill_hard(program)
        program.wait()
    (run,) = kept_runs(household.data / "storage-tuner/runs.sqlite3")
    assert run.record.measurements
    assert not run.record.completed
    assert device.settings() == before
    assert household.leftovers() == []


def _a_block_is_measured(household: Household, listener: Listener) -> Callable[[], bool]:
    def is_measured() -> bool:
        listener.listen()
        return any(household.data.glob("storage-tuner/interrupted/*.jsonl"))

    return is_measured


@pytest.mark.slow
def test_a_device_that_goes_leaves_what_was_measured(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    program = household.start(
        *("sweep", device.path, "--protocol", "restarts", "--quick", "--operations", "rand-read"),
        *("--schedulers", "none,bfq", "--report", str(tmp_path)),
    )
    until(
        lambda: any(household.data.glob("storage-tuner/interrupted/*.jsonl")),
        "a run in the journal",
    )
    subprocess.run(["losetup", "--detach", device.path], check=True)
    output, _ = program.communicate(timeout=120)
    attach(device)
    assert program.returncode == 3, output
    found = results(tmp_path)
    assert found["completed"] is False
    assert found["measurements"]


@pytest.mark.slow
def test_a_stop_leaves_what_was_measured(household: Household, tmp_path: Path) -> None:
    program = household.start(
        "sweep", str(tmp_path), "--size", "64M", "--report", str(tmp_path / "out")
    )
    assert program.stdout
    lines = (line for line in program.stdout if line.startswith("test "))
    assert next(lines).startswith("test 1 of")
    assert next(lines)  # some seconds later
    program.terminate()
    program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130
    found = results(tmp_path / "out")
    assert found["completed"] is False
    assert found["measurements"]


BROKEN = {
    "fails": ("echo no engine >&2; exit 1", "no engine"),
    "says nothing": ("exit 0", "ended without a result"),
    "speaks of something else": ("echo a notice; exit 0", "ended without a result: a notice"),
    "leaves a child": ("sleep 600 & exit 0", "ended without a result"),
    "controls a terminal": (
        r"printf '\033]0;mine\007no engine' >&2; exit 1",
        "mine\ufffdno engine",
    ),
}
"""What the place of fio is taken by, once it told its version; and what is said then."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", BROKEN)
@pytest.mark.parametrize("protocol", [Protocol.ADAPTIVE, Protocol.RESTARTS])
@pytest.mark.parametrize("on", ["a folder", "a device"])
def test_when_no_run_succeeds_the_reason_is_said(
    household: Household, device: LoopDevice, tmp_path: Path, how: str, protocol: str, on: str
) -> None:
    script, said = BROKEN[how]
    if protocol is Protocol.ADAPTIVE:  # a load that is looked at and should go on
        said = said.replace("ended without a result: a notice", "ended without a result")
        said = said.replace("ended without a result", "ended too early")
    broken = tmp_path / "fio"
    broken.write_text(f"#!/bin/sh\n[ $1 = --version ] && echo fio-3.33 && exit\n{script}\n")
    broken.chmod(0o755)
    start = f"mount --bind {broken} /usr/bin/fio && exec {sys.executable} -m storage_tuner"
    # a folder as it is set: what it lies on is no test's to change
    target = (
        f"{tmp_path} --size 64M" if on == "a folder" else f"{device.path} --schedulers none,bfq"
    )
    words = f"{target} --minutes 0.1 --operations rand-read"
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", f"{start} sweep {words} --protocol {protocol}"],
        env=household.environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 4, done.stderr
    assert "no run succeeded" in done.stderr
    assert said in done.stderr
    assert "\033" not in done.stderr


@pytest.mark.slow
def test_a_sparse_file_is_named(household: Household, tmp_path: Path) -> None:
    file = tmp_path / "sparse"
    with file.open("wb") as made:
        made.truncate(256 << 20)
    done = household.run("sweep", str(file), *ONE_OPERATION, "--report", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert any("never written" in str(caveat) for caveat in results(tmp_path)["caveats"])  # type: ignore[attr-defined]


@pytest.mark.slow
def test_memory_is_no_disk(household: Household, tmp_path: Path) -> None:
    done = household.run("sweep", "/dev/shm", *ONE_OPERATION, "--report", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert any("is in memory" in str(caveat) for caveat in results(tmp_path)["caveats"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("word", ["x" * 300, "/proc/1/root\0"])
def test_odd_targets_are_refused_in_words(household: Household, word: str) -> None:
    program = (
        "import sys\nfrom storage_tuner.cli.main import main\n"
        f"sys.exit(main(['sweep', {word!r}, '--quick']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=household.environment,
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (2, 3)
    assert "Traceback" not in done.stderr


def test_waiting_for_a_password_can_be_stopped(household: Household, device: LoopDevice) -> None:
    """The helper never answers, as while somebody looks at a password dialog."""
    program = (
        "import sys, threading\n"
        "from concurrent.futures import Future\n"
        "from storage_tuner.cli import running_jobs\n"
        "from storage_tuner.cli.main import main\n"
        "class Silent:\n"
        "    def submit(self, *_): print('asked', flush=True); return Future()\n"
        "    def next_event(self, timeout): threading.Event().wait(timeout)\n"
        "    def close(self): pass\n"
        "running_jobs.connect = Silent\n"
        "sys.exit(main(['tune', sys.argv[1], '--quick']))\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program, device.path],
        env=household.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout
        assert "asked\n" in iter(child.stdout.readline, "")
        child.terminate()
        assert child.wait(timeout=30) == 130
