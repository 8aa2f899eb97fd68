"""Cold starts of real programs, beside real readers and writers."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from storage_tuner.bench.measured_file import SMALLEST_BYTES, MeasuredFile, new_file
from storage_tuner.bench.programs.command import CommandRun, run_from, start_workloads
from storage_tuner.bench.programs.page_cache import cached_bytes
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.errors import CommandFailed
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Cell, Plan, RunSpecification, Target, TargetKind, Variant
from storage_tuner.core.workload import Command, Workload
from storage_tuner.measuring.child_program import own_program
from storage_tuner.measuring.command_executor import PROGRAM, CommandExecutor
from storage_tuner.measuring.system_sampler import SystemSampler
from tests.loop_device import scratch_folder
from tests.packages import PACKAGES
from tests.processes import words_of
from tests.unit.measuring.test_command_executor import PATIENCE_S, living, note, until

__all__ = ["note"]
DATA_BYTES = 4 << 20


@pytest.fixture
def folder() -> Iterator[Path]:
    """On a disk, with a file that programs read."""
    with scratch_folder() as folder:
        (folder / "data").write_bytes(os.urandom(DATA_BYTES))
        yield folder


@pytest.fixture
def file(folder: Path) -> Iterator[MeasuredFile]:
    with new_file(
        folder, SMALLEST_BYTES, on_progress=lambda _: None, is_cancelled=lambda: False
    ) as file:
        yield file


def place(folder: Path, file: MeasuredFile) -> CommandExecutor:
    return CommandExecutor(folder, SystemSampler(TunedDevices(), None, lambda: False), file)


def start(readers: int, *argv: str, timeout_s: float = PATIENCE_S) -> tuple[Workload, Command]:
    workload = next(
        each
        for each in start_workloads(argv, timeout_s=timeout_s)
        if each.name.endswith(f"-{readers}")
    )
    assert workload.command
    return workload, workload.command


def measured(where: CommandExecutor, workload: Workload) -> tuple[Measurement, ...]:
    variant = Variant("none", ())
    plan = Plan(Target(TargetKind.FILE, None), (variant,), (workload,), (1,), 1, 1, 0, 1)
    return where.execute(RunSpecification(0, 0, Cell(workload, 1), variant), plan)


@contextmanager
def mmapped(path: Path) -> Iterator[None]:
    """Used by a running program: this one."""
    with (
        path.open("rb") as opened,
        mmap.mmap(opened.fileno(), DATA_BYTES, prot=mmap.PROT_READ) as used,
    ):
        assert len(used[:]) == DATA_BYTES
        yield


def traced(folder: Path, *argv: str, timeout_s: float = PATIENCE_S) -> CommandRun:
    steps = {"prepare": (), "command": argv, "clean-up": ("touch", "cleaned")}
    around = {"folder": str(folder), "counters": None, "timeout_s": timeout_s}
    with own_program(PROGRAM) as program:
        program.send({**steps, **around, "trace": True, "evict": (), "copying": None})
        assert program.answer(PATIENCE_S, lambda: False) == {"prepared": True}
        program.send({})
        return run_from(dict(program.answer(PATIENCE_S, lambda: False)))


OPENS = """
import os, subprocess, sys, threading
thread = threading.Thread(target=lambda: open("by a thread").read())
thread.start()
thread.join()
subprocess.run(["cat", "by a child"], check=True)
if os.fork() == 0:
    os.chdir("deeper")
    open("by a fork")
else:
    os.wait()
"""


def test_what_a_program_and_its_descendants_open_is_found(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    names = ("by a thread", "by a child", "deeper/by a fork")
    for name in (*names, "by nobody"):
        (tmp_path / name).touch()
    (tmp_path / "program").write_text(OPENS)
    run = traced(tmp_path, sys.executable, "program")
    assert run.failed is None
    found = {path.removeprefix(f"{tmp_path}/") for path in run.opened}
    assert found >= {*names, "program", str(Path(sys.executable).resolve())}
    assert "by nobody" not in found
    assert any("/libc.so" in path for path in found)
    assert any("/ld-linux" in path for path in found)


def test_a_traced_program_gets_its_signals_and_its_failure_is_known(tmp_path: Path) -> None:
    script = "trap 'exit 7' USR1; kill -USR1 $$; while :; do :; done"
    run = traced(tmp_path, "sh", "-c", script)
    assert run.failed and run.failed.code == 7
    assert (tmp_path / "cleaned").exists()


def test_a_traced_program_that_hangs_is_ended_with_what_it_started(
    tmp_path: Path, note: Path
) -> None:
    script = f"echo $$ >> {note}; (trap '' TERM; echo $$ >> {note}; sleep 1000) & sleep 1000"
    run = traced(tmp_path, "sh", "-c", script, timeout_s=2)
    assert run.failed and "took longer than" in str(run.failed.reason)
    assert living(note) == []


def test_each_start_is_cold_and_what_others_use_is_not_touched(
    folder: Path, file: MeasuredFile
) -> None:
    where = place(folder, file)
    _, command = start(0, "cat", "data")
    for _ in range(20):
        dropped = times_all_was_dropped()
        (folder / "other").write_bytes(os.urandom(DATA_BYTES))
        for _ in range(2):
            run = where.run(command)
            assert run.timed and run.timed.read_bytes >= DATA_BYTES
            assert run.evicted and run.evicted.whole - run.evicted.left >= DATA_BYTES
        with (folder / "other").open("rb") as other:
            kept = cached_bytes(other.fileno(), DATA_BYTES)
        if times_all_was_dropped() == dropped:
            break  # no helper of another test has dropped the caches of the whole machine
    assert kept == DATA_BYTES


def times_all_was_dropped() -> int:
    """How often somebody wrote to drop_caches; 0 where the kernel doesn't count it."""
    counts = dict(line.split() for line in Path("/proc/vmstat").read_text("ascii").splitlines())
    return int(counts.get("drop_pagecache", 0))


def test_a_start_that_stays_in_memory_is_reported(folder: Path, file: MeasuredFile) -> None:
    where = place(folder, file)
    measured(where, start(0, "true")[0])
    with mmapped(folder / "data"):
        measured(where, start(0, "cat", "data")[0])
    assert "of the program's files stayed in memory" in " ".join(map(str, where.remarks()))


def test_the_copying_meanwhile_is_measured(folder: Path, file: MeasuredFile) -> None:
    started, read, written = measured(place(folder, file), start(5, "cat", "data")[0])
    assert started.bytes_moved >= DATA_BYTES
    assert started.value(Metric.ACCESS_TIME) == pytest.approx(1000 * started.duration_s)
    for copied in (read, written):
        assert copied.value(Metric.RATE) == pytest.approx(
            copied.bytes_moved / 1e6 / copied.duration_s
        )
        assert copied.bytes_moved > 0
        assert copied.value(Metric.ACCESS_TIME) is None
        assert copied.duration_s >= started.duration_s
    assert written.bytes_moved % (256 << 10) == 0
    assert not _copying_processes(os.getpid())


def test_readers_and_writers_that_fail_are_a_failure(folder: Path) -> None:
    no_file = MeasuredFile(str(folder / "data" / "no file"), SMALLEST_BYTES)
    with pytest.raises(CommandFailed) as caught:
        place(folder, no_file).run(start(1, "cat", "data")[1])
    assert "the readers and writers beside it failed" in str(caught.value.reason)
    assert not _copying_processes(os.getpid())


UNTRACEABLE = """
import ctypes, os, struct
from pathlib import Path
from storage_tuner.bench.programs.command import start_workloads
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.errors import CommandFailed
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.system_sampler import SystemSampler
ptrace = {"x86_64": 101, "aarch64": 117}[os.uname().machine]
rules = ((0x20, 0, 0, 0), (0x15, 0, 1, ptrace), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7FFF0000))
code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *rule) for rule in rules))
program = ctypes.create_string_buffer(struct.pack("@HP", len(rules), ctypes.addressof(code)))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0  # PR_SET_NO_NEW_PRIVS
assert libc.prctl(22, 2, program, 0, 0) == 0  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
around = SystemSampler(TunedDevices(), None, lambda: False)
try:
    CommandExecutor(Path.cwd(), around).run(start_workloads(["true"])[0].command)
except CommandFailed as error:
    print(error.reason)
"""


def test_where_tracing_is_forbidden_nothing_is_measured(tmp_path: Path) -> None:
    """The kernel refuses it, as in some containers; a start that isn't cold would be no result."""
    done = subprocess.run(
        [sys.executable, "-c", UNTRACEABLE],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PACKAGES},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert "doesn't let it be traced" in done.stdout, done.stderr


KILLED = """
import sys
from pathlib import Path
from storage_tuner.bench.measured_file import SMALLEST_BYTES, new_file
from storage_tuner.bench.programs.command import start_workloads
from storage_tuner.bench.programs.page_cache import cached_bytes
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.system_sampler import SystemSampler
*_, workload = start_workloads(["sh", "-c", sys.argv[1]], clean_up=["touch", "cleaned"])
around = SystemSampler(TunedDevices(), None, lambda: False)
folder = Path.cwd()
with new_file(folder, SMALLEST_BYTES, on_progress=lambda _: 0, is_cancelled=lambda: 0) as file:
    CommandExecutor(folder, around, file).run(workload.command)
"""


def test_a_killed_application_leaves_no_readers_and_writers(folder: Path) -> None:
    """The first run is only traced; the second hangs beside them."""
    note = folder / "pids"
    script = f"[ -e traced ] || {{ touch traced; exit; }}; echo $$ >> {note}; exec sleep 1000"
    application = subprocess.Popen(
        [sys.executable, "-c", KILLED, script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PACKAGES},
    )
    with application:
        until(note.exists, "the second run")
        copying = _copying_processes(application.pid)
        assert len(copying) == 1
        application.kill()
    until((folder / "cleaned").exists, "the clean-up")
    until(lambda: not any(process.is_running() for process in copying), "their end")
    until(lambda: not living(note), "the command's end")


def _copying_processes(of: int) -> list[psutil.Process]:
    """The running ones among the descendants of a process."""
    return [
        process
        for process in psutil.Process(of).children(recursive=True)
        if any("copying_program" in word for word in words_of(process))
    ]
