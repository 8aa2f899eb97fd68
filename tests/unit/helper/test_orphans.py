"""Benchmarks that outlived their helper."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from storage_tuner_helper.restoring.recovery import recover_device

FOREVER = ("sleep", "600")
PATIENCE_S = 60

SLOW_TO_END = """import mmap, time
memory = mmap.mmap(-1, 512 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE)
print("all there", flush=True)
time.sleep(600)
"""
"""Giving back much memory takes the kernel a while; the folder is left after that."""


@contextmanager
def working_in(folder: Path, program: Sequence[str] = FOREVER) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a benchmark's folder, which is gone at the end."""
    folder.mkdir(parents=True)
    with subprocess.Popen(program, cwd=folder, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def test_all_processes_of_the_device_s_benchmarks_are_killed_and_no_others(tmp_path: Path) -> None:
    state, runtime = tmp_path / "state", tmp_path / "runtime"
    first, second = runtime / "job-loop9-abcdefgh", runtime / "job-loop9-12345678"
    of_another = runtime / "job-loop90-abcdefgh"
    with (
        working_in(first) as one,
        working_in(second) as two,
        working_in(of_another) as other,
    ):
        (message,) = recover_device(state, runtime, "loop9")
        assert message.code == "A leftover benchmark was stopped."
        assert [one.wait(PATIENCE_S), two.wait(PATIENCE_S)] == [-signal.SIGKILL] * 2
        assert other.poll() is None
        assert list(runtime.glob("job-*")) == [of_another]
        assert recover_device(state, runtime, "loop9") == []


def test_their_end_is_awaited(tmp_path: Path) -> None:
    """A benchmark may write until it has ended: whoever comes next finds the device at rest."""
    state, runtime = tmp_path / "state", tmp_path / "runtime"
    program = (sys.executable, "-c", SLOW_TO_END)
    with working_in(runtime / "job-loop9-abcdefgh", program) as process:
        assert process.stdout and process.stdout.readline() == b"all there\n"
        assert recover_device(state, runtime, "loop9") != []
        assert process.poll() == -signal.SIGKILL
