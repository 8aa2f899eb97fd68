from __future__ import annotations

import itertools
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as some

from storage_tuner.bench.searches.coordinate_search import SearchStep, next_question, settings_after
from storage_tuner.bench.variant_series import (
    Parameter,
    all_combinations,
    combination_count,
    one_at_a_time,
)
from storage_tuner.core.plan import Variant
from storage_tuner.core.tunable import BY_NAME, Scope

PRESENT = {"scheduler": "none", "nr_requests": "64", "read_ahead_kb": "128", "nomerges": "0"}
SCHEDULER = Parameter("scheduler", ("none", "bfq", "mq-deadline"))
AHEAD = Parameter("read_ahead_kb", ("128", "512"))
REQUESTS = Parameter("nr_requests", ("32", "64"))
IDLE = Parameter("slice_idle", ("0", "8"))
MERGES = Parameter("nomerges", ("0", "2"))


def names(variants: tuple[Variant, ...]) -> list[str]:
    return [variant.name for variant in variants]


def test_one_at_a_time_changes_one_and_sets_all_others_back() -> None:
    variants = one_at_a_time((AHEAD, MERGES), PRESENT)
    assert names(variants) == ["as it is", "read_ahead_kb=512", "nomerges=2"]
    assert [dict(variant.settings) for variant in variants] == [
        {"read_ahead_kb": "128", "nomerges": "0"},
        {"read_ahead_kb": "512", "nomerges": "0"},
        {"read_ahead_kb": "128", "nomerges": "2"},
    ]


def test_another_scheduler_leaves_nr_requests_to_the_kernel() -> None:
    variants = {
        each.name: dict(each.settings) for each in one_at_a_time((SCHEDULER, REQUESTS), PRESENT)
    }
    assert set(variants) == {"as it is", "bfq", "mq-deadline", "nr_requests=32"}
    assert variants["bfq"] == {"scheduler": "bfq"}
    assert variants["nr_requests=32"] == {"scheduler": "none", "nr_requests": "32"}
    assert variants["as it is"] == {"scheduler": "none", "nr_requests": "64"}


def test_all_combinations_leave_out_what_a_scheduler_has_not() -> None:
    variants = all_combinations((SCHEDULER, IDLE), PRESENT)
    assert names(variants) == [
        "as it is",
        "bfq, slice_idle=0",
        "bfq, slice_idle=8",
        "mq-deadline",
    ]
    assert combination_count((SCHEDULER, IDLE)) == 6


def test_settings_without_description_belong_to_the_active_scheduler() -> None:
    """Others may not have them, or have another value, as of async_depth since Linux 7.0."""
    present = {**PRESENT, "scheduler": "adios", "iosched/x": "8", "async_depth": "64"}
    scheduler = Parameter("scheduler", ("adios", "bfq"))
    own = Parameter("iosched/x", ("8", "20"))
    variants = {
        each.name: dict(each.settings) for each in all_combinations((scheduler, own), present)
    }
    whole = {"nr_requests": "64", "async_depth": "64"}
    assert variants == {
        "as it is": {"scheduler": "adios", "iosched/x": "8", **whole},
        "iosched/x=20": {"scheduler": "adios", "iosched/x": "20", **whole},
        "bfq": {"scheduler": "bfq"},
    }


def test_names_are_readable_and_settings_in_the_order_of_writing() -> None:
    (variant,) = all_combinations(
        (Parameter("read_ahead_kb", ("512",)), Parameter("scheduler", ("bfq",))), PRESENT
    )
    assert variant.name == "bfq, read_ahead_kb=512"
    assert variant.settings == (("scheduler", "bfq"), ("read_ahead_kb", "512"))


def test_what_a_switch_resets_is_brought_back_with_the_scheduler() -> None:
    present = {"scheduler": "mq-deadline", "nr_requests": "99", "read_expire": "77"}
    base, other = one_at_a_time((Parameter("scheduler", ("mq-deadline", "none")),), present)
    assert dict(base.settings) == present
    assert dict(other.settings) == {"scheduler": "none"}


PARAMETERS = some.lists(
    some.sampled_from([SCHEDULER, AHEAD, REQUESTS, IDLE, MERGES]), min_size=1, unique=True
)


@given(PARAMETERS)
def test_a_variant_is_the_same_whichever_was_set_before(parameters: list[Parameter]) -> None:
    """The one thing that a series is about: nothing of another variant stays."""
    for variants in (one_at_a_time(parameters, PRESENT), all_combinations(parameters, PRESENT)):
        assert len(set(names(variants))) == len(variants)
        alone = {each.name: after([each]) for each in variants}
        for one, other in itertools.permutations(variants, 2):
            assert after([one, other]) == alone[other.name]


def after(variants: list[Variant]) -> dict[str, str]:
    """What the kernel has: a switch of the scheduler resets nr_requests and the scheduler's own."""
    state = dict(PRESENT)
    for variant in variants:
        wanted = dict(variant.settings)
        scheduler = wanted.get("scheduler", state["scheduler"])
        if scheduler != state["scheduler"]:
            own = [name for name in state if name in BY_NAME and _own(name)]
            for name in own:
                del state[name]
            state |= {"scheduler": scheduler, "nr_requests": f"of {scheduler}"}
        for name, value in wanted.items():
            assert BY_NAME[name].scheduler in ("", scheduler)
            state[name] = value
    return state


def _own(name: str) -> bool:
    return BY_NAME[name].scope is Scope.SCHEDULER


def searched(
    parameters: tuple[Parameter, ...], worth: Mapping[str, float]
) -> tuple[dict[str, str], list[SearchStep]]:
    """A search on a disk on which every value adds its worth, and everything is decided."""
    history: list[SearchStep] = []

    def points(variant: Variant) -> float:
        return sum(worth.get(f"{name}={value}", 0.0) for name, value in variant.settings)

    while (question := next_question(parameters, PRESENT, history)) is not None:
        assert len(history) < 30
        present, *_ = question.variants
        best = max(question.variants, key=points)
        history.append(
            SearchStep(
                question.parameter,
                question.variants,
                best if points(best) > points(present) else None,
            )
        )
    return settings_after(parameters, PRESENT, history), history


def test_the_search_finds_the_best_value_of_each_and_stops() -> None:
    found, history = searched(
        (SCHEDULER, AHEAD, MERGES), {"scheduler=bfq": 2, "read_ahead_kb=512": 1}
    )
    assert found == {"scheduler": "bfq", "read_ahead_kb": "512", "nomerges": "0"}
    asked = [comparison.parameter for comparison in history]
    assert asked == ["scheduler", "read_ahead_kb", "nomerges", "scheduler"]


def test_a_search_that_finds_nothing_asks_each_once() -> None:
    found, history = searched((SCHEDULER, AHEAD, MERGES), {})
    assert found == {name: PRESENT[name] for name in found}
    assert len(history) == 3


def test_a_scheduler_s_own_value_is_asked_for_once_it_is_active() -> None:
    found, history = searched((IDLE, SCHEDULER), {"scheduler=bfq": 1, "slice_idle=0": 1})
    assert found["slice_idle"] == "0"
    assert [comparison.parameter for comparison in history] == [
        "scheduler",
        "slice_idle",
        "scheduler",
    ]


def test_a_single_parameter_is_asked_once() -> None:
    _, history = searched((AHEAD,), {"read_ahead_kb=512": 1})
    assert len(history) == 1
