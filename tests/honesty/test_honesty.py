"""A small, reproducible part of ``python -m tests.honesty``."""

from __future__ import annotations

import numpy as np
import pytest

from storage_tuner.advice.statistics.methods import FixedBlocks, method_for
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.plan import Protocol
from tests.honesty import responsiveness
from tests.honesty.decisions import BUDGET_S, GOALS, Goal, decided
from tests.honesty.noise_models import (
    HDD,
    MODELS,
    NVME,
    QUIET_SSD,
    WRITE_CLIFF,
    NoiseModel,
)
from tests.honesty.retrodiction import judged_from_figures, tables_1_to_8
from tests.honesty.sessions import NAMES, Simulated, has_winner, plan_for
from tests.honesty.simulation import ALIKE, claims, decisions, same_against_itself


def test_no_false_winners_in_a_few_sessions() -> None:
    results = same_against_itself(60, workers=1)
    assert sum(each.false for each in results) <= 0.05 * sum(each.sessions for each in results)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.model.name)
def test_a_quick_session_decides_right(goal: Goal) -> None:
    found = decided(goal, 8)
    assert min(found.right, found.named) >= 7 / 8, found.line
    assert found.false <= 1 / 8, found.line


@pytest.mark.sampled(1)
@pytest.mark.parametrize("model", [HDD, QUIET_SSD], ids=lambda model: model.name)
def test_a_responsive_desktop_is_found_within_the_time(model: NoiseModel) -> None:
    """bfq reacts three times as fast at the price of 12 % of the copy, in a session of 180 s."""
    sessions = [responsiveness.session_of(model, responsiveness.BFQ, (3, n)) for n in range(8)]
    judged = [session.judged() for session in sessions]
    assert all(session.now_s <= BUDGET_S * 1.05 for session in sessions)
    decisions_ = [each.decision for each in judged]
    assert sum(each is not None and each.variant == "bfq" for each in decisions_) >= 7
    sides = [point for each in judged for found in each.tradeoffs for point in found.points]
    bfq = [point for point in sides if point.variant == "bfq"]
    quicker = sum(point.latency_ms.state is ComparisonState.FASTER for point in bfq)
    assert quicker >= 0.9 * len(bfq)
    assert not any(point.beaten_by for point in bfq)
    assert not any(point.background_mb_s.state is ComparisonState.FASTER for point in bfq)


@pytest.mark.slow
@pytest.mark.parametrize("model", (*MODELS, NVME), ids=lambda model: model.name)
def test_alike_schedulers_get_no_winner_for_a_responsive_desktop(model: NoiseModel) -> None:
    judged = [
        responsiveness.session_of(model, responsiveness.ALIKE, (4, n)).judged() for n in range(15)
    ]
    assert sum(map(responsiveness.claims_anything, judged)) <= 1


@pytest.mark.slow
def test_all_that_is_claimed() -> None:
    """What ``python -m tests.honesty`` prints and asserts, of fewer sessions."""
    results = same_against_itself(2000, workers=2)
    assert sum(each.false for each in results) <= 0.05 * sum(each.sessions for each in results)
    for found in decisions(200, workers=2):
        assert found.reached, found.line
    for each in claims(200, workers=2):
        assert each.false <= 0.09 * each.sessions, each.line  # chance of so few included


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("model", "by_blocks_from"),
    [(QUIET_SSD, 20), (HDD, 0), (WRITE_CLIFF, 20)],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_order_of_the_article_makes_no_false_winner(
    model: NoiseModel, by_blocks_from: int
) -> None:
    """Judged as if they were blocks, the same sessions have them."""
    false = by_blocks = 0
    for seed in range(25):
        plan = plan_for(Protocol.ARTICLE, (1,), seed, 10)
        runs = tuple(Simulated(plan, model, ALIKE, np.random.default_rng(seed)).measurements())
        false += has_winner(judge_measurements(runs, method_for(plan)))
        by_blocks += has_winner(judge_measurements(runs, FixedBlocks()))
    assert false <= 2
    assert by_blocks >= by_blocks_from


def test_a_large_difference_is_seen_in_spite_of_the_order() -> None:
    factors = ALIKE | {NAMES[1]: 3.0}
    plan = plan_for(Protocol.ARTICLE, (1,), 1, 10)
    verdicts = Simulated(plan, QUIET_SSD, factors, np.random.default_rng(1)).verdicts()
    assert verdicts[0].winner == NAMES[1]
    assert "one after the other" in str(verdicts[0].doubt)


NOT_SUPPORTED = {
    ("CFQ quantum", "iozone 1MB random_write"): "undecided",
    ("CFQ quantum", "iozone 8MB random_write"): "undecided",
    ("CFQ quantum", "fdtree small_shallow file_create_files_s"): "undecided",
    ("CFQ quantum", "fdtree small_deep file_create_files_s"): "undecided",
    ("CFQ quantum", "fdtree medium_deep file_create_files_s"): "undecided",
    ("md far against near", "random mix, 6 disks"): "undecided",
    ("md far against near", "sequential read, 6 disks"): "undecided",
    ("md far against near", "sequential write, 6 disks"): "undecided",
    ("md far against near", "sequential read, 10 disks"): "undecided",
    ("qpolicy", "on against off"): "undecided",
    ("matrix", "1 thread: 3ware dominates"): "undecided",
    ("matrix", "32K: md is barely slower"): "512",
    ("ionice", "-n0 against -n7"): "undecided",
    ("MySQL series", "reads, deadline against the others"): "undecided",
    ("MySQL series", "reads, cfq costs 2 % at most"): "undecided",
    ("database load", "shortest time"): "undecided",
    ("iozone again", "800 MB, three runs"): "undecided",
}
"""Published as facts, with our verdict: too small for the margin of 3 % or for ten runs after
correction; one run each; no spread told; three runs of which nobody knows the order, so that a
drift can't be excluded. "Barely" is 5 %."""


def test_published_verdicts_are_ours_where_the_numbers_support_them() -> None:
    results = judged_from_figures()
    others = {(each.source, each.subject): each.judged for each in results if not each.agrees}
    assert others == NOT_SUPPORTED
    assert (len(results), len(results) - len(others)) == (56, 39)


def test_nothing_is_judged_the_other_way_round() -> None:
    assert [each.line for each in judged_from_figures() if each.is_reversed] == []


def test_tables_of_winners_are_transcribed_rightly() -> None:
    """That's proof-reading: no figures are published that could be judged."""
    rows = tables_1_to_8()
    assert len(rows) == 3 * 56
    assert [each.line for each in rows if not each.agrees] == []


def test_a_copied_cell_is_found() -> None:
    (row,) = (each for each in judged_from_figures() if each.subject == "iozone 4MB random_write")
    assert "copying error" in row.why
