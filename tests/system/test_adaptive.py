"""The adaptive protocol for real: what happens to its fio, pauses, and what it finds."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from storage_tuner.bench.adaptive import standings
from storage_tuner.bench.adaptive_runner import carry_out_adaptively
from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Ignoring
from storage_tuner.bench.measured_file import MeasuredFile
from storage_tuner.bench.runner import RunLog
from storage_tuner.client.connecting import connect
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.plan import (
    Cell,
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.verdict import State
from storage_tuner.core.workload import Operation, classical_workloads
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.planning.plan_building import plan_for
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.measuring.loads import FileRun
from storage_tuner.measuring.monitored_load import MonitoredLoad
from tests.loop_device import LoopDevice
from tests.processes import words_of
from tests.system.conftest import PATIENCE_S, Household, active_scheduler, family, kill_hard, until
from tests.system.test_session import Notes

ENDLESS = ("--operations", "rand-read", "--minutes", "60")


def fio_of(program: subprocess.Popen[str]) -> list[psutil.Process]:
    return [
        child
        for child in family(program)
        if (words := words_of(child))
        and words[0].endswith("fio")
        and "--name=storage-tuner" in words
    ]


def new_fio(program: subprocess.Popen[str], old: psutil.Process | None = None) -> psutil.Process:
    until(lambda: any(each != old for each in fio_of(program)), "a running fio")
    return next(each for each in fio_of(program) if each != old)


def start(
    household: Household, device: LoopDevice, folder: Path, where: str
) -> subprocess.Popen[str]:
    """One test of a few seconds, on a device or on a file."""
    words = (device.path, "--schedulers", "none,bfq") if where == "device" else (str(folder),)
    return household.start(
        *("sweep", *words, "--operations", "rand-read", "--minutes", "0.1", "--size", "64M"),
        *("--report", str(folder / "out")),
    )


@pytest.mark.slow
@pytest.mark.parametrize("where", ["device", "folder"])
def test_a_fio_that_is_killed_is_replaced(
    household: Household, device: LoopDevice, tmp_path: Path, where: str
) -> None:
    before = device.settings()
    program = start(household, device, tmp_path, where)
    first = new_fio(program)
    kill_hard(first)
    new_fio(program, first)
    output, _ = program.communicate(timeout=120)
    assert program.returncode == 0, output
    result = json.loads((tmp_path / "out/results.json").read_text())
    assert result["completed"]
    assert result["measurements"]
    assert not any("couldn't be measured" in caveat for caveat in result["caveats"])
    assert device.settings() == before


@pytest.mark.sampled(1)
@pytest.mark.parametrize("where", ["device", "folder"])
def test_a_fio_that_is_killed_again_is_reported(
    household: Household, device: LoopDevice, tmp_path: Path, where: str
) -> None:
    before = device.settings()
    program = start(household, device, tmp_path, where)
    first = new_fio(program)
    kill_hard(first)
    kill_hard(new_fio(program, first))
    output, _ = program.communicate(timeout=120)
    told = output + "".join(path.read_text() for path in tmp_path.glob("out/results.json"))
    assert "Random read with 4 threads couldn't be measured completely" in told
    assert "Traceback" not in output
    assert device.settings() == before


@pytest.mark.slow
def test_a_pause_by_signal_gives_the_device_back(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    program = household.start("sweep", device.path, *ENDLESS, "--schedulers", "bfq,kyber")
    new_fio(program)  # before it, each is set for a moment to see whether the kernel takes it
    until(lambda: active_scheduler(device.name) == "kyber", "kyber under test")
    program.send_signal(signal.SIGUSR1)
    until(lambda: device.settings() == before, "the settings from before in a pause")
    assert fio_of(program) == []
    program.send_signal(signal.SIGUSR1)
    until(lambda: active_scheduler(device.name) == "kyber", "kyber under test again")
    program.send_signal(signal.SIGUSR1)
    until(lambda: device.settings() == before, "a second pause")
    program.send_signal(signal.SIGTERM)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert device.settings() == before


@pytest.mark.sampled(1)
@pytest.mark.parametrize("protocol", ["article", "repeats", "restarts"])
def test_the_other_protocols_begin_and_can_be_stopped(
    household: Household, device: LoopDevice, protocol: str
) -> None:
    before = device.settings()
    program = household.start(
        "tune", device.path, "--protocol", protocol, "--schedulers", "bfq,kyber"
    )
    new_fio(program)
    program.send_signal(signal.SIGINT)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert "run 1 of" in output
    assert device.settings() == before


def test_a_time_that_makes_no_sense_is_refused(household: Household) -> None:
    for word in ("0", "-1", "soon", "1e9", "nan"):
        done = household.run("sweep", "--practice", "--minutes", word)
        assert done.returncode == 2
        assert "minutes" in done.stderr


@pytest.mark.slow
def test_four_names_for_the_same_have_no_winner(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A/A, on a practice disk, through the helper; every slice after a real switch."""
    for name, value in household.environment.items():
        monkeypatch.setenv(name, value)
    with TuningSession(connect, Notes(), sample_bytes=128 << 20) as session:
        session.open(Target(TargetKind.PRACTICE, None))
        plan = plan_for(
            session.subject,
            Use.NOT_SURE,
            Thoroughness.QUICK,
            workloads=classical_workloads([Operation.RANDOM_READ]),
            budget_s=90,
        )
        same = tuple(Variant(f"none {number}", (("scheduler", "none"),)) for number in range(4))
        record = session.measure(replace(plan, variants=same, threads=(1, 4)))
        judgement = judge_session(record)
    assert record.completed
    rates = [verdict for verdict in judgement.verdicts if verdict.threads is not None]
    print({str(verdict.state) for verdict in rates})
    assert rates
    assert all(verdict.state is not State.BETTER for verdict in judgement.verdicts)


class CappedLoad(MonitoredLoad):
    """The variant's setting ``iops`` is a limit that the kernel holds fio to (blkio cgroup)."""

    def __init__(self, run: FileRun, device: LoopDevice, group: Path) -> None:
        super().__init__(run, TunedDevices(), f"/sys/block/{device.name}/stat")
        number = os.stat(device.path).st_rdev  # noqa: PTH116 - the device's own number
        self._number = f"{os.major(number)}:{os.minor(number)}"
        self._group = group

    def read_idle(self, wait: Callable[[float], None]) -> None:
        """Other tests may begin to use the processors: the limits hold beside them, too."""
        super().read_idle(wait)
        self._idle = replace(self._idle, program_share=1.0)

    def apply(self, variant: Variant) -> None:
        limit = dict(variant.settings)["iops"]
        (self._group / "blkio.throttle.read_iops_device").write_text(f"{self._number} {limit}")

    def begin(self, cell: Cell) -> None:
        super().begin(cell)
        (fio,) = (child for child in psutil.Process().children() if child.name() == "fio")
        (self._group / "cgroup.procs").write_text(str(fio.pid))


@pytest.fixture
def group() -> Iterator[Path]:
    folder = Path(f"/sys/fs/cgroup/blkio/storage-tuner-test-{os.getpid()}")
    if not (folder.parent / "cgroup.procs").exists():
        pytest.skip("the kernel offers no blkio cgroup here")
    folder.mkdir()
    yield folder
    until(lambda: not (folder / "cgroup.procs").read_text(), "an empty cgroup")
    folder.rmdir()


@pytest.mark.slow
def test_a_known_difference_is_found(device: LoopDevice, group: Path) -> None:
    """Limits of 240, 360 and 360 requests a second, which a busy disk and busy processors reach,
    too: the first loses by a third, and the others are the same."""
    size = int(Path(f"/sys/block/{device.name}/size").read_text()) * 512
    counters = f"/sys/block/{device.name}/stat"
    run = FileRun(MeasuredFile(device.path, size), counters, lambda: False, "")
    plan = Plan(
        target=Target(TargetKind.DEVICE, device.name),
        variants=tuple(
            Variant(name, (("iops", limit),))
            for name, limit in (("slow", "240"), ("fast", "360"), ("as fast", "360"))
        ),
        workloads=classical_workloads([Operation.RANDOM_READ]),
        threads=(16,),
        repeats=100,
        runtime_ms=500,
        ramp_ms=250,
        seed=1,
        protocol=Protocol.ADAPTIVE,
        budget_s=600,
    )
    log = RunLog([], [])
    carry_out_adaptively(plan, CappedLoad(run, device, group), log, Control(), Ignoring())
    (standing,) = standings(plan, log.measurements).values()
    print(json.dumps({"slices": len(log.measurements), "running": standing.running}))
    assert set(standing.running) == {"fast", "as fast"}
    rates = [run.iops for run in log.measurements if run.variant == "slow" and not run.disturbed]
    reached = [rate for rate in rates if rate is not None]
    assert len(reached) == len(rates)
    # a busy computer has single ones below it, and above where it catches up on what it held back
    assert 216 < statistics.median(reached) < 264
