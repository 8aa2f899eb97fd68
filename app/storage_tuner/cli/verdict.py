"""``verdict``: evaluate saved or imported results; ``compare``: compare several."""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from storage_tuner.advice.comparison_of_records import (
    ComparedRecord,
    SideBySide,
    compare,
    conditions_of,
    conditions_of_runs,
)
from storage_tuner.advice.judgement import judge_table, order_notes
from storage_tuner.advice.physics.cpu_offload import raid_check
from storage_tuner.advice.statistics.methods import (
    FixedBlocks,
    SequentialBlocks,
    method_for,
    method_for_table,
)
from storage_tuner.advice.statistics.summary_verdicts import assess_means, deviation_notes
from storage_tuner.advice.verdict import assess
from storage_tuner.cli import fleet
from storage_tuner.cli.options import report_options
from storage_tuner.cli.options.judging_options import (
    JudgingRequest,
    Levels,
    add_judging_anew,
    add_levels,
    judging_request_of,
    levels_of,
)
from storage_tuner.cli.options.option_types import named_path
from storage_tuner.cli.options.result_argument import Given, given
from storage_tuner.cli.output.terminal import columns, print_json, printable, wrapped
from storage_tuner.core.decision import Comparison
from storage_tuner.core.errors import InvalidInput, UnreadableResult
from storage_tuner.core.measurement import Measurement, Metric, SessionRecord
from storage_tuner.core.message import Text, sentence, tr, trn
from storage_tuner.core.verdict import Judgement, Verdict
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.planning.workload_catalogue import known_workloads, operation_labels
from storage_tuner.report.text.terminal import comparison_lines, judgement_lines, summary_lines
from storage_tuner.report.writers import write_comparison
from storage_tuner.store.results import (
    answer_document,
    beside_document,
    overall_document,
    recommendation_document,
    verdict_document,
)
from storage_tuner.store.tables.delimited import DelimitedTable
from storage_tuner.store.tables.means_table import is_table_of_means, read_means
from storage_tuner.store.tables.run_table import RunTable, read_runs

Figure = TypeVar("Figure", Verdict, Measurement, Comparison)

MOST_COMPARISONS = 200_000
"""The maximum number of comparisons, which take half a minute."""

MEANS_NOTE = sentence(
    "Evaluated with Welch's t-test from means and standard deviations. The order of the runs is "
    "unknown, so drift can't be excluded."
)


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "verdict",
        help=tr("evaluate saved or imported results"),
        description=tr(
            "Evaluates results: for each operation and metric, which variant is faster or whether "
            "they are the same."
        ),
    )
    parser.add_argument(
        "results",
        metavar=tr("RESULT"),
        type=named_path,
        nargs="+",
        help=tr(
            "a saved result, results.json, or CSV (docs/verdict-format.md); each is evaluated "
            "separately"
        ),
    )
    _add_common(parser)
    add_judging_anew(parser)
    parser.set_defaults(run=run_verdict)
    comparing = commands.add_parser(
        "compare",
        help=tr("compare several results"),
        description=tr(
            "Compares results in one table, such as two disks, hardware and software RAID, or "
            "before and after, and lists what else differed. With --by, finds the disks that "
            "deviate from others of their model."
        ),
    )
    comparing.add_argument(
        "results",
        metavar=tr("RESULT"),
        type=named_path,
        nargs="*",
        help=tr("a saved result, results.json or a CSV of runs"),
    )
    fleet.add_arguments(comparing)
    _add_common(comparing)
    comparing.add_argument(
        "--report",
        metavar=tr("DIR"),
        type=named_path,
        help=tr("write report.pdf and report.html; with --by also fleet.csv"),
    )
    report_options.add_layout(comparing)
    comparing.set_defaults(run=run_compare)


def run_verdict(arguments: argparse.Namespace) -> int:
    """Print nothing unless all results can be evaluated."""
    levels, judging = levels_of(arguments), judging_request_of(arguments)
    found = [
        (each.name, _judged(each, levels, judging))
        for path in arguments.results
        for each in given(path, str(path))
    ]
    if arguments.json:
        print_json(_verdict_document(found))
    else:
        print("\n".join(_verdict_lines(found)))
    return 0


def _verdict_document(found: Sequence[tuple[str, Judged]]) -> dict[str, object]:
    """The JSON output; several results are a list, each with the name of its file."""
    each = [
        judgement_document(judged.judgement) | {"ignored_columns": judged.ignored}
        for _, judged in found
    ]
    if len(each) == 1:
        return each[0]
    names = [{"file": printable(name)} for name, _ in found]
    return {"results": [name | one for name, one in zip(names, each, strict=True)]}


def _verdict_lines(found: Sequence[tuple[str, Judged]]) -> list[str]:
    if len(found) == 1:
        return list(_judged_lines(found[0][1]))
    lines = [
        line
        for name, judged in found
        for line in ("", f"{printable(name)}:", "", *_judged_lines(judged))
    ]
    return lines[1:]


def _judged_lines(judged: Judged) -> tuple[str, ...]:
    if judged.record is not None:
        return summary_lines(judged.record, judged.judgement)
    return judgement_lines(judged.judgement, judged.margin)


def _judged(found: Given, levels: Levels, judging: JudgingRequest) -> Judged:
    """The judgement of a result. Purpose, priorities and known facts apply only to our own
    sessions, not to tables."""
    content = found.content
    if isinstance(content, SessionRecord):
        record = levels.of_record(content if found.is_foreign else judging.of(content))
        background = None if found.is_foreign else judging.background
        return Judged(judge_session(record, background), record.plan.margin, record=record)
    if judging.aims or judging.use or judging.known:
        raise InvalidInput(
            sentence(
                "A CSV lacks the device and plan that --use-for, --priorities and --known need."
            ),
            sentence("Use the results.json instead."),
        )
    judge = _judge_means if is_table_of_means(content) else _judge_runs
    return judge(content, levels)


def run_compare(arguments: argparse.Namespace) -> int:
    if arguments.by is not None:
        return fleet.run_fleet(arguments)
    if len(arguments.results) < 2:
        raise InvalidInput(
            sentence("There is nothing to compare."), sentence("Specify at least two results.")
        )
    report_options.require_folder(arguments.report)
    levels = levels_of(arguments)
    _, margin = levels.both
    labels = _labels(arguments.results)
    results = [
        (str(path), each)
        for path, label in zip(arguments.results, labels, strict=True)
        for each in given(path, label)
    ]
    sides = [_side(file, each, levels) for file, each in results]
    _require_modest([run for side in sides for run in side.runs], str(arguments.results[0]))
    comparison = compare(sides, *levels.both)
    comparison = replace(comparison, judgement=_labelled_judgement(comparison.judgement))
    if arguments.report is not None:
        layout = report_options.layout_of(arguments)
        for path in write_comparison(comparison, margin, arguments.report, layout):
            print(tr("Wrote {path}", path=path), file=sys.stderr)
    if arguments.json:
        print_json(comparison_document(comparison))
    else:
        lines = (
            *comparison_lines(comparison, margin),
            *_raid_check_lines([each for _, each in results]),
        )
        print("\n".join(lines))
    return 0


@dataclass(frozen=True)
class Judged:
    """A judged result. ``ignored`` are unknown columns of a table. A table has no ``record``."""

    judgement: Judgement
    margin: float
    ignored: tuple[str, ...] = ()
    record: SessionRecord | None = None


def judgement_document(judgement: Judgement) -> dict[str, object]:
    """The judgement with the stable keys of ``verdict --json``."""
    whole = judgement.overall
    return {
        "verdicts": [verdict_document(verdict) for verdict in judgement.verdicts],
        **answer_document(judgement),
        "recommendation": recommendation_document(judgement),
        "overall": overall_document(whole) if whole else None,
        "notes": list(judgement.notes),
        **beside_document(judgement),
    }


def comparison_document(comparison: SideBySide) -> dict[str, object]:
    """The keys of ``compare --json``: those of ``verdict``, plus the differences."""
    return judgement_document(comparison.judgement) | {
        "differing_conditions": [
            {"condition": each.condition, "values": dict(each.values)}
            for each in comparison.differing
        ]
    }


def _add_common(parser: argparse.ArgumentParser) -> None:
    add_levels(parser)
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))


def _judge_means(table: DelimitedTable, levels: Levels) -> Judged:
    means = read_means(table)
    assessed = assess_means(means.rows, FixedBlocks(*levels.both))
    judgement = _labelled_judgement(judge_table(assessed, means.rows[0].variant))
    notes = (MEANS_NOTE, *deviation_notes(means.rows), *_ignored_note(means.ignored))
    _, margin = levels.both
    return Judged(replace(judgement, notes=notes), margin, means.ignored)


def _judge_runs(table: DelimitedTable, levels: Levels) -> Judged:
    found = read_runs(table)
    _require_modest(found.runs, table.file)
    assessed = assess(found.runs, _method(found, levels))
    judgement = _labelled_judgement(judge_table(assessed, found.runs[0].variant))
    notes: tuple[Text, ...] = (
        *order_notes(judgement.verdicts),
        *_ignored_note(found.ignored),
        *_copies_note(found.copies),
    )
    _, margin = levels.both
    return Judged(replace(judgement, notes=notes), margin, found.ignored)


def _labelled_judgement(judgement: Judgement) -> Judgement:
    """As ``_labelled``, for verdicts and comparisons."""
    return replace(
        judgement,
        verdicts=_labelled(judgement.verdicts),
        comparisons=_labelled(judgement.comparisons),
    )


def _labelled(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """The figures with operations labelled as in the catalogue: a table has only names."""
    labels = operation_labels(known_workloads())
    return tuple(
        replace(each, operation=replace(each.operation, label=labels[each.operation.name]))
        if each.operation and each.operation.label == each.operation.name in labels
        else each
        for each in figures
    )


def _method(table: RunTable, levels: Levels) -> FixedBlocks | SequentialBlocks:
    error_level, margin = levels.both
    return method_for_table(
        table.runs,
        in_blocks=table.in_blocks,
        timed=table.timed,
        when_decided=table.when_decided,
        error_level=error_level,
        margin=margin,
    )


def _ignored_note(ignored: Sequence[str]) -> tuple[Text, ...]:
    if not ignored:
        return ()
    return (sentence("Unknown columns were ignored: {names}.", names=", ".join(ignored)),)


def _copies_note(copies: int) -> tuple[str, ...]:
    if not copies:
        return ()
    return (
        trn(
            copies,
            "{count} duplicate row was ignored; a 'repeat' column distinguishes runs.",
            "{count} duplicate rows were ignored; a 'repeat' column distinguishes runs.",
        ),
    )


def _require_modest(runs: Sequence[Measurement], file: str) -> None:
    """Raise ``UnreadableResult`` where evaluating would take an hour."""
    variants = len({run.variant for run in runs})
    cells = len({(run.operation, run.threads) for run in runs})
    count = math.comb(variants, 2) * len(Metric) * cells
    if count > MOST_COMPARISONS:
        reason = sentence(
            "{variants} variants in {cells} combinations of operation and threads are too many",
            variants=variants,
            cells=cells,
        )
        raise UnreadableResult(file, reason)


def _side(file: str, found: Given, levels: Levels) -> ComparedRecord:
    """One side of a comparison. Raises ``UnreadableResult``."""
    content = found.content
    if isinstance(content, DelimitedTable):
        return _side_of_table(content, found.name, levels)
    if not (content.measurements or found.is_foreign):
        raise UnreadableResult(file, sentence("nothing was measured"))
    record = levels.of_record(content)
    return ComparedRecord(
        found.name, record.measurements, method_for(record.plan), conditions_of(record)
    )


def _side_of_table(table: DelimitedTable, label: str, levels: Levels) -> ComparedRecord:
    if is_table_of_means(table):
        raise UnreadableResult(table.file, sentence("means of different files can't be compared"))
    found = read_runs(table)
    return ComparedRecord(label, found.runs, _method(found, levels), conditions_of_runs(found.runs))


def _labels(paths: Sequence[Path]) -> list[str]:
    """The names of the files, or of their folders if those are equal; numbered if necessary."""
    names = [path.stem for path in paths]
    if len(set(names)) < len(names):
        names = [path.resolve().parent.name or path.stem for path in paths]
    again = Counter(names)
    return [f"{name} {number}" if again[name] > 1 else name for number, name in enumerate(names, 1)]


def _raid_check_lines(results: Sequence[Given]) -> list[str]:
    """The lines on whether a hardware RAID is genuine, from sessions on both kinds of RAID."""
    sessions = [
        each.content
        for each in results
        if isinstance(each.content, SessionRecord) and not each.is_foreign
    ]
    if len(sessions) != len(results):
        return []
    found = raid_check(sessions)
    return ["", *wrapped(str(found.sentence), "", columns())] if found else []
