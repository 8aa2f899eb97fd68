"""Programs that open a file of runs at the same time, whether it's there already or not."""

from __future__ import annotations

import functools
import itertools
import os
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.verdict import Judgement
from storage_tuner.store.database.run_store import open_runs
from tests.unit.report.example_session import example_record

NOTHING = Judgement((), None)
RECORD = example_record(("none", "bfq"), repeats=1)

OPENER = """
import sys
from pathlib import Path
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.store.database.run_store import open_runs
for line in sys.stdin:
    try:
        open_runs(Path(line.strip())).close()
        print("opened", flush=True)
    except StorageTunerError as error:
        print(error, flush=True)
"""


@pytest.fixture
def another_program() -> Iterator[subprocess.Popen[str]]:
    """Opens the file of every path that it's given on its input, and says what came of it."""
    with subprocess.Popen(
        [sys.executable, "-c", OPENER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        text=True,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


class Overtaken:
    """Has ``another`` program open ``path`` just before the statement ``number`` of ours."""

    def __init__(self, another: subprocess.Popen[str], path: Path, number: int) -> None:
        self._another = another
        self._path = path
        self._left = number
        self._waited_for = False

    def before_statement(self, connection: sqlite3.Connection) -> None:
        self._left -= 1
        if self._left == 0:
            assert self._another.stdin is not None
            self._another.stdin.write(f"{self._path}\n")
            self._another.stdin.flush()
            self._waited_for = True
            if not connection.in_transaction:  # else it may be waiting for ours to end
                self.finish()

    def finish(self) -> None:
        if self._waited_for:
            self._waited_for = False
            assert self._another.stdout is not None
            assert self._another.stdout.readline() == "opened\n"

    @property
    def was_reached(self) -> bool:
        return self._left <= 0


def test_another_program_that_opens_a_new_file_at_any_moment_is_no_foreign_one(
    tmp_path: Path, another_program: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two statements of ours a whole other program begins the same file."""
    connect = sqlite3.connect
    for number in itertools.count(1):
        path = tmp_path / f"{number}" / "runs.sqlite3"
        overtaken = Overtaken(another_program, path, number)

        class Watched(sqlite3.Connection):
            def execute(  # type: ignore[override]
                self, *words: str, by: Overtaken = overtaken
            ) -> sqlite3.Cursor:
                by.before_statement(self)
                return super().execute(*words)

        monkeypatch.setattr(sqlite3, "connect", functools.partial(connect, factory=Watched))
        store = open_runs(path)
        monkeypatch.undo()
        overtaken.finish()
        with store:
            assert store.set_aside is None
            identifier = store.save(RECORD, NOTHING)
        assert names(path) == [identifier]
        if not overtaken.was_reached:
            assert number > 5
            return


def test_somebody_who_writes_while_the_log_is_begun_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself refuses at once."""
    path = tmp_path / "runs.sqlite3"
    open_runs(path).close()
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = DELETE")
    writer.execute("BEGIN IMMEDIATE")

    class Watched(sqlite3.Connection):
        def execute(self, *words: str) -> sqlite3.Cursor:  # type: ignore[override]
            try:
                return super().execute(*words)
            except sqlite3.OperationalError:
                writer.close()
                raise

    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=Watched))
    with open_runs(path) as runs:
        assert runs.save(RECORD, NOTHING)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        writer.execute("SELECT 1")


@pytest.mark.slow
def test_many_programs_begin_the_same_file_at_once(tmp_path: Path) -> None:
    """Real processes, each of which makes the file or meets one that is being made."""
    for turn in range(10):
        path = tmp_path / f"{turn}" / "runs.sqlite3"
        gate, opening = os.pipe()
        children = [child_at_gate(gate, opening, path, f"2026-01-{day:02}") for day in range(1, 7)]
        os.close(gate)
        os.close(opening)
        for child in children:
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == 0
        assert len(names(path)) == len(children)


def child_at_gate(gate: int, opening: int, path: Path, created_at: str) -> int:
    """A real child that waits for the gate to be opened, and keeps a run then."""
    child = os.fork()
    if child == 0:
        try:
            os.close(opening)
            os.read(gate, 1)
            with open_runs(path) as runs:
                runs.save(replace(RECORD, created_at=created_at), NOTHING)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    return child


def names(path: Path) -> list[str]:
    with open_runs(path) as runs:
        return [line.identifier for line in runs.listed()]


def test_programs_that_tag_the_same_run_at_once_all_have_their_tag(tmp_path: Path) -> None:
    path = runs_file_in(tmp_path)
    with open_runs(path) as runs:
        identifier = runs.save(RECORD, NOTHING)
    environment = os.environ | {
        "XDG_DATA_HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    tags = [f"tag {number}" for number in range(5)]
    programs = [
        subprocess.Popen(
            [sys.executable, "-m", "storage_tuner", "runs", "tag", identifier, tag], env=environment
        )
        for tag in tags
    ]
    assert [program.wait() for program in programs] == [0] * len(tags)
    with open_runs(path) as runs:
        assert sorted(runs.line(identifier).tags) == tags


def runs_file_in(data: Path) -> Path:
    return data / "storage-tuner" / "runs.sqlite3"
