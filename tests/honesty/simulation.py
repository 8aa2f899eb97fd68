"""False winners and power, in figures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from storage_tuner.core.plan import Protocol
from tests.bench.noise_models import (
    HDD,
    MODELS,
    QUIET_SSD,
    NoiseModel,
    article_means,
    article_seconds,
    record,
)
from tests.honesty.sessions import NAMES, Simulated, has_winner, plan_for, race_cell

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")

ALIKE = dict.fromkeys(NAMES, 1.0)
KINDS = (
    (Protocol.ADAPTIVE, (1, 8), 400),
    (Protocol.RESTARTS, (1, 2, 4, 8), 6),
    (Protocol.ARTICLE, (1,), 10),
)
"""Protocol, thread counts, most blocks or repeats."""

SHARES = {Protocol.ADAPTIVE: 0.5, Protocol.RESTARTS: 0.3, Protocol.ARTICLE: 0.2}
CELL_LIMIT_S = 600.0
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
            plan = plan_for(self.model, self.protocol, self.threads, self.seed, self.repeats)
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
    """``sessions`` in all, over four kinds of noise and three protocols."""
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


@dataclass(frozen=True)
class Cells:
    """Races of single cells of a session with twelve, in which one variant is better."""

    model: NoiseModel
    difference: float
    seed: int
    count: int

    def found(self) -> tuple[int, int, float, int]:
        """Right, wrong, seconds in all, and right by the article's highest mean."""
        right = wrong = article = 0
        seconds = 0.0
        for number in range(self.count):
            random = np.random.default_rng((self.seed, number))
            best = NAMES[number % len(NAMES)]
            factors = ALIKE | {best: 1 + self.difference}
            plan = plan_for(self.model, Protocol.ADAPTIVE, (1, 2, 4, 8), self.seed, 1000)
            recording = record(self.model, CELL_LIMIT_S + 30, random)
            race = race_cell(plan, plan.cells[0], recording, factors, CELL_LIMIT_S)
            right += race.running == (best,)
            wrong += len(race.running) == 1 and race.running != (best,)
            seconds += race.seconds
            means = article_means(self.model, [factors[name] for name in NAMES], random)
            article += NAMES[int(np.argmax(means))] == best
        return right, wrong, seconds, article


@dataclass(frozen=True)
class Power:
    model: NoiseModel
    difference: float
    cells: int
    right: float
    wrong: float
    minutes: float
    article_right: float

    @property
    def line(self) -> str:
        return (
            f"{self.model.name:16} +{100 * self.difference:2.0f} %   found in "
            f"{100 * self.right:5.1f} % of {self.cells} cells, wrong in {100 * self.wrong:.1f} %, "
            f"{self.minutes:.1f} min a cell   (article: {article_seconds(len(NAMES)) / 60:.0f} "
            f"min, highest mean right in {100 * self.article_right:.0f} %)"
        )


def power(cells: int, workers: int) -> list[Power]:
    results = []
    for model in (QUIET_SSD, HDD):
        for difference in (0.05, 0.10):
            batches = [
                Cells(model, difference, seed, CHUNK) for seed in range(math.ceil(cells / CHUNK))
            ]
            found = list(_each(Cells.found, batches, workers))
            count = CHUNK * len(batches)
            right, wrong, seconds, article = (
                math.fsum(item[place] for item in found) for place in range(4)
            )
            results.append(
                Power(
                    model, difference, count, right / count, wrong / count,
                    seconds / count / 60, article / count,
                )
            )  # fmt: skip
    return results


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
