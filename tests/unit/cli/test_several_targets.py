"""Several devices in one command: told from settings, measured in turn, reported together."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.cli.main import main
from storage_tuner.cli.options.exit_codes import CHANGED, UNDECIDED, worst_code
from storage_tuner.cli.options.wanted_settings import devices_and_settings
from storage_tuner.cli.running_jobs import carry_out_each, exit_code
from storage_tuner.cli.terminal_events import Printing
from storage_tuner.cli.tune import _folder_name
from storage_tuner.core.errors import Cancelled, InvalidInput, NotMeasurable, ToolFailed
from storage_tuner.core.measurement import SettingsOutcome
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.outcome import Outcome
from storage_tuner.jobs.tuning_session import TuningSession
from tests.schemas import schema
from tests.unit.report.example_session import example_record

RECORD = example_record()
MEASURED = Outcome(RECORD, judge_session(RECORD))


@pytest.mark.parametrize("word", ["..", ".", "/", "../..", "/dev/sda", "sda"])
def test_reports_of_several_targets_stay_in_their_folder(word: str) -> None:
    name = _folder_name(word)
    assert name
    assert "/" not in name
    assert name.strip(".")


@pytest.mark.parametrize(
    ("codes", "worst"),
    [
        ((0, 0), 0),
        ((0, UNDECIDED), UNDECIDED),
        ((UNDECIDED, CHANGED), CHANGED),
        ((CHANGED, 5, UNDECIDED), 5),
        ((5, 130), 130),
        ((1, 5, 130), 1),
    ],
)
def test_no_success_hides_an_error(codes: tuple[int, ...], worst: int) -> None:
    assert worst_code(codes) == worst


@pytest.mark.parametrize(
    ("words", "devices", "settings"),
    [
        ("sda nomerges=1", ("sda",), {"nomerges": "1"}),
        (
            "sda sdb sda nomerges=1 scheduler=bfq",
            ("sda", "sdb"),
            {"scheduler": "bfq", "nomerges": "1"},
        ),
        (
            "/dev/disk/by-id/a=b /dev/disk/by-id/c=d nomerges=1",
            ("/dev/disk/by-id/a=b", "/dev/disk/by-id/c=d"),
            {"nomerges": "1"},
        ),
    ],
)
def test_devices_precede_settings(
    words: str, devices: tuple[str, ...], settings: dict[str, str]
) -> None:
    assert devices_and_settings(words.split()) == (devices, settings)


@pytest.mark.parametrize("words", ["sda scheduler", "sda nomerges=1 sdb", "sda sdb"])
def test_what_is_no_setting_is_named(words: str) -> None:
    with pytest.raises(InvalidInput, match="is not of the form NAME=VALUE"):
        devices_and_settings(words.split())


def test_other_codes_are_given_only_if_asked_for() -> None:
    kept = replace(MEASURED, record=replace(RECORD, outcome=SettingsOutcome.KEPT))
    decision = MEASURED.judgement.decision
    assert decision is not None and decision.is_decided
    open_ = replace(decision, action=decision.action.NONE)
    undecided = replace(MEASURED, judgement=replace(MEASURED.judgement, decision=open_))
    outcomes = (MEASURED, kept, undecided)
    assert [exit_code(each, Printing()) for each in outcomes] == [0, 0, 0]
    told = [exit_code(each, Printing(tells_all=True)) for each in outcomes]
    assert told == [0, CHANGED, UNDECIDED]


def ending(end: Outcome | BaseException, begun: list[str], name: str) -> Callable[..., Outcome]:
    def job(session: TuningSession, *, listener: JobListener) -> Outcome:
        begun.append(name)
        if isinstance(end, BaseException):
            raise end
        return end

    return job


def run(as_json: bool, **ends: Outcome | BaseException) -> tuple[int, list[str]]:
    begun: list[str] = []
    jobs = {name: (ending(end, begun, name), Printing(as_json)) for name, end in ends.items()}
    return carry_out_each(jobs, 1 << 30), begun


def test_a_failure_is_no_reason_to_leave_out_the_next(capsys: pytest.CaptureFixture[str]) -> None:
    failed = replace(MEASURED, problem=ToolFailed("fio", "it crashed"))
    ends: dict[str, Outcome | BaseException] = {
        "sda": NotMeasurable("It is busy."),
        "sdb": failed,
        "sdc": MEASURED,
    }
    code, begun = run(True, **ends)
    assert (code, begun) == (8, ["sda", "sdb", "sdc"])
    printed = json.loads(capsys.readouterr().out)
    schema("several").validate(printed)
    assert [(one["target"], one["exit_code"]) for one in printed] == [
        *(("sda", 8), ("sdb", 4), ("sdc", 0))
    ]
    assert printed[0]["error"] == "It is busy." and "verdicts" not in printed[0]
    assert "it crashed" in printed[1]["error"] and printed[1]["verdicts"]
    assert printed[2]["error"] is None and printed[2]["completed"]
    assert run(False, **ends)[0] == 8
    summary = capsys.readouterr().out.rsplit("\n\n", 1)[1].splitlines()
    assert [line.split(":")[0] for line in summary] == ["sda", "sdb", "sdc"]


@pytest.mark.parametrize("error", [NotMeasurable("It is busy.", "Wait."), KeyboardInterrupt()])
def test_with_events_a_failure_is_an_event(
    error: BaseException, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program that reads events needs no second way to learn of a target's end."""
    begun: list[str] = []
    carry_out_each({"sda": (ending(error, begun, "sda"), Printing(True, events="sda"))}, 1 << 30)
    printed = capsys.readouterr()
    (line,) = map(json.loads, printed.err.splitlines())
    schema("events").validate(line)
    assert (line["event"], line["target"]) == ("error", "sda")
    assert line["message"]["text"] == json.loads(printed.out)[0]["error"]


@pytest.mark.parametrize(
    "stop",
    [Cancelled(), KeyboardInterrupt(), replace(MEASURED, record=replace(RECORD, completed=False))],
    ids=["cancelled", "twice", "with measurements"],
)
def test_a_stop_ends_all(stop: Outcome | BaseException) -> None:
    assert run(True, sda=MEASURED, sdb=stop, sdc=MEASURED) == (130, ["sda", "sdb"])


@pytest.mark.parametrize("option", ["--check", "--resume=x", "--save-plan=x"])
def test_some_options_are_for_one_target(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "nosuch1", "nosuch2", option]) == 2
    assert "accepts only one TARGET" in capsys.readouterr().err


def test_all_targets_are_checked_before_the_first_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", str(tmp_path), "nosuch"]) == 3
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
