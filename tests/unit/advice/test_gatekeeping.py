"""One error level for several families of questions."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.advice.statistics.gatekeeping import Family, levels

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=5)


def family(share: float, *p_values: float, name: str = "") -> Family[str]:
    return Family(share, {f"{name}{number}": p for number, p in enumerate(p_values)})


def test_one_family_is_tested_after_holm() -> None:
    found = levels([family(1.0, 0.001, 0.02, 0.5)], 0.06)
    assert found == pytest.approx({"0": 0.02, "1": 0.03, "2": 0.06})
    stopped = levels([family(1.0, 0.001, 0.04, 0.5)], 0.06)
    assert stopped == pytest.approx({"0": 0.02, "1": 0.03, "2": 0.03})


def test_holm_after_the_published_definition() -> None:
    p_values = {"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}
    found = levels([Family(1.0, p_values)], 0.05)
    assert [key for key in p_values if p_values[key] <= found[key]] == ["a", "d"]
    assert found == pytest.approx({"d": 0.0125, "a": 0.05 / 3, "c": 0.025, "b": 0.025})


def test_an_answered_family_leaves_its_share_to_the_next() -> None:
    first, second = family(0.8, 0.001, name="a"), family(0.2, 0.5, name="b")
    assert levels([first, second], 0.05)["b0"] == pytest.approx(0.05)
    still_open = family(0.8, 0.001, 0.3, name="a")
    assert levels([still_open, second], 0.05)["b0"] == pytest.approx(0.01)


@given(P_VALUES, P_VALUES)
def test_a_question_never_has_more_than_all_of_the_level(
    first: list[float], second: list[float]
) -> None:
    found = levels([family(0.7, *first, name="a"), family(0.3, *second, name="b")], 0.05)
    names = [f"a{n}" for n in range(len(first))] + [f"b{n}" for n in range(len(second))]
    assert sorted(found) == sorted(names)
    assert all(0 < level <= 0.05 + 1e-12 for level in found.values())


@pytest.mark.parametrize("true_nulls", [(4, 4), (4, 0), (0, 4), (1, 3)])
def test_any_false_answer_is_as_rare_as_the_level_says(true_nulls: tuple[int, int]) -> None:
    """p-values of true hypotheses are uniform, those of the others 0."""
    source = random.Random(1)
    wrong, rounds = 0, 4000
    for _ in range(rounds):
        families = []
        for name, nulls in zip("ab", true_nulls, strict=True):
            p_values = [source.random() if number < nulls else 0.0 for number in range(4)]
            families.append(family(0.5, *p_values, name=name))
        found = levels(families, 0.1)
        wrong += any(
            0 < p_value <= found[key] for each in families for key, p_value in each.p_values.items()
        )
    assert wrong / rounds <= 0.115
