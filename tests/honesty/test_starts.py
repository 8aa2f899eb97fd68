"""Sessions of ``--start`` on a simulated HDD and NVMe SSD, within 15 minutes."""

from __future__ import annotations

import numpy as np
import pytest

from storage_tuner.core.decision import Action, ComparisonState
from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation
from tests.honesty.noise_models import HDD, NVME, NoiseModel, record
from tests.honesty.sessions import NAMES
from tests.honesty.starts import (
    ALIKE,
    BUDGET_S,
    HEAVY,
    HEAVY_READ,
    HEAVY_WRITE,
    SOLVED,
    STARVING,
    Starts,
    Truth,
    claims_anything_false,
    faster,
    session_of,
)

PAIR = ("none", SOLVED)
"""As in the example of docs/responsiveness.md."""

FASTER, SLOWER = ComparisonState.FASTER, ComparisonState.SLOWER
on_both = pytest.mark.parametrize("model", [HDD, NVME], ids=lambda model: model.name)


def sessions(
    model: NoiseModel, truth: Truth, seed: int, count: int, schedulers: tuple[str, ...] = PAIR
) -> list[Starts]:
    return [session_of(model, truth, (seed, number), schedulers) for number in range(count)]


def state(judgement: Judgement, operation: Operation) -> ComparisonState:
    """Of ``SOLVED`` against the current scheduler."""
    (found,) = (
        each.state
        for each in judgement.comparisons
        if (each.operation, each.metric, each.threads) == (operation, Metric.RATE, None)
        and each.variant == SOLVED
    )
    return found


def false_sessions(model: NoiseModel, count: int) -> int:
    """Of ``count`` with the same scheduler under four names."""
    found = 0
    for number in range(count):
        session = session_of(model, ALIKE, (41, number))
        found += claims_anything_false(session.judged(), ALIKE, session.plan.margin)
    return found


@on_both
def test_the_same_scheduler_under_four_names_starts_nothing_faster(model: NoiseModel) -> None:
    assert false_sessions(model, 8) <= 1


@pytest.mark.slow
@on_both
def test_at_most_one_session_in_twenty_claims_anything_false(model: NoiseModel) -> None:
    assert false_sessions(model, 200) <= 0.05 * 200


@on_both
@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("count", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_a_faster_start_is_found_in_15_minutes(model: NoiseModel, times: int, count: int) -> None:
    found = 0
    for session in sessions(model, faster(times), 40 + times, count):
        found += state(session.judged(), HEAVY) is FASTER
        assert session.now_s <= 1.05 * BUDGET_S
    assert found >= 0.9 * count


@pytest.mark.parametrize(
    ("model", "schedulers"),
    [(HDD, NAMES), (NVME, PAIR)],
    ids=lambda value: getattr(value, "name", ""),
)
@pytest.mark.parametrize("count", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_a_starved_copy_is_told_beside_the_faster_start(
    model: NoiseModel, schedulers: tuple[str, ...], count: int
) -> None:
    """Even where the score rejects the scheduler early."""
    found = 0
    for session in sessions(model, STARVING, 44, count, schedulers):
        judgement = session.judged()
        copied = {state(judgement, each) for each in (HEAVY_READ, HEAVY_WRITE)}
        (point,) = (
            point
            for each in judgement.tradeoffs
            if each.foreground == HEAVY
            for point in each.points
            if point.variant == SOLVED
        )
        assert judgement.decision
        found += (
            (state(judgement, HEAVY), copied) == (FASTER, {SLOWER})
            and (point.latency_ms.state, point.background_mb_s.state) == (FASTER, SLOWER)
            and judgement.decision.action is not Action.CHANGE
        )
    assert found >= 0.9 * count


def test_the_nvme_ssd_varies_as_published() -> None:
    """Percentiles of the seconds' latencies, as multiples of the median: between a half and twice
    those of the two results in ``noise_models.NVME``."""
    recording = record(NVME, 3000, np.random.default_rng(1))
    seconds = 1 / np.diff(recording.done[::100])
    measured = np.percentile(seconds, [25, 75, 90, 95, 99, 99.9]) / np.median(seconds)
    example, sn720 = (0.74, 1.4, 2.2, 3.0, 7.7, 13), (0.47, 1.7, 2.6, 6.1, 22, 76)
    for found, low, high in zip(measured, example, sn720, strict=True):
        assert min(low, high) / 2 <= found <= 2 * max(low, high)
