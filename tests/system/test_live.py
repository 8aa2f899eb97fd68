"""The live protocol for real: under fio that the test starts as somebody else's work."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from storage_tuner.advice.judgement import judge
from storage_tuner.client.connecting import connect
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Plan, Protocol, Variant
from storage_tuner.core.verdict import State
from storage_tuner.jobs.live_session import LiveComparison, LiveSession, live_plan_for, live_target
from tests.loop_device import LoopDevice, attach, attached_loop, scratch_folder
from tests.schemas import SCHEMAS, schema
from tests.system.conftest import PATIENCE_S, Household, active_scheduler, family, kill_hard, until
from tests.system.test_session import Notes

STEADY = ("--rw=randrw", "--rwmixread=70", "--numjobs=2", "--rate_iops=100")
BURSTS = ("--rw=randread", "--numjobs=14", "--thinktime=700ms", "--thinktime_blocks=400")
"""Fourteen at once for a moment, then nothing for a while."""

ENDLESS = ("--minutes", "60", "--every", "2")


@contextlib.contextmanager
def others(path: str, *loads: tuple[str, ...]) -> Iterator[None]:
    """Programs that use ``path``."""
    running = [
        subprocess.Popen(
            (
                *("fio", "--thread", "--name=others", f"--filename={path}", "--size=32M"),
                *("--direct=1", "--ioengine=psync", "--bs=4k", "--randrepeat=0", "--norandommap"),
                *("--time_based", "--runtime=1h", "--group_reporting", *load),
            ),
            stdout=subprocess.DEVNULL,
        )
        for load in loads
    ]
    try:
        yield
    finally:
        for program in running:
            program.terminate()
        for program in running:
            program.wait()


@pytest.fixture
def busy(device: LoopDevice) -> Iterator[LoopDevice]:
    with others(device.path, STEADY, BURSTS):
        yield device


def live_schema(definition: str = "session") -> Draft202012Validator:
    """For ``live --json`` or another of the definitions in its schema."""
    found = json.loads((SCHEMAS / "live.schema.json").read_text())
    return Draft202012Validator({**found, "$ref": f"#/$defs/{definition}"})


def saved(household: Household) -> Path:
    """The one kept run, in a file."""
    (run,) = json.loads(household.run("runs", "--json").stdout)["runs"]
    path = household.data / "kept.json"
    written = household.run("runs", "export", run["identifier"], "--to", str(path))
    assert written.returncode == 0, written.stderr
    return path


def test_a_dry_run_says_what_would_be_switched_and_starts_no_helper(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    words = ("live", device.path, "--schedulers", "none,bfq", "--minutes", "10", "--dry-run")
    told = household.run(*words)
    assert told.returncode == 0, told.stderr
    assert 'Compares "none", "bfq"' in told.stdout
    assert "4 to 12 s each, for up to" in told.stdout
    assert "at most 67 switches" in told.stdout
    keys = json.loads(household.run(*words, "--json").stdout)
    live_schema("dry_run").validate(keys)
    assert keys["switched_on"] == [device.name]
    assert [variant["name"] for variant in keys["variants"]] == ["none", "bfq"]
    assert (keys["current"], keys["at_most_s"], keys["switches_at_most"]) == ("none", 600, 67)
    assert household.leftovers() == []
    assert device.settings() == before


@pytest.mark.slow
def test_a_mounted_device_in_use_is_watched_kept_and_judged_again(
    household: Household, device: LoopDevice, tmp_path: Path
) -> None:
    """In a mount namespace, so that nothing can stay mounted."""
    before = device.settings()
    subprocess.run(["mkfs.ext4", "-q", device.path], check=True)
    folder = tmp_path / "mounted"
    folder.mkdir()
    report = tmp_path / "out"
    script = """
        mount "$1" "$2"
        fio --thread --name=others --filename="$2/file" --size=16M --direct=1 --ioengine=psync \\
            --bs=4k --rw=randrw --numjobs=4 --rate_iops=100 --time_based --runtime=1h >/dev/null &
        load=$!
        "$3" -m storage_tuner live "$1" --schedulers none,bfq --minutes 0.3 --every 2 \\
            --report "$4" --json
        code=$?
        kill $load
        wait $load
        exit $code
    """
    done = subprocess.run(
        [
            *("unshare", "--mount", "sh", "-c", script, "sh"),
            *(device.path, str(folder), sys.executable, str(report)),
        ],
        env=household.environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    live_schema().validate(told)
    assert (told["completed"], told["outcome"]) == (True, "restored")
    assert {one["variant"] for one in told["figures"]} == {"none", "bfq"}
    assert all(one["requests"] > 0 for one in told["figures"])
    assert device.settings() == before
    result = json.loads(saved(household).read_text())
    schema("results").validate(result)
    assert result["plan"]["protocol"] == "live"
    assert {run["operation"] for run in result["measurements"]} >= {"live-read", "live-write"}
    assert (report / "report.pdf").stat().st_size > 1000
    again = household.run("verdict", str(report / "results.json"), "--json")
    assert json.loads(again.stdout)["verdicts"] == told["verdicts"]
    table = household.run("verdict", str(report / "results.csv"))
    assert table.returncode == 0, table.stderr
    page = tmp_path / "page.html"
    written = household.run("report", str(saved(household)), "--html", str(page))
    assert written.returncode == 0, written.stderr
    assert "created no load" in page.read_text()
    assert "was written to" not in page.read_text()


def test_an_idle_device_is_told_and_has_no_verdict(
    household: Household, device: LoopDevice
) -> None:
    before = device.settings()
    done = household.run(
        "live", device.path, "--schedulers", "none,bfq", "--minutes", "0.15", "--every", "2"
    )
    assert done.returncode == 0, done.stderr
    assert "too little load for a comparison" in done.stdout
    assert "better" not in done.stdout
    assert device.settings() == before


@pytest.mark.slow
def test_progress_tells_the_standings(household: Household, busy: LoopDevice) -> None:
    program = household.start(
        "live", busy.path, "--schedulers", "none,bfq", "--minutes", "0.6", "--every", "2"
    )
    output, _ = program.communicate(timeout=120)
    assert program.returncode == 0, output
    assert "block 1," in output
    assert "live reads: " in output
    assert "Results under the same load" in output


@pytest.mark.slow
def test_what_somebody_else_sets_is_told_and_does_not_count(
    household: Household, busy: LoopDevice
) -> None:
    before = busy.settings()
    program = household.start(
        "live", busy.path, "--schedulers", "none,bfq", "--minutes", "0.4", "--every", "2"
    )
    until(lambda: active_scheduler(busy.name) == "bfq", "bfq under watch")
    busy.write("scheduler", "kyber")
    output, _ = program.communicate(timeout=120)
    assert program.returncode == 0, output
    assert busy.settings() == before
    result = json.loads(saved(household).read_text())
    assert any("Another program set scheduler" in caveat for caveat in result["caveats"])
    assert any(run["disturbed"] for run in result["measurements"])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stop_puts_everything_back(
    household: Household, busy: LoopDevice, number: signal.Signals
) -> None:
    before = busy.settings()
    program = household.start("live", busy.path, "--schedulers", "none,kyber", *ENDLESS)
    until(lambda: active_scheduler(busy.name) == "kyber", "kyber under watch")
    program.send_signal(number)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert "Traceback" not in output
    assert busy.settings() == before


@pytest.mark.slow
def test_what_was_seen_before_a_stop_is_kept_and_nobody_measures_it_on(
    household: Household, busy: LoopDevice
) -> None:
    program = household.start("live", busy.path, "--schedulers", "none,kyber", *ENDLESS)
    until(lambda: active_scheduler(busy.name) == "kyber", "kyber under watch")
    until(lambda: active_scheduler(busy.name) == "none", "none after kyber")
    until(lambda: active_scheduler(busy.name) == "kyber", "kyber again")
    program.send_signal(signal.SIGTERM)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert "Stopped early, after" in output
    result = saved(household)
    assert json.loads(result.read_text())["completed"] is False
    resumed = household.run("sweep", "--resume")
    assert resumed.returncode == 2
    assert "no interrupted benchmark" in resumed.stderr
    for words, reason in (
        (("sweep", "--resume", str(result)), "can't be resumed"),
        (("confirm", str(result)), "no decided comparison"),
    ):
        refused = household.run(*words)
        assert refused.returncode == 2, refused.stdout + refused.stderr
        assert reason in refused.stderr


def test_a_kill_in_the_middle_leaves_nothing_set(household: Household, busy: LoopDevice) -> None:
    before = busy.settings()
    program = household.start("live", busy.path, "--schedulers", "none,kyber", *ENDLESS)
    until(lambda: active_scheduler(busy.name) == "kyber", "kyber under watch")
    kill_hard(program)
    program.communicate(timeout=PATIENCE_S)
    until(lambda: busy.settings() == before, "the settings from before")
    until(lambda: household.leftovers() == [], "nothing left in the journal")


@pytest.mark.slow
def test_a_kill_of_everything_is_undone_by_the_next_start(
    household: Household, busy: LoopDevice
) -> None:
    before = busy.settings()
    program = household.start("live", busy.path, "--schedulers", "none,kyber", *ENDLESS)
    until(lambda: active_scheduler(busy.name) == "kyber", "kyber under watch")
    everyone = family(program)
    kill_hard(program)
    for child in everyone:
        kill_hard(child)
    program.communicate(timeout=PATIENCE_S)
    household.run("restore", "--all")
    assert busy.settings() == before
    assert household.leftovers() == []


@pytest.mark.slow
def test_a_pause_by_signal_gives_the_device_back(household: Household, busy: LoopDevice) -> None:
    before = busy.settings()
    program = household.start("live", busy.path, "--schedulers", "bfq,kyber", *ENDLESS)
    until(lambda: active_scheduler(busy.name) == "kyber", "kyber under watch")
    program.send_signal(signal.SIGUSR1)
    until(lambda: busy.settings() == before, "the settings from before in a pause")
    program.send_signal(signal.SIGUSR1)
    until(lambda: active_scheduler(busy.name) == "kyber", "kyber under watch again")
    program.send_signal(signal.SIGTERM)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert busy.settings() == before


def test_a_device_that_goes_ends_it(household: Household) -> None:
    with scratch_folder() as folder, attached_loop(folder) as device:
        program = household.start("live", device.path, "--schedulers", "none,bfq", *ENDLESS)
        until(lambda: active_scheduler(device.name) == "bfq", "bfq under watch")
        subprocess.run(["losetup", "--detach", device.path], check=True)
        output, _ = program.communicate(timeout=PATIENCE_S)
        until(lambda: household.leftovers() == [], "nothing left in the journal")
        attach(device)
        assert program.returncode == 3, output
        assert "no longer the same device" in output


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--schedulers", "cfq,none"), "scheduler cfq isn't available"),
        (("--schedulers", "none"), "nothing to compare"),
        (("--vary", "iostats=0,1"), "kernel counts no requests"),
        (("--vary", "nr_requests"), "not of the form"),
        (("--vary", "nr_requests=64,soon"), "can't be set"),
        (("--vary", "nr_requests=64,64"), "nothing to compare"),
        (("--vary", "swappiness=1,60"), "whole computer"),
        (("--vary", "slice_idle=0,8"), "bfq"),
        (("--minutes", "0"), "minutes"),
        (("--every", "0.1"), "seconds"),
        (("--schedulers", "none,bfq", "--vary", "nr_requests=4,8"), "not allowed with"),
    ],
)
def test_what_makes_no_sense_is_refused(
    household: Household, device: LoopDevice, words: tuple[str, ...], said: str
) -> None:
    before = device.settings()
    done = household.run("live", device.path, *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert device.settings() == before


def watched(
    household: Household,
    monkeypatch: pytest.MonkeyPatch,
    device: LoopDevice,
    wish: LiveComparison,
    change: dict[str, object],
) -> tuple[Plan, SessionRecord]:
    """A session with short turns."""
    for name, value in household.environment.items():
        monkeypatch.setenv(name, value)
    target = live_target(device.path, wish)
    plan = replace(live_plan_for(target, wish, seed=1), ramp_ms=250, **change)  # type: ignore[arg-type]
    with LiveSession(connect, Notes()) as session:
        session.open(target)
        return plan, session.watch(plan)


@pytest.mark.slow
def test_a_known_difference_is_found(
    household: Household, busy: LoopDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With strict guarantees bfq has one request under way at a time: sixteen programs wait for
    each other several times as long."""
    busy.write("scheduler", "bfq")
    before = busy.settings()
    wish = LiveComparison(tunable="strict_guarantees", values=("1", "0"))
    plan, record = watched(
        household, monkeypatch, busy, wish, {"runtime_ms": 1000, "budget_s": 180.0}
    )
    assert plan.protocol is Protocol.LIVE
    assert plan.current == "strict_guarantees=0"
    judgement = judge(record)
    (reads,) = (
        verdict
        for verdict in judgement.verdicts
        if verdict.threads is None
        and verdict.operation.name == "live-read"
        and verdict.metric is Metric.ACCESS_TIME
    )
    print(f"{len(record.measurements) // 2} slices, {reads.effect_percent} %")
    assert reads.winner == "strict_guarantees=0"
    assert judgement.recommendation is not None
    assert not judgement.recommendation.change
    assert busy.settings() == before


@pytest.mark.slow
def test_the_same_under_three_names_has_no_winner(
    household: Household, busy: LoopDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = tuple(Variant(f"none {number}", (("scheduler", "none"),)) for number in range(3))
    change = {"runtime_ms": 1000, "budget_s": 120.0, "variants": same, "current": "none 0"}
    _, record = watched(household, monkeypatch, busy, LiveComparison(), change)
    judgement = judge(record)
    assert record.completed
    assert len(record.measurements) > 100
    assert all(verdict.state is not State.BETTER for verdict in judgement.verdicts)
    assert judgement.recommendation is not None
    assert not judgement.recommendation.change


@pytest.mark.slow
def test_shorter_times_for_less_work_are_seen_through(
    household: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nr_requests=4 requests wait before they begin, where no counter is: those that have
    begun take less time, and less is done."""
    with scratch_folder() as folder, attached_loop(folder) as device:
        wide = ("--rw=randwrite", "--numjobs=32")
        with others(device.path, wide):
            wish = LiveComparison(tunable="nr_requests", values=("128", "4"))
            _, record = watched(
                household, monkeypatch, device, wish, {"runtime_ms": 1000, "budget_s": 60.0}
            )
    judgement = judge(record)
    assert judgement.recommendation is not None
    assert not judgement.recommendation.change
    assert any("which the kernel doesn't count" in str(caveat) for caveat in record.caveats)
