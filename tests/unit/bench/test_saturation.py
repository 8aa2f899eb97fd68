"""The search for saturation on disks whose curve is known."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from storage_tuner.bench.searches.saturation import (
    Knee,
    Reason,
    SaturationPoint,
    SaturationRules,
    knee,
    next_threads,
)

RULES = SaturationRules()
Rate = Callable[[int], float]


def servers(count: int, service_ms: float = 0.1) -> Rate:
    """``count`` requests at a time, each in ``service_ms``: more threads only wait."""
    return lambda threads: min(threads, count) * 1000 / service_ms


def searched(rate: Rate, rules: SaturationRules) -> tuple[list[SaturationPoint], Knee | None]:
    """What the search measures of a disk, until it has enough. Latency by Little's law."""
    points: list[SaturationPoint] = []
    while (threads := next_threads(points, rules)) is not None:
        assert threads not in {point.threads for point in points}
        assert 1 <= threads <= rules.most_threads
        points.append(SaturationPoint(threads, rate(threads), threads / rate(threads) * 1000))
        assert len(points) < 40
    return points, knee(points, rules)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16, 25, 100, 511, 1000])
def test_the_place_is_found_where_it_is(count: int) -> None:
    points, found = searched(servers(count), RULES)
    assert found
    assert found.reason is Reason.SATURATED
    assert 0.95 * count <= found.point.threads <= max(count + 1, 1.26 * count)
    assert max(point.threads for point in points) <= 8 * count


def test_it_ends_early_on_a_disk_that_has_enough_with_one_thread() -> None:
    points, found = searched(servers(1), RULES)
    assert [point.threads for point in points] == [1, 2, 4]
    assert found == Knee(points[0], Reason.SATURATED)


def test_a_disk_that_is_never_saturated_is_told() -> None:
    points, found = searched(servers(1 << 20), RULES)
    assert [point.threads for point in points] == [1 << power for power in range(12)]
    assert found == Knee(points[-1], Reason.MOST_THREADS)


@pytest.mark.parametrize("most", [1, 5, 100])
def test_no_more_threads_than_may_be_are_tried(most: int) -> None:
    points, found = searched(servers(1 << 20), SaturationRules(most_threads=most))
    assert max(point.threads for point in points) == most
    assert found
    assert found.point.threads == most


def test_a_limit_of_the_latency_is_kept() -> None:
    """A hard disk: sorting a longer queue brings a little more all the time."""

    def rate(threads: int) -> float:
        return 100 * math.pow(threads, 0.2)

    limit = SaturationRules(latency_limit_ms=100, most_threads=256)
    points, found = searched(rate, limit)
    assert found
    assert found.reason is Reason.LATENCY
    assert found.point.latency_ms is not None
    assert found.point.latency_ms <= 100
    above = next(point for point in sorted(points, key=lambda each: each.threads)
                 if point.threads > found.point.threads)  # fmt: skip
    assert above.latency_ms is not None
    assert above.latency_ms > 100
    assert above.threads - found.point.threads <= max(1, found.point.threads // 4)


def test_a_limit_that_nothing_keeps_gives_no_place() -> None:
    points, found = searched(servers(4, service_ms=5), SaturationRules(latency_limit_ms=1))
    assert found is None
    assert len(points) < 8


def test_a_limit_that_is_never_reached_changes_nothing() -> None:
    assert (
        searched(servers(16), SaturationRules(latency_limit_ms=1000))[1]
        == (searched(servers(16), RULES)[1])
    )


def test_a_single_bad_measurement_does_not_end_it() -> None:
    def rate(threads: int) -> float:
        return servers(64)(threads) * (0.4 if threads == 4 else 1)

    found = searched(rate, RULES)[1]
    assert found
    assert 48 <= found.point.threads <= 80


def test_noise_finds_a_place_near_by() -> None:
    """1 % of noise on each point: within a factor of 2 always, mostly nearer."""
    near = 0
    for seed in range(200):
        source = random.Random(seed)
        found = searched(lambda n, s=source: servers(32)(n) * s.gauss(1, 0.01), RULES)[1]  # type: ignore[misc]
        assert found
        assert 16 <= found.point.threads <= 64
        near += 28 <= found.point.threads <= 40
    assert near > 150


def test_nothing_measured_gives_nothing() -> None:
    assert knee([], RULES) is None
    assert next_threads([], RULES) == 1
