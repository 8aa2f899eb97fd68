"""``--command`` and what belongs to it."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

import pytest

from storage_tuner.bench.programs.command import command_workload
from storage_tuner.cli.own_command import (
    add_arguments,
    add_repeats,
    check,
    notes,
    own_workloads,
    protocol_for,
    repeated,
    time_lines,
)
from storage_tuner.cli.plan_text import plan_lines
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.workload import CLASSICAL_WORKLOADS
from tests.unit.report.example_session import example_record

COMMAND = command_workload(["make", "-C", "src"])


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    add_repeats(parser)
    parser.set_defaults(protocol=Protocol.ADAPTIVE, practice=False, workloads=())
    return parser.parse_args(words)


def plan(protocol: Protocol) -> Plan:
    variants = (Variant("none", ()), Variant("bfq", ()))
    return Plan(
        Target(TargetKind.FILE, None),
        variants,
        (COMMAND,),
        (1, 8),
        6,
        1,
        0,
        1,
        protocol=protocol,
    )


def test_a_command_with_everything() -> None:
    (workload,) = own_workloads(
        parsed(
            "--command", "make -C 'my src'", "--prepare", "make clean", "--clean-up", "rm -f x",
            "--time-limit", "1.5",
        )
    )  # fmt: skip
    command = workload.command
    assert command
    assert command.argv == ("make", "-C", "my src")
    assert (command.prepare, command.clean_up) == (("make", "clean"), ("rm", "-f", "x"))
    assert command.timeout_s == 1.5


def test_none_is_none() -> None:
    assert own_workloads(parsed()) == ()
    assert notes(parsed()) == []


@pytest.mark.parametrize("option", ["--prepare", "--clean-up", "--time-limit"])
def test_what_belongs_to_a_command_needs_one(option: str) -> None:
    with pytest.raises(InvalidInput, match=f"^{option} belongs to a --command"):
        own_workloads(parsed(option, "7"))


@pytest.mark.parametrize(
    "words",
    [
        ("--times", "0"),
        ("--times", "1001"),
        ("--times", "-3"),
        ("--times", "²"),
        ("--time-limit", "0"),
        ("--time-limit", "nan"),
        ("--time-limit", "1e9"),
    ],
)
def test_impossible_numbers_are_refused(words: tuple[str, str]) -> None:
    with pytest.raises(SystemExit):
        parsed(*words)


def test_who_expects_a_shell_is_told_before() -> None:
    found = notes(parsed("--command", "true", "--prepare", "echo 1 > x"))
    assert "'>' is given to the program" in found[0]
    assert (len(found) == 2) == (os.geteuid() == 0)


def test_a_number_of_runs() -> None:
    assert repeated(plan(Protocol.RESTARTS), 10).repeats == 10
    assert repeated(plan(Protocol.RESTARTS), None).repeats == 6
    assert repeated(plan(Protocol.ARTICLE), 3).repeats == 3
    assert repeated(plan(Protocol.REPEATS), 3).repeats == 3
    with pytest.raises(InvalidInput, match="--protocol restarts"):
        repeated(plan(Protocol.ADAPTIVE), 10)


def test_repeats_and_times_are_one() -> None:
    assert parsed("--repeats", "3").times == parsed("--times", "3").times == 3


def test_a_number_of_runs_means_restarts_unless_there_is_fio() -> None:
    wanted = parsed("--times", "3")
    assert protocol_for((COMMAND,), wanted) is Protocol.RESTARTS
    assert protocol_for((COMMAND, CLASSICAL_WORKLOADS[0]), wanted) is Protocol.ADAPTIVE
    assert protocol_for((), wanted) is Protocol.ADAPTIVE
    assert protocol_for((COMMAND,), parsed()) is Protocol.ADAPTIVE


def test_the_plan_says_nothing_of_threads_or_times_that_nobody_knows() -> None:
    lines = [" ".join(line.split()) for line in plan_lines(plan(Protocol.RESTARTS))]
    assert lines[:2] == ["Compared none and bfq", "Operations command make -C src"]
    assert not [line for line in lines if line.startswith("At once")]
    assert "Time 12 runs, for as long as they take" in lines


def test_the_times_are_told() -> None:
    example = example_record()
    seconds = {"none": (2.0, 2.2), "bfq": (3.0,), "kyber": ()}
    runs = [
        replace(
            example.measurements[0],
            operation=COMMAND.operations[0],
            variant=variant,
            duration_s=duration,
            disturbed=None,
        )
        for variant, durations in seconds.items()
        for duration in durations
    ]
    spoiled = replace(runs[0], duration_s=90.0, disturbed="a resync of md0 began")
    variants = tuple(Variant(name, ()) for name in seconds)
    record = replace(
        example,
        plan=replace(plan(Protocol.RESTARTS), variants=variants),
        measurements=(*runs, spoiled),
    )
    assert time_lines(record) == [
        "",
        "Command make -C src:",
        "  none: 2.10 s ± 0.14 s (2 runs)",
        "  bfq: 3 s (1 run)",
        "  kyber: not measured",
    ]
    assert time_lines(example) == []


@pytest.mark.parametrize(
    "words, sentence",
    [
        (("--command", "'make"), "no closing quotation"),
        (("--prepare", "make clean"), "belongs to a --command"),
        (("--times", "3"), "one by one"),
    ],
)
def test_what_does_not_go_together_is_refused_first(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        check(parsed(*words))


def test_a_practice_disk_has_no_folder_for_a_command() -> None:
    wanted = parsed("--command", "make", "--times", "3")
    check(wanted)
    wanted.practice = True
    with pytest.raises(InvalidInput, match="works in a folder"):
        check(wanted)
