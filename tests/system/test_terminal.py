"""The whole loop in the terminal, and what is left when it is cut off."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.loop_device import if_free, practice_slots, slowed, when_free
from tests.processes import words_of
from tests.system.conftest import PATIENCE_S, Household, active_scheduler, family, kill_hard, until

SHORT = (
    "tune",
    "--practice",
    "--size",
    "64M",
    "--minutes",
    "0.2",
    "--operations",
    "rand-read",
    "--schedulers",
)


@dataclass(frozen=True)
class Slot:
    """A practice disk's loop device; ``scheduler`` is what it had before and must get back.

    A slot keeps the scheduler of its last life, so it needn't be none.
    """

    name: str
    scheduler: str

    def is_back(self) -> bool:
        return when_free(self.name, lambda: active_scheduler(self.name)) == self.scheduler


def slot_of(home: Household) -> Slot:
    """As the helper has noted it before it took it: others' tests take and leave slots, too."""
    (record,) = home.state.rglob("practice/*.json")
    noted = json.loads(record.read_text())["slot"]
    return Slot(noted["device"], noted["tunables"]["scheduler"])


def free_slots() -> dict[str, str]:
    """The scheduler of every loop device that nobody uses, of those that practice disks get."""
    found = {name: if_free(name, partial(active_scheduler, name)) for name in practice_slots()}
    return {name: scheduler for name, scheduler in found.items() if scheduler}


def in_the_middle(home: Household, *, scheduler: str) -> tuple[subprocess.Popen[str], Slot]:
    """A tuning that has switched its practice disk to ``scheduler``: the program and the disk."""
    program = home.start("tune", "--practice", "--size", "64M", "--schedulers", f"none,{scheduler}")
    until(lambda: home.practice_disk() is not None, "a practice disk")
    disk = home.practice_disk()
    assert disk is not None
    until(lambda: active_scheduler(disk) == scheduler, f"{scheduler} under test")
    slot = slot_of(home)
    assert slot.name == disk and slot.scheduler != scheduler
    return program, slot


@contextmanager
def slowed_practice_disk(home: Household) -> Iterator[None]:
    """As soon as there is one."""

    def slow() -> None:
        until(lambda: home.practice_disk() is not None, "a practice disk")
        disk = home.practice_disk()
        assert disk is not None
        slowing.enter_context(slowed(disk))

    with ExitStack() as slowing, ThreadPoolExecutor(1) as thread:
        done = thread.submit(slow)
        yield
        done.result()


def test_a_tuning_ends_with_three_files_and_leaves_nothing(
    household: Household, tmp_path: Path
) -> None:
    slots = free_slots()
    with slowed_practice_disk(household):
        done = household.run(*SHORT, "none,bfq", "--report", str(tmp_path / "out"), "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["completed"]
    assert {verdict["operation"] for verdict in said["verdicts"]} == {"rand-read"}
    assert (tmp_path / "out/report.pdf").read_bytes().startswith(b"%PDF-")
    lines = (tmp_path / "out/results.csv").read_text().splitlines()
    assert {line.split(",")[1] for line in lines[1:]} == {"none", "bfq"}
    again = household.run("verdict", str(tmp_path / "out/results.json"), "--json")
    assert json.loads(again.stdout)["verdicts"] == said["verdicts"]
    assert household.leftovers() == []
    after = free_slots()
    assert {name: after.get(name, before) for name, before in slots.items()} == slots


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopping_puts_everything_back(household: Household, number: signal.Signals) -> None:
    program, slot = in_the_middle(household, scheduler="bfq")
    program.send_signal(number)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert "Traceback" not in output
    assert household.leftovers() == []
    assert slot.is_back()


def test_stopping_while_the_practice_disk_is_filled(household: Household) -> None:
    program = household.start("tune", "--practice", "--size", "8G")
    until(lambda: any(household.state.rglob("practice/*")), "a practice file")
    program.send_signal(signal.SIGINT)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert household.leftovers() == []


def test_killing_the_application(household: Household) -> None:
    program, slot = in_the_middle(household, scheduler="kyber")
    kill_hard(program)
    program.communicate(timeout=PATIENCE_S)
    until(lambda: household.leftovers() == [], "the practice disk gone")
    assert slot.is_back()


def test_killing_the_helper_is_said_and_undone(household: Household) -> None:
    """The worker, the deepest of the helper's processes that isn't fio's, is killed."""
    program, slot = in_the_middle(household, scheduler="bfq")
    workers = [child for child in family(program) if "worker" in words_of(child)]
    assert workers
    kill_hard(workers[-1])
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 5, output
    assert "helper stopped unexpectedly" in output
    until(lambda: household.leftovers() == [], "nothing left by the helper's other half")
    assert slot.is_back()


@pytest.mark.slow
def test_killing_the_application_then_everything_of_the_helper(household: Household) -> None:
    """Nobody is left to restore: the next start does it."""
    program, slot = in_the_middle(household, scheduler="bfq")
    helpers = family(program)
    kill_hard(program)
    for child in helpers:
        kill_hard(child)
    program.communicate(timeout=PATIENCE_S)
    done = household.run("restore", "--all")
    assert done.returncode == 0, done.stderr
    until(lambda: household.leftovers() == [], "nothing left by the helper of restore")
    assert slot.is_back()


@pytest.mark.slow
def test_the_quick_tuning_of_the_readme(household: Household, tmp_path: Path) -> None:
    done = household.run("tune", "--practice", "--quick", "--report", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.iterdir()} >= {
        "report.pdf",
        "results.csv",
        "results.json",
    }
    assert household.leftovers() == []
