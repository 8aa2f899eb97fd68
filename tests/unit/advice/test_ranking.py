"""The ranking list."""

from __future__ import annotations

from storage_tuner.advice.ranking import ranking
from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import Judgement, State, Summary, Verdict
from storage_tuner.core.workload import Operation

READ = Operation.SEQUENTIAL_READ


def verdict(metric: Metric, best: tuple[str, ...], **means: float) -> Verdict:
    summaries = tuple(Summary(name, mean, None, None, None, 3) for name, mean in means.items())
    return Verdict(READ, metric, None, State.EQUAL, best=best, summaries=summaries)


def places(of: Verdict, *others: Verdict) -> list[tuple[int, str]]:
    found = ranking(Judgement((of, *others), None), of)
    return [(each.place, each.summary.variant) for each in found]


def test_those_that_nothing_beats_share_the_first_place() -> None:
    of = verdict(Metric.RATE, ("b", "c"), a=100, b=198, c=200, d=150)
    assert places(of) == [(1, "c"), (1, "b"), (3, "d"), (4, "a")]


def test_a_better_place_is_never_told_to_be_further_behind() -> None:
    """What lies between those that share the first place may be chance."""
    of = verdict(Metric.RATE, ("a", "b"), a=373, b=338, beaten=342)
    found = ranking(Judgement((of,), None), of)
    assert [each.summary.variant for each in found] == ["a", "b", "beaten"]
    behind = [each.behind_percent for each in found]
    assert behind[:2] == [0, None]
    assert behind[2] is not None and round(behind[2], 2) == 8.31


def test_of_times_the_shortest_comes_first() -> None:
    of = verdict(Metric.ACCESS_TIME, ("a",), a=2.0, b=3.0)
    (first, second) = ranking(Judgement((of,), None), of)
    assert (first.summary.variant, first.behind_percent) == ("a", 0)
    assert second.behind_percent is not None and round(second.behind_percent) == 50


def test_a_greater_mean_that_is_not_shown_to_be_better_stays_behind_the_unbeaten() -> None:
    """A mean of few runs may be the greatest by chance."""
    of = verdict(Metric.RATE, ("a",), a=100, b=101)
    assert places(of) == [(1, "a"), (2, "b")]


def test_in_how_many_operations_nothing_beats_it_is_counted() -> None:
    of = verdict(Metric.RATE, ("a",), a=2, b=1)
    other = Verdict(
        Operation.RANDOM_READ,
        Metric.RATE,
        None,
        State.BETTER,
        winner="b",
        best=("b",),
        summaries=of.summaries,
    )
    found = ranking(Judgement((of, other), None), of)
    assert [(each.unbeaten, each.compared) for each in found] == [(1, 2), (1, 2)]


def test_nothing_measured_gives_no_list() -> None:
    assert places(verdict(Metric.RATE, ())) == []
