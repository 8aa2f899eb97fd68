"""The report of a live session beside the verdicts: figures under the same load, and the method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.advice.live import RelativeMean, VariantFigures, variant_figures
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import sentence, together, tr, trn
from storage_tuner.core.plan import Plan
from storage_tuner.present import numbers
from storage_tuner.present.judging import at_any_time, judging

TITLE = sentence("At the same load")

COLUMNS = (
    sentence("Time of a read"),
    sentence("Time of a write"),
    sentence("MB/s"),
    sentence("IOPS"),
    sentence("Queue"),
    sentence("Busy"),
)


@dataclass(frozen=True)
class Value:
    """A mean, and its interval in brackets or ""."""

    mean: str
    interval: str = ""

    def __str__(self) -> str:
        return f"{self.mean} {self.interval}".rstrip()


@dataclass(frozen=True)
class FigureRow:
    """Of one variant: a value for each of ``COLUMNS``."""

    variant: str
    values: tuple[Value, ...]


def figure_rows(record: SessionRecord) -> tuple[FigureRow, ...]:
    """Of each variant that was watched, in the plan's order."""
    return rows_so_far(record.plan, record.measurements)


def rows_so_far(plan: Plan, measurements: Sequence[Measurement]) -> tuple[FigureRow, ...]:
    """As ``figure_rows``, of a session that goes on."""
    return tuple(
        FigureRow(figures.variant, _values(figures))
        for figures in variant_figures(plan, measurements)
    )


def live_method(plan: Plan) -> tuple[str, ...]:
    """How it was measured, in paragraphs."""
    limit = numbers.duration(plan.budget_s) if plan.budget_s else ""
    variants = trn(len(plan.variants), "{count} variant", "{count} variants")
    return (
        tr(
            "No load was made, and nothing was read or written: {variants} took turns under what "
            "other programs did (the protocol “live”){limit}. Every block has each variant that is "
            "still in the race once, for {slices} on average. Orders and lengths were drawn anew "
            "for each block (seed {seed} gives the same again), so that neither drift nor a rhythm "
            "of the load can take a side. What was in the {settling} after a switch doesn’t count. "
            "The kernel’s counters were read each second.",
            variants=variants,
            limit=tr(", for at most {limit}", limit=limit) if limit else "",
            slices=numbers.duration_ms(plan.runtime_ms),
            seed=str(plan.seed),
            settling=numbers.duration_ms(plan.ramp_ms),
        ),
        tr(
            "The load isn’t ours, so how much was read and written is mostly what the programs "
            "asked for. The verdict is about the time that requests took at the load that was "
            "there, compared within blocks as differences of logarithms; rates stand beside it. "
            "The mean time is that of all requests of a slice, and where there were hardly any, "
            "there is none. Busy and queue are over the seconds in which there was something to "
            "do. The kernel counts a request from its beginning to its end: what a program waits "
            "before, for a free request or for throttled writing, is in no counter, so a variant "
            "under which surely less was done is never advised. It doesn’t tell percentiles either."
        ),
        str(
            together(
                (
                    judging(plan.error_level, plan.margin),
                    at_any_time(),
                    tr("It holds for this load: another day’s may be another one."),
                )
            )
        ),
        tr(
            "The figures at the same load are over the blocks that all variants were in. Their "
            "95 % intervals are of what a variant adds to the mean of its block, so the load’s "
            "coming and going isn’t in them."
        ),
    )


def _values(figures: VariantFigures) -> tuple[Value, ...]:
    return (
        _time(figures.read_ms),
        _time(figures.write_ms),
        _number(figures.mb_s),
        _number(figures.iops),
        _number(figures.queue),
        _number(figures.utilisation, 100, f"{numbers.SPACE}%"),
    )


def _time(figure: RelativeMean | None) -> Value:
    if figure is None:
        return Value(numbers.NOTHING)
    factor, unit = numbers.time_unit(figure.mean)
    return _number(figure, factor, f"{numbers.SPACE}{unit}")


def _number(figure: RelativeMean | None, factor: float = 1.0, unit: str = "") -> Value:
    if figure is None:
        return Value(numbers.NOTHING)
    mean = f"{numbers.three_digits(figure.mean * factor)}{unit}"
    if figure.low is None or figure.high is None:
        return Value(mean)
    return Value(mean, numbers.interval(figure.low * factor, figure.high * factor))
