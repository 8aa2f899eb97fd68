"""What to run next: complete randomised blocks.

A block is every variant once, in random order, on the same operation and thread count. Slow drift
(caches, garbage collection, temperature, neighbours) then meets all variants alike, where one
variant after the other would turn it into a false winner.
"""

from __future__ import annotations

import random

from storage_tuner.core.plan import Plan, RunSpecification


def schedule(plan: Plan) -> tuple[RunSpecification, ...]:
    """All runs of ``plan`` in the order they are made; the same for the same seed."""
    source = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    runs: list[RunSpecification] = []
    for repeat in range(plan.repeats):
        for operation in plan.operations:
            for threads in plan.threads:
                block = source.sample(plan.variants, len(plan.variants))
                runs += [
                    RunSpecification(len(runs) + position, repeat, operation, threads, variant)
                    for position, variant in enumerate(block)
                ]
    return tuple(runs)
