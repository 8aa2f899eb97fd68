"""How often a quick session decides right, and how often it claims anything false; simulated."""

from __future__ import annotations

import pytest

from tests.bench.test_protocols import say
from tests.honesty.decisions import ADVERSE, GOALS, TRUTHS, Goal, claimed, decided

SESSIONS = 200
MOST_FALSE_OF_FEW = 0.09
"""5 % and what chance makes of it in so few sessions (three standard deviations)."""


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.model.name)
def test_a_quick_session_decides_right(goal: Goal, capsys: pytest.CaptureFixture[str]) -> None:
    found = decided(goal, SESSIONS)
    say(capsys, found.line)
    assert found.reached


@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize("noise", ADVERSE)
def test_hardly_a_session_claims_anything_false(
    noise: str, truth: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = claimed(noise, truth, SESSIONS)
    say(capsys, found.line)
    assert found.false <= MOST_FALSE_OF_FEW * found.sessions
