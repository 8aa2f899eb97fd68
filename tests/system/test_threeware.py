"""The command line and the real helper on a computer with a 3ware controller: a loop device as the
unit of a simulated 9650SE, in a namespace where the kernel's trees say so."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.loop_device import LoopDevice, loop_devices
from tests.system.conftest import PATIENCE_S, Household, family, kill_hard, until
from tests.threeware.computer import Computer, computer
from tests.threeware.machines import Description, controller, machine

__all__ = ["loop_devices"]

LONG = ("--operations", "rand-read", "--threads", "1", "--minutes", "5")
SHORT = ("--operations", "rand-read", "--threads", "1", "--minutes", "0.2")
Describe = Callable[[Description], Description]
MakeComputer = Callable[[Describe], Computer]


@pytest.fixture
def make_computer(household: Household, device: LoopDevice, tmp_path: Path) -> MakeComputer:
    return lambda describe: computer(tmp_path / "3ware", device, household.environment, describe)


STATUS = ["/c0/u0", "show"]
"""What is asked of a unit while it's measured."""
BY_OTHERS = {"other programs kept the CPUs busy", "other programs used the disk"}
"""What tests beside this one may do to a measurement."""


def asked(there: Computer) -> list[list[str]]:
    return [call["words"] for call in there.simulator.calls]


def until_measured(there: Computer) -> None:
    """Before that each variant is set once, to see whether it's taken."""
    until(
        lambda: there.is_noted("qpolicy=off") and there.sets.count("qpolicy=off") > 1, "a variant"
    )


def at_work(status: str, **how_far: object) -> Describe:
    return lambda unit: machine(controller(units=[{**unit, "status": status, **how_far}]))


def test_the_unit_is_found_and_tied_to_its_disk(make_computer: MakeComputer) -> None:
    told = json.loads(make_computer(at_work("OK")).run("devices", "--json").stdout)
    (found,) = told["controllers"]
    assert (found["model"], found["units"][0]["disks"]) == ("9650SE-8LPML", ["sda"])
    disk = next(each for each in told["devices"] if each["name"] == "sda")
    assert (disk["transport"], disk["queue_depth"]["maximum"]) == ("3ware", 254)


@pytest.mark.slow
def test_a_unit_at_work_is_not_measured(make_computer: MakeComputer) -> None:
    there = make_computer(at_work("REBUILDING", rebuilt=12))
    before = there.loop.settings()
    done = there.run("sweep", "sda", *SHORT)
    assert done.returncode == 8, done.stderr
    assert "(REBUILDING), 12 % done" in done.stderr
    assert "--wait" in done.stderr
    assert there.loop.settings() == before
    searched = there.run("sweep", "sda", *LONG, "--vary", "nomerges=0,2", "--series", "greedy")
    assert searched.returncode == 8, searched.stderr
    check = there.run("sweep", "sda", *SHORT, "--check", "--json")
    assert check.returncode == 8
    assert not json.loads(check.stdout)["measurable"]


@pytest.mark.slow
def test_policies_of_a_unit_that_is_not_ok_are_shown_and_not_set(
    make_computer: MakeComputer,
) -> None:
    there = make_computer(at_work("DEGRADED"))
    why = "The unit of sda is DEGRADED; policies can be changed only if it is OK."
    told = json.loads(there.run("show", "sda", "--json").stdout)
    (policy,) = (each for each in told["tunables"] if each["name"] == "qpolicy")
    assert (policy["value"], f"{policy['reason']}.") == ("on", why)
    assert why.rstrip(".") in " ".join(there.run("show", "sda").stdout.split())
    for more in ((), ("--dry-run",)):
        refused = there.run("set", "sda", "qpolicy=off", *more)
        assert refused.returncode == 3, refused.stderr
        assert why in refused.stderr
    assert there.sets == []


@pytest.mark.slow
def test_what_a_controller_keeps_by_itself_is_told_so(make_computer: MakeComputer) -> None:
    there = make_computer(at_work("OK"))
    kept = there.run("set", "sda", "qpolicy=off", "--persist")
    assert kept.returncode == 0, kept.stderr
    assert kept.stdout.splitlines() == [
        "sda: qpolicy on → off",
        "The controller stores it permanently.",
    ]
    assert there.policy("qpolicy") == "off"


@pytest.mark.slow
def test_a_verification_can_be_waited_for(make_computer: MakeComputer) -> None:
    there = make_computer(at_work("VERIFYING", verified=64, step=6))
    done = there.run("sweep", "sda", *SHORT, "--wait")
    assert done.returncode == 0, done.stderr
    assert "Waiting: sda is busy with controller work (VERIFYING)" in done.stderr
    assert there.simulator.machine["controllers"][0]["units"][0]["status"] == "OK"


@pytest.mark.slow
def test_ncq_of_a_unit_is_measured_by_its_queue_policy(
    make_computer: MakeComputer, tmp_path: Path
) -> None:
    """By the real helper, each value by starts of its own, and the policy comes back."""
    there = make_computer(at_work("OK"))
    done = there.run("sweep", "sda", *SHORT, "--vary", "ncq=on,off", "--report", str(tmp_path))
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "results.json").read_text())
    settings = {each["name"]: each["settings"] for each in told["plan"]["variants"]}
    assert settings == {"as it is": {"qpolicy": "on"}, "qpolicy=off": {"qpolicy": "off"}}
    assert {run["variant"] for run in told["measurements"]} == set(settings)
    assert any("measured in separate runs" in caveat for caveat in told["caveats"])
    assert {"qpolicy=off", "qpolicy=on"} == set(there.sets)
    assert there.policy("qpolicy") == "on"
    (found,) = told["circumstances"]["controllers"]
    (unit,) = found.pop("units")
    assert found == {
        "vendor": "3ware",
        "model": "9650SE-8LPML",
        "firmware": "FE9X 4.10.00.027",
        "driver": "3w-9xxx 2.26.02.014RH",
        "battery": "OK",
        "battery_ready": True,
    }
    assert (unit["id"], unit["kind"], unit["disks"], unit["drives"]) == ("u0", "RAID-1", ["sda"], 2)
    assert unit["policies"] == {
        "qpolicy": "on",
        "rdcache": "intelligent",
        "wrcache": "on",
        "storsave": "balance",
        "autoverify": "off",
    }
    assert "SERIAL" not in json.dumps(told["circumstances"])


@pytest.mark.slow
def test_work_that_begins_meanwhile_ends_the_measurement(
    make_computer: MakeComputer, household: Household, tmp_path: Path
) -> None:
    """What was measured before it was looked the last time is kept, and nothing else counts."""
    there = make_computer(at_work("OK"))
    before = there.loop.settings()
    running = there.start("sweep", "sda", *LONG, "--report", str(tmp_path))
    journals = household.data / "storage-tuner/interrupted"
    try:
        until(lambda: any(journals.glob("*.jsonl")), "a block")
        there.simulator.change_unit(status="REBUILDING", rebuilt=12)
        said, _ = running.communicate(timeout=PATIENCE_S)
    finally:
        kill_hard(running)
    assert running.returncode == 8, said
    assert "the controller's background work on sda (REBUILDING, 12 % done)" in said
    told = json.loads((tmp_path / "results.json").read_text())
    reason = "the controller of sda started background work (REBUILDING)"
    seen = {run["disturbed"] for run in told["measurements"]}
    assert reason in seen
    assert seen <= {reason, *BY_OTHERS}
    assert any("started background work (REBUILDING) between" in each for each in told["caveats"])
    assert not told["completed"]
    assert there.loop.settings() == before


def test_a_unit_at_work_is_not_watched(make_computer: MakeComputer) -> None:
    there = make_computer(at_work("REBUILDING", rebuilt=12))
    done = there.run("live", "sda", "--schedulers", "none,bfq", "--minutes", "1")
    assert done.returncode == 8
    assert "sda is busy with controller work (REBUILDING), 12 % done" in done.stderr
    assert there.loop.scheduler == "none"


@pytest.mark.slow
def test_work_that_begins_meanwhile_ends_watching(
    make_computer: MakeComputer, tmp_path: Path
) -> None:
    there = make_computer(at_work("OK"))
    before = there.loop.settings()
    words = ("live", "sda", "--schedulers", "none,bfq", "--every", "2", "--minutes", "5")
    running = there.start(*words, "--report", str(tmp_path))
    try:
        until(lambda: there.loop.scheduler == "bfq", "bfq under watch")
        there.simulator.change_unit(status="REBUILDING", rebuilt=12)
        said, _ = running.communicate(timeout=PATIENCE_S)
    finally:
        kill_hard(running)
    assert running.returncode == 8, said
    assert "the controller's background work on sda (REBUILDING, 12 % done)" in said
    told = json.loads((tmp_path / "results.json").read_text())
    assert all(run["disturbed"] for run in told["measurements"])
    assert any("started background work (REBUILDING) between" in each for each in told["caveats"])
    assert there.loop.settings() == before


@pytest.mark.slow
def test_a_verification_that_begins_meanwhile_is_waited_for(
    make_computer: MakeComputer, tmp_path: Path
) -> None:
    """It begins in the middle of a test, which then doesn't count, or just before the next one."""
    there = make_computer(at_work("OK"))
    words = ("sweep", "sda", *SHORT, "--vary", "ncq=on,off", "--report", str(tmp_path))
    running = there.start(*words)
    try:
        until_measured(there)
        there.simulator.change_unit(status="VERIFYING", verified=10)
        before = asked(there).count(STATUS)
        # the first one may still have been answered as before
        until(lambda: asked(there).count(STATUS) > before + 1, "two questions")
        there.simulator.change_unit(status="OK", verified=None)
        said, _ = running.communicate(timeout=PATIENCE_S)
    finally:
        kill_hard(running)
    assert running.returncode == 0, said
    told = json.loads((tmp_path / "results.json").read_text())
    assert told["completed"]
    assert any("waited until" in each for each in told["caveats"])
    assert there.policy("qpolicy") == "on"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_sweep_that_is_stopped_gives_the_policy_back(
    make_computer: MakeComputer, number: signal.Signals
) -> None:
    there = make_computer(at_work("OK"))
    running = there.start("sweep", "sda", *LONG, "--vary", "ncq=on,off")
    try:
        until(lambda: there.is_noted("qpolicy=off") and there.policy("qpolicy") == "off", "off")
        running.send_signal(number)
        running.wait(PATIENCE_S)
        until(lambda: there.policy("qpolicy") == "on", "the policy from before")
    finally:
        kill_hard(running)
        running.communicate()


@pytest.mark.slow
def test_the_next_start_gives_back_what_a_killed_helper_could_not(
    make_computer: MakeComputer,
) -> None:
    there = make_computer(at_work("OK"))
    running = there.start("sweep", "sda", *LONG, "--vary", "ncq=on,off")
    try:
        until(lambda: there.is_noted("qpolicy=off") and there.policy("qpolicy") == "off", "off")
    finally:
        for process in family(running):
            kill_hard(process)
        kill_hard(running)
        running.communicate()
    done = there.run("restore", "--all")
    assert done.returncode == 0, done.stderr
    assert there.policy("qpolicy") == "on"


@pytest.mark.slow
def test_the_policy_comes_back_after_a_trial(make_computer: MakeComputer) -> None:
    there = make_computer(at_work("OK"))
    done = there.run("set", "sda", "qpolicy=off", "--try", "5")
    assert done.returncode == 0, done.stderr
    assert there.sets == ["qpolicy=off", "qpolicy=on"]
    assert there.policy("qpolicy") == "on"


@pytest.mark.slow
def test_a_controller_that_never_answers_is_told_and_nothing_is_changed(
    make_computer: MakeComputer,
) -> None:
    """The program is killed by the helper; what it would have set comes back, if it was."""
    fault = {"/c0/u0 set qpolicy=off": {"kind": "hang"}}
    there = make_computer(lambda unit: machine(controller(units=[unit]), faults=fault))
    done = there.run("set", "sda", "qpolicy=off")
    assert done.returncode == 5, done.stderr
    assert there.policy("qpolicy") == "on"
    done = there.run("sweep", "sda", *SHORT, "--vary", "ncq=on,off")
    assert done.returncode == 2, done.stderr
    assert "qpolicy=off is left out" in done.stderr
    assert there.policy("qpolicy") == "on"
    assert not [one for one in psutil.process_iter(["cmdline"]) if _is_asked(one, there)]


def _is_asked(process: psutil.Process, there: Computer) -> bool:
    return any(str(there.simulator.folder) in word for word in process.info["cmdline"] or ())


def test_policies_are_set_kept_and_restored(make_computer: MakeComputer) -> None:
    there = make_computer(at_work("OK"))
    done = there.run("set", "sda", "qpolicy=off", "storsave=protect", "read_ahead_kb=256")
    assert done.returncode == 0, done.stderr
    assert (there.policy("qpolicy"), there.policy("storsave")) == ("off", "protect")
    done = there.run("restore", "sda")
    assert done.returncode == 0, done.stderr
    assert (there.policy("qpolicy"), there.policy("storsave")) == ("on", "balance")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("setting", "risk"),
    [("wrcache=on", "wrcache-without-battery"), ("storsave=perform", "storsave-perform")],
)
def test_what_can_lose_data_needs_a_word(
    make_computer: MakeComputer, setting: str, risk: str
) -> None:
    name, _, value = setting.partition("=")

    def without_battery(unit: Description) -> Description:
        safe = {**unit["policies"], "wrcache": "off", "storsave": "protect"}
        return machine(controller(units=[{**unit, "policies": safe}], bbu=None))

    there = make_computer(without_battery)
    refused = there.run("set", "sda", setting)
    assert refused.returncode == 2
    assert "power failure" in refused.stderr
    assert f"--allow-risk {risk}" in refused.stderr
    assert there.sets == []
    done = there.run("set", "sda", setting, "--allow-risk", risk)
    assert done.returncode == 0, done.stderr
    assert there.policy(name) == value
