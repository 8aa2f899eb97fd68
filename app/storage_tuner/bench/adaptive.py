"""What to measure next where cells are raced, and when it is enough. Pure: from the history.

It makes no difference here whether a block's slices lie in one long load or each is a run with a
start of its own. Cell after cell the variants are raced in complete blocks (``bench.race``). Each
cell gets an equal share of the time that is left; what it doesn't need goes to the others, and in
the end to those that are still undecided, those with a prospect of being decided first.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.advice.methods import judged_cells
from storage_tuner.advice.sequential import RACED_SHARE
from storage_tuner.bench.race import Block, RaceRules, Standing, standing
from storage_tuner.bench.restarting import RESTART_S, is_restarted
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Cell, Plan, Protocol, Variant
from storage_tuner.core.workload import Operation

SWITCH_S = 0.08
"""What one slice costs beside its wash-out and its length: switching takes about 30 ms, reading
fio's state at both edges up to 25 ms each."""

START_S = 0.5
"""Starting fio for a cell, about."""

PROSPECT = 2.0
"""A cell that seems to need at most so many times the time that is left may yet be decided in it;
the forecast is often wrong by that much."""

KEPT_SHARE = 0.75
"""So much of the time that it was planned with is kept for each later cell, where the whole time
suffices as planned, and slices take longer than planned. Otherwise slower slices of the first cells
would eat up the others' time."""

NEARLY = 0.9
"""So much of the time planned with is still enough: recordings take a little of it, too."""

STAY = 8
"""So many blocks a cell without prospect may be ahead of another one before that one is on."""


@dataclass(frozen=True)
class MeasureBlock:
    """One slice (or run) of each of ``order``, in this order, all with ``repeat`` = ``block``."""

    cell: Cell
    block: int
    order: tuple[Variant, ...]


@dataclass(frozen=True)
class Done:
    """Everything is decided, or the time is over."""


@dataclass(frozen=True)
class CellOutcome:
    """``seconds_needed`` tells how much longer it would take to decide the cell, if all goes on as
    before: 0 when it is decided, None when that can't be told."""

    cell: Cell
    standing: Standing
    seconds_needed: float | None


def next_step(
    plan: Plan,
    measurements: Sequence[Measurement],
    elapsed_s: Mapping[Cell, float],
    given_up: Collection[Cell] = (),
) -> MeasureBlock | Done:
    """The next block, or ``Done``.

    ``measurements`` are all slices so far, also the disturbed ones, which count for nothing: their
    whole block is measured again, under a new number. ``elapsed_s`` is the time spent in each cell,
    starting fio included; ``given_up`` are cells that can't be measured. The answer depends on
    nothing else; the orders come from the plan's seed.
    """
    races = [race for race in _races(plan, measurements, elapsed_s) if race.cell not in given_up]
    chosen = _chosen(plan, races, measurements, elapsed_s)
    if chosen is None:
        return Done()
    return MeasureBlock(
        chosen.cell, chosen.tried, block_order(plan, chosen.cell, chosen.tried, chosen.running)
    )


def outcomes(
    plan: Plan, measurements: Sequence[Measurement], elapsed_s: Mapping[Cell, float]
) -> tuple[CellOutcome, ...]:
    """Where every cell stands, in the plan's order."""
    return tuple(
        CellOutcome(race.cell, race.standing, race.seconds_needed)
        for race in _races(plan, measurements, elapsed_s)
    )


def remaining_seconds(
    plan: Plan,
    measurements: Sequence[Measurement],
    elapsed_s: Mapping[Cell, float],
    given_up: Collection[Cell] = (),
) -> float:
    """How long it will still take, at most the budget's rest.

    Started cells by their own forecast, the others by what the finished ones took.
    """
    races = _races(plan, measurements, elapsed_s)
    measurable = [race for race in races if race.cell not in given_up]
    if _chosen(plan, measurable, measurements, elapsed_s) is None:
        return 0.0
    left = _seconds_left(plan, elapsed_s)
    open_races = [race for race in measurable if not race.finished]
    share = left / len(open_races) if math.isfinite(left) else math.inf
    typical = _typical_seconds(races)
    needs = (race.forecast_s if race.tried else typical for race in open_races)
    expected = math.fsum(min(need, max(share, typical)) for need in needs)
    limit = math.fsum(race.seconds_at_most for race in open_races)
    return min(left, expected, limit)


def race_rules(plan: Plan) -> RaceRules:
    """The session's error level, divided over its cells and the pairs of variants."""
    level = plan.error_level * RACED_SHARE / max(judged_cells(plan), 1)
    return RaceRules(level / max(plan.most_pairs, 1), level, plan.margin)


def slice_seconds(plan: Plan, cell: Cell | None = None) -> float:
    """How long one slice or run takes with its switch and wash-out, as planned (in ``cell``)."""
    if cell is None:
        restarted = plan.protocol is not Protocol.ADAPTIVE
        cost = RESTART_S if restarted else SWITCH_S
        return (plan.runtime_ms + plan.ramp_ms) / 1000 + cost
    paced = plan.paced(cell)
    cost = RESTART_S if is_restarted(plan, cell) else SWITCH_S
    return (paced.runtime_ms + paced.ramp_ms) / 1000 + cost


def planned_seconds(plan: Plan, measurements: Sequence[Measurement]) -> dict[Cell, float]:
    """What ``measurements`` of an earlier time have taken in each cell, about."""
    indices: dict[tuple[Operation, int], set[int]] = {}
    for item in measurements:
        indices.setdefault((item.operation, item.threads), set()).add(item.index)
    return {
        cell: len(taken) * slice_seconds(plan, cell)
        for cell in plan.cells
        if (taken := indices.get((cell.workload.operations[0], cell.threads)))
    }


def block_order(plan: Plan, cell: Cell, block: int, running: Iterable[str]) -> tuple[Variant, ...]:
    """A random order, for each block its own.

    So rates that hang together in time make no two blocks' differences hang together. Orders in
    pairs, each backwards after itself, would: the last of a block is the first of the next one.
    """
    source = random.Random(f"{plan.seed} {cell.workload.name} {cell.threads} {block}")  # noqa: S311 - an order, not a secret
    wanted = set(running)
    everyone = source.sample(plan.variants, len(plan.variants))
    return tuple(variant for variant in everyone if variant.name in wanted)


@dataclass(frozen=True)
class _Race:
    """One cell: ``tried`` blocks, the disturbed ones among them; times in seconds."""

    cell: Cell
    standing: Standing
    tried: int
    elapsed_s: float
    slice_s: float
    planned_slice_s: float
    variants: int
    most_blocks: int
    least_blocks: int

    def is_of(self, measurement: Measurement | None) -> bool:
        """Whether ``measurement`` was made in this cell."""
        return (
            measurement is not None
            and measurement.operation in self.cell.workload.operations
            and measurement.threads == self.cell.threads
        )

    @property
    def running(self) -> tuple[str, ...]:
        return self.standing.running

    @property
    def finished(self) -> bool:
        """Decided, or as many blocks as there may be; a variant alone only gets the least."""
        done = self.standing.blocks
        if done >= self.most_blocks or self.tried >= 2 * self.most_blocks:
            return True
        return self.standing.decided and done >= self.least_blocks

    @property
    def block_s(self) -> float:
        return len(self.running) * self.slice_s

    @property
    def least_s(self) -> float:
        """What a decision takes at least."""
        return self.least_blocks * self.variants * self.slice_s

    @property
    def planned_s(self) -> float:
        """The same, as it was planned with."""
        return START_S + self.least_blocks * self.variants * self.planned_slice_s

    @property
    def seconds_needed(self) -> float | None:
        needed = self.standing.blocks_needed
        return None if needed is None else needed * self.block_s

    @property
    def forecast_s(self) -> float:
        needed = self.seconds_needed
        return math.inf if needed is None else needed

    @property
    def seconds_at_most(self) -> float:
        return (self.most_blocks - self.standing.blocks) * self.block_s


def _races(
    plan: Plan, measurements: Sequence[Measurement], elapsed_s: Mapping[Cell, float]
) -> list[_Race]:
    rules = race_rules(plan)
    slices: dict[tuple[Operation, int], list[Measurement]] = {}
    for item in measurements:
        slices.setdefault((item.operation, item.threads), []).append(item)
    return [
        _race(
            plan,
            rules,
            cell,
            slices.get((cell.workload.operations[0], cell.threads), []),
            elapsed_s.get(cell, 0.0),
        )
        for cell in plan.cells
    ]


def _race(
    plan: Plan,
    rules: RaceRules,
    cell: Cell,
    slices: Sequence[Measurement],
    elapsed_s: float,
) -> _Race:
    names = tuple(variant.name for variant in plan.variants_in(cell))
    measured = len(slices) >= len(names) and elapsed_s > 0
    return _Race(
        cell=cell,
        standing=standing(names, complete_blocks(names, slices, rules), rules),
        tried=max((item.repeat for item in slices), default=-1) + 1,
        elapsed_s=elapsed_s,
        slice_s=elapsed_s / len(slices) if measured else slice_seconds(plan, cell),
        planned_slice_s=slice_seconds(plan, cell if is_restarted(plan, cell) else None),
        variants=len(names),
        most_blocks=plan.repeats,
        least_blocks=min(rules.least_blocks, plan.repeats),
    )


def complete_blocks(
    names: Sequence[str], slices: Sequence[Measurement], rules: RaceRules
) -> list[Block]:
    """The blocks of one cell in which each variant that was still in the race has a trusted slice.

    A variant that is measured in a later block was still in the race, so a block without it isn't
    complete; who was in the race at the last block is told by the blocks before it.
    """
    by_number: dict[int, dict[str, float | None]] = {}
    for item in slices:
        block = by_number.setdefault(item.repeat, {})
        block[item.variant] = _trusted_rate(item) or block.get(item.variant)
    newest = max(by_number, default=0)
    wanted: set[str] = set()
    complete: dict[int, Block] = {}
    for number in sorted(by_number, reverse=True):
        wanted |= set(by_number[number])
        rates = {name: rate for name, rate in by_number[number].items() if rate is not None}
        if wanted <= set(rates):
            complete[number] = rates
    ordered = [complete[number] for number in sorted(complete)]
    if newest in complete:
        running = standing(names, ordered[:-1], rules).running
        return ordered if set(running) <= set(complete[newest]) else ordered[:-1]
    return ordered


def _trusted_rate(item: Measurement) -> float | None:
    rate = item.value(Metric.RATE)
    usable = item.disturbed is None and rate is not None and 0 < rate < math.inf
    return rate if usable else None


def _chosen(
    plan: Plan,
    races: Sequence[_Race],
    measurements: Sequence[Measurement],
    elapsed_s: Mapping[Cell, float],
) -> _Race | None:
    """Whose block is measured next; None when there's nothing left to do, or no time."""
    return _first_within_its_share(plan, races, elapsed_s) or _with_what_is_left_over(
        plan, races, measurements, elapsed_s
    )


def _first_within_its_share(
    plan: Plan, races: Sequence[_Race], elapsed_s: Mapping[Cell, float]
) -> _Race | None:
    """The first open cell that has time left of its share: an equal one of what the cells before
    it left over, and never less than a decision takes while there is so much. Where there was to be
    time for all cells, the later ones keep most of theirs."""
    left = _seconds_left(plan, elapsed_s) + math.fsum(race.elapsed_s for race in races)
    kept = KEPT_SHARE if left >= NEARLY * math.fsum(race.planned_s for race in races) else 0.0
    for position, race in enumerate(races):
        free = left - kept * math.fsum(later.planned_s for later in races[position + 1 :])
        least = race.least_s if race.least_s <= free or not kept else 0.0
        allowance = min(left, max(left / (len(races) - position), least))
        if not race.finished and race.elapsed_s + race.block_s <= allowance:
            return race
        left -= race.elapsed_s
    return None


def _with_what_is_left_over(
    plan: Plan,
    races: Sequence[_Race],
    measurements: Sequence[Measurement],
    elapsed_s: Mapping[Cell, float],
) -> _Race | None:
    """Who gets the time that the others didn't need: a cell that had no turn yet, because a single
    block takes more than its share; then one that may be decided in it, the soonest first; else the
    one with the fewest blocks, since every block narrows the whole result.

    The cell being measured is preferred, because another one means starting fio anew.
    """
    left = _seconds_left(plan, elapsed_s)
    waiting = [race for race in races if not race.finished and race.block_s <= left]
    if not waiting:
        return None
    if untried := [race for race in waiting if not race.tried]:
        return untried[0]
    last = max(measurements, key=lambda item: item.index, default=None)
    promising = [race for race in waiting if race.forecast_s <= PROSPECT * left]
    if promising:
        return min(promising, key=lambda race: (not race.is_of(last), race.forecast_s))
    return min(waiting, key=lambda race: race.tried - STAY * race.is_of(last))


def _seconds_left(plan: Plan, elapsed_s: Mapping[Cell, float]) -> float:
    if plan.budget_s is None:
        return math.inf
    return max(plan.budget_s - math.fsum(elapsed_s.values()), 0.0)


def _typical_seconds(races: Sequence[_Race]) -> float:
    """What a cell takes: the mean of the finished ones, before that half more than the least."""
    finished = [race.elapsed_s for race in races if race.finished]
    if finished:
        return math.fsum(finished) / len(finished)
    return 1.5 * max((race.least_blocks * race.block_s for race in races), default=0.0)
