"""What the tests' loop devices are given back as."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import holding_a_loop_device
from tests.bus.connections import wait_until
from tests.loop_device import LoopDevice, attached_loop, attached_names, scratch_folder, slowed
from tests.machine_settings import machine_settings


def test_what_an_interrupted_run_left_is_not_put_back() -> None:
    """While the helper of a client that has just left restores, it would be a second change."""
    with scratch_folder() as folder:
        with attached_loop(folder) as first:
            pass
        left = first.queue / "scheduler"
        left.write_text("bfq", encoding="ascii")
        with attached_loop(folder) as again:
            assert (again.name, again.scheduler) == (first.name, "none")
        assert first.scheduler == "none"


def test_one_whose_settings_do_not_come_back_is_detached_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def restore(self: LoopDevice, before: dict[str, str]) -> None:
        raise OSError

    monkeypatch.setattr(LoopDevice, "restore", restore)
    with scratch_folder() as folder, pytest.raises(OSError), attached_loop(folder) as device:
        assert device.name in attached_names()
    assert device.name not in attached_names()


def test_settings_are_read_while_schedulers_come_and_go() -> None:
    """A test that waits for a helper to put settings back reads them meanwhile."""

    def switch(device: LoopDevice) -> None:
        for _ in range(50):
            device.write("scheduler", "bfq")
            device.write("scheduler", "none")

    with (
        scratch_folder() as folder,
        attached_loop(folder) as device,
        ThreadPoolExecutor(1) as pool,
    ):
        switching = pool.submit(switch, device)
        while not switching.done():
            assert "nr_requests" in device.settings()
            assert str(device.queue / "nr_requests") in machine_settings(device.name)
        switching.result()


def test_a_slowed_one_is_as_fast_as_before_when_its_test_has_failed() -> None:
    """Where there are no such files that we may write, it always is."""
    control = Path("/sys/fs/cgroup/blkio")
    files = [one for one in control.glob("blkio.throttle.*_iops_device") if os.access(one, os.W_OK)]
    with scratch_folder() as folder, attached_loop(folder) as device:
        number = Path("/sys/block", device.name, "dev").read_text(encoding="ascii").strip()
        with pytest.raises(ZeroDivisionError), slowed(device.name):
            assert all(f"{number} 1000" in file.read_text().splitlines() for file in files)
            raise ZeroDivisionError
        assert not any(f"{number} " in file.read_text() for file in files)


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_ended_gives_it_back(
    workers: int, number: signal.Signals, tmp_path: Path
) -> None:
    """By Ctrl-C, or by ``timeout``: either signal goes to all of its processes."""
    note = tmp_path / "holding"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", str(workers)]
    environment = {name: os.environ[name] for name in os.environ if "XDIST" not in name}
    with subprocess.Popen(
        [*command, str(holding_a_loop_device.__file__)],
        env=environment | {"HOLDING": str(note)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        try:
            wait_until(lambda: note.exists() and note.read_text(), "a loop device to be held")
            os.killpg(run.pid, number)
            output, _ = run.communicate(timeout=60)
        finally:
            run.kill()
    name, folder = note.read_text(encoding="utf-8").split()
    assert run.returncode == pytest.ExitCode.INTERRUPTED, output
    assert name not in attached_names()
    assert not Path(folder).exists()
