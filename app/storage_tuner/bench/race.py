"""The state of a cell's comparison at any look: the leader, and the variants that are out.

The blocks of a cell are complete: every variant still in the race was measured once, in random
order. So slow drift affects all alike, and differences of logarithms within a block are compared.
After every block the race may end, because the bounds on the differences hold however often one
looks (``advice.statistics.sequential``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.advice.statistics.sequential import (
    LEAST_VALUES,
    Goals,
    SequentialBounds,
    confidence_sequence,
)
from storage_tuner.core.measurement import Measurement

Block = Mapping[str, float]
"""Variant → its result in this block, in MB/s or IOPS; positive, and higher is better."""


@dataclass(frozen=True)
class RaceRules:
    """When a race is decided. Margins are shares (0.03: three percent).

    A variant leaves when another one was ahead of it by at least ``margin``, and with confidence by
    more than ``material_margin``. The remaining ones are equal when they differ with confidence by
    less than ``margin``. So the verdict rates every variant that left as slower, too.

    ``error_level`` is that of one pair of variants: the session's, divided by its pairs and cells.
    ``equality_level`` is divided by the cells only: they are equal only if *all* pairs are shown
    to be, and such a claim isn't easier with more pairs (Berger 1982, "Multiparameter hypothesis
    testing and acceptance sampling", Technometrics 24, 295–300).
    """

    error_level: float
    equality_level: float
    margin: float = 0.03
    material_margin: float = 0.01
    least_blocks: int = LEAST_VALUES

    @property
    def goals(self) -> Goals:
        """The margins for differences of logarithms."""
        return Goals(
            margin=math.log1p(self.margin),
            material=math.log1p(min(self.material_margin, self.margin)),
            error_level=self.error_level,
            equality_level=self.equality_level,
        )


@dataclass(frozen=True)
class CellRace:
    """``running`` are the variants to measure in the next block; one alone has won. ``equal``: all
    of them were shown equal. ``leader`` is the best one so far, ``lead`` bounds the logarithm of
    its lead over the next (None until there are two to compare). ``blocks_needed`` is the estimated
    number of further blocks until the decision, None when it's unknown."""

    blocks: int
    running: tuple[str, ...]
    equal: bool
    leader: str | None
    lead: SequentialBounds | None
    blocks_needed: int | None

    @property
    def decided(self) -> bool:
        return self.equal or len(self.running) < 2


def trusted_blocks(
    slices: Iterable[Measurement],
    value: Callable[[Measurement], float | None],
    wanted: Iterable[str] = (),
) -> dict[int, Block]:
    """Block number → block, for those in which each variant still measured has a valid ``value``.

    A variant that is measured in a later block was still measured, so a block without it isn't
    complete; nor is one without any of ``wanted``.
    """
    by_number: dict[int, dict[str, float]] = {}
    measured: dict[int, set[str]] = {}
    for item in slices:
        measured.setdefault(item.repeat, set()).add(item.variant)
        found = value(item) if item.disturbed is None else None
        if found is not None and 0 < found < math.inf:
            by_number.setdefault(item.repeat, {})[item.variant] = found
    still = set(wanted)
    complete: dict[int, Block] = {}
    for number in sorted(measured, reverse=True):
        still |= measured[number]
        block = by_number.get(number, {})
        if still <= set(block):
            complete[number] = block
    return dict(sorted(complete.items()))


def standing(variants: Sequence[str], blocks: Sequence[Block], rules: RaceRules) -> CellRace:
    """The state of the race after ``blocks``."""
    if len(blocks) < rules.least_blocks:
        running = tuple(variants)
    else:
        beaten = {
            loser
            for pair in itertools.combinations(variants, 2)
            if (loser := _loser(*pair, blocks, rules)) is not None
        }
        running = tuple(variant for variant in variants if variant not in beaten)
    equal = (
        len(blocks) >= rules.least_blocks
        and len(running) > 1
        and all(
            rules.goals.shows_equal(_differences(*pair, blocks))
            for pair in itertools.combinations(running, 2)
        )
    )
    ranking = _ranking(running, blocks)
    if len(running) == 1:
        ranking += _ranking([variant for variant in variants if variant not in running], blocks)
    open_race = not equal and len(running) > 1
    return CellRace(
        blocks=len(blocks),
        running=running,
        equal=equal,
        leader=ranking[0] if blocks else None,
        lead=_lead(ranking, blocks, rules),
        blocks_needed=_blocks_needed(ranking, blocks, rules) if open_race else 0,
    )


def _loser(left: str, right: str, blocks: Sequence[Block], rules: RaceRules) -> str | None:
    direction = rules.goals.direction(_differences(left, right, blocks))
    return {1: right, -1: left, 0: None}[direction]


def _blocks_needed(ranking: Sequence[str], blocks: Sequence[Block], rules: RaceRules) -> int | None:
    """The estimate of further blocks; the race ends when the best one is faster than, or equal to,
    each other one."""
    missing = max(rules.least_blocks - len(blocks), 1)
    best, *others = ranking
    for other in others:
        needed = rules.goals.values_needed(_differences(best, other, blocks))
        if needed is None:
            return None
        missing = max(missing, needed - len(blocks))
    return missing


def _differences(left: str, right: str, blocks: Sequence[Block]) -> list[float]:
    return [
        math.log(block[left] / block[right]) for block in blocks if left in block and right in block
    ]


def _ranking(running: Sequence[str], blocks: Sequence[Block]) -> list[str]:
    """From best to worst, by the mean logarithm over the blocks that all of ``running`` are in."""
    common = [block for block in blocks if all(variant in block for variant in running)]
    totals = {
        variant: math.fsum(math.log(block[variant]) for block in common) for variant in running
    }
    return sorted(running, key=lambda variant: -totals[variant])


def _lead(
    ranking: Sequence[str], blocks: Sequence[Block], rules: RaceRules
) -> SequentialBounds | None:
    if len(ranking) < 2 or not blocks:
        return None
    first, second, *_ = ranking
    return confidence_sequence(_differences(first, second, blocks), rules.error_level)
