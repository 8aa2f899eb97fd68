"""Tables from elsewhere, in which nothing differs or one variant is better, as CSV and judged.

What a table may go wrong by: the noise, the order in which its runs were made, how much it tells of
that order, how many runs there are, and whether its figures are rounded. The noise is generated
for many tables at once; each is then read and judged by the application itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from storage_tuner.advice.statistics.methods import method_for_table
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.store.tables.delimited import table_of
from storage_tuner.store.tables.run_table import read_runs

Array = NDArray[np.float64]
Random = np.random.Generator

VARIANTS = ("none", "mq-deadline", "kyber", "bfq")
OPERATIONS = ("seq-read", "seq-write", "rand-read", "rand-write")
LEVELS = (420.0, 380.0, 31.0, 27.0)
"""MB/s of each operation."""


def _normal(random: Random, shape: tuple[int, int]) -> Array:
    return 0.05 * random.standard_normal(shape)


def _student(random: Random, shape: tuple[int, int]) -> Array:
    return 0.05 * random.standard_t(3, shape)


def _warm_up(random: Random, shape: tuple[int, int]) -> Array:
    """A rise by 10 to 40 % that takes from a twentieth of the table to two fifths."""
    tables, runs = shape
    depth = random.uniform(0.1, 0.4, (tables, 1))
    lasts = random.uniform(0.05, 0.4, (tables, 1)) * runs
    return 0.03 * random.standard_normal(shape) - depth * np.exp(-np.arange(runs) / lasts)


def _throttling(random: Random, shape: tuple[int, int]) -> Array:
    """A fall by 10 to 40 % at any time: at once in half of the tables, else over some runs."""
    tables, runs = shape
    depth = random.uniform(0.1, 0.4, (tables, 1))
    begins = random.uniform(0, runs, (tables, 1))
    lasts = np.where(random.random((tables, 1)) < 0.5, 1e-9, random.uniform(0, 0.3 * runs))
    fallen = np.clip((np.arange(runs) - begins) / lasts, 0, 1)
    return 0.03 * random.standard_normal(shape) - depth * fallen


def _autocorrelated(random: Random, shape: tuple[int, int]) -> Array:
    """A first-order process that keeps 95 % from one run to the next."""
    tables, _ = shape
    kept = 0.95
    steps = 0.1 * math.sqrt(1 - kept**2) * random.standard_normal(shape)
    steps[:, 0] = 0.1 * random.standard_normal(tables)
    slow = np.stack([*itertools.accumulate(steps.T, lambda last, step: kept * last + step)], axis=1)
    return slow + 0.01 * random.standard_normal(shape)


def _stalling(random: Random, shape: tuple[int, int]) -> Array:
    """One run in five is half as fast: the drive collected garbage."""
    return 0.03 * random.standard_normal(shape) - 0.7 * (random.random(shape) < 0.2)


def _outlier(random: Random, shape: tuple[int, int]) -> Array:
    """One run in forty."""
    return 0.03 * random.standard_normal(shape) - 1.0 * (random.random(shape) < 1 / 40)


NOISES: dict[str, Callable[[Random, tuple[int, int]], Array]] = {
    "normal": _normal,
    "Student t3": _student,
    "warm-up": _warm_up,
    "throttling": _throttling,
    "autocorrelated": _autocorrelated,
    "stalling": _stalling,
    "outlier": _outlier,
}


class Order(StrEnum):
    IN_TURNS = "in turns"
    RANDOM = "random"
    BY_VARIANT = "by variant"
    BY_CELL = "by cell"


class Told(StrEnum):
    """What a table tells of the order."""

    INDEX = "index"
    REPEAT = "repeat"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Place:
    """A run of the table: the variant by number, the cell by operation and number of threads."""

    variant: int
    cell: int
    repeat: int


@dataclass(frozen=True)
class Kind:
    """Of tables. ``step`` is what the figures are rounded to, as a share of their level; ``lead``
    how much faster one of the variants is in all operations; ``spread`` multiplies the noise.
    ``threads`` is how many thread counts each operation has."""

    noise: str
    order: Order
    told: Told
    repeats: int
    step: float = 0.0
    lead: float = 0.0
    variants: int = len(VARIANTS)
    operations: int = len(OPERATIONS)
    spread: float = 1.0
    threads: int = 1

    @property
    def line(self) -> str:
        rounded = f"to {100 * self.step:.0f} %" if self.step else "not"
        return (
            f"{self.noise:15} {self.order.value:11} {self.told.value:8} n = {self.repeats:2} "
            f"rounded {rounded:7}"
        )

    @property
    def cells(self) -> int:
        return self.operations * self.threads

    def places(self, random: Random) -> list[Place]:
        """In the order in which they are measured."""
        variants, cells = range(self.variants), range(self.cells)
        repeats = range(self.repeats)
        if self.order is Order.BY_VARIANT:
            return [Place(v, o, r) for v in variants for o in cells for r in repeats]
        if self.order is Order.BY_CELL:
            return [Place(v, o, r) for o in cells for v in variants for r in repeats]
        if self.order is Order.IN_TURNS:
            return [
                Place(int(v), o, r)
                for r in repeats
                for o in cells
                for v in random.permutation(self.variants)
            ]
        found: dict[tuple[int, int], int] = {}
        places = []
        for number in random.permutation(self.variants * self.cells * self.repeats):
            cell = divmod(int(number) // self.repeats, self.cells)
            places.append(Place(*cell, found.get(cell, 0)))
            found[cell] = found.get(cell, 0) + 1
        return places


@dataclass(frozen=True)
class Outcome:
    """Of one table: how many operations have a winner, and how many of these the right one."""

    winners: int
    right: int
    equal: int
    doubted: bool


def judged(kind: Kind, tables: int, seed: int) -> Iterator[Outcome]:
    random = np.random.default_rng((seed, *kind.line.encode()))
    runs = kind.variants * kind.cells * kind.repeats
    noise = NOISES[kind.noise](random, (tables, runs)) * kind.spread
    for logarithms in noise:
        places = kind.places(random)
        best = int(random.integers(kind.variants))
        rates = _rates(kind, places, best, logarithms)
        verdicts = verdicts_of(csv_of(kind, places, rates))
        yield _outcome(verdicts, VARIANTS[best] if kind.lead else "")


def _rates(kind: Kind, places: Sequence[Place], best: int, logarithms: Array) -> Array:
    levels = np.array([LEVELS[place.cell // kind.threads] for place in places])
    leads = np.array([1 + kind.lead * (place.variant == best) for place in places])
    rates: Array = levels * leads * np.exp(logarithms)
    if not kind.step:
        return rates
    steps = kind.step * levels
    return np.maximum(np.round(rates / steps), 1) * steps


def csv_of(kind: Kind, places: Sequence[Place], rates: Array) -> bytes:
    """In the order of measuring, which only an ``index`` tells."""
    columns = {Told.INDEX: ",repeat,index", Told.REPEAT: ",repeat", Told.NOTHING: ""}
    lines = [f"variant,operation,threads,rate_mb_s{columns[kind.told]}"]
    for index, (place, rate) in enumerate(zip(places, rates, strict=True)):
        operation, power = divmod(place.cell, kind.threads)
        cells = [VARIANTS[place.variant], OPERATIONS[operation], str(2**power), f"{rate:.4f}"]
        order = {Told.INDEX: [place.repeat, index], Told.REPEAT: [place.repeat], Told.NOTHING: []}
        lines.append(",".join([*cells, *map(str, order[kind.told])]))
    return "\n".join(lines).encode()


def verdicts_of(content: bytes) -> tuple[Verdict, ...]:
    """Those of the rates over all thread counts."""
    found = read_runs(table_of("table.csv", content))
    method = method_for_table(
        found.runs,
        in_blocks=found.in_blocks,
        timed=found.timed,
        when_decided=found.when_decided,
    )
    return tuple(
        verdict
        for verdict in judge_measurements(found.runs, method)
        if verdict.threads is None and verdict.state is not State.NOT_MEASURED
    )


def _outcome(verdicts: Sequence[Verdict], best: str) -> Outcome:
    return Outcome(
        sum(verdict.state is State.BETTER for verdict in verdicts),
        sum(verdict.winner == best for verdict in verdicts),
        sum(verdict.state is State.EQUAL for verdict in verdicts),
        all(verdict.doubt for verdict in verdicts),
    )


@dataclass(frozen=True)
class Result:
    """Of ``tables`` of one kind: ``winning`` have a winner; ``right`` is the share of operations
    with the right one; ``doubted`` have a doubt in all verdicts."""

    kind: Kind
    tables: int
    winning: int
    right: float
    doubted: int

    @property
    def line(self) -> str:
        kind = self.kind
        if kind.lead:
            return f"{kind.line} +{100 * kind.lead:3.0f} % found in {100 * self.right:5.1f} %"
        share = 100 * self.winning / self.tables
        return f"{kind.line} {self.winning} of {self.tables} with a false winner = {share:.1f} %"


def result(kind: Kind, tables: int, seed: int = 1) -> Result:
    found = list(judged(kind, tables, seed))
    return Result(
        kind,
        tables,
        sum(each.winners > 0 for each in found),
        sum(each.right for each in found) / (tables * kind.operations),
        sum(each.doubted for each in found),
    )


GRID = tuple(
    Kind(noise, order, told, repeats, step)
    for noise, order, told, repeats, step in itertools.product(
        NOISES, Order, Told, (3, 5, 10), (0.0, 0.04)
    )
)
"""Four variants, four operations, nothing differs."""

ROUNDED = tuple(
    Kind("normal", Order.IN_TURNS, told, repeats, 0.04, 0.0, 2, operations, spread)
    for told, repeats, operations, spread in itertools.product(
        Told, (3, 4, 5, 10), (1, 4), (0.1, 0.4, 1.0)
    )
)
"""Two variants, whose figures vary by less than they are rounded to, or not much more."""

SEVERAL_THREADS = tuple(
    Kind(noise, order, told, repeats, threads=4)
    for noise, order, told, repeats in itertools.product(
        ("warm-up", "throttling", "autocorrelated"),
        (Order.BY_VARIANT, Order.BY_CELL),
        (Told.INDEX, Told.REPEAT),
        (3, 5),
    )
)

LEADS = tuple(
    Kind(noise, order, told, 10, lead=lead)
    for noise, order, told, lead in itertools.product(
        NOISES, Order, Told, (0.05, 0.1, 0.3, 1.0, 9.0)
    )
)
"""One variant is faster in all operations."""


def results(kinds: Sequence[Kind], tables: int, workers: int) -> Iterator[Result]:
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(result, kinds, itertools.repeat(tables))
