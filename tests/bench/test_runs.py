"""Ten thousand kept runs with a million seconds: how long listing and opening take.

At most 100 ms for the list and 300 ms for one is asked for.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from storage_tuner.core.time_course import TimeCourse
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.database.run_store import RunFilter, RunStore, open_runs
from tests.bench.conftest import Least
from tests.unit.report.example_session import example_record

RUNS, SECONDS, LONGEST = 10_000, 100, 100_000
NOTHING = Judgement((), None)


def course(seconds: int) -> TimeCourse:
    column = tuple(float(second % 977) + 0.5 for second in range(seconds))
    return TimeCourse("2026-01-01T00:00:00.000+00:00", *([column] * 8))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunStore]:
    record = replace(example_record(("none", "bfq"), repeats=1), time_course=course(SECONDS))
    whole = example_record()
    many = tuple(replace(run, index=n) for n, run in enumerate(whole.measurements * 8))
    path = tmp_path_factory.mktemp("runs") / "runs.sqlite3"
    with open_runs(path) as runs:
        runs.save(record, NOTHING)
        with sqlite3.connect(path) as file:
            _multiply(file)
        longest = replace(whole, measurements=many, time_course=course(LONGEST))
        runs.save(replace(longest, created_at="2199-01-01"), NOTHING)
        yield runs


def _multiply(file: sqlite3.Connection) -> None:
    """Saving each would take minutes."""
    columns = [row[1] for row in file.execute("PRAGMA table_info(sessions)")]
    new = {
        "number": "n",
        "identifier": "'run' || n",
        "moment": "moment + 86400 * n",
        "created_at": "datetime(moment + 86400 * n, 'unixepoch')",
    }
    file.execute(
        "WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "
        f"INSERT INTO sessions SELECT {', '.join(new.get(one, one) for one in columns)} "
        "FROM sessions, numbers",
        (RUNS,),
    )
    file.execute(
        "INSERT INTO documents SELECT number, content FROM sessions, documents "
        "WHERE number > 1 AND session = 1"
    )


def test_opening_the_file(benchmark: BenchmarkFixture, least: Least, store: RunStore) -> None:
    least("open the file of 10,000 runs")
    benchmark(lambda: open_runs(store.path).close())


def test_listing(benchmark: BenchmarkFixture, least: Least, store: RunStore) -> None:
    least("list 10,000 runs")
    assert len(benchmark(store.listed)) == RUNS + 1


def test_searching(benchmark: BenchmarkFixture, least: Least, store: RunStore) -> None:
    least("search 10,000 runs")
    assert benchmark(store.listed, RunFilter(text="bfq 2199"))


def test_opening_one(benchmark: BenchmarkFixture, least: Least, store: RunStore) -> None:
    least("open a run of 100 seconds")
    identifier = store.listed()[5_000].identifier
    assert len(benchmark(store.opened, identifier).time_course) == SECONDS


def test_opening_the_longest(benchmark: BenchmarkFixture, least: Least, store: RunStore) -> None:
    """More than a day, with some thousand measurements."""
    least("open a run of 100,000 seconds")
    (line,) = store.listed(RunFilter(text="2199-01-01"))
    assert len(benchmark(store.opened, line.identifier).time_course) == LONGEST
