"""Which cases of a large matrix ``./test`` runs: a few that have every value of each parameter.

``./test all`` runs them all. The choice depends on nothing but the cases, so that a change is
judged by the same ones each time.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import pytest

Case = Mapping[str, object]
"""A parameter's value, or what stands for it, by its name."""


def mark_the_rest_slow(items: Iterable[pytest.Item]) -> None:
    """Of a test that is ``sampled(count)``, all cases beyond that many are slow ones."""
    cases: dict[tuple[object, int], list[pytest.Function]] = defaultdict(list)
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled and isinstance(item, pytest.Function) and not item.get_closest_marker("slow"):
            cases[item.function, sampled.args[0]].append(item)
    for (_, count), of_one_test in cases.items():
        chosen = set(sample({item.nodeid: item.callspec.indices for item in of_one_test}, count))
        for item in of_one_test:
            if item.nodeid not in chosen:
                item.add_marker(pytest.mark.slow)


def sample(cases: Mapping[str, Case], count: int) -> Sequence[str]:
    """The names of ``count`` of the ``cases``: each next one has most values that none before it
    has; of equals, whichever the hash of its name says."""
    left = {name: set(case.items()) for name, case in cases.items()}
    seen: set[tuple[str, object]] = set()
    chosen: list[str] = []
    while left and len(chosen) < count:
        name = min(left, key=lambda name: (-len(left[name] - seen), _hash(name)))
        seen |= left.pop(name)
        chosen.append(name)
    return chosen


def _hash(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()
