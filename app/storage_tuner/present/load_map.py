"""A map of read latency over read load and write load, in words and as tables."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.load_map import LoadLevel, LoadMap, MapCell, MapComparison, WriteLimit
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Message, Text, quantity, sentence, together, tr, trn
from storage_tuner.core.plan import shown_name
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Headline, Table, TableCell, Tone
from storage_tuner.present.wording import prose, variant_label

TITLE = sentence("Read latency over read load and write load")
P99_TITLE = sentence("p99 read latency")
SATURATED = sentence("full")
"""In place of a latency, where the offered load wasn't reached."""
SATURATED_NOTE = sentence("full: the offered load wasn’t reached")

LEAST_BLOCKS = 3
"""With fewer, nothing is claimed."""


def map_message(found: LoadMap) -> Message:
    """What was found, for each variant."""
    return together(_messages(found))


def map_headline(found: LoadMap, stopped: str) -> Headline:
    """``stopped`` says that measuring ended early; "" otherwise."""
    first, *others = _messages(found)
    lines = [stopped, *map(prose, others), *map(prose, map(_comparison, found.comparisons))]
    tone = Tone.DECIDED if any(map(_is_known, found.limits)) else Tone.OPEN
    return Headline(
        Tone.STOPPED if stopped else tone, prose(first), tuple(line for line in lines if line)
    )


def map_tables(found: LoadMap) -> Iterator[Table]:
    """The mean latency with each variant, then the write limits."""
    for variant in found.variants:
        title = tr("Mean read latency with {variant}", variant=variant_label(variant))
        yield _latency_table(found, Metric.ACCESS_TIME, variant, title)
    if any(map(_is_known, found.limits)):
        yield _limit_table(found)


def p99_tables(found: LoadMap) -> tuple[Table, ...]:
    """The p99 latency with each variant, unless there is none."""
    if all(cell.p99_ms is None for cell in found.cells):
        return ()
    return tuple(
        _latency_table(found, Metric.ACCESS_TIME_P99, variant, "") for variant in found.variants
    )


def latency_text(cell: MapCell, metric: Metric) -> str:
    """One of the two latencies with its unit, or what is in its place."""
    if cell.saturated:
        return str(SATURATED)
    value = cell.latency_ms(metric)
    return numbers.NOTHING if value is None else numbers.milliseconds(value)


def _messages(found: LoadMap) -> list[Message]:
    """At least one sentence."""
    if not found.cells:
        return [sentence("No latency was measured.")]
    if len(found.writes) < 2:
        return [each for name in found.variants if (each := _reads_alone(found, name))] or [
            sentence("Reads alone already exceed what the disk can do.")
        ]
    if found.blocks < LEAST_BLOCKS:
        return [
            sentence(
                "Each load was measured fewer than {least} times, too few for a statement beyond "
                "the table. Allow more time.",
                least=LEAST_BLOCKS,
            )
        ]
    least = found.reads[0].percent
    return [_limit(found, each) for each in found.limits if each.reads == least] or [
        sentence("The unloaded latency is unknown, because the least load wasn't reached.")
    ]


def _reads_alone(found: LoadMap, variant: str) -> Message | None:
    """The latencies at the lowest and the highest load that was reached."""
    cells = [cell for cell in found.cells if cell.variant == variant and cell.mean_ms is not None]
    if not cells:
        return None
    first, last = cells[0], cells[-1]
    return sentence(
        "With {variant}, reads take {first} on average at {low} % of their highest throughput, "
        "and {last} at {high} %.",
        variant=shown_name(variant),
        first=_time(first.mean_ms or 0),
        low=first.reads,
        last=_time(last.mean_ms or 0),
        high=last.reads,
    )


def _limit(found: LoadMap, limit: WriteLimit) -> Message:
    unloaded = found.unloaded(limit.variant)
    known = unloaded.mean_ms if unloaded and unloaded.mean_ms else 0.0
    values = {"variant": shown_name(limit.variant), "unloaded": _time(known)}
    if not limit.below:
        if limit.above is None:
            return sentence(
                "With {variant}, it isn't certain beside which write load mean read latency stays "
                "below twice the unloaded {unloaded}.",
                **values,
            )
        return sentence(
            "With {variant}, mean read latency stays below twice the unloaded {unloaded} only "
            "beside less than {above} % of the highest write throughput.",
            **values,
            above=limit.above,
        )
    if limit.above is None:
        return sentence(
            "With {variant}, mean read latency stays below twice the unloaded {unloaded} up to "
            "{below} % of the highest write throughput.",
            **values,
            below=limit.below,
        )
    return sentence(
        "With {variant}, mean read latency stays below twice the unloaded {unloaded} up to "
        "{below} % of the highest write throughput, but not from {above} % on.",
        **values,
        below=limit.below,
        above=limit.above,
    )


def _comparison(each: MapComparison) -> Text:
    values: dict[str, Text] = {
        "variant": shown_name(each.variant),
        "reference": shown_name(each.reference),
        "loads": trn(each.cells, "{count} load", "{count} loads"),
        "change": numbers.change(each.effect_percent, each.interval_percent),
    }
    match each.state:
        case ComparisonState.FASTER:
            return tr(
                "Reads are faster with {variant} than with {reference}: mean latency {change} over "
                "the {loads} that both bear.",
                **values,
            )
        case ComparisonState.SLOWER:
            return tr(
                "Reads are slower with {variant} than with {reference}: mean latency {change} over "
                "the {loads} that both bear.",
                **values,
            )
        case ComparisonState.SAME:
            return tr(
                "Mean read latency is the same with {variant} as with {reference}: {change}.",
                **values,
            )
    if each.interval_percent is None:
        return ""
    return tr(
        "Whether reads are faster with {variant} or with {reference} is inconclusive: mean latency "
        "{change}.",
        **values,
    )


def _limit_table(found: LoadMap) -> Table:
    variants = found.variants
    by_place = {(each.variant, each.reads): each for each in found.limits}
    return Table(
        tr("Write load up to which mean read latency stays below twice the unloaded"),
        (tr("Reads: write limit"), *map(variant_label, variants)),
        tuple(
            (
                TableCell(numbers.percent(level.percent)),
                *(_limit_cell(by_place.get((name, level.percent))) for name in variants),
            )
            for level in found.reads
        ),
    )


def _limit_cell(limit: WriteLimit | None) -> TableCell:
    if limit is None or limit.below is None:
        return TableCell(numbers.NOTHING)
    return TableCell(numbers.percent(limit.below))


def _is_known(limit: WriteLimit) -> bool:
    """Whether it says more than that the unloaded latency is the unloaded latency."""
    return bool(limit.below) or limit.above is not None


def _write_head(level: LoadLevel) -> str:
    if not level.percent:
        return tr("No writes")
    return tr("Writes {level}", level=numbers.percent(level.percent))


def _latency_table(found: LoadMap, metric: Metric, variant: str, title: str) -> Table:
    return Table(
        title,
        (
            tr("Reads with {variant}", variant=variant_label(variant)),
            *(_write_head(level) for level in found.writes),
        ),
        tuple(
            (
                TableCell(numbers.percent(read.percent)),
                *(
                    _latency_cell(found.cell(variant, read.percent, write.percent), metric)
                    for write in found.writes
                ),
            )
            for read in found.reads
        ),
    )


def _latency_cell(cell: MapCell | None, metric: Metric) -> TableCell:
    if cell is None:
        return TableCell(numbers.NOTHING)
    text = latency_text(cell, metric)
    return TableCell(f"{numbers.NOTHING} ({text})" if cell.saturated else text)


def _time(milliseconds: float) -> Message:
    factor, unit = numbers.time_unit(milliseconds)
    rounded = float(f"{milliseconds * factor:.3g}")
    return quantity(rounded, ",.0f" if rounded >= 100 else ".3g", unit)
