"""A small, reproducible part of what ``python -m tests.honesty --tables`` does."""

from __future__ import annotations

import pytest

from tests.honesty.foreign import (
    GRID,
    ROUNDED,
    SEVERAL_THREADS,
    Kind,
    Order,
    Told,
    result,
    results,
)

MOST_FALSE = 0.05


@pytest.mark.sampled(4)
@pytest.mark.parametrize("noise", ["throttling", "autocorrelated"])
@pytest.mark.parametrize("order", [Order.BY_VARIANT, Order.BY_CELL])
@pytest.mark.parametrize("told", [Told.REPEAT, Told.NOTHING])
def test_a_drift_makes_no_winner_where_the_order_is_unknown(
    noise: str, order: Order, told: Told
) -> None:
    found = result(Kind(noise, order, told, 10), 60)
    assert found.winning <= MOST_FALSE * found.tables, found.line
    assert found.doubted == found.tables


@pytest.mark.parametrize("repeats", [3, 4, 5])
def test_rounding_makes_no_winner(repeats: int) -> None:
    """SD 2 %, steps of 4 %."""
    kind = Kind("normal", Order.IN_TURNS, Told.INDEX, repeats, 0.04, 0.0, 2, 4, spread=0.4)
    found = result(kind, 100)
    assert found.winning <= MOST_FALSE * found.tables, found.line


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        (Kind("normal", Order.IN_TURNS, Told.INDEX, 10, lead=0.3), 0.98),
        (Kind("normal", Order.IN_TURNS, Told.REPEAT, 10, lead=0.3), 0.98),
        (Kind("throttling", Order.IN_TURNS, Told.INDEX, 10, lead=0.1), 0.7),
        (Kind("normal", Order.BY_CELL, Told.INDEX, 10, lead=0.3), 0.5),
        (Kind("normal", Order.BY_VARIANT, Told.INDEX, 10, lead=9.0), 0.98),
        (Kind("throttling", Order.BY_VARIANT, Told.REPEAT, 10, lead=9.0), 0.95),
    ],
    ids=lambda value: value.line if isinstance(value, Kind) else "",
)
def test_differences_are_found(kind: Kind, least: float) -> None:
    found = result(kind, 30)
    assert found.right >= least, found.line
    in_turns = kind.order is Order.IN_TURNS
    assert found.doubted == (0 if in_turns else found.tables)


@pytest.mark.slow
def test_no_kind_of_table_has_many_false_winners() -> None:
    for found in results((*GRID, *ROUNDED, *SEVERAL_THREADS), 100, workers=2):
        assert found.winning <= MOST_FALSE * found.tables, found.line
