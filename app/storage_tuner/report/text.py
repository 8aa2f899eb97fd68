"""The judgement as plain text for a terminal of 80 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from storage_tuner.advice.across import SideBySide
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Protocol
from storage_tuner.core.verdict import BestForUse, Judgement, Overall, State, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.report import advice, live, numbers, wording
from storage_tuner.report.figures import find_verdict

WIDTH = 80
_FIRST, _OTHER = 16, 15
_COLUMNS = tuple(metric for metric in Metric if metric is not Metric.SPREAD)
"""Of a table; there is no room for the spread, which is told below where one has less."""


def summary_lines(record: SessionRecord, judgement: Judgement) -> tuple[str, ...]:
    """The recommendation, the verdict table and what became of the settings."""
    recommendation = judgement.recommendation
    lines = wrapped(wording.headline(record, recommendation))
    if interruption := wording.interruption(record):
        lines += wrapped(interruption)
    lines += ["", *verdict_lines(judgement, record.plan.operations)]
    if record.plan.protocol is Protocol.LIVE and (figures := live.figure_texts(record)):
        lines += ["", f"{live.TITLE}, with 95 % intervals of the difference it makes:"]
        for text in figures:
            lines += wrapped(wording.printable(text), "- ")
    if below := overall_lines(judgement):
        lines += ["", *below]
    lines += advice_lines(judgement)
    if record.caveats:
        lines += ["", "Please note:"]
        for caveat in record.caveats:
            lines += wrapped(wording.printable(caveat), "- ")
    return (*lines, "", *wrapped(wording.outcome(record, recommendation)))


def judgement_lines(judgement: Judgement) -> tuple[str, ...]:
    """The verdict table, the same per thread count, and what it comes to."""
    if not judgement.verdicts:
        return ("Nothing was measured.",)
    blocks = [verdict_lines(judgement), thread_lines(judgement), overall_lines(judgement)]
    advised = judgement.recommendation
    if advised is not None:
        blocks.append(tuple(wrapped(wording.prose(advised.headline))))
    lines = tuple(line for block in blocks if block for line in ("", *block))[1:]
    return (*lines, *advice_lines(judgement))


def advice_lines(judgement: Judgement) -> tuple[str, ...]:
    """The recommendation setting by setting, and what stands beside it: sentences only, their
    evidence is in the report and in the JSON."""
    lines: list[str] = []
    for part in advice.advice_parts(judgement):
        lines += ["", f"{part.title}:"]
        for item in part.items[:MOST_ITEMS]:
            lines += wrapped(f"{item.name}: {item.text}", "- ")
            for note in item.notes[:MOST_NOTES]:
                lines += wrapped(note, "  ", "  ")
            if len(item.notes) > MOST_NOTES:
                lines.append(f"  … and {len(item.notes) - MOST_NOTES} more (in the report)")
        if len(part.items) > MOST_ITEMS:
            lines.append(f"- … and {len(part.items) - MOST_ITEMS} more (in the report)")
    return tuple(lines)


MOST_ITEMS, MOST_NOTES = 4, 4
"""Of each part, and of each item, in the terminal; the report has all."""


def comparison_lines(comparison: SideBySide) -> tuple[str, ...]:
    """The judgement over several records, and in what else they differ."""
    lines = list(judgement_lines(comparison.judgement))
    lines += ["", "What differs between the records:" if comparison.differing else ALIKE]
    for each in comparison.differing:
        values = "; ".join(f"{label}: {value}" for label, value in each.values)
        lines += wrapped(wording.printable(f"{each.condition}: {values}"), "- ")
    return tuple(lines)


ALIKE = "As far as the records tell, they were measured under the same conditions."


def verdict_lines(
    judgement: Judgement, operations: tuple[Operation, ...] | None = None
) -> tuple[str, ...]:
    """The table operation × metric, below it the leads with their intervals and the legend.

    Without ``operations`` those that were judged.
    """
    shown = operations or _judged_operations(judgement)
    verdicts = {
        (operation, metric): find_verdict(judgement, operation, metric)
        for operation in shown
        for metric in Metric
    }
    rows = [_row("", tuple(metric.label for metric in _COLUMNS))]
    for operation in shown:
        cells = [verdicts[operation, metric] for metric in _COLUMNS]
        rows += _verdict_rows(operation.label, cells)
    found = [verdict for verdict in verdicts.values() if verdict is not None]
    below = [line for verdict in found for line in _lead(verdict)] + _doubts(found)
    signs = [verdict for (_, metric), verdict in verdicts.items() if metric in _COLUMNS]
    return (*rows, *(("", *below) if below else ()), *_legend(signs))


def thread_lines(judgement: Judgement) -> tuple[str, ...]:
    """The same table for each thread count; nothing where there is one only."""
    counts = sorted({verdict.threads for verdict in judgement.verdicts if verdict.threads})
    if len(counts) < 2:
        return ()
    rows = [_row("By threads", tuple(metric.label for metric in _COLUMNS))]
    for operation in _judged_operations(judgement):
        rows += wrapped(wording.printable(operation.label))
        for count in counts:
            cells = [find_verdict(judgement, operation, metric, count) for metric in _COLUMNS]
            if any(cells):
                rows += _verdict_rows(f"  {numbers.whole(count)}", cells)
    return tuple(rows)


def overall_lines(judgement: Judgement) -> tuple[str, ...]:
    """One variant for everything if there is one, else one per use; and the notes."""
    lines = [] if judgement.overall is None else _overall(judgement.overall)
    for note in judgement.notes:
        lines += wrapped(wording.printable(note), "- ")
    return tuple(lines)


def _overall(whole: Overall) -> list[str]:
    undecided = f"{whole.undecided} of {whole.compared} comparisons aren't decided."
    if not whole.differing:
        return wrapped("All are equal everywhere." if whole.settled else f"No winner. {undecided}")
    if not whole.everywhere:
        lines = wrapped(
            f"No single one is best everywhere.{'' if whole.settled else ' ' + undecided}"
        )
        return lines + [line for each in whole.by_use for line in _for_use(each)]
    best = wording.printable(whole.everywhere[0])
    if whole.settled:
        return wrapped(f"For everything: {best}, best or equal everywhere.")
    return wrapped(f"Nothing beats {best} anywhere. {undecided}")


def _for_use(each: BestForUse) -> list[str]:
    if not each.variants:
        return wrapped(f"{each.use.value}: what wins one thing here loses another", "- ")
    doubt = "" if each.settled else ", as far as it is decided"
    return wrapped(f"{each.use.value}: {wording.printable(each.variants[0])}{doubt}", "- ")


def _judged_operations(judgement: Judgement) -> tuple[Operation, ...]:
    return tuple(dict.fromkeys(verdict.operation for verdict in judgement.verdicts))


def _verdict_rows(label: str, cells: Sequence[Verdict | None]) -> list[str]:
    """The signs, and in a second line how much better the winners are. A label that is too long
    for its column has a line of its own: cut, those of one workload's streams would be the same."""
    signs = tuple(wording.verdict_cell(verdict)[0] for verdict in cells)
    leads = tuple(_short_lead(verdict) for verdict in cells)
    rows = [_row(label, signs)]
    if columns(label) > _FIRST:
        rows = [*wrapped(wording.printable(label), ""), _row("", signs)]
    return [*rows, *([_row("", leads)] if any(leads) else [])]


def _short_lead(verdict: Verdict | None) -> str:
    """ "+41 % (±3)": half the width of the interval in brackets."""
    if verdict is None or verdict.state is not State.BETTER:
        return ""
    return numbers.short_change(verdict.effect_percent, verdict.interval_percent)


def _doubts(verdicts: Sequence[Verdict]) -> list[str]:
    """Each once, with what it is about."""
    about: dict[str, list[str]] = {}
    for verdict in verdicts:
        if verdict.doubt:
            name = f"{verdict.operation.label}, {verdict.metric.label}"
            about.setdefault(verdict.doubt, []).append(name)
    lines = []
    for doubt, names in about.items():
        named = "everywhere" if len(names) == len(verdicts) else "; ".join(names)
        lines += wrapped(wording.printable(f"{doubt} ({named})"), "- ")
    return lines


def _lead(verdict: Verdict) -> list[str]:
    if verdict.metric is Metric.SPREAD and verdict.state is not State.BETTER:
        return []
    symbol, detail = wording.verdict_cell(verdict)
    parts = [detail] if detail else []
    if verdict.state is State.BETTER and detail:
        parts = [
            f"{detail} {verdict.metric.comparative} than "
            f"{wording.printable(verdict.runner_up or '')}"
        ]
    if verdict.state is State.UNDECIDED and verdict.seconds_needed is not None:
        parts.append(f"needs about {numbers.more_time(verdict.seconds_needed)}")
    if not parts:
        return []
    name = f"{wording.printable(verdict.operation.label)}, {verdict.metric.label}"
    return wrapped(f"{name}: {symbol} {'; '.join(parts)}", "", "  ")


def _legend(verdicts: Iterable[Verdict | None]) -> tuple[str, ...]:
    """Only the signs that stand in the table."""
    used = {wording.verdict_cell(verdict)[0] for verdict in verdicts}
    lines = [
        line
        for symbol, meaning in wording.SYMBOLS
        if symbol in used
        for line in wrapped(f"{symbol:<3} {meaning}", "", "    ")
    ]
    return ("", *lines) if lines else ()


def _row(first: str, cells: tuple[str, ...]) -> str:
    parts = [_padded(wording.printable(first), _FIRST), *(_padded(cell, _OTHER) for cell in cells)]
    return " ".join(parts).rstrip()


def _padded(text: str, width: int) -> str:
    """``text`` filled up or cut to ``width`` columns; wide characters take two."""
    while columns(text) > width:
        text = f"{text.rstrip('…')[:-1]}…"
    return text + " " * (width - columns(text))


def columns(text: str) -> int:
    """How many columns of a terminal ``text`` takes."""
    return sum(
        0
        if unicodedata.combining(character)
        else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def wrapped(text: str, bullet: str = "", indent: str | None = None) -> list[str]:
    """``text`` on lines of ``WIDTH`` columns, broken at spaces but not at those before units."""
    hanging = " " * len(bullet) if indent is None else indent
    lines = [bullet]
    for word in text.split(" "):
        for piece in _pieces(word, WIDTH - max(len(bullet), len(hanging))):
            begun = lines[-1] not in (bullet, hanging)
            if begun and columns(lines[-1]) + 1 + columns(piece) > WIDTH:
                lines.append(hanging)
                begun = False
            lines[-1] += f" {piece}" if begun else piece
    return [line.replace(numbers.SPACE, " ").replace(numbers.THOUSANDS, " ") for line in lines]


def _pieces(word: str, width: int) -> list[str]:
    """``word`` whole, or cut where it's wider than ``width`` columns."""
    pieces = [""]
    for character in word:
        if columns(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces
