from __future__ import annotations

import math
import random
from collections.abc import Mapping

import pytest

from storage_tuner.bench.race import CellRace, RaceRules, standing

RULES = RaceRules(error_level=0.05 / 72, equality_level=0.05 / 12)
FOUR_ALIKE = {"none": 100.0, "mq-deadline": 100.0, "kyber": 100.0, "bfq": 100.0}


def raced(
    rates: Mapping[str, float],
    *,
    seed: int = 1,
    noise: float = 0.02,
    most: int = 60,
    drift: float = 0.0,
) -> CellRace:
    """A race over at most so many blocks; ``drift`` is that of a random walk of all together."""
    source = random.Random(seed)
    level, blocks = 0.0, []
    now = standing(tuple(rates), (), RULES)
    while not now.decided and now.blocks < most:
        level += source.gauss(0, drift)
        blocks.append(
            {name: rates[name] * math.exp(level + source.gauss(0, noise)) for name in now.running}
        )
        now = standing(tuple(rates), blocks, RULES)
    return now


def test_the_best_wins_and_the_others_leave() -> None:
    now = raced({"none": 110, "mq-deadline": 100, "kyber": 95, "bfq": 60})
    assert (now.running, now.decided, now.equal) == (("none",), True, False)
    assert now.blocks_needed == 0


def test_nothing_is_decided_before_the_eighth_block() -> None:
    for most in range(8):
        now = raced({"none": 100, "bfq": 10}, most=most, noise=0.001)
        assert not now.decided
        assert now.running == ("none", "bfq")
    assert raced({"none": 100, "bfq": 10}, noise=0.001).blocks == 8


def test_who_is_far_behind_leaves_early() -> None:
    now = raced({"none": 100, "mq-deadline": 100, "bfq": 50}, most=8)
    assert now.running == ("none", "mq-deadline")


def test_alike_is_shown_equal() -> None:
    now = raced(FOUR_ALIKE, noise=0.01)
    assert now.equal
    assert set(now.running) == set(FOUR_ALIKE)


def test_a_difference_below_the_margin_is_no_reason_to_leave() -> None:
    now = raced({"none": 100, "bfq": 98.2}, noise=0.002, most=200)
    assert now.equal
    assert now.running == ("none", "bfq")


def test_much_noise_leaves_it_open_and_says_how_long_it_would_take() -> None:
    now = raced({"none": 110, "bfq": 100}, noise=0.2, most=12)
    assert not now.decided
    assert now.blocks_needed is None or now.blocks_needed > 12


def test_what_is_said_to_be_needed_is_about_what_it_takes() -> None:
    ratios = []
    for seed in range(40):
        early = raced({"none": 108, "bfq": 100}, seed=seed, noise=0.06, most=10)
        late = raced({"none": 108, "bfq": 100}, seed=seed, noise=0.06, most=2000)
        if not early.decided and early.blocks_needed is not None:
            ratios.append((early.blocks + early.blocks_needed) / late.blocks)
    assert len(ratios) > 20
    assert 0.5 < sorted(ratios)[len(ratios) // 2] < 2


def test_false_winners_are_rare_though_one_looks_after_each_block() -> None:
    sessions, cells = 60, 3
    wrong = sum(
        any(
            len(raced(FOUR_ALIKE, seed=cells * seed + cell, noise=0.08, most=25).running) < 4
            for cell in range(cells)
        )
        for seed in range(sessions)
    )
    assert wrong <= 0.05 * sessions


def test_drift_makes_no_winner() -> None:
    assert raced(FOUR_ALIKE, noise=0.01, drift=0.3).equal


def test_the_lead_is_the_best_one_s_over_the_next() -> None:
    now = raced({"bfq": 50, "none": 100, "kyber": 80}, most=6, noise=0.001)
    assert now.leader == "none"
    assert now.lead is not None
    assert now.lead.mean == pytest.approx(math.log(100 / 80), abs=0.01)
    won = raced({"bfq": 50, "none": 100, "kyber": 80}, noise=0.001)
    assert (won.running, won.leader) == (("none",), "none")
    assert won.lead is not None
    assert won.lead.mean == pytest.approx(math.log(100 / 80), abs=0.01)
    assert standing(("a", "b"), (), RULES).lead is None
    assert standing(("a", "b"), (), RULES).leader is None


def test_one_variant_alone_needs_no_race() -> None:
    assert standing(("as it is",), (), RULES).decided
