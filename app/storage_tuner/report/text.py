"""The judgement as plain text for a terminal of 80 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Operation
from storage_tuner.core.verdict import Judgement, State, Verdict
from storage_tuner.report import numbers, wording
from storage_tuner.report.figures import find_verdict

WIDTH = 80
_FIRST, _OTHER = 16, 15


def summary_lines(record: SessionRecord, judgement: Judgement) -> tuple[str, ...]:
    """The recommendation, the verdict table and what became of the settings."""
    recommendation = judgement.recommendation
    lines = _wrapped(wording.headline(record, recommendation))
    if interruption := wording.interruption(record):
        lines += _wrapped(interruption)
    lines += ["", *verdict_lines(judgement, record.plan.operations)]
    if record.caveats:
        lines += ["", "Please note:"]
        for caveat in record.caveats:
            lines += _wrapped(wording.printable(caveat), "- ")
    return (*lines, "", *_wrapped(wording.outcome(record, recommendation)))


def verdict_lines(
    judgement: Judgement, operations: tuple[Operation, ...] | None = None
) -> tuple[str, ...]:
    """The table operation × metric, below it the leads with their intervals and the legend.

    Without ``operations`` those that were judged.
    """
    shown = operations or tuple(dict.fromkeys(verdict.operation for verdict in judgement.verdicts))
    verdicts = {
        (operation, metric): find_verdict(judgement, operation, metric)
        for operation in shown
        for metric in Metric
    }
    rows = [_row("", tuple(metric.label for metric in Metric))]
    rows += [
        _row(
            operation.label,
            tuple(wording.verdict_cell(verdicts[operation, metric])[0] for metric in Metric),
        )
        for operation in shown
    ]
    found = [verdict for verdict in verdicts.values() if verdict is not None]
    leads = [line for verdict in found for line in _lead(verdict)]
    return (*rows, *(("", *leads) if leads else ()), *_legend(verdicts.values()))


def _lead(verdict: Verdict) -> list[str]:
    symbol, detail = wording.verdict_cell(verdict)
    if not detail:
        return []
    text = f"{verdict.operation.label}, {verdict.metric.label}: {symbol} {detail}"
    if verdict.state is State.BETTER:
        text += f" {verdict.metric.comparative} than {wording.printable(verdict.runner_up or '')}"
    return _wrapped(text, "", "  ")


def _legend(verdicts: Iterable[Verdict | None]) -> tuple[str, ...]:
    """Only the signs that stand in the table."""
    used = {wording.verdict_cell(verdict)[0] for verdict in verdicts}
    lines = [
        line
        for symbol, meaning in wording.SYMBOLS
        if symbol in used
        for line in _wrapped(f"{symbol:<3} {meaning}", "", "    ")
    ]
    return ("", *lines) if lines else ()


def _row(first: str, cells: tuple[str, ...]) -> str:
    parts = [_padded(first, _FIRST), *(_padded(cell, _OTHER) for cell in cells)]
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


def _wrapped(text: str, bullet: str = "", indent: str | None = None) -> list[str]:
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
