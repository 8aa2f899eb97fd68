"""The order of runs where it is fixed beforehand; ``bench.adaptive`` decides as it goes.

RESTARTS and REPEATS make complete randomised blocks: a block is every variant once, in random
order, on the same workload and thread count. Slow drift (caches, garbage collection, temperature,
neighbours) then affects all variants alike, whereas measuring one variant after the other would
turn it into a false winner. ARTICLE is that sequential order, for comparison with numbers measured
that way.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

from storage_tuner.bench.searches.load_map import complete_blocks
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan, Protocol, RunSpecification, Variant
from storage_tuner.core.workload import Operation

Step = tuple[int, Cell, Variant]
"""Repeat, cell, variant."""


def schedule(plan: Plan) -> tuple[RunSpecification, ...]:
    """All runs of ``plan`` in their order; the same for the same seed.

    Raises ``ValueError`` for ADAPTIVE, which has no order beforehand.
    """
    if plan.protocol not in _ORDERS:
        raise ValueError(f"the protocol {plan.protocol} has no order beforehand")
    return tuple(
        RunSpecification(index, *step) for index, step in enumerate(_ORDERS[plan.protocol](plan))
    )


def whole_blocks(plan: Plan, measurements: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """The ``measurements`` from which the plan can be resumed: where blocks are fixed beforehand,
    only complete ones; the sequential order has no blocks, and raced plans are saved in whole
    blocks."""
    if plan.protocol is Protocol.MAP:
        return complete_blocks(plan, measurements)
    if plan.raced or plan.protocol is Protocol.ARTICLE:
        return tuple(measurements)
    blocks: dict[tuple[Operation, int, int], set[str]] = {}
    for item in measurements:
        blocks.setdefault((item.operation, item.threads, item.repeat), set()).add(item.variant)
    everyone = {variant.name for variant in plan.variants}
    return tuple(
        item
        for item in measurements
        if blocks[item.operation, item.threads, item.repeat] == everyone
    )


def _rounds_of_all_cells(plan: Plan) -> Iterator[Step]:
    """Every cell gets a block before any gets its second."""
    source = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    for repeat, cell in itertools.product(range(plan.repeats), plan.cells):
        compared = plan.variants_in(cell)
        for variant in source.sample(compared, len(compared)):
            yield repeat, cell, variant


def _cell_after_cell(plan: Plan) -> Iterator[Step]:
    """All blocks of a cell, then the next cell: the long runs of one cell lie close together."""
    source = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    for cell, repeat in itertools.product(plan.cells, range(plan.repeats)):
        compared = plan.variants_in(cell)
        for variant in source.sample(compared, len(compared)):
            yield repeat, cell, variant


def _variant_after_variant(plan: Plan) -> Iterator[Step]:
    """Everything with one variant, then everything with the next, as given."""
    for variant, cell, repeat in itertools.product(plan.variants, plan.cells, range(plan.repeats)):
        if variant in plan.variants_in(cell):
            yield repeat, cell, variant


_ORDERS = {
    Protocol.RESTARTS: _rounds_of_all_cells,
    Protocol.REPEATS: _cell_after_cell,
    Protocol.ARTICLE: _variant_after_variant,
}
