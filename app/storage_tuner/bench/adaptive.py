"""Chooses what to measure next where cells are raced, and when to stop. Pure: from the history.

Here it makes no difference whether a block's slices belong to one long load or are separate runs.
All cells get their complete blocks in rounds, cell after cell in the plan's order, so that slow
drift meets all cells, and an interim look follows each round of all cells
(``advice.statistics.interim_look``): variants that it finds slower get no more blocks, and their
time goes to the others; the measurement ends when everything is decided. The last look is the
judgement, when the time is over.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.advice.statistics.interim_look import LOOKS, look
from storage_tuner.advice.statistics.methods import judged_cells
from storage_tuner.advice.statistics.sequential import RACED_SHARE
from storage_tuner.bench.race import Block, CellRace, RaceRules, standing, trusted_blocks
from storage_tuner.bench.time_costs import in_rounds, slice_seconds, start_seconds
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Cell, Plan, Variant


@dataclass(frozen=True)
class MeasureBlock:
    """One slice (or run) of each of ``order``, in this order, all with ``repeat`` = ``block``."""

    cell: Cell
    block: int
    order: tuple[Variant, ...]


@dataclass(frozen=True)
class Done:
    """Everything is decided, or the time is over."""


def next_step(
    plan: Plan,
    measurements: Sequence[Measurement],
    elapsed_s: Mapping[Cell, float],
    given_up: Collection[Cell] = (),
) -> MeasureBlock | Done:
    """The next block, or ``Done``.

    ``measurements`` are all slices so far, also the disturbed ones, which are discarded: their
    whole block is measured again, under a new number. ``elapsed_s`` is the time spent in each cell,
    starting fio included; ``given_up`` are cells that can't be measured. The result depends on
    nothing else; the orders come from the plan's seed.
    """
    rounds = _rounds(plan, measurements, elapsed_s, given_up)
    running = rounds.running()
    race = rounds.next(running)
    if race is None:
        return Done()
    return MeasureBlock(race.cell, race.tried, block_order(plan, race.cell, race.tried, running))


def standings(plan: Plan, measurements: Sequence[Measurement]) -> dict[Cell, CellRace]:
    """The state of the race in every cell, in the plan's order."""
    rules, slices = race_rules(plan), _by_cell(plan, measurements)
    return {
        cell: standing(_names(plan, cell), complete_blocks(slices[cell]), rules)
        for cell in plan.cells
    }


def remaining_seconds(
    plan: Plan,
    measurements: Sequence[Measurement],
    elapsed_s: Mapping[Cell, float],
    given_up: Collection[Cell] = (),
) -> float:
    """The longest remaining time, in seconds."""
    rounds = _rounds(plan, measurements, elapsed_s, given_up)
    running = rounds.running()
    if rounds.next(running) is None:
        return 0.0
    most = math.fsum(race.seconds_to(race.most_blocks, running) for race in rounds.open)
    return min(rounds.left_s, most)


def race_rules(plan: Plan) -> RaceRules:
    """The session's error level, divided over its cells and the pairs of variants."""
    level = plan.error_level * RACED_SHARE / max(judged_cells(plan), 1)
    return RaceRules(level / max(plan.most_pairs, 1), level, plan.margin)


def planned_seconds(plan: Plan, measurements: Sequence[Measurement]) -> dict[Cell, float]:
    """The approximate time that earlier ``measurements`` took in each cell, in seconds."""
    return {
        cell: len({item.index for item in slices}) * slice_seconds(plan, cell)
        for cell, slices in _by_cell(plan, measurements).items()
        if slices
    }


def block_order(plan: Plan, cell: Cell, block: int, running: Iterable[str]) -> tuple[Variant, ...]:
    """A random order, different for each block.

    Rates that are correlated in time then don't correlate the differences of two blocks. Pairs of
    an order and its reverse would, as the last variant of a block is the first of the next one.
    """
    source = random.Random(f"{plan.seed} {cell.workload.name} {cell.threads} {block}")  # noqa: S311 - an order, not a secret
    wanted = set(running) & set(_names(plan, cell))
    everyone = source.sample(plan.variants, len(plan.variants))
    return tuple(variant for variant in everyone if variant.name in wanted)


def complete_blocks(slices: Iterable[Measurement], wanted: Iterable[str] = ()) -> list[Block]:
    """The complete blocks of one cell, with each variant's throughput."""
    return list(trusted_blocks(slices, _rate, wanted).values())


def _rate(item: Measurement) -> float | None:
    return item.value(Metric.RATE)


@dataclass(frozen=True)
class _Race:
    """One cell: ``complete`` are the numbers of its complete blocks, ``tried`` counts also the
    disturbed ones, ``newest`` are the variants in the last one; times in seconds."""

    cell: Cell
    names: frozenset[str]
    complete: tuple[int, ...]
    tried: int
    newest: frozenset[str]
    slice_s: float
    start_s: float
    most_blocks: int
    over: bool

    @property
    def blocks(self) -> int:
        """The number of blocks for scheduling, at least half of those tried, so that a cell that is
        always disturbed doesn't hold up the others."""
        return max(len(self.complete), self.tried // 2)

    @property
    def is_open(self) -> bool:
        return not self.over and self.blocks < self.most_blocks

    def seconds_to(self, blocks: int, running: Collection[str]) -> float:
        block_s = len(self.names & set(running)) * self.slice_s
        return self.start_s + (blocks - self.blocks) * block_s if blocks > self.blocks else 0.0


@dataclass(frozen=True)
class _Rounds:
    """The measured cells of a plan, and their progress."""

    plan: Plan
    measurements: Sequence[Measurement]
    races: tuple[_Race, ...]
    left_s: float

    @property
    def open(self) -> tuple[_Race, ...]:
        return tuple(race for race in self.races if race.is_open)

    @property
    def size(self) -> int:
        """The number of blocks of each cell in a round."""
        return self.plan.round_blocks or in_rounds(self.plan).round_blocks

    @property
    def complete(self) -> int:
        """The number of complete rounds over all cells."""
        return min((race.blocks for race in self.open), default=0) // self.size

    def running(self) -> frozenset[str]:
        """The variants that are still measured; none when everything is decided.

        Variants that left earlier are in none of this round's blocks. Contests end separately, and
        have no interim looks.
        """
        everyone = frozenset(variant.name for variant in self.plan.variants)
        done = self.complete
        if self.plan.contests or len(everyone) < 2 or not done:
            return everyone
        begun = [race for race in self.open if race.blocks > done * self.size]
        running = frozenset[str]().union(*(race.newest for race in begun or self.open))
        if not begun and done < LOOKS:
            found = look(self.plan, self._measured_in(done), done)
            running = frozenset() if found.decided else running - found.slower
        return running if len(running) > 1 else frozenset()

    def next(self, running: Collection[str]) -> _Race | None:
        """The cell whose block is measured next; None when nothing or no time is left."""
        waiting = self.open
        if not running or not waiting:
            return None
        level = min((self.complete + 1) * self.size, self._level(running))
        for race in waiting:
            if race.blocks < level:
                return race
        # there isn't time for all of them any more
        fitting = [
            race for race in waiting if race.seconds_to(race.blocks + 1, running) <= self.left_s
        ]
        return min(fitting, key=lambda race: race.blocks, default=None)

    def _level(self, running: Collection[str]) -> int:
        """The number of blocks that every cell can have in the remaining time."""
        level = min(race.blocks for race in self.open)
        most = max(race.most_blocks for race in self.open)
        while level < most:
            needed = math.fsum(race.seconds_to(level + 1, running) for race in self.open)
            if needed > self.left_s:
                break
            level += 1
        return level

    def _measured_in(self, rounds: int) -> list[Measurement]:
        """The slices of complete blocks in the first ``rounds`` rounds."""
        blocks = {
            (operation, race.cell.threads, number)
            for race in self.races
            for operation in race.cell.workload.operations
            for number in race.complete[: rounds * self.size]
        }
        return [
            item
            for item in self.measurements
            if (item.operation, item.threads, item.repeat) in blocks
        ]


def _rounds(
    plan: Plan,
    measurements: Sequence[Measurement],
    elapsed_s: Mapping[Cell, float],
    given_up: Collection[Cell],
) -> _Rounds:
    left_s = math.inf
    if plan.budget_s is not None:
        left_s = max(plan.budget_s - math.fsum(elapsed_s.values()), 0.0)
    slices = _by_cell(plan, measurements)
    races = tuple(
        _race(plan, cell, slices[cell], elapsed_s.get(cell, 0.0), over=cell in given_up)
        for cell in plan.cells
    )
    return _Rounds(plan, measurements, races, left_s)


def _race(
    plan: Plan, cell: Cell, slices: Sequence[Measurement], elapsed_s: float, *, over: bool
) -> _Race:
    names = _names(plan, cell)
    complete = trusted_blocks(slices, _rate)
    tried = max((item.repeat for item in slices), default=-1) + 1
    if plan.contests:
        blocks = list(complete.values())
        over = over or standing(names, blocks, race_rules(plan)).decided
    measured = len(slices) >= len(names) and elapsed_s > 0
    return _Race(
        cell=cell,
        names=frozenset(names),
        complete=tuple(complete),
        tried=tried,
        newest=frozenset(item.variant for item in slices if item.repeat == tried - 1),
        slice_s=elapsed_s / len(slices) if measured else slice_seconds(plan, cell),
        start_s=start_seconds(plan, cell),
        most_blocks=plan.repeats,
        over=over,
    )


def _names(plan: Plan, cell: Cell) -> tuple[str, ...]:
    return tuple(variant.name for variant in plan.variants_in(cell))


def _by_cell(plan: Plan, measurements: Sequence[Measurement]) -> dict[Cell, list[Measurement]]:
    """The slices of each cell; for a load of several streams, those of the first."""
    cells = {(cell.workload.operations[0], cell.threads): cell for cell in plan.cells}
    found: dict[Cell, list[Measurement]] = {cell: [] for cell in plan.cells}
    for item in measurements:
        cell = cells.get((item.operation, item.threads))
        if cell is not None:
            found[cell].append(item)
    return found
