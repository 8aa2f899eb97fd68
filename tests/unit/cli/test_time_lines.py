"""How the runs of the user's own commands are told."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.bench.programs.command import command_workload
from storage_tuner.cli.output.plan_text import plan_lines
from storage_tuner.cli.output.supplementary_figures import time_lines
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Variant
from tests.unit.report.example_session import example_record

COMMAND = command_workload(["make", "-C", "src"])


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


def test_the_plan_says_nothing_of_threads_or_times_that_nobody_knows() -> None:
    text = "\n".join(plan_lines(plan(Protocol.RESTARTS)))
    assert "12 runs, duration unknown" in text
    assert "command make -C src" in text
    assert "thread" not in text


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
