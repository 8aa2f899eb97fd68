"""Damaged files of runs: what is readable is kept, and every question answered."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.errors import RunsDamaged, UnreadableResult
from storage_tuner.core.measurement import RawOutput
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.database.run_file import DamagedFile
from storage_tuner.store.database.run_store import RunStore, StoredRun, open_runs
from tests.unit.report.example_session import example_record

NOTHING = Judgement((), None)
RECORD = example_record(("none", "bfq"), repeats=1)
NOISE = RawOutput("random read", random.Random(7).randbytes(4_000).hex())
PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Twelve runs with notes, tags, long words of fio's, and results of an earlier version that
    were looked at."""
    path = tmp_path / "runs.sqlite3"
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    (sessions / "broken.json").write_text("{")
    with open_runs(path) as runs:
        for month in range(1, 13):
            made = replace(RECORD, created_at=f"2026-{month:02}-01")
            identifier = runs.save(made, NOTHING, raw=[NOISE])
            runs.annotate(identifier, note=f"month {month}", added=["kept"])
    return path


def lines(path: Path) -> tuple[StoredRun, ...]:
    with open_runs(path) as runs:
        return runs.listed()


def all_of(runs: RunStore) -> Iterator[object]:
    """Everything that is kept, asked for as the commands and the window do."""
    for line in runs.listed():
        with contextlib.suppress(UnreadableResult):
            yield runs.opened(line.identifier)
        with contextlib.suppress(UnreadableResult):
            yield runs.raw(line.identifier)
    yield runs.tags()
    yield runs.not_taken_in()


def require_whole(path: Path, before: tuple[StoredRun, ...]) -> DamagedFile:
    """Nothing is missing, and the next start finds nothing to say."""
    with open_runs(path) as runs:
        assert runs.listed() == before
        for line in before:
            assert runs.opened(line.identifier).measurements == RECORD.measurements
            assert runs.raw(line.identifier) == (NOISE,)
        aside = runs.set_aside
        assert aside is not None
        runs.mark_set_aside_reported()
    with open_runs(path) as runs:
        assert runs.set_aside is None
        assert len(runs.not_taken_in()) == 1
    return aside


@pytest.mark.parametrize(
    "spoiling",
    [
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -1",
        "PRAGMA application_id = 0",
        "PRAGMA application_id = 77",
        "DROP INDEX sessions_by_moment",
    ],
)
def test_a_file_that_is_not_as_it_was_written_is_written_again(path: Path, spoiling: str) -> None:
    before = lines(path)
    with sqlite3.connect(path) as file:
        file.execute(spoiling)
    spoilt = path.read_bytes()
    aside = require_whole(path, before)
    assert aside.runs == len(before)
    assert aside.path.read_bytes() == spoilt


def test_a_missing_list_is_made_again_of_what_was_measured(path: Path) -> None:
    before = lines(path)
    with sqlite3.connect(path) as file:
        file.execute("DROP TABLE sessions")
    with open_runs(path) as runs:
        found = runs.listed()
        assert [line.identifier for line in found] == [line.identifier for line in before]
        assert [runs.raw(line.identifier) for line in found] == [(NOISE,)] * len(found)
        assert runs.set_aside is not None
        assert runs.set_aside.runs == len(before)
        assert runs.opened(found[0].identifier).measurements == RECORD.measurements


@pytest.mark.parametrize("table", ["documents", "raw_outputs", "taken_in"])
def test_the_lines_of_the_list_outlast_another_table(path: Path, table: str) -> None:
    before = lines(path)
    with sqlite3.connect(path) as file:
        file.execute(f"DROP TABLE {table}")
    assert lines(path) == before
    with open_runs(path) as runs:
        assert [*all_of(runs)]
        assert runs.opened(runs.save(RECORD, NOTHING)) == RECORD


def test_any_page_that_is_lost_costs_no_more_than_what_was_on_it(path: Path) -> None:
    before = lines(path)
    content = path.read_bytes()
    for number in range(len(content) // PAGE):
        start_again(path, content)
        spoil(path, {number: os.urandom(PAGE)})
        visit(path)
        found = {line.identifier: line for line in visit(path)}
        # no page holds all of them, and a line that was lost is made again
        assert set(found) == {each.identifier for each in before}, number
        assert sum(found[each.identifier] != each for each in before) < len(before), number


@pytest.mark.slow
def test_pages_in_each_others_place_cost_nothing_that_is_whole_in_one_page(path: Path) -> None:
    before = {line.identifier for line in lines(path)}
    content = path.read_bytes()
    pages = range(len(content) // PAGE)
    chosen = random.Random(3).sample(list(itertools.combinations(pages, 2)), 25)
    for one, other in chosen:
        start_again(path, content)
        spoil(path, {one: page_of(content, other), other: page_of(content, one)})
        visit(path)
        assert {line.identifier for line in visit(path)} == before, (one, other)


def test_what_is_in_the_log_only_is_read_from_there(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "runs.sqlite3"
    copy.parent.mkdir()
    with open_runs(path) as runs:
        last = runs.save(RECORD, NOTHING)
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{copy}{end}")
    spoil(copy, {0: bytes(PAGE)})
    with open_runs(copy) as runs:
        assert last in {line.identifier for line in runs.listed()}
        assert len(runs.listed()) == 13
        assert runs.opened(last) == RECORD


def visit(path: Path) -> tuple[StoredRun, ...]:
    """What a person finds who asks for everything, and once more where damage was met."""
    for _ in range(3):
        try:
            with open_runs(path) as runs:
                assert [*all_of(runs)]
                return runs.listed()
        except RunsDamaged:
            continue
    pytest.fail("it's never usable again")


def start_again(path: Path, content: bytes) -> None:
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    path.write_bytes(content)


def spoil(path: Path, pages: dict[int, bytes]) -> None:
    content = bytearray(path.read_bytes())
    for number, page in pages.items():
        content[number * PAGE : (number + 1) * PAGE] = page
    path.write_bytes(content)


def page_of(content: bytes, number: int) -> bytes:
    return content[number * PAGE : (number + 1) * PAGE]
