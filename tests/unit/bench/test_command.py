"""How an own command is written, and what is said of its end."""

from __future__ import annotations

import errno
import json
import os
import signal

import pytest

from storage_tuner.bench.counter_snapshot import CounterSnapshot
from storage_tuner.bench.programs.command import (
    CommandRun,
    CommandStep,
    Copied,
    End,
    StepRun,
    command_workload,
    run_from,
    shell_note,
    start_workloads,
    words_of,
)
from storage_tuner.bench.programs.page_cache import Eviction
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.workload import RateUnit


def test_words_are_split_as_a_shell_splits_them_and_nothing_is_expanded() -> None:
    assert words_of("cp -r 'my files' $HOME/*", "--command") == (
        "cp", "-r", "my files", "$HOME/*",
    )  # fmt: skip


@pytest.mark.parametrize("text", ["", "  ", "''", "make 'all", "make \\", "ma\0ke"])
def test_what_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="--prepare"):
        words_of(text, "--prepare")


def test_what_no_result_could_hold_is_refused_before_anything_is_measured() -> None:
    """An argument's byte that isn't UTF-8 comes as half of a letter."""
    with pytest.raises(InvalidInput, match="--command isn't UTF-8 text"):
        words_of(os.fsdecode(b"cat caf\xe9"), "--command")


@pytest.mark.parametrize("text", ["ls | wc", "make > log", "a && b", "a; b", "sort<x", "a 2>&1"])
def test_who_expects_a_shell_is_told(text: str) -> None:
    note = shell_note(text)
    assert note
    assert "without a shell" in str(note)


@pytest.mark.parametrize(
    "text", ["make -C src", "sh -c 'ls | wc'", 'echo "a > b"', r"find . -exec rm {} \;", "say #1"]
)
def test_who_expects_none_is_not(text: str) -> None:
    assert shell_note(text) is None


def test_a_command_as_a_workload() -> None:
    workload = command_workload(["/usr/bin/make", "-C", "my src"], prepare=["true"], timeout_s=5)
    operation = workload.operations[0]
    assert operation.name == workload.name == "command-make"
    assert str(operation.label) == "Command /usr/bin/make -C 'my src'"
    assert operation.unit is RateUnit.RUNS
    assert workload.command
    assert workload.command.prepare == ("true",)
    assert workload.needs_file
    assert workload.fixed_threads == 1
    assert len(str(command_workload(["x" * 1000]).label)) == len("Command ") + 60
    assert command_workload(["./…"]).name == "command"
    assert "\x1b" not in str(command_workload(["make\x1b[2J"]).label)
    for timeout_s in (0, -1, 1e9, float("nan")):
        with pytest.raises(InvalidInput):
            command_workload(["true"], timeout_s=timeout_s)


def test_a_start_is_measured_on_the_idle_disk_and_beside_readers_and_writers() -> None:
    idle, light, heavy = start_workloads(["/usr/bin/xterm", "/bin/true"], timeout_s=5)
    assert [each.name for each in idle.operations] == ["start-xterm-0"]
    assert [(each.name, each.unit) for each in heavy.operations] == [
        ("start-xterm-5", RateUnit.RUNS),
        ("start-xterm-5/read", RateUnit.MEGABYTES),
        ("start-xterm-5/write", RateUnit.MEGABYTES),
    ]
    assert [each.has_test_file for each in (idle, light, heavy)] == [False, True, True]
    for workload in (idle, light, heavy):
        assert workload.command and workload.command.start
        assert (workload.command.argv[0], workload.command.timeout_s) == ("/usr/bin/xterm", 5)
        assert (workload.needs_file, workload.fixed_threads) == (True, 1)


@pytest.mark.parametrize(
    ("end", "code", "said", "reason"),
    [
        (End.EXITED, 2, "", "exit code 2"),
        (End.EXITED, 2, "one\nno rule\n\n", "exit code 2 (no rule)"),
        (End.EXITED, 1, "x: No space left\n2 records out\n", "exit code 1 (x: No space left)"),
        (End.EXITED, 1, "red \x1b[31mtext", "exit code 1 (red \ufffd[31mtext)"),
        (End.EXITED, -signal.SIGSEGV, "", "it was terminated by signal SIGSEGV"),
        (End.EXITED, -40, "", "it was terminated by signal 40"),
        (End.TOO_LONG, -9, "…", "it took longer than 3 s and was stopped"),
        (End.NOT_STARTED, errno.ENOENT, "", "there is no such program"),
        (End.NOT_STARTED, errno.EACCES, "", "it isn't executable"),
        (End.NOT_STARTED, errno.E2BIG, "", "argument list too long"),
    ],
)
def test_the_reason_of_a_failure(end: End, code: int, said: str, reason: str) -> None:
    run = StepRun(CommandStep.COMMAND, end, code, duration_s=3.2, said=said)
    assert not run.succeeded
    assert str(run.reason) == reason


def test_a_long_last_line_is_cut() -> None:
    assert len(str(StepRun(CommandStep.COMMAND, End.EXITED, 1, said="x" * 8000).reason)) < 250


def test_a_run_survives_the_way_to_its_reader() -> None:
    steps = (
        StepRun(CommandStep.PREPARE, End.EXITED, 0, 1.0, 0.5, 0.25, "fine"),
        StepRun(CommandStep.COMMAND, End.TOO_LONG, -9, 3.0),
    )
    moments = (CounterSnapshot(1.5, "1 2 3", "cpu 1"), CounterSnapshot(2.5, "", ""))
    cold = CommandRun(steps, *moments, 0, Eviction(3, 900, 5, 7), Copied(8, 9), ("/bin/sh",))
    for run in (CommandRun(steps, *moments, left=2), cold, CommandRun((), None, None, 0)):
        assert run_from(_as_json(run.document())) == run
    assert CommandRun(steps, *moments, left=0).failed == steps[1]
    assert CommandRun(steps, *moments, left=0).timed == steps[1]


def _as_json(document: dict[str, object]) -> dict[str, object]:
    found = json.loads(json.dumps(document))
    assert isinstance(found, dict)
    return found
