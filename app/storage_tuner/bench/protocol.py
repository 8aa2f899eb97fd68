"""What to run next where the order is fixed beforehand; ``bench.adaptive`` decides as it goes.

RESTARTS and REPEATS make complete randomised blocks: a block is every variant once, in random
order, on the same operation and thread count. Slow drift (caches, garbage collection, temperature,
neighbours) then meets all variants alike, where one variant after the other would turn it into a
false winner. ARTICLE is that other order, for who compares with numbers made so.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from storage_tuner.core.plan import Operation, Plan, Protocol, RunSpecification, Variant

Step = tuple[int, Operation, int, Variant]
"""Repeat, operation, threads, variant."""


def schedule(plan: Plan) -> tuple[RunSpecification, ...]:
    """All runs of ``plan`` in the order they are made; the same for the same seed.

    Raises ``ValueError`` for ADAPTIVE, which has no order beforehand.
    """
    if plan.protocol not in _ORDERS:
        raise ValueError(f"the protocol {plan.protocol} has no order beforehand")
    return tuple(
        RunSpecification(index, *step) for index, step in enumerate(_ORDERS[plan.protocol](plan))
    )


def _rounds_of_all_cells(plan: Plan) -> Iterator[Step]:
    """Every cell gets a block before any gets its second."""
    source = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    cells = itertools.product(range(plan.repeats), plan.operations, plan.threads)
    for repeat, operation, threads in cells:
        for variant in source.sample(plan.variants, len(plan.variants)):
            yield repeat, operation, threads, variant


def _cell_after_cell(plan: Plan) -> Iterator[Step]:
    """All blocks of a cell, then the next cell: the long runs of one cell lie close together."""
    source = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    cells = itertools.product(plan.operations, plan.threads, range(plan.repeats))
    for operation, threads, repeat in cells:
        for variant in source.sample(plan.variants, len(plan.variants)):
            yield repeat, operation, threads, variant


def _variant_after_variant(plan: Plan) -> Iterator[Step]:
    """Everything with one variant, then everything with the next, as given."""
    cells = itertools.product(plan.variants, plan.operations, plan.threads, range(plan.repeats))
    for variant, operation, threads, repeat in cells:
        yield repeat, operation, threads, variant


_ORDERS = {
    Protocol.RESTARTS: _rounds_of_all_cells,
    Protocol.REPEATS: _cell_after_cell,
    Protocol.ARTICLE: _variant_after_variant,
}
