"""The result of a measurement of sustained writes in words and as a table."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner.core.message import Message, quantity, sentence, together, tr
from storage_tuner.core.sustained import SustainedWrites, WriteLevel
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Headline, Table, TableCell, Tone
from storage_tuner.present.wording import prose

TITLE = sentence("Throughput over the data written")


def sustained_message(found: SustainedWrites) -> Message:
    """The levels, or that there is only one, in one sentence."""
    if not found.points:
        return sentence("Nothing was written.")
    written = _size(found.written_bytes)
    if not found.levels:
        return sentence("Too little was measured to find a drop: only {written}.", written=written)
    if found.trend is not None:
        first, last = found.trend
        return sentence(
            "No sudden drop up to {written}: throughput changes gradually from {first} to {last}.",
            written=written,
            first=_rate(first),
            last=_rate(last),
        )
    if len(found.levels) == 1:
        return sentence(
            "No drop seen up to {written}: they are written at {rate}.",
            written=written,
            rate=_rate(found.levels[0].rate_mb_s),
        )
    first_level, *middle, last_level = found.levels
    parts = [
        sentence(
            "The first {size} are written at {rate}",
            size=_length(first_level),
            rate=_rate(first_level.rate_mb_s),
        ),
        *(
            sentence("the next {size} at {rate}", size=_length(level), rate=_rate(level.rate_mb_s))
            for level in middle
        ),
        sentence("then {rate}.", rate=_rate(last_level.rate_mb_s)),
    ]
    return together(parts, ", ")


def sustained_headline(found: SustainedWrites, stopped: str) -> Headline:
    """``stopped`` says that measuring ended early; "" otherwise."""
    tone = Tone.DECIDED if found.levels else Tone.OPEN
    lines = (stopped, *map(str, _meaning(found, partial=bool(stopped))))
    return Headline(
        Tone.STOPPED if stopped else tone,
        prose(sustained_message(found)),
        tuple(prose(line) for line in lines if line),
    )


def level_tables(found: SustainedWrites) -> Iterator[Table]:
    """The levels where there are several."""
    if len(found.levels) < 2:
        return
    heads = (tr("Data written"), tr("Throughput"), tr("95 % interval"))
    rows = tuple(
        (
            TableCell(
                tr(
                    "{begin} to {end}",
                    begin=numbers.decimal_bytes(level.begin_bytes),
                    end=numbers.decimal_bytes(level.end_bytes),
                )
            ),
            TableCell(numbers.rate(level.rate_mb_s)),
            TableCell(_interval(level)),
        )
        for level in found.levels
    )
    yield Table(str(TITLE), heads, rows)


def _meaning(found: SustainedWrites, *, partial: bool) -> Iterator[Message]:
    if found.knees:
        yield sentence(
            "Usually a write cache is full then: that of the drive, its controller or a layer "
            "above it. It is emptied while the disk is idle, so that later writes are fast at "
            "first."
        )
    elif found.levels and found.trend is None:
        yield sentence("A larger write cache would show only with more data.")
    if partial and found.levels:
        yield sentence("More drops may follow after what was written.")


def _interval(level: WriteLevel) -> str:
    if level.low_mb_s is None or level.high_mb_s is None:
        return numbers.NOTHING
    low, high = map(numbers.three_digits, (level.low_mb_s, level.high_mb_s))
    return f"{low}–{high}{numbers.SPACE}MB/s"


def _length(level: WriteLevel) -> Message:
    return _size(level.end_bytes - level.begin_bytes)


def _size(count: int) -> Message:
    """Three significant digits, in decimal units."""
    if count >= 10**12:
        return _figure(count / 1e12, "TB")
    return _figure(count / 1e9, "GB") if count >= 10**9 else _figure(count / 1e6, "MB")


def _rate(mb_s: float) -> Message:
    return _figure(mb_s, "MB/s")


def _figure(value: float, unit: str) -> Message:
    rounded = float(f"{value:.3g}")
    return quantity(rounded, ",.0f" if rounded >= 100 else ".3g", unit)
