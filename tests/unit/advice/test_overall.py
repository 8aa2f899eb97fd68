"""One variant for everything, or one per use."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.advice.decision.overall import overall
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Use
from storage_tuner.core.verdict import State, VariantSummary, Verdict
from storage_tuner.core.workload import Operation

NAMES = ("a", "b", "c")


def verdict(
    operation: Operation, best: str, state: State | None = None, threads: int | None = None
) -> Verdict:
    """``best`` has a letter for each variant that isn't beaten."""
    decided = State.BETTER if len(best) == 1 else State.EQUAL
    found = state or decided
    return Verdict(
        operation,
        Metric.RATE,
        threads,
        found,
        winner=best if found is State.BETTER else None,
        best=tuple(best),
        summaries=tuple(VariantSummary(name, 1, None, None, None, 1) for name in NAMES),
    )


READ, RANDOM, WRITE = Operation.SEQUENTIAL_READ, Operation.RANDOM_READ, Operation.RANDOM_WRITE


def test_a_greater_spread_alone_is_no_loss() -> None:
    """Who is faster in the middle alone has more of it."""
    spread = replace(verdict(READ, "a"), metric=Metric.SPREAD)
    found = overall([verdict(READ, "b"), spread])
    assert found is not None
    assert (found.everywhere, found.compared) == (("b",), 1)


def test_who_wins_here_and_is_equal_there_is_best_everywhere() -> None:
    found = overall([verdict(READ, "b"), verdict(RANDOM, "abc"), verdict(WRITE, "cb")])
    assert found is not None
    assert found.everywhere == ("b",)
    assert found.settled
    assert found.by_use == ()


def test_equal_everywhere_is_no_difference() -> None:
    found = overall([verdict(READ, "abc"), verdict(RANDOM, "bca")])
    assert found is not None
    assert (found.differing, found.settled) == (False, True)
    assert set(found.everywhere) == set(NAMES)


def test_single_thread_counts_and_what_was_not_measured_do_not_count() -> None:
    others = [verdict(READ, "a", threads=1), verdict(WRITE, "", State.NOT_MEASURED)]
    found = overall([verdict(READ, "b"), *others])
    assert found is not None
    assert (found.everywhere, found.compared) == (("b",), 1)
    assert overall(others) is None


def test_otherwise_each_use_has_its_own() -> None:
    found = overall([verdict(READ, "a"), verdict(RANDOM, "b"), verdict(WRITE, "b")])
    assert found is not None
    assert found.everywhere == ()
    by_use = {each.use: each.variants for each in found.by_use}
    assert by_use[Use.DATABASE] == ("b",)
    assert by_use[Use.BACKUP] == by_use[Use.STREAMING] == ("a",)
    assert by_use[Use.DESKTOP] == ()


def test_undecided_is_no_defeat_but_is_told() -> None:
    found = overall([verdict(READ, "a"), verdict(RANDOM, "ab", State.UNDECIDED)])
    assert found is not None
    assert (found.everywhere, found.undecided, found.settled) == (("a",), 1, False)
