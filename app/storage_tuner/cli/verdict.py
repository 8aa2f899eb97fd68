"""``verdict``: judge saved or imported numbers."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from storage_tuner.advice.judgement import judge
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.text import verdict_lines
from storage_tuner.store.results import read_results, recommendation_document, verdict_document
from storage_tuner.store.table import read_csv


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "verdict",
        help="judge saved or imported numbers",
        description="Says for every operation and metric which variant is better, or '='.",
    )
    parser.add_argument("result", metavar="RESULT", type=Path, help="results.json or a CSV of runs")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run_verdict)


def run_verdict(arguments: argparse.Namespace) -> int:
    judgement = judge_file(arguments.result)
    if arguments.json:
        print(json.dumps(judgement_document(judgement), ensure_ascii=False, indent=1))
    else:
        print("\n".join(verdict_lines(judgement)))
    return 0


def judge_file(path: Path) -> Judgement:
    """Judge a results.json or a CSV anew. Raises ``UnreadableResult``."""
    if path.suffix.lower() == ".json":
        return judge(read_results(path))
    return Judgement(judge_measurements(read_csv(path)), None)


def judgement_document(judgement: Judgement) -> dict[str, object]:
    """The keys that ``verdict --json`` promises."""
    advice = judgement.recommendation
    return {
        "verdicts": [verdict_document(verdict) for verdict in judgement.verdicts],
        "recommendation": recommendation_document(advice) if advice else None,
    }
