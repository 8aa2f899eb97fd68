"""``python -m tests.honesty``: prints how honest the verdicts are, and fails where they aren't."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator

from tests.honesty.foreign import GRID, LEADS, ROUNDED, SEVERAL_THREADS, Result, results
from tests.honesty.known_truth import known_results
from tests.honesty.real import real_sessions
from tests.honesty.retrodiction import judged_from_figures
from tests.honesty.simulation import (
    article_false_winners,
    claims,
    decisions,
    same_against_itself,
)

MOST_FALSE = 0.05


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.honesty", description=__doc__)
    parser.add_argument("--sessions", type=int, default=2000, help="simulated, A/A")
    parser.add_argument(
        "--decisions", type=int, default=2000, help="simulated quick sessions of each kind"
    )
    parser.add_argument("--real", type=int, default=0, metavar="N", help="on a practice disk")
    parser.add_argument(
        "--known",
        type=int,
        default=0,
        metavar="N",
        help="on disks whose right answer is known, a difference; twice as many without one",
    )
    parser.add_argument("--tables", type=int, default=100, help="simulated, from elsewhere, a kind")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    begun = time.monotonic()
    failures = [
        *(_alike(arguments.sessions, arguments.workers) if arguments.sessions else []),
        *(_decisions(arguments.decisions, arguments.workers) if arguments.decisions else []),
        *(_foreign(arguments.tables, arguments.workers) if arguments.tables else []),
        *_retold(),
        *_real(arguments.real),
        *(_known(arguments.known) if arguments.known else []),
    ]
    print(f"\n{time.monotonic() - begun:.0f} s")
    for failure in failures:
        print(f"NOT HONEST: {failure}")
    return 1 if failures else 0


def _alike(sessions: int, workers: int) -> list[str]:
    print("The same setting under four names: any winner is a false one.")
    results = same_against_itself(sessions, workers)
    for result in results:
        print(f"  {result.line}")
    false, total = sum(each.false for each in results), sum(each.sessions for each in results)
    print(f"  all: {false} of {total} sessions = {100 * false / total:.2f} %")
    for model, share in article_false_winners(100):
        print(f"  the article's highest mean leads by 3 %: {model.name:16} {100 * share:.0f} %")
    return ["too many sessions have a false winner"] if false > MOST_FALSE * total else []


def _decisions(sessions: int, workers: int) -> list[str]:
    print("Quick sessions, in which one of four is better, or worse, by so much.")
    failures = []
    for found in decisions(sessions, workers):
        print(f"  {found.line}", flush=True)
        failures += [] if found.reached else [f"too few decided right: {found.line}"]
    print("Quick sessions with adverse noise.")
    for each in claims(sessions, workers):
        print(f"  {each.line}", flush=True)
        failures += [] if each.is_honest else [f"too much claimed: {each.line}"]
    return failures


def _foreign(tables: int, workers: int) -> list[str]:
    print("Tables from elsewhere, in which nothing differs: any winner is a false one.")
    kinds = (*GRID, *ROUNDED, *SEVERAL_THREADS)
    found = list(_printed(results(kinds, tables, workers)))
    print("The same, where one of four variants is better by so much in all operations.")
    list(_printed(results(LEADS, tables, workers)))
    return [
        f"too many false winners: {each.line}"
        for each in found
        if each.winning > MOST_FALSE * tables
    ]


def _printed(found: Iterable[Result]) -> Iterator[Result]:
    for each in found:
        print(f"  {each.line}", flush=True)
        yield each


def _retold() -> list[str]:
    results = judged_from_figures()
    supported = [each for each in results if each.agrees]
    print(
        f"Published figures: {len(supported)} of {len(results)} give the verdict of their authors:"
    )
    for each in results:
        if not each.agrees:
            print(f"  {each.line}")
    reversed_ = [each for each in results if each.is_reversed]
    return [f"another winner than published: {each.line}" for each in reversed_]


def _real(count: int) -> list[str]:
    if count:
        print("Real sessions on a practice disk, one scheduler under four names.")
    false = 0
    for session in real_sessions(count):
        print(f"  {session.line}", flush=True)
        false += session.false
    if count:
        print(f"  {false} of {count} sessions with a false claim")
    return ["real sessions with a false claim"] if false > MOST_FALSE * count else []


def _known(count: int) -> list[str]:
    print("Real quick sessions on disks whose right answer is known.")
    failures = []
    for result in known_results(count):
        print(f"  {result.line}", flush=True)
        if not result.is_honest:
            failures.append(f"not decided right, or called different: {result.line}")
    return failures


sys.exit(main())
