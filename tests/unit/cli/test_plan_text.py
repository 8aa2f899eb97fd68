"""What the terminal says is going to be measured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.cli.main import main
from storage_tuner.cli.output.plan_text import duration
from storage_tuner.core.plan import Plan, Protocol, Variant
from storage_tuner.present.plan import plan_facts
from tests.unit.report.example_session import example_record


def said(plan: Plan) -> dict[str, str | None]:
    return {fact.name: fact.value for fact in plan_facts(plan)}


@pytest.mark.parametrize("threads, told", [((1,), "1 thread"), ((1, 4), "1 and 4 threads")])
def test_one_thread_is_no_threads(threads: tuple[int, ...], told: str) -> None:
    plan = replace(example_record(repeats=0).plan, threads=threads)
    assert said(plan)["Concurrency"] == told


def test_names_with_commas_are_told_apart() -> None:
    variants = tuple(Variant(name, ()) for name in ("as it is", "bfq, slice_idle=0"))
    plan = replace(example_record(repeats=0).plan, variants=variants)
    assert said(plan)["Compared"] == "current settings; bfq, slice_idle=0"


def test_a_time_longer_than_asked_for_has_its_reason() -> None:
    plan = replace(example_record(repeats=0).plan, protocol=Protocol.ADAPTIVE)
    least = replace(plan, budget_s=least_seconds(plan))
    assert " (the minimum for these variants), less if " in duration(least)
    assert "the least" not in duration(replace(plan, budget_s=36000.0))


@pytest.mark.parametrize(
    ("words", "told"), [((), "Up to 3 min"), (("--thorough",), "Up to 45 min")]
)
def test_a_practice_disk_is_measured_quickly_unless_asked_for_more(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["sweep", "--practice", "--check", *words])
    said = capsys.readouterr().out
    assert told in said
    assert ("Left out for lack of time: tests with " in said) == (not words)
