"""What the terminal says is going to be measured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.cli.main import main
from storage_tuner.cli.plan_text import comparison, course
from storage_tuner.core.plan import Protocol, Variant
from tests.unit.report.example_session import example_record


@pytest.mark.parametrize("threads, told", [((1,), "1 thread."), ((1, 4), "1, 4 threads.")])
def test_one_thread_is_no_threads(threads: tuple[int, ...], told: str) -> None:
    plan = replace(example_record(repeats=0).plan, threads=threads)
    assert comparison(plan).endswith(f"; {told}")


def test_names_with_commas_are_told_apart() -> None:
    variants = tuple(Variant(name, ()) for name in ("as it is", "bfq, slice_idle=0"))
    plan = replace(example_record(repeats=0).plan, variants=variants)
    assert comparison(plan).startswith("Compares as it is; bfq, slice_idle=0: ")


def test_a_time_longer_than_asked_for_has_its_reason() -> None:
    plan = replace(example_record(repeats=0).plan, protocol=Protocol.ADAPTIVE)
    least = replace(plan, budget_s=least_seconds(plan))
    assert " (the least for these variants), less if " in course(least)
    assert "the least" not in course(replace(plan, budget_s=36000.0))


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
