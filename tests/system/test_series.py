"""Series over tunables on a real device: what is set, what is put back, what is shown and saved."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.kept_runs import kept_runs
from tests.loop_device import LoopDevice, loop_devices
from tests.system.conftest import PATIENCE_S, Household, stopped_while_stuck, until

__all__ = ["loop_devices"]

SHORT = ("--operations", "rand-read", "--threads", "1", "--minutes", "0.2")


def plan_in(folder: Path) -> dict[str, Any]:
    plan: dict[str, Any] = json.loads((folder / "results.json").read_text())["plan"]
    return plan


def names(plan: dict[str, Any]) -> list[str]:
    return [variant["name"] for variant in plan["variants"]]


@pytest.mark.slow
def test_one_parameter_at_a_time(household: Household, device: LoopDevice, tmp_path: Path) -> None:
    before = device.settings()
    done = household.run(
        *("sweep", device.path, *SHORT, "--vary", "nomerges=0,2", "--vary", "rq_affinity=1,2"),
        *("--report", str(tmp_path / "out")),
    )
    assert done.returncode == 0, done.stderr
    assert "3 variants in 1 test:" in done.stderr
    plan = plan_in(tmp_path / "out")
    assert names(plan) == ["as it is", "rq_affinity=2", "nomerges=2"] or names(plan) == [
        "as it is",
        "nomerges=2",
        "rq_affinity=2",
    ]
    assert plan["current"] == "as it is"
    assert all(set(each["settings"]) == {"nomerges", "rq_affinity"} for each in plan["variants"])
    assert device.settings() == before


@pytest.mark.slow
def test_all_combinations_with_what_the_kernel_refuses_left_out(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    """Without a scheduler no more requests wait than the hardware takes."""
    before = device.settings()
    tags = int(Path(f"/sys/block/{device.name}/mq/0/nr_tags").read_text())
    done = household.run(
        *("sweep", device.path, *SHORT, "--series", "all"),
        *("--vary", "scheduler=none,bfq", "--vary", f"nr_requests={tags // 2},{tags}"),
        *("--report", str(tmp_path / "out")),
    )
    assert done.returncode == 0, done.stderr
    assert "4 variants in 1 test:" in done.stderr
    assert len(names(plan_in(tmp_path / "out"))) == 4
    assert any(name.startswith("bfq, nr_requests=") for name in names(plan_in(tmp_path / "out")))
    assert device.settings() == before


def test_too_much_needs_a_word(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    words = (
        "sweep",
        device.path,
        "--series",
        "all",
        "--minutes",
        "120",
        "--operations",
        "rand-read",
    )
    many = ("--vary", "nomerges=0,1,2", "--vary", "rq_affinity=0,1,2", "--vary", "add_random=0,1")
    done = household.run(*words, *many)
    assert done.returncode == 2
    assert "18 variants in" in done.stderr
    assert "--yes" in done.stderr
    assert device.settings() == before


@pytest.mark.slow
def test_what_makes_no_sense_is_refused(household: Household, device: LoopDevice) -> None:
    for words, reason in (
        (("--vary", "nomerges=3"), "0 to 2"),
        (("--vary", "nomerge=1"), "Unknown setting"),
        (("--vary", "nomerges"), "NAME=V1,V2"),
        (("--vary", "slice_idle=0,8"), "vary the scheduler"),
        (("--vary", "queue_depth=1,2"), "has no setting queue_depth"),
        (("--vary", "nomerges=0", "--vary", "nomerges=1"), "twice"),
        (("--vary", "nomerges=0,1", "--vary", "dirty_ratio=10,20"), "different targets"),
        (("--vary", "nomerges=0,1", "--schedulers", "none"), "can't be combined"),
        (("--vary", "nomerges=0,1", "--series", "greedy"), "--minutes"),
        (("--series", "all"), "--vary"),
    ):
        done = household.run("sweep", device.path, *words)
        assert done.returncode == 2, (words, done.stderr)
        assert reason in done.stderr, (words, done.stderr)


@pytest.mark.slow
def test_a_search_ends_and_tells_its_way(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    before = device.settings()
    done = household.run(
        *("sweep", device.path, "--operations", "rand-read", "--threads", "2"),
        *("--vary", "nomerges=0,2", "--vary", "rq_affinity=1,2"),
        *("--series", "greedy", "--minutes", "3", "--report", str(tmp_path / "out")),
        "--fairness",
    )
    assert done.returncode == 0, done.stderr
    runs = json.loads((tmp_path / "out/results.json").read_text())["measurements"]
    assert any(run["fairness"] is not None for run in runs)
    assert "of the error level" in done.stderr
    assert "nomerges: " in done.stderr
    assert "settings found: " in done.stdout or "The search found nothing" in done.stdout
    saved = kept_runs(household.data / "storage-tuner/runs.sqlite3")
    assert len(saved) >= 2
    assert device.settings() == before


def test_a_series_that_is_stopped_puts_everything_back(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    program = household.start(
        *("sweep", device.path, "--minutes", "60", "--operations", "rand-read"),
        *("--vary", "nomerges=0,2", "--vary", "scheduler=none,bfq"),
    )
    until(lambda: device.read("nomerges") == "2", "a value under test")
    program.send_signal(signal.SIGINT)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert device.settings() == before


@pytest.mark.slow
def test_a_setting_that_does_not_come_back_after_a_stop_is_said_and_can_be_restored(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    """The exit code of a stop would promise that the settings from before are back."""
    before = device.settings()
    program = household.start(
        *("sweep", device.path, "--minutes", "60", "--operations", "rand-read"),
        *("--vary", "nomerges=0,2"),
    )
    output = stopped_while_stuck(program, device, tmp_path)
    assert f"'storage-tuner restore {device.name}' to try again." in output
    assert "previous settings are restored" not in output
    restored = household.run("restore", device.name)
    assert restored.stdout == f"{device.name}: nomerges 2 → {before['nomerges']}\n"
    assert device.settings() == before
