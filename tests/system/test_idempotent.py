"""``set``, ``restore`` and ``apply`` as scripts use them: twice is the same as once, a dry run says
what is then done, and what is interrupted is restored."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.core.device import Device
from storage_tuner.jobs.judging import judge_session
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.load.machine import read_machine
from storage_tuner.store.results import write_results
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.schemas import devices_schema, schema
from tests.system.conftest import PATIENCE_S, Household, until
from tests.system.test_settings import RULES, in_a_room
from tests.unit.report.example_session import example_record

KEPT_LATER = """
import sys
from storage_tuner.cli.main import main
from storage_tuner.client.sessions import HelperSession

def wait(session):
    print("set", flush=True)
    sys.stdin.read()

HelperSession.keep = wait
sys.exit(main(sys.argv[1:]))
"""
"""The program, which has set everything and is about to keep it."""


@pytest.fixture
def two(loop_devices: LoopDeviceFactory) -> list[LoopDevice]:
    return sorted((loop_devices() for _ in range(2)), key=lambda one: one.name)


def told(household: Household, *words: str, code: int = 0) -> Any:  # noqa: ANN401 - JSON
    done = household.run(*words, "--json", "--exit-code")
    assert done.returncode == code, done.stderr
    document = json.loads(done.stdout)
    kind = "dry_run" if "--dry-run" in words and words[0] == "set" else words[0]
    devices_schema(kind).validate(document)
    return document


def present(device: LoopDevice) -> Device:
    return find_device(device.name, read_devices(Path("/")))


def result_for(folder: Path, measured: Device) -> str:
    """A result that recommends the scheduler none on ``measured``; its figures are made up."""
    record = example_record()
    machine = replace(record.machine, host=read_machine("").host)
    record = replace(record, device=measured, machine=machine)
    judgement = judge_session(record)
    assert judgement.recommendation is not None
    assert judgement.recommendation.settings == (("scheduler", "none"),)
    path = folder / "results.json"
    write_results(record, judgement, path)
    return str(path)


def test_setting_twice_is_the_same_as_once(household: Household, two: list[LoopDevice]) -> None:
    before = [device.settings() for device in two]
    words = ["set", *(device.path for device in two), "scheduler=bfq", "nr_requests=32"]
    expected = told(household, *words, "--dry-run", code=10)
    assert [device.settings() for device in two] == before
    done = told(household, *words, code=10)
    assert expected["changed"] and done["changed"]
    assert expected["changes"] == done["changes"]
    for device in two:
        assert expected["before"][device.name] == done["before"][device.name]
        assert expected["after"][device.name].items() <= done["after"][device.name].items()
        assert done["after"][device.name]["scheduler"] == "bfq"
        assert done["before"][device.name]["scheduler"] == "none"
    records = household.leftovers()
    for more in ((), ("--dry-run",)):
        again = told(household, *words, *more)
        assert not again["changed"] and again["before"] == again["after"] == done["after"]
    assert household.leftovers() == records


def test_what_is_set_already_leaves_no_record_that_would_be_restored(
    household: Household, device: LoopDevice
) -> None:
    device.write("scheduler", "bfq")
    assert not told(household, "set", device.path, "scheduler=bfq")["changed"]
    assert household.leftovers() == []
    device.write("scheduler", "kyber")
    assert not told(household, "restore", device.path)["changed"]
    assert device.scheduler == "kyber"


@pytest.mark.slow
def test_one_of_several_that_needs_it_is_changed(
    household: Household, two: list[LoopDevice]
) -> None:
    two[0].write("scheduler", "bfq")
    done = told(household, "set", two[0].path, two[1].path, "scheduler=bfq", code=10)
    assert [done["before"][each.name]["scheduler"] for each in two] == ["bfq", "none"]
    restored = told(household, "restore", two[0].path, two[1].path, code=10)
    assert [one.scheduler for one in two] == ["bfq", "none"]
    assert len(restored["restored"]) == 1


def test_what_another_program_only_tries_is_not_taken_for_set(
    household: Household, device: LoopDevice
) -> None:
    trial = household.start("set", device.path, "scheduler=bfq", "--try", "600")
    until(lambda: device.scheduler == "bfq", "bfq")
    done = household.run("set", device.path, "scheduler=bfq")
    assert (done.returncode, "already being tuned by" in done.stderr) == (3, True)
    trial.send_signal(signal.SIGINT)
    trial.communicate(timeout=PATIENCE_S)


@pytest.mark.slow
def test_restoring_twice_is_the_same_as_once(household: Household, two: list[LoopDevice]) -> None:
    before = [device.settings() for device in two]
    names = [device.path for device in two]
    told(household, "set", *names, "scheduler=bfq", "read_ahead_kb=64", code=10)
    expected = told(household, "restore", *names, "--dry-run", code=10)
    assert [device.scheduler for device in two] == ["bfq", "bfq"]
    done = told(household, "restore", *names, code=10)
    for key in ("changed", "before", "after", "removed"):
        assert expected[key] == done[key], key
    assert [device.settings() for device in two] == before
    for words in (("restore", *names), ("restore", "--all"), ("restore", "--all", "--dry-run")):
        again = told(household, *words)
        assert (again["changed"], again["restored"], again["left"]) == (False, [], [])


@pytest.mark.slow
def test_permanent_settings_are_written_and_removed_once(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    program = f"set {device.path} scheduler=bfq --persist --json"
    done = in_a_room(
        household,
        device,
        *(f"tuner {program}", "echo ===", f"stat -c %i-%Y-%Z {RULES}", "echo ==="),
        *(f"tuner {program} --dry-run", "echo ==="),
        *(f"tuner {program}", "echo ===", f"stat -c %i-%Y-%Z {RULES}", "echo ==="),
        *(f"tuner restore {device.path} --json --dry-run", "echo ==="),
        *(f"tuner restore {device.path} --json", "echo ==="),
        f"tuner restore {device.path} --json",
    )
    assert done.returncode == 0, done.stderr
    parts = done.stdout.split("===\n")
    first, file, dry, second, same_file, expected, restored, again = parts
    assert [json.loads(part)["changed"] for part in (first, dry, second)] == [True, False, False]
    assert file == same_file
    assert json.loads(second)["persistent"] == json.loads(dry)["persistent"]
    for part in (expected, restored):
        assert json.loads(part)["changed"]
        assert json.loads(part)["removed"] == {device.name: {"scheduler": "bfq"}}
    assert not json.loads(again)["changed"]
    assert device.settings() == before


@pytest.mark.slow
def test_only_permanent_settings_are_removed_and_the_current_ones_stay(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    removal = f"tuner restore {device.path} --only-permanent --json"
    done = in_a_room(
        household,
        device,
        f"tuner set {device.path} scheduler=bfq --persist --json",
        *("echo ===", f"{removal} --dry-run", f"test -e {RULES}"),
        *("echo ===", removal, f"test ! -e {RULES}"),
        *("echo ===", removal),
        *("echo ===", f"cat /sys/block/{device.name}/queue/scheduler"),
        *("echo ===", f"tuner restore {device.path} --json"),
    )
    assert done.returncode == 0, done.stderr
    first, *removals, scheduler, restored = done.stdout.split("===\n")
    found = [json.loads(part) for part in removals]
    for each in found:
        devices_schema("restore").validate(each)
        assert (
            each["before"]
            == each["after"]
            == {device.name: json.loads(first)["after"][device.name]}
        )
    assert [each["changed"] for each in found] == [True, True, False]
    gone = {device.name: {"scheduler": "bfq"}}
    assert [each["removed"] for each in found] == [gone, gone, {}]
    assert "[bfq]" in scheduler
    assert json.loads(restored)["removed"] == {}
    assert device.settings() == before


def test_a_result_is_applied_to_the_disk_that_was_measured(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    device.write("scheduler", "bfq")
    result = result_for(tmp_path, present(device))
    expected = told(household, "apply", result, "--dry-run", code=10)
    assert device.scheduler == "bfq"
    done = told(household, "apply", result, code=10)
    assert (device.scheduler, done["devices"]) == ("none", [device.name])
    assert done["settings"] == {"scheduler": "none"} and done["decided"]
    assert expected["changes"] == done["changes"] and expected["before"] == done["before"]
    assert not told(household, "apply", result, device.path)["changed"]
    told(household, "restore", device.path, code=10)
    assert device.scheduler == "bfq"


def test_a_result_of_another_disk_is_refused(
    household: Household, two: list[LoopDevice], tmp_path: Path
) -> None:
    gone = replace(present(two[0]), serial="GONE-1", model="A model", diskseq=1)
    result = result_for(tmp_path, gone)
    for words in ((), (two[1].path,), (two[1].path, "--same-model")):
        done = household.run("apply", result, *words)
        assert (done.returncode, done.stdout) == (12, "")
        assert "isn't" in done.stderr
    assert household.leftovers() == []


@pytest.mark.slow
def test_a_plan_is_applied_to_the_devices_that_are_named(
    household: Household, two: list[LoopDevice], tmp_path: Path
) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text('{"schema_version": 1, "schedulers": ["bfq"]}')
    told(household, "apply", str(plan), two[0].path, two[1].path, code=10)
    assert [device.scheduler for device in two] == ["bfq", "bfq"]
    assert household.run("apply", str(plan)).returncode == 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP, signal.SIGTERM])
def test_applying_that_is_killed_before_it_keeps_restores_everything(
    household: Household, two: list[LoopDevice], tmp_path: Path, number: signal.Signals
) -> None:
    """As when a connection is lost."""
    before = [device.settings() for device in two]
    plan = tmp_path / "plan.json"
    plan.write_text('{"schema_version": 1, "schedulers": ["bfq"]}')
    words = ("apply", str(plan), *(device.path for device in two))
    program = subprocess.Popen(
        [sys.executable, "-c", KEPT_LATER, *words],
        env=household.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "set\n"
    assert [device.scheduler for device in two] == ["bfq", "bfq"]
    program.send_signal(number)
    program.communicate(timeout=PATIENCE_S)
    until(lambda: [device.settings() for device in two] == before, "the old values")
    until(lambda: household.leftovers() == [], "no records")
    assert told(household, *words, code=10)["changed"]


def test_of_several_targets_none_begins_after_a_stop(
    household: Household, two: list[LoopDevice], tmp_path: Path
) -> None:
    before = [device.settings() for device in two]
    names = [device.path for device in two]
    written = tmp_path / "written"
    with written.open("w") as output:
        program = household.start(
            "sweep", *names, "--quick", "--json", "--progress", "json", output=output
        )
        until(lambda: '"phase": "measuring", "done": 0' in written.read_text(), "a measurement")
        program.send_signal(signal.SIGHUP)
        program.communicate(timeout=120)
    assert program.returncode == 130, written.read_text()
    lines = written.read_text().splitlines()
    events = [json.loads(line) for line in lines if line.startswith('{"time"')]
    for event in events:
        schema("events").validate(event)
    assert {event["target"] for event in events} == {names[0]}
    assert {"begins", "progress"} <= {event["event"] for event in events}
    printed = json.loads("\n".join(lines[lines.index("[") :]))
    schema("several").validate(printed)
    assert [(one["target"], one["exit_code"]) for one in printed] == [(names[0], 130)]
    assert [device.settings() for device in two] == before
