"""Detects whether writes were measured in the steady state that SSDs settle into. Pure.

The window is that of SNIA's Solid State Storage Performance Test Specification (PTS 2.0, "steady
state"): five rounds whose values spread by at most 20 % of their average, and whose straight line
of least squares rises or falls by at most 10 % of it over the window. Our rounds are blocks, much
shorter than SNIA's minute, and throughput is steady while a write cache fills, until it drops; so a
window counts only if no later one leaves it. The state is a remark on the result, never a reason to
stop.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, linear_regression

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, Text, counted, sentence, together
from storage_tuner.core.workload import Operation

WINDOW = 5
GREATEST_SPREAD = 0.20
GREATEST_SLOPE = 0.10
GREATEST_DEPARTURE = 0.10
"""The largest departure of a later window's average from the steady one's: half the spread allowed
within a window."""


@dataclass(frozen=True)
class WriteCell:
    operation: Operation
    threads: int


@dataclass(frozen=True)
class SteadyState:
    """``reached_at`` is the block, counted from 1, that completed the steady window; None when
    there was none. ``blocks`` is how many were measured."""

    cell: WriteCell
    blocks: int
    reached_at: int | None

    @property
    def is_conclusive(self) -> bool:
        return self.blocks >= WINDOW


def steady_states(measurements: Sequence[Measurement]) -> tuple[SteadyState, ...]:
    """The steady state of every cell that writes, in the order in which they were begun.

    Each is determined from the variant that was measured in the most blocks: values of different
    variants aren't comparable, and those of slower ones end early. Disturbed runs are ignored.
    """
    cells: dict[WriteCell, dict[str, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    for run in measurements:
        if run.operation.writes and not run.disturbed and run.rate_mb_s:
            cells[WriteCell(run.operation, run.threads)][run.variant][run.repeat] = run.rate_mb_s
    return tuple(_state(cell, _longest(variants)) for cell, variants in cells.items())


def _longest(variants: Mapping[str, Mapping[int, float]]) -> list[float]:
    rates = max(variants.values(), key=len)
    return [rates[block] for block in sorted(rates)]


def _state(cell: WriteCell, rates: Sequence[float]) -> SteadyState:
    ends = range(WINDOW, len(rates) + 1)
    reached = next((end for end in ends if _holds(rates, end)), None)
    return SteadyState(cell, len(rates), reached)


def _holds(rates: Sequence[float], end: int) -> bool:
    """Return whether the window that ends before ``end`` is steady and no later one departs from
    it."""
    window = rates[end - WINDOW : end]
    if not is_steady(window):
        return False
    average = fmean(window)
    later = (fmean(rates[start : start + WINDOW]) for start in range(end, len(rates) - WINDOW + 1))
    return all(abs(mean - average) <= GREATEST_DEPARTURE * average for mean in later)


def is_steady(window: Sequence[float]) -> bool:
    """Return whether the values of some rounds, oldest first, meet SNIA's two conditions."""
    average = fmean(window)
    if max(window) - min(window) > GREATEST_SPREAD * average:
        return False
    return abs(_rise(window)) <= GREATEST_SLOPE * average


def _rise(window: Sequence[float]) -> float:
    """The rise of the least-squares line from the first round to the last."""
    places = range(len(window))
    return linear_regression(places, window).slope * places[-1]


def steady_state_sentences(states: Sequence[SteadyState]) -> tuple[Text, ...]:
    """Sentences for the record: on the cells that reached it, those that didn't, and unknown
    ones."""
    reached = [
        sentence("{cell} at block {reached_at}", cell=_words(each.cell), reached_at=each.reached_at)
        for each in states
        if each.reached_at
    ]
    missed = [
        sentence("{cell} in {blocks} blocks", cell=_words(each.cell), blocks=each.blocks)
        for each in states
        if each.is_conclusive and not each.reached_at
    ]
    short = [each.cell for each in states if not each.is_conclusive]
    spread, slope = 100 * GREATEST_SPREAD, 100 * GREATEST_SLOPE
    rule = sentence(
        "spread at most {spread:.0f} %, slope at most {slope:.0f} % over {window} blocks",
        spread=spread,
        slope=slope,
        window=WINDOW,
    )
    sentences = []
    if reached:
        sentences.append(
            sentence(
                "Steady state ({rule}) reached: {reached}.",
                rule=rule,
                reached=together(reached, ", "),
            )
        )
    if missed:
        sentences.append(
            sentence(
                "Steady state not reached: {missed}. The drive's throughput was still changing; a "
                "longer benchmark, such as a thorough one, may reach it.",
                missed=together(missed, ", "),
            )
        )
    if short:
        sentences.append(
            sentence(
                "Too few blocks to detect a steady state ({window} needed): {short}.",
                window=WINDOW,
                short=_list(short),
            )
        )
    return tuple(sentences)


def _list(cells: Sequence[WriteCell]) -> Message:
    """A list of the operations, each with all its thread counts."""
    threads: dict[Operation, list[int]] = defaultdict(list)
    for cell in cells:
        threads[cell.operation].append(cell.threads)
    return together(
        (
            _words(WriteCell(operation, counts[0]))
            if len(counts) == 1
            else sentence(
                "{workload} with {counts} threads",
                workload=operation.phrase,
                counts=together(map(str, counts), ", "),
            )
            for operation, counts in threads.items()
        ),
        ", ",
    )


def _words(cell: WriteCell) -> Message:
    threads = counted(cell.threads, "{count} thread", "{count} threads")
    return sentence("{workload} with {threads}", workload=cell.operation.phrase, threads=threads)
