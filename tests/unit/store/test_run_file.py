"""Opening the file of runs: damaged, of another form, of another program, on a full disk."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.errors import InvalidInput, NoSpace, NoSuchRun, RunsDamaged, RunsRefused
from storage_tuner.core.measurement import RawOutput
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.database import schema as run_schema
from storage_tuner.store.database.run_file import open_file
from storage_tuner.store.database.run_store import RunFilter, RunStore, open_runs, runs_file
from storage_tuner.store.database.schema import MIGRATIONS, Migration, form_of
from storage_tuner.store.kept_sessions import keep
from storage_tuner.store.results import write_results
from tests.unit.report.example_session import example_record

NOTHING = Judgement((), None)
RECORD = example_record(("none", "bfq"), repeats=1)
RELEASED = Path(__file__).parents[2] / "data" / "runs"
"""One file of each form that was released, as its version wrote it."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite3"


def kept(path: Path, count: int = 3) -> list[str]:
    with open_runs(path) as runs:
        return [
            runs.save(replace(RECORD, created_at=f"2026-01-{day + 1:02}"), NOTHING)
            for day in range(count)
        ]


def listed(path: Path) -> list[str]:
    with open_runs(path) as runs:
        return [line.identifier for line in reversed(runs.listed())]


def spoil(path: Path, begin: int, length: int = 200) -> bytes:
    content = bytearray(path.read_bytes())
    content[begin : begin + length] = b"\xa5" * length
    path.write_bytes(content)
    return bytes(content)


def root_page(path: Path, name: str) -> int:
    with sqlite3.connect(path) as file:
        ((page,),) = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,))
        ((size,),) = file.execute("PRAGMA page_size")
    return int((page - 1) * size)


@pytest.mark.parametrize("place", ["header", "schema", "list"])
def test_a_damaged_file_is_set_aside_as_it_is_and_its_runs_are_in_a_new_one(
    path: Path, place: str
) -> None:
    identifiers = kept(path)
    begin = {"header": 0, "schema": 100, "list": root_page(path, "sessions")}[place]
    content = spoil(path, begin)
    with open_runs(path) as runs:
        assert runs.set_aside is not None
        assert runs.set_aside.path.read_bytes() == content
        assert runs.set_aside.path.name.startswith("runs.sqlite3.damaged-")
        identifier = runs.save(RECORD, NOTHING)
        assert {line.identifier for line in runs.listed()} == {*identifiers, identifier}
        assert all(runs.opened(each).measurements == RECORD.measurements for each in identifiers)
        assert runs.set_aside.runs == len(identifiers)
        runs.mark_set_aside_reported()
    with open_runs(path) as again:
        assert again.set_aside is None
        assert again.opened(identifier) == RECORD


@pytest.mark.parametrize("table", ["documents", "raw_outputs"])
def test_damage_that_is_met_while_keeping_is_set_aside_at_the_next_start(
    path: Path, table: str
) -> None:
    """A start looks at the list only, so that it takes no longer with a gigabyte."""
    kept(path)
    content = spoil(path, root_page(path, table))
    raw = [RawOutput("random read", "{}")]
    with open_runs(path) as runs:
        assert runs.set_aside is None
        with pytest.raises(RunsDamaged, match="Start the program again"):
            runs.save(RECORD, NOTHING, raw=raw)
    with open_runs(path) as runs:
        assert runs.set_aside is not None
        assert runs.set_aside.path.read_bytes() == content
        identifier = runs.save(RECORD, NOTHING, raw=raw)
        runs.mark_set_aside_reported()
    with open_runs(path) as again:
        assert again.set_aside is None
        assert again.opened(identifier) == RECORD
    assert path.with_name(f"{path.name}.doubted").exists() is False


def test_a_session_is_kept_though_its_tables_are_damaged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What took hours must not wait for another start."""
    monkeypatch.setenv("XDG_DATA_HOME", str(path.parent))
    path = runs_file()
    kept(path)
    spoil(path, root_page(path, "documents"))
    identifier = keep(RECORD, NOTHING, iter([RawOutput("random read", "{}")]))
    with open_runs(path) as runs:
        assert runs.opened(identifier) == RECORD
        assert [each.label for each in runs.raw(identifier)] == ["random read"]


def test_where_it_cannot_be_told_what_was_taken_in_another_one_is_begun(path: Path) -> None:
    kept(path)
    spoil(path, root_page(path, "taken_in"))
    with open_runs(path) as runs:
        assert runs.set_aside is not None
        assert runs.save(RECORD, NOTHING)


def test_a_whole_file_that_was_doubted_stays(path: Path) -> None:
    identifiers = kept(path)
    doubted = path.with_name(f"{path.name}.doubted")
    doubted.touch()
    assert listed(path) == identifiers
    assert not doubted.exists()


def test_that_a_file_was_set_aside_is_known_until_it_was_told_the_oldest_first(path: Path) -> None:
    contents = [b"%d is not a database at all, " % number * 50 for number in range(3)]
    for content in contents:  # within a second or not
        path.write_bytes(content)
        open_runs(path).close()
    for content in contents:
        with open_runs(path) as runs:
            found = runs.set_aside
            assert found is not None
            assert found.path.read_bytes() == content
            runs.mark_set_aside_reported()
            assert runs.set_aside == found
    with open_runs(path) as runs:
        assert runs.set_aside is None


def test_a_file_that_was_set_aside_and_taken_away_is_not_told_of(path: Path) -> None:
    path.write_bytes(b"not a database at all, " * 50)
    with open_runs(path) as runs:
        assert runs.set_aside is not None
        runs.set_aside.path.unlink()
    with open_runs(path) as runs:
        assert runs.set_aside is None


def test_what_is_no_database_is_set_aside_and_the_next_one_too(path: Path) -> None:
    for content in (b"not a database at all, " * 50, b"another one, " * 50):
        path.write_bytes(content)
        with open_runs(path) as runs:
            assert runs.set_aside is not None
            assert runs.set_aside.path.read_bytes() == content
            runs.mark_set_aside_reported()
    assert len(list(path.parent.glob("*.damaged-*[0-9]"))) == 2


def test_a_file_of_a_later_version_is_refused_and_left_as_it_is(path: Path) -> None:
    kept(path)
    with sqlite3.connect(path) as file:
        file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(RunsRefused, match="written by a newer Storage Tuner") as caught:
        open_runs(path)
    assert "Nothing in it was changed" in str(caught.value.remedy)
    assert path.read_bytes() == before


def test_another_programs_database_is_refused_and_left_as_it_is(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(RunsRefused, match="another program's database"):
        open_runs(path)
    assert path.read_bytes() == before


def test_an_empty_file_is_a_beginning(path: Path) -> None:
    path.touch()
    identifiers = kept(path)
    assert listed(path) == identifiers


@pytest.mark.parametrize("file", sorted(RELEASED.glob("form-*.sqlite3")), ids=lambda it: it.stem)
def test_every_released_form_is_read_whole(path: Path, file: Path) -> None:
    path.write_bytes(file.read_bytes())
    with open_runs(path) as runs:
        (line,) = runs.listed()
        record = runs.opened(line.identifier)
        assert (line.note, line.tags) == ("kept by this form", ("first", "form"))
        assert runs.raw(line.identifier) == (RawOutput("random read", '{"fio version": "x"}'),)
        assert record.measurements
        assert record.measurements == RECORD.measurements
        assert line.identifier == runs.save(record, NOTHING)


def test_there_is_a_file_of_each_released_form() -> None:
    found = {file.stem for file in RELEASED.glob("form-*.sqlite3")}
    assert found == {f"form-{number}" for number in range(1, len(MIGRATIONS) + 1)}


def test_a_new_file_has_the_same_form_as_one_that_was_brought_up(path: Path) -> None:
    open_runs(path).close()
    for released in RELEASED.glob("form-*.sqlite3"):
        brought_up = path.with_name(released.name)
        brought_up.write_bytes(released.read_bytes())
        open_runs(brought_up).close()
        assert schema_of(path) == schema_of(brought_up)


def schema_of(path: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as file:
        return file.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()


def _with_colour(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE sessions ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'")


def _that_fails(connection: sqlite3.Connection) -> None:
    _with_colour(connection)
    connection.execute("INSERT INTO missing VALUES (1)")


def test_the_next_form_is_one_small_function_and_the_old_file_stays_beside(path: Path) -> None:
    identifiers = kept(path)
    next_form: Sequence[Migration] = (*MIGRATIONS, _with_colour)
    opened = open_file(path, next_form)
    colours = opened.connection.execute("SELECT identifier, colour FROM sessions").fetchall()
    assert sorted(colours) == sorted((each, "blue") for each in identifiers)
    assert form_of(opened.connection) == len(next_form)
    opened.connection.close()
    copy = path.with_name(f"runs.sqlite3.form-{len(MIGRATIONS)}")
    path.unlink()
    copy.rename(path)  # as whoever goes back to the version before would do
    assert listed(path) == identifiers


def test_a_form_that_cannot_be_reached_leaves_the_file_as_it_was(path: Path) -> None:
    identifiers = kept(path)
    before = schema_of(path)
    with pytest.raises(Exception, match="no such table: missing"):
        open_file(path, (*MIGRATIONS, _that_fails))
    assert schema_of(path) == before
    assert listed(path) == identifiers


def test_a_released_form_is_never_changed(path: Path) -> None:
    """Whoever changes it loses what others have kept."""
    for form in range(1, len(MIGRATIONS) + 1):
        open_file(path, MIGRATIONS[:form]).connection.close()
        assert schema_of(path) == schema_of(RELEASED / f"form-{form}.sqlite3")
    assert run_schema.APPLICATION_ID == 0x53547572


def test_a_place_that_is_no_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match="can't be written"):
        open_runs(tmp_path / "file" / "runs.sqlite3")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InvalidInput, match="can't be"):
        open_runs(tmp_path / "folder")


@pytest.mark.root
@pytest.mark.parametrize("with_log", [False, True])
def test_on_a_read_only_file_system_all_can_be_read_and_nothing_is_lost(
    tmp_path: Path, with_log: bool
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "none", str(place)], check=True)
    try:
        path = place / "runs.sqlite3"
        identifiers = kept(path)
        held = open_runs(path) if with_log else None
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=not with_log)
        if held is not None:
            held.close()
            subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        with open_runs(path) as runs:
            assert runs.read_only
            assert [line.identifier for line in reversed(runs.listed())] == identifiers
            assert runs.opened(identifiers[0]).measurements == RECORD.measurements
            with pytest.raises(InvalidInput, match="can't be written"):
                runs.save(RECORD, NOTHING)
        for new in (place / "new.sqlite3", place / "new" / "runs.sqlite3"):
            with pytest.raises(InvalidInput, match="can't be written"):
                open_runs(new)
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.root
def test_a_full_disk_loses_nothing_that_was_there(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(place)], check=True)
    try:
        path = place / "runs.sqlite3"
        identifiers = kept(path)
        noise = RawOutput("noise", os.urandom(256 << 10).hex())
        saved = _fill(path, noise)
        assert saved
        with open_runs(path) as runs:
            found = {line.identifier: line for line in runs.listed()}
            assert set(found) == {*identifiers, *saved}
            assert runs.set_aside is None
            for identifier in found:
                assert runs.opened(identifier).measurements == RECORD.measurements
            for identifier in saved:
                assert runs.raw(identifier) == (noise,)
        subprocess.run(["mount", "-o", "remount,size=4m", str(place)], check=True)
        with open_runs(path) as runs:
            assert runs.opened(runs.save(replace(RECORD, created_at="2026-08-08"), NOTHING))
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "place"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(place)], check=True)
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill_up(disk: Path) -> None:
    with contextlib.suppress(OSError), (disk / "fill").open("wb", buffering=0) as fill:
        while fill.write(bytes(4096)):
            pass


@pytest.mark.root
def test_on_a_full_disk_all_can_be_read_and_deleted(small_disk: Path) -> None:
    path = small_disk / "runs.sqlite3"
    kept(path)
    fill_up(small_disk)
    with open_runs(path) as runs:
        identifiers = [line.identifier for line in runs.listed()]
        assert len(identifiers) == 3
        assert runs.opened(identifiers[0]).measurements == RECORD.measurements
        with pytest.raises(NoSpace):
            runs.save(RECORD, NOTHING)
        runs.trash(*identifiers)
        runs.bring_back(identifiers[0])
        assert [line.identifier for line in runs.listed()] == identifiers[:1]
        with pytest.raises(NoSuchRun):
            runs.delete(identifiers[0], "nothing")
        runs.delete(*identifiers[1:])
        assert runs.opened(identifiers[0]).measurements == RECORD.measurements
    (small_disk / "fill").unlink()
    with open_runs(path) as runs:
        assert not runs.read_only
        assert runs.listed(RunFilter(trashed=True)) == ()
        assert runs.opened(runs.save(RECORD, NOTHING)) == RECORD
        assert len(runs.listed()) == 2


@pytest.mark.root
def test_on_a_full_disk_what_only_the_log_of_a_killed_process_holds_is_read(
    small_disk: Path,
) -> None:
    path = small_disk / "runs.sqlite3"
    leave_in_log(path)
    path.with_name(f"{path.name}-shm").unlink()
    fill_up(small_disk)
    with open_runs(path) as runs:
        assert runs.read_only
        assert len(runs.listed()) == 3
        with pytest.raises(NoSpace):
            runs.delete(runs.listed()[0].identifier)
        assert len(runs.listed()) == 3
    (small_disk / "fill").unlink()
    assert len(listed(path)) == 3


def leave_in_log(path: Path) -> None:
    """As ``kept``, by a process that is killed with the file open."""

    def work(tell: Callable[[str], None]) -> None:
        with open_runs(path) as runs:
            for day in range(1, 4):
                runs.save(replace(RECORD, created_at=f"2026-01-{day:02}"), NOTHING)
            tell("kept")
            signal.pause()

    child, reading = child_that(work)
    with os.fdopen(reading, encoding="ascii") as words:
        assert words.readline() == "kept\n"
    kill(child)
    assert path.with_name(f"{path.name}-wal").stat().st_size


def _fill(path: Path, noise: RawOutput) -> list[str]:
    """What could be kept until there was no room."""
    saved: list[str] = []
    with open_runs(path) as runs:
        for number in range(60):
            record = replace(RECORD, created_at=f"2026-02-01T00:{number:02}:00")
            try:
                saved.append(runs.save(record, NOTHING, raw=[noise]))
            except NoSpace:
                return saved
    pytest.fail("the disk was never full")


def child_that(work: Callable[[Callable[[str], None]], None]) -> tuple[int, int]:
    """The process of a real child that does ``work``, and where to read what it tells."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work(lambda text: (os.write(writing, f"{text}\n".encode()), None)[1])
        finally:
            os._exit(1)
    os.close(writing)
    return child, reading


def kill(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_what_was_kept_outlasts_a_kill_at_any_moment(path: Path) -> None:
    """What it told of before it was killed is there, and everything is whole."""
    told: set[str] = set()
    for number in range(40):

        def work(tell: Callable[[str], None], number: int = number) -> None:
            for count in itertools.count():
                made = replace(RECORD, created_at=f"{number} {count}")
                with open_runs(path) as runs:
                    tell(runs.save(made, NOTHING, raw=[RawOutput("raw", "x" * 50_000)]))

        child, reading = child_that(work)
        with os.fdopen(reading, encoding="ascii") as words:
            told.add(words.readline().strip())
            for _ in range(number * 2_000):  # so far it gets on with the next one
                pass
            kill(child)
            told |= set(words.read().split())
    with open_runs(path) as runs:
        assert runs.set_aside is None
        found = {line.identifier for line in runs.listed()}
        assert len(told) >= 40
        assert told <= found
        assert len(found) <= len(told) + 40  # one of each may be kept and not told
        for identifier in found:
            assert runs.opened(identifier).measurements == RECORD.measurements
            assert len(runs.raw(identifier)) == 1
    with sqlite3.connect(path) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_kill_while_the_file_is_made_and_older_results_taken_in_costs_nothing(
    path: Path,
) -> None:
    folder = path.parent / "sessions"
    folder.mkdir()
    for day in range(1, 6):
        record = replace(RECORD, created_at=f"2026-01-{day:02}")
        write_results(record, NOTHING, folder / f"{day}.json")

    def work(tell: Callable[[str], None]) -> None:
        tell("begun")
        open_runs(path).close()

    for number in range(20):
        child, reading = child_that(work)
        with os.fdopen(reading, encoding="ascii") as words:
            words.readline()
            for _ in range(number * 20_000):
                pass
            kill(child)
    assert len(listed(path)) == 5


def test_closing_twice_and_opening_again_in_one_process(path: Path) -> None:
    one = open_runs(path)
    other: RunStore = open_runs(path)
    identifier = one.save(RECORD, NOTHING)
    assert [line.identifier for line in other.listed()] == [identifier]
    one.close()
    one.close()
    other.close()
    assert sorted(each.name for each in path.parent.iterdir()) == ["runs.sqlite3"]
