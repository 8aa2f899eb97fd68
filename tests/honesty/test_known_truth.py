"""What counts as right and as false of a session whose right answer is known."""

from __future__ import annotations

from typing import Any

import pytest

from tests.honesty.known_truth import EQUAL, LARGE, SMALL, Case, KnownSession


def session(case: Case, current: int, action: str, advised: int, state: str) -> KnownSession:
    """One whose score and throughput are in ``state``; ``advised`` is the value to have."""
    effect = {"faster": 25.0, "slower": -20.0, "same": 0.0, "inconclusive": 0.0}[state]
    decision: dict[str, Any] = {
        "action": action,
        "settings": {"nr_requests": str(advised)},
        "overall": [{"metric": None, "threads": None, "state": state}],
        "most_gain_percent": 40.0,
    }
    throughput = {"metric": "rate", "threads": None, "state": state, "effect_percent": effect}
    return KnownSession(case, current, 60.0, decision, [throughput])


def test_the_gain_follows_from_how_many_requests_are_served_at_once() -> None:
    assert [case.gain for case in (LARGE, SMALL, EQUAL)] == pytest.approx([0.25, 0.125, 0])
    assert Case(10, 20, 32).gain == 0


@pytest.mark.parametrize(
    ("current", "action", "advised", "state", "right", "false"),
    [
        (4, "change", 5, "faster", True, False),
        (5, "keep", 5, "slower", True, False),
        (4, "keep", 4, "inconclusive", False, False),
        (5, "keep", 5, "inconclusive", False, False),
        (4, "keep", 4, "same", False, True),
        (4, "keep", 4, "slower", False, True),
        (5, "change", 4, "faster", False, True),
    ],
)
def test_a_difference(
    current: int, action: str, advised: int, state: str, right: bool, false: bool
) -> None:
    found = session(LARGE, current, action, advised, state)
    assert (found.is_right, found.is_false) == (right, false)


@pytest.mark.parametrize(
    ("state", "right"),
    [("same", True), ("inconclusive", True), ("faster", False), ("slower", False)],
)
def test_no_difference(state: str, right: bool) -> None:
    found = session(EQUAL, 8, "keep", 8, state)
    assert (found.is_right, found.is_false) == (right, not right)


def test_a_bound_below_the_truth_is_false() -> None:
    found = session(LARGE, 4, "keep", 4, "inconclusive")
    assert not found.is_false
    assert isinstance(found.decision, dict)
    found.decision["most_gain_percent"] = 20.0
    assert found.is_false


@pytest.mark.parametrize("current", [4, 5])
def test_the_measured_gain_is_that_of_more_requests(current: int) -> None:
    found = session(LARGE, current, "keep", 5, "faster" if current == 4 else "slower")
    assert found.measured_gain == pytest.approx(0.25)
