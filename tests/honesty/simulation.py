"""False winners and power, in figures."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np

from storage_tuner.core.plan import Protocol
from tests.honesty.decisions import ADVERSE, GOALS, TRUTHS, Claimed, Decided, claimed, decided
from tests.honesty.noise_models import (
    MODELS,
    NoiseModel,
    article_means,
)
from tests.honesty.sessions import NAMES, Simulated, has_winner, plan_for

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")

ALIKE = dict.fromkeys(NAMES, 1.0)
KINDS = (
    (Protocol.RESTARTS, (1, 2, 4, 8), 6),
    (Protocol.ARTICLE, (1,), 10),
)
"""Protocol, thread counts, most blocks or repeats."""

SHARES = {Protocol.RESTARTS: 0.6, Protocol.ARTICLE: 0.4}
CHUNK = 10


@dataclass(frozen=True)
class Batch:
    """Some sessions of one kind, reproducible by ``seed``."""

    model: NoiseModel
    protocol: Protocol
    threads: tuple[int, ...]
    repeats: int
    seed: int
    sessions: int

    def false_winners(self) -> int:
        """Sessions with any winner at all, where nothing differs."""
        found = 0
        for number in range(self.sessions):
            random = np.random.default_rng((self.seed, number))
            plan = plan_for(self.protocol, self.threads, self.seed, self.repeats)
            plan = replace(plan, seed=1000 * self.seed + number)
            found += has_winner(Simulated(plan, self.model, ALIKE, random).verdicts())
        return found


@dataclass(frozen=True)
class Alike:
    """A/A: sessions with any false winner."""

    model: NoiseModel
    protocol: Protocol
    sessions: int
    false: int

    @property
    def line(self) -> str:
        share = 100 * self.false / self.sessions
        return (
            f"{self.model.name:16} {self.protocol.value:9} {self.sessions:5} sessions   "
            f"{self.false:3} with a false winner = {share:.1f} %"
        )


def same_against_itself(sessions: int, workers: int) -> list[Alike]:
    """``sessions`` in all, over four kinds of noise and two protocols."""
    results = []
    for protocol, threads, repeats in KINDS:
        each = max(round(sessions * SHARES[protocol] / len(MODELS)), 1)
        for model in MODELS:
            batches = [
                Batch(model, protocol, threads, repeats, seed, min(CHUNK, each - seed * CHUNK))
                for seed in range(math.ceil(each / CHUNK))
            ]
            false = sum(_each(Batch.false_winners, batches, workers))
            results.append(Alike(model, protocol, each, false))
    return results


def decisions(sessions: int, workers: int) -> list[Decided]:
    """``sessions`` for each goal."""
    return list(_each(partial(decided, sessions=sessions), GOALS, workers))


def claims(sessions: int, workers: int) -> list[Claimed]:
    """``sessions`` for each noise and truth."""
    kinds = list(itertools.product(ADVERSE, TRUTHS))
    return list(_each(partial(_claimed, sessions=sessions), kinds, workers))


def _claimed(kind: tuple[str, str], sessions: int) -> Claimed:
    return claimed(*kind, sessions)


def article_false_winners(cells: int) -> list[tuple[NoiseModel, float]]:
    """How often the highest of the article's means leads by 3 % where nothing differs."""
    results = []
    for model in MODELS:
        random = np.random.default_rng(7)
        leads = 0
        for _ in range(cells):
            means = sorted(article_means(model, [1.0] * len(NAMES), random))
            leads += means[-1] >= 1.03 * means[-2]
        results.append((model, leads / cells))
    return results


def _each(work: Callable[[Job], Outcome], jobs: Sequence[Job], workers: int) -> Iterable[Outcome]:
    if workers <= 1:
        return map(work, jobs)
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(work, jobs))
