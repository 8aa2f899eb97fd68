"""Benchmarks that outlived their helper."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage_tuner_helper.restoring.recovery import recover_device

SECONDS = "600"
PATIENCE_S = 60


@contextmanager
def working_in(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a benchmark's folder, which is gone at the end."""
    folder.mkdir(parents=True)
    with subprocess.Popen(["sleep", SECONDS], cwd=folder) as process:
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
