from __future__ import annotations

import itertools

from tests.sampling import sample

MATRIX = {
    f"{step}-{device}-{transport}": {"step": step, "device": device, "transport": transport}
    for step, device, transport in itertools.product(range(8), "abc", ("bus", "stdio"))
}


def test_every_value_of_each_parameter_is_among_the_first() -> None:
    chosen = [MATRIX[name] for name in sample(MATRIX, 8)]
    assert len(chosen) == 8
    for parameter in ("step", "device", "transport"):
        assert {case[parameter] for case in chosen} == {case[parameter] for case in MATRIX.values()}


def test_no_case_is_chosen_twice_and_none_is_made_up() -> None:
    assert sorted(sample(MATRIX, 1000)) == sorted(MATRIX)
    assert sample(MATRIX, 0) == []


def test_the_choice_does_not_depend_on_the_order() -> None:
    turned = dict(reversed(MATRIX.items()))
    assert sample(MATRIX, 12) == sample(turned, 12)
